import { Anchor, Table } from '@mantine/core';
import { Link } from 'wouter';
import type { Scope } from '#shared/contract/awards.ts';
import type { AskedSide } from '#shared/contract/comparison.ts';
import { Ago } from '../components/ago.tsx';
import { scopePath } from '../components/screen-paths.ts';
import classes from './compare.module.css';
import { provesWords, sideCells } from './difference-words.ts';

type AskingsTableProps = { before: AskedSide; after: AskedSide; scopes: readonly [Scope, Scope] };

/** The two askings with their ages, and what each can show of a record that it does not hold. */
export function AskingsTable({ before, after, scopes }: AskingsTableProps) {
  const sides = [
    { name: 'Earlier asking', side: before, scope: scopes[0] },
    { name: 'Later asking', side: after, scope: scopes[1] },
  ];
  const areTurned = before.askedAt !== null && after.askedAt !== null && before.askedAt > after.askedAt;
  return (
    <>
      <Table aria-label="The two askings" className={classes.pairs}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th scope="col">Asked</Table.Th>
            <Table.Th scope="col">Pages</Table.Th>
            <Table.Th scope="col">Records</Table.Th>
            <Table.Th scope="col">With space</Table.Th>
            <Table.Th scope="col">Cheapest miles</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sides.map(({ name, side, scope }) => {
            const cells = sideCells(side);
            const at = side.askedAt ?? side.newestAt;
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row">
                  <Anchor component={Link} inherit underline="always" href={scopePath(scope)}>
                    {name}
                  </Anchor>
                </Table.Th>
                <Table.Td>{at === null ? 'nothing kept' : <Ago at={at} />}</Table.Td>
                <Table.Td>{cells.pages}</Table.Td>
                <Table.Td>{cells.records}</Table.Td>
                <Table.Td>{cells.withSpace}</Table.Td>
                <Table.Td>{cells.cheapest}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <p className={classes.note}>
        {provesWords('The earlier asking', before.proves)} {provesWords('The later asking', after.proves)}
        {before.pages !== null &&
          after.pages !== null &&
          before.pages !== after.pages &&
          ' The two read different numbers of pages.'}
        {areTurned &&
          ' The one named earlier was asked later: what is told as new was there before, and what is gone came since.'}
      </p>
    </>
  );
}
