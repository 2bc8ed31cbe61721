import { Button, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Accounts, AccountsByDay } from '#shared/contract/purchase-accounts.ts';
import { formatNumber, monthLabel, plainDate, plural } from '#shared/formats.ts';
import { accountsFilterOf, type PurchasesAddress } from '../addresses/purchases-address.ts';
import { api } from '../api/api.ts';
import { chargeLabel } from '../money/charge-labels.ts';
import { Moneys } from '../money/money.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { TableHead } from '../ui/table-head.tsx';
import classes from './purchases.module.css';

/** Days shown at first, and added by each "more". */
const DAYS = 31;

/** Spending by Tool and time, and its outcome: exact, per currency, nothing converted. */
export function PurchaseTotals({ address }: { address: PurchasesAddress }) {
  const [days, setDays] = useState(DAYS);
  const accounts = useQuery({
    queryKey: ['purchases', 'accounts', address, days],
    queryFn: () => api.purchases.accounts({ ...accountsFilterOf(address, Date.now()), days }),
    placeholderData: keepPreviousData,
  });
  if (accounts.isLoadingError) return <NotRead of={accounts} title="The totals could not be read" />;
  if (!accounts.data) return <LoadingState />;
  if (accounts.data.purchases === 0)
    return (
      <EmptyState
        title="Nothing was sent"
        action={
          <Button variant="filled" component={Link} href="/" size="xs">
            Go to Search
          </Button>
        }
      >
        Totals count what was sent to a service. An unused quote costs nothing and is not in them.
      </EmptyState>
    );
  return (
    <>
      <MoneyFacts accounts={accounts.data} />
      <TotalsTables accounts={accounts.data} onMoreDays={() => setDays(days + DAYS)} />
    </>
  );
}

/** The total, and its outcome: settled, still open, refunded, lost. */
export function MoneyFacts({ accounts }: { accounts: Accounts }) {
  const { totals, settled, open, refunded, losses } = accounts;
  return (
    <dl className={classes.money} aria-label="Totals">
      <Fact name="Counted as spent" words={plural(accounts.purchases, 'purchase')} strong>
        <Moneys amounts={totals} unread={accounts.unread} />
      </Fact>
      <Fact name="Settled" words={plural(settled.purchases, 'purchase')}>
        <Moneys amounts={settled.totals} unread={settled.unread} />
      </Fact>
      <Fact name="Not settled, counted in full" words={plural(open.purchases, 'purchase')}>
        <Moneys amounts={open.totals} unread={open.unread} />
      </Fact>
      <Fact name="Refunded" words={plural(refunded.purchases, 'purchase')}>
        <Moneys amounts={refunded.totals} />
      </Fact>
      <Fact name="Lost: charged without an answer" words={plural(losses.purchases, 'purchase')}>
        <Moneys amounts={losses.totals} />
      </Fact>
    </dl>
  );
}

type FactProps = { name: string; words: string; strong?: boolean; children: ReactNode };

function Fact({ name, words, strong = false, children }: FactProps) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{name}</dt>
      <dd>
        <span>{children}</span>
        <span className={classes.small}>{words}</span>
      </dd>
    </div>
  );
}

type Line = Accounts['settled'];

/** The same total by month, day, Tool, currency and charge state. */
function TotalsTables({ accounts, onMoreDays }: { accounts: AccountsByDay; onMoreDays: () => void }) {
  return (
    <div className={classes.totals}>
      <Totals
        name="By month"
        lines={accounts.byMonth.map(({ month, ...line }) => [monthLabel(month), line])}
      />
      <Totals name="By Tool" lines={accounts.byTool.map(({ title, ...line }) => [title, line])} />
      <Totals
        name="By currency"
        lines={accounts.byCurrency.map(({ currency, purchases, total }) => [
          currency,
          // What cannot be read may be in any currency.
          { purchases, totals: [total], unread: accounts.unread },
        ])}
      />
      <Totals
        name="By charge state"
        lines={accounts.byChargeState.map(({ chargeState, ...line }) => [chargeLabel(chargeState), line])}
      />
      <Totals
        name="By day"
        lines={accounts.byDay.toReversed().map(({ day, ...line }) => [plainDate(day), line])}
      >
        {accounts.moreDays && (
          <Button size="xs" variant="subtle" mt="xs" onClick={onMoreDays}>
            Show more days
          </Button>
        )}
      </Totals>
    </div>
  );
}

type Lines = readonly (readonly [string, Line])[];

type TotalsProps = { name: string; lines: Lines; children?: ReactNode };

export function Totals({ name, lines, children }: TotalsProps) {
  return (
    <section className={classes.totalsPart}>
      <Text component="h2" fw={600} mb={4}>
        {name}
      </Text>
      <Table aria-label={`Totals ${name.toLowerCase()}`} className={classes.table} verticalSpacing={5}>
        <TableHead
          columns={[
            { name: name.slice(3).replace(/^./, (first) => first.toUpperCase()) },
            { name: 'Purchases', className: classes.amount },
            { name: 'Counted as spent', className: classes.amount },
          ]}
        />
        <Table.Tbody>
          {lines.map(([label, line]) => (
            <Table.Tr key={label}>
              <Table.Td>{label}</Table.Td>
              <Table.Td className={classes.amount}>{formatNumber(line.purchases)}</Table.Td>
              <Table.Td className={classes.amount}>
                <Moneys amounts={line.totals} unread={line.unread} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {children}
    </section>
  );
}
