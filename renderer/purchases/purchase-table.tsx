import { Button, Group, Table, UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PurchaseSummary } from '#shared/contract/purchases.ts';
import { api } from '../api/api.ts';
import { chargeLabel } from '../money/charge-labels.ts';
import { Money } from '../money/money.tsx';
import { cachePurchase } from '../quote/quote-sheet.ts';
import { SearchTitle } from '../records/search-title.tsx';
import { Ago } from '../ui/ago.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import classes from './purchases.module.css';
import { StateBadge } from './state-badge.tsx';

type PurchaseTableProps = {
  items: readonly PurchaseSummary[];
  /** The purchase whose drawer is open: the drawer then has its buttons. */
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
  return (
    <>
      {settle.isError && <FailureNotice error={settle.error} />}
      <div className={classes.scroller}>
        <Table aria-label="Purchases" highlightOnHover verticalSpacing={8} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Time</Table.Th>
              <Table.Th>What, from which Tool</Table.Th>
              <Table.Th w={180}>State</Table.Th>
              <Table.Th className={classes.amount}>Price</Table.Th>
              <Table.Th className={classes.amount}>Counted as spent</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <Table.Tr
                key={item.purchaseId}
                onClick={() => onOpen(item.purchaseId)}
                className={classes.row}
                data-open={item.purchaseId === open || undefined}
              >
                <Table.Td className={classes.time}>
                  <Ago at={item.createdAt} />
                </Table.Td>
                <Table.Td className={classes.whatCell}>
                  <UnstyledButton className={classes.what} onClick={() => onOpen(item.purchaseId)}>
                    <SearchTitle title={item.title} />
                  </UnstyledButton>
                  <div className={classes.small}>
                    {item.toolTitle}
                    {item.grantId !== null && ' · under a standing permission'}
                    {item.batchId !== null && ' · approved together with others'}
                  </div>
                </Table.Td>
                <Table.Td>
                  <StateBadge state={item.state} words={item.words} />
                  {item.chargeState !== null && (
                    <div className={classes.charge}>{chargeLabel(item.chargeState)}</div>
                  )}
                  {open === null && (item.state === 'unknown' || item.state === 'pending') && (
                    <Group gap={6} mt={6} onClick={(event) => event.stopPropagation()}>
                      <Button
                        size="compact-xs"
                        variant="default"
                        disabled={settle.isPending}
                        onClick={() => settle.mutate({ act: 'checkAgain', purchaseId: item.purchaseId })}
                      >
                        Check again
                      </Button>
                      {item.state === 'unknown' && (
                        <Button
                          size="compact-xs"
                          variant="default"
                          disabled={settle.isPending}
                          onClick={() => settle.mutate({ act: 'resume', purchaseId: item.purchaseId })}
                        >
                          Resume the same purchase
                        </Button>
                      )}
                    </Group>
                  )}
                </Table.Td>
                <Table.Td className={classes.amount}>
                  {item.price ? <Money amount={item.price} /> : '–'}
                </Table.Td>
                <Table.Td className={classes.amount}>
                  {item.counted ? <Money amount={item.counted} /> : 'nothing'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}
