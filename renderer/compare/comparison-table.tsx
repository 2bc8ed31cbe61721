import { Anchor, Table } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Scope } from '#shared/contract/awards.ts';
import { useNow } from '../components/now.ts';
import { scopePath } from '../components/screen-paths.ts';
import classes from './compare.module.css';
import { type ComparedColumn, columnTitles, comparisonRows } from './comparison-rows.ts';

type ComparisonTableProps = { columns: readonly ComparedColumn[]; scopes: readonly Scope[] };

/** The figures side by side; the best of each row is marked in words and style, ties alike. */
export function ComparisonTable({ columns, scopes }: ComparisonTableProps) {
  const now = useNow();
  const titles = columnTitles(columns, scopes);
  return (
    <Table.ScrollContainer minWidth={160 + columns.length * 150} type="native">
      <Table
        aria-label="Route comparison"
        layout="fixed"
        withTableBorder
        withColumnBorders
        className={classes.comparison}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Td w={140} />
            {columns.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same search may stand in two columns.
              <Table.Th key={index} scope="col" className={classes.wrap}>
                <Anchor component={Link} inherit href={scopePath(scopes[index] ?? { kind: 'run', runId: 0 })}>
                  {titles[index]}
                </Anchor>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {comparisonRows(columns, now).map((row) => (
            <Table.Tr key={row.name}>
              <Table.Th scope="row">{row.name}</Table.Th>
              {row.cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column.
                <Table.Td key={index} data-best={cell.best || undefined}>
                  <span className={classes.figure}>{cell.words}</span>
                  {cell.best && <Best reason={row.reason} />}
                  {cell.detail && <div className={classes.detail}>{cell.detail}</div>}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

export function Best({ reason }: { reason: string }) {
  return (
    <span className={classes.best} title={`Best of its row: ${reason}`}>
      <IconStarFilled size={10} aria-hidden />
      best
    </span>
  );
}
