import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Scope } from '#shared/contract/awards.ts';
import type { ComparedRun } from '#shared/contract/comparison.ts';
import { formatNumber } from '#shared/formats.ts';
import { USUAL_COMMON } from '../../addresses/compare-address.ts';
import { type ResultsAddress, resultsPath } from '../../addresses/results-address.ts';
import { walletQuery } from '../../records/queries.ts';
import { MadeUpMark } from '../../status/made-up.tsx';
import { Ago } from '../../ui/ago.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { scopePath } from '../../ui/screen-paths.ts';
import classes from '../compare.module.css';
import { provesLabel, sideCells } from './difference-labels.ts';

type RunsTableProps = { before: ComparedRun; after: ComparedRun; scopes: readonly [Scope, Scope] };

type FigureProps = { words: string } & Pick<ResultsAddress, 'scope'> &
  Partial<Pick<ResultsAddress, 'filter' | 'sort'>>;

/** A figure that links to the records that it was counted from. */
const Figure = ({ words, ...address }: FigureProps) => (
  <PageLink underline="hover" href={resultsPath({ ...address })}>
    {words}
  </PageLink>
);

/** The two runs with their ages, and what each proves about a record that it did not return. */
export function RunsTable({ before, after, scopes }: RunsTableProps) {
  const travellers = useQuery(walletQuery).data?.travellers ?? 1;
  const sides = [
    { name: 'Earlier run', side: before, scope: scopes[0] },
    { name: 'Later run', side: after, scope: scopes[1] },
  ];
  const areTurned = before.ranAt !== null && after.ranAt !== null && before.ranAt > after.ranAt;
  return (
    <>
      <Table aria-label="The two runs" className={classes.pairs}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th scope="col">Run</Table.Th>
            <Table.Th scope="col">Pages</Table.Th>
            <Table.Th scope="col">Records</Table.Th>
            <Table.Th scope="col">With space</Table.Th>
            <Table.Th scope="col">Cheapest miles</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sides.map(({ name, side, scope }) => {
            const cells = sideCells(side);
            const at = side.ranAt ?? side.newestAt;
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row">
                  <PageLink href={scopePath(scope)}>{name}</PageLink>
                </Table.Th>
                <Table.Td>
                  {at === null ? 'nothing saved' : <Ago at={at} />} <MadeUpMark demo={side.demo} />
                </Table.Td>
                <Table.Td>{cells.pages}</Table.Td>
                <Table.Td>
                  <Figure words={cells.records} scope={scope} filter={USUAL_COMMON} />
                </Table.Td>
                <Table.Td>
                  <Figure
                    words={cells.withSpace}
                    scope={scope}
                    filter={{ ...USUAL_COMMON, available: true }}
                  />
                </Table.Td>
                <Table.Td>
                  {side.withSpace === 0 ? (
                    cells.cheapest
                  ) : (
                    <Figure
                      words={cells.cheapest}
                      scope={scope}
                      filter={{ ...USUAL_COMMON, available: true }}
                      sort={[{ by: 'miles', descending: false }]}
                    />
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <p className={classes.note}>
        {provesLabel('The earlier run', before.proves)} {provesLabel('The later run', after.proves)}
        {before.pages !== null &&
          after.pages !== null &&
          before.pages !== after.pages &&
          ' The two read different numbers of pages.'}
        {areTurned &&
          ' The one named earlier is the later run: what is shown as new was there before, and what is removed came since.'}
        {travellers > 1 &&
          ` Records with fewer seats than ${formatNumber(travellers)} are left out of all figures here.`}
      </p>
    </>
  );
}
