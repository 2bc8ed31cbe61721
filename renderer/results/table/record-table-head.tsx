import { IconArrowDown, IconArrowUp, IconChecks } from '@tabler/icons-react';
import { memo } from 'react';
import type { RecordSort } from '#shared/contract/awards.ts';
import { formatNumber } from '#shared/formats.ts';
import type { RecordColumn } from '../../records/record-columns.tsx';
import classes from '../../records/results.module.css';
import { MAX_CHOSEN } from './choice.ts';
import { useColumnDrag } from './column-drag.ts';
import type { Sizing } from './sizing.ts';
import { sortedBy } from './sort-choice.ts';
import type { Place } from './table-layout.ts';
import { WidthHandle, widthKeys } from './width-handle.tsx';

type RecordTableHeadProps = Sizing & {
  columns: readonly RecordColumn[];
  sort: readonly RecordSort[];
  onSort: (sort: RecordSort[]) => void;
  onMove: (column: RecordColumn, place: Place) => void;
  /** While they are being changed, in pixels. */
  widths: Readonly<Record<string, number>> | null;
  /** Chooses the first rows, as many as can be chosen. */
  choose: () => void;
};

const CHOOSE = `Choose the first ${formatNumber(MAX_CHOSEN)} rows`;

/** The header row. Each sortable heading is a button: click, Enter or Space sorts; with Shift, adds it to the sort. */
export const RecordTableHead = memo(function RecordTableHead(props: RecordTableHeadProps) {
  const { columns, sort, onSort, onMove, widths, onSize, onSized, choose } = props;
  const { drop, handlers } = useColumnDrag(columns, onMove);
  return (
    <thead>
      <tr aria-rowindex={1} {...handlers}>
        {columns.map(({ id, name, width, sort: sorts, numeric }) => {
          const place = sort.findIndex(({ by }) => by === sorts);
          const own = sort[place];
          const Arrow = own?.descending ? IconArrowDown : IconArrowUp;
          return (
            <th
              key={id}
              scope="col"
              // Named by its text alone: the handle at its edge has its own name.
              aria-label={name}
              data-column={id === 'choose' ? undefined : id}
              data-drop={drop?.target === id ? (drop.behind ? 'behind' : 'before') : undefined}
              data-numeric={numeric || undefined}
              aria-sort={own === undefined ? undefined : own.descending ? 'descending' : 'ascending'}
            >
              {id === 'choose' ? (
                <button
                  type="button"
                  className={classes.sorter}
                  onClick={choose}
                  aria-label={CHOOSE}
                  title={CHOOSE}
                >
                  <IconChecks size={15} aria-hidden />
                </button>
              ) : sorts === null ? (
                name
              ) : (
                <button
                  type="button"
                  className={classes.sorter}
                  onClick={(event) => onSort(sortedBy(sort, sorts, event.shiftKey))}
                  {...widthKeys(id, { onSize, onSized })}
                  title="Sort; with Shift, sort by this as well. ← and → change the width"
                >
                  {name}
                  {own && <Arrow size={13} aria-hidden />}
                  {own && sort.length > 1 && <span className={classes.sortPlace}>{place + 1}</span>}
                </button>
              )}
              {id !== 'choose' && (
                <WidthHandle
                  id={id}
                  name={name}
                  width={widths?.[id] ?? width}
                  onSize={onSize}
                  onSized={onSized}
                />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
});
