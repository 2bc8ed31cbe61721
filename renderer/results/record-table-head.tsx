import { Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChecks } from '@tabler/icons-react';
import type { ReactTable } from '@tanstack/react-table';
import { formatNumber } from './award-words.ts';
import { MOST_CHOSEN } from './choice.ts';
import { type features, NUMERIC_COLUMNS, type ShownRow } from './record-columns.tsx';
import classes from './results.module.css';

export type RecordTableModel = ReactTable<typeof features, ShownRow>;

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

type RecordTableHeadProps = {
  table: RecordTableModel;
  numbered: boolean;
  /** Chooses the first rows, as many as can be chosen. */
  choose: () => void;
};

/** The header row. Each sortable heading is a button: click, Enter or Space sorts; with Shift, sorts by it as well. */
export function RecordTableHead({ table, numbered, choose }: RecordTableHeadProps) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          {group.headers.map((header) => {
            const sorted = header.column.getIsSorted();
            return (
              <th
                key={header.id}
                scope="col"
                data-numeric={NUMERIC_COLUMNS.has(header.column.id) || undefined}
                aria-sort={sorted === false ? undefined : ARIA_SORT[sorted]}
              >
                {header.column.id === 'choose' ? (
                  <UnstyledButton
                    className={classes.sorter}
                    onClick={choose}
                    aria-label={`Choose the first ${formatNumber(MOST_CHOSEN)} rows`}
                    title={`Choose the first ${formatNumber(MOST_CHOSEN)} rows`}
                  >
                    <IconChecks size={15} aria-hidden />
                  </UnstyledButton>
                ) : header.column.getCanSort() ? (
                  <UnstyledButton
                    className={classes.sorter}
                    onClick={header.column.getToggleSortingHandler()}
                    title="Sort; with Shift, sort by this as well"
                  >
                    <table.FlexRender header={header} />
                    {sorted === 'asc' && <IconArrowUp size={13} aria-hidden />}
                    {sorted === 'desc' && <IconArrowDown size={13} aria-hidden />}
                    {sorted !== false && numbered && (
                      <Text span fz={10} c="dimmed">
                        {header.column.getSortIndex() + 1}
                      </Text>
                    )}
                  </UnstyledButton>
                ) : (
                  <table.FlexRender header={header} />
                )}
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}
