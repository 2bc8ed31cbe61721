import { Button, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PurchaseSummary } from '#shared/contract/purchases.ts';
import { isPolled } from '#shared/purchase/state.ts';
import { api } from '../api/api.ts';
import { chargeLabel } from '../money/charge-labels.ts';
import { Money, Moneys } from '../money/money.tsx';
import { cachePurchase } from '../quote/quote-sheet.ts';
import { SearchTitle } from '../records/search-title.tsx';
import { Ago } from '../ui/ago.tsx';
import { NotDone } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import { TableHead } from '../ui/table-head.tsx';
import { approvalLine, purchaseLines } from './approval-groups.ts';
import classes from './purchases.module.css';
import { StateBadge } from './state-badge.tsx';

type PurchaseTableProps = {
  items: readonly PurchaseSummary[];
  /** The purchase whose drawer is open, which then shows its buttons. */
  open: string | null;
  onOpen: (purchaseId: string) => void;
};

export function PurchaseTable({ items, open, onOpen }: PurchaseTableProps) {
  const settle = useMutation({
    mutationFn: ({ act, purchaseId }: { act: 'checkAgain' | 'resume'; purchaseId: string }) =>
      api.purchases[act]({ purchaseId }),
    onSuccess: (after) => {
      cachePurchase(after);
      announce(after.words);
    },
  });
  const row: RowProps = {
    open,
    onOpen,
    onSettle: settle.isPending ? null : (act, purchaseId) => settle.mutate({ act, purchaseId }),
  };
  return (
    <>
      <NotDone of={settle} />
      <div className={classes.scroller}>
        <Table aria-label="Purchases" highlightOnHover verticalSpacing={8} className={classes.table}>
          <TableHead
            columns={[
              'Time',
              'Purchase',
              { name: 'State', w: 180 },
              { name: 'Price', className: classes.amount },
              { name: 'Spent', className: classes.amount },
            ]}
          />
          <Table.Tbody>
            {purchaseLines(items).map((line) =>
              line.kind === 'one' ? (
                <PurchaseRow key={line.item.purchaseId} item={line.item} {...row} />
              ) : (
                <ApprovalRows key={line.batchId} items={line.items} {...row} />
              ),
            )}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}

type RowProps = Pick<PurchaseTableProps, 'open' | 'onOpen'> & {
  /** Null while one is being settled. */
  onSettle: ((act: 'checkAgain' | 'resume', purchaseId: string) => void) | null;
};

/** The purchases of one approval: one line, expandable to a line for each. */
function ApprovalRows({ items, ...row }: RowProps & { items: readonly PurchaseSummary[] }) {
  const line = approvalLine(items);
  const needsUser = items.some(({ state }) => isPolled(state));
  const [opened, setOpened] = useState<boolean | null>(null);
  const isOpen = opened ?? (needsUser || items.some(({ purchaseId }) => purchaseId === row.open));
  const Sign = isOpen ? IconChevronDown : IconChevronRight;
  const toggle = () => setOpened(!isOpen);
  return (
    <>
      <Table.Tr onClick={toggle} className={classes.row}>
        <Table.Td c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          <Ago at={items[0]?.createdAt ?? 0} />
        </Table.Td>
        <Table.Td className={classes.whatCell}>
          <UnstyledButton
            className={classes.what}
            aria-expanded={isOpen}
            onClick={(event) => {
              event.stopPropagation();
              toggle();
            }}
          >
            <Sign size={14} aria-hidden className={classes.sign} />
            <SearchTitle title={line.title} />
          </UnstyledButton>
          <div className={classes.small}>{line.detail}</div>
        </Table.Td>
        <Table.Td>
          <StateBadge state={line.state} words={line.detail} />
          {line.count < items.length && (
            <Text component="div" mt={2} size="xs" c="dimmed">
              {line.count} of {items.length}
            </Text>
          )}
        </Table.Td>
        <Table.Td className={classes.amount}>
          <Moneys amounts={line.price} nothing="–" />
        </Table.Td>
        <Table.Td className={classes.amount}>
          <Moneys amounts={line.counted} nothing="–" />
        </Table.Td>
      </Table.Tr>
      {isOpen && items.map((item) => <PurchaseRow key={item.purchaseId} item={item} within {...row} />)}
    </>
  );
}

type PurchaseRowProps = RowProps & {
  item: PurchaseSummary;
  /** Whether it is below the line of its approval. */
  within?: boolean;
};

function PurchaseRow({ item, open, onOpen, onSettle, within = false }: PurchaseRowProps) {
  return (
    <Table.Tr
      onClick={() => onOpen(item.purchaseId)}
      className={classes.row}
      data-within={within || undefined}
      data-open={item.purchaseId === open || undefined}
    >
      <Table.Td c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        <Ago at={item.createdAt} />
      </Table.Td>
      <Table.Td className={classes.whatCell}>
        <UnstyledButton
          className={classes.what}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(item.purchaseId);
          }}
        >
          <SearchTitle title={item.title} />
        </UnstyledButton>
        <div className={classes.small}>
          {item.toolTitle}
          {item.grantId !== null && ' · standing permission'}
          {item.batchId !== null && !within && ' · one approval of several'}
        </div>
      </Table.Td>
      <Table.Td>
        <StateBadge state={item.state} words={item.words} damaged={item.damaged === true} />
        {item.chargeState !== null && (
          <Text component="div" mt={2} size="xs" c="dimmed">
            {chargeLabel(item.chargeState)}
          </Text>
        )}
        {open === null && isPolled(item.state) && (
          // A click between its buttons counts for the row.
          <Group
            gap={6}
            mt={6}
            onClick={(event) => {
              if (event.target !== event.currentTarget) event.stopPropagation();
            }}
          >
            <Button
              size="compact-xs"
              disabled={onSettle === null}
              onClick={() => onSettle?.('checkAgain', item.purchaseId)}
            >
              Check again
            </Button>
            {item.state === 'unknown' && (
              <Button
                size="compact-xs"
                disabled={onSettle === null}
                onClick={() => onSettle?.('resume', item.purchaseId)}
              >
                Resume the same purchase
              </Button>
            )}
          </Group>
        )}
      </Table.Td>
      <Table.Td className={classes.amount}>{item.price ? <Money amount={item.price} /> : '–'}</Table.Td>
      <Table.Td className={classes.amount}>{item.counted ? <Money amount={item.counted} /> : '–'}</Table.Td>
    </Table.Tr>
  );
}
