import { Table } from '@mantine/core';
import type { Wallet } from '#shared/contract/wallet.ts';
import { formatNumber, onOneLine, plainDate } from '#shared/formats.ts';
import { allianceOfProgramme, programmeLabel, programmesAsOf } from '#shared/places/programmes.ts';
import { reachOf } from '#shared/planning/one-award.ts';
import { pursesOf } from '#shared/records/wallet-labels.ts';
import { TableHead } from '../ui/table-head.tsx';
import { programmeChoices } from './account-names.ts';
import { Nothing } from './nothing.tsx';
import classes from './wallet.module.css';

/** The total of each programme, with its own miles and with all possible transfers. */
export function WithinReach({ wallet }: { wallet: Wallet }) {
  const purses = pursesOf(wallet);
  const reach = reachOf(purses);
  const named = [
    ...purses.balances.flatMap(({ kind, name }) => (kind === 'programme' ? name : [])),
    ...purses.transfers.map(({ programme }) => programme),
    ...purses.pools.flat(),
  ];
  const rows = programmeChoices(named)
    .map(({ value }) => ({ programme: value, ...reach(value) }))
    .filter(({ transfers }) => transfers > 0);
  return (
    <section aria-labelledby="reach">
      <div className={classes.head}>
        <h2 id="reach">Within reach</h2>
      </div>
      <p className={classes.about}>
        Each programme as if all points went there: points can be moved once only, and not back. Alliances as
        of {onOneLine(plainDate(programmesAsOf()))}.
      </p>
      {rows.length === 0 ? (
        <p>Nothing that can be used today reaches a programme.</p>
      ) : (
        <div className={classes.scroll}>
          <Table aria-label="Within reach">
            <TableHead
              columns={[
                'Programme',
                'Alliance',
                {
                  name: 'Miles now',
                  ta: 'right',
                  title: 'With miles of the same currency in other programmes',
                },
                { name: 'With every transfer', ta: 'right' },
              ]}
            />
            <Table.Tbody>
              {rows.map(({ programme, pooled, transfers }) => (
                <Table.Tr key={programme}>
                  <Table.Td>{programmeLabel(programme)}</Table.Td>
                  <Table.Td>{allianceOfProgramme(programme) ?? <Nothing title="In no alliance" />}</Table.Td>
                  <Table.Td ta="right">{formatNumber(pooled)}</Table.Td>
                  <Table.Td ta="right">{formatNumber(transfers)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  );
}
