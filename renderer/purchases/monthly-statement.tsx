import { Button, Group, NativeSelect, Table } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { AccountRow, Accounts } from '#shared/contract/purchase-accounts.ts';
import { monthOf } from '#shared/dates.ts';
import { absoluteTime, monthLabel, shortTime } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { chargeLabel } from '../money/charge-labels.ts';
import { Money } from '../money/money.tsx';
import { stateLabel } from '../money/purchase-messages.ts';
import { SearchTitle } from '../records/search-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { purchasePath } from '../ui/screen-paths.ts';
import { TableHead } from '../ui/table-head.tsx';
import { MoneyFacts, Totals } from './purchase-totals.tsx';
import classes from './statement.module.css';

type MonthlyStatementProps = { month: string | null; onMonth: (month: string) => void };

/** One month on paper: every purchase that was sent, with what explains its amount. */
export function MonthlyStatement({ month, onMonth }: MonthlyStatementProps) {
  const shown = month ?? monthOf(Date.now());
  const all = useQuery({
    queryKey: ['purchases', 'accounts', 'all'],
    queryFn: () => api.purchases.accounts({}),
  });
  const statement = useQuery({
    queryKey: ['purchases', 'statement', shown],
    queryFn: () => api.purchases.statement({ month: shown }),
    placeholderData: keepPreviousData,
  });
  const months = new Set([
    monthOf(Date.now()),
    shown,
    ...(all.data?.byMonth ?? []).map((each) => each.month),
  ]);
  return (
    <>
      <Group gap="sm" mb="md" className={classes.controls}>
        <NativeSelect
          size="sm"
          aria-label="Month"
          value={shown}
          onChange={(event) => onMonth(event.currentTarget.value)}
          data={[...months]
            .sort()
            .reverse()
            .map((value) => ({ value, label: monthLabel(value) }))}
        />
        <Button
          size="sm"
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={statement.data === undefined}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </Group>
      <NotRead of={statement} title="The statement could not be read" />
      {statement.isPending && <LoadingState />}
      {statement.data && (
        <article className={classes.paper} aria-label="Monthly statement">
          <header>
            <h2>Statement for {monthLabel(statement.data.month)}</h2>
            <p>
              {statement.data.accounts.kind === 'demo'
                ? 'Purchases at the demo marketplace, with demo money.'
                : 'Purchases made by Milepost on this computer.'}{' '}
              Amounts are exact and per currency; what is not settled counts in full. Drawn up{' '}
              {absoluteTime(Date.now())}.
            </p>
          </header>
          <StatementBody accounts={statement.data.accounts} rows={statement.data.rows} />
        </article>
      )}
    </>
  );
}

function StatementBody({ accounts, rows }: { accounts: Accounts; rows: readonly AccountRow[] }) {
  const sent = rows.filter(({ at }) => at !== null);
  if (sent.length === 0)
    return (
      <EmptyState
        title="Nothing was spent"
        action={
          <Button variant="filled" component={Link} href="/" size="xs" className={classes.controls}>
            Go to Search
          </Button>
        }
      >
        Nothing was sent to a service in this month.
      </EmptyState>
    );
  return (
    <>
      <MoneyFacts accounts={accounts} />
      <Totals name="By Tool" lines={accounts.byTool.map(({ title, ...line }) => [title, line])} />
      <Table aria-label="Statement" className={classes.rows} verticalSpacing={5} horizontalSpacing={6}>
        <TableHead
          columns={[
            'Sent',
            'What',
            'State',
            { name: 'Quoted', className: classes.amount },
            { name: 'Charged', className: classes.amount },
            { name: 'Counted as spent', className: classes.amount },
          ]}
        />
        <Table.Tbody>
          {sent.map((row) => (
            <Table.Tr key={row.purchaseId}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{shortTime(row.at ?? row.createdAt)}</Table.Td>
              <Table.Td>
                <PageLink underline="hover" href={purchasePath(row.purchaseId)}>
                  <SearchTitle title={row.title} />
                </PageLink>
                <div className={classes.small}>
                  {accounts.kind === 'demo' ? row.toolTitle : `${row.toolTitle} · ${row.marketplace}`}
                </div>
                {/* On the screen the purchase itself shows them. */}
                <div className={`${classes.small} ${classes.references}`}>
                  {[
                    row.callRef && `Call ${row.callRef}`,
                    row.receiptRef && `receipt ${row.receiptRef}`,
                    row.transactionRef && `transaction ${row.transactionRef}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </Table.Td>
              <Table.Td>
                {stateLabel(row.state)}
                <div className={classes.small}>{row.chargeState ? chargeLabel(row.chargeState) : ''}</div>
                {row.chargeDiffers !== null && <div className={classes.small}>{row.chargeDiffers}</div>}
              </Table.Td>
              <Table.Td className={classes.amount}>
                {row.quoted ? <Money amount={row.quoted} /> : '–'}
              </Table.Td>
              <Table.Td className={classes.amount}>
                {row.charged ? <Money amount={row.charged} /> : '–'}
              </Table.Td>
              <Table.Td className={classes.amount}>
                {row.counted ? <Money amount={row.counted} /> : 'nothing'}
                {row.alsoCounted.map((amount) => (
                  <div key={amount.currency}>
                    <Money amount={amount} />
                  </div>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
