import { useTable } from '@tanstack/react-table';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import { RECORD_SORTS, type RecordSort } from '#shared/contract/awards.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { COLUMN_WIDTHS, columns, features, type ShownRow } from './record-columns.tsx';
import { LoadedRow, RowGap, WaitingRow } from './record-row.tsx';
import { RecordTableHead } from './record-table-head.tsx';
import { type Selection, useRecordHead, useRecordWindows } from './record-windows.ts';
import classes from './results.module.css';
import { useRowKeys } from './row-keys.ts';

const ROW_HEIGHT = 38;
const OVERSCAN = 12;

type RecordTableProps = {
  selection: Selection;
  hidden: readonly string[];
  onSort: (sort: RecordSort[]) => void;
  onOpen: (versionId: number) => void;
};

const sortingOf = (sort: readonly RecordSort[]): { id: string; desc: boolean }[] =>
  sort.map(({ by, descending }) => ({ id: by, desc: descending }));

/** Award space as a table of any length: only the rows in sight are drawn and asked for. */
export function RecordTable({ selection, hidden, onSort, onOpen }: RecordTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const head = useRecordHead(selection);
  const { total, outdated } = head;
  const count = total ?? 0;
  const current = Math.min(active, Math.max(0, count - 1));

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    useFlushSync: false,
    // The row that holds the keyboard's place stays drawn, so that the focus is never lost by scrolling.
    rangeExtractor: useCallback(
      (seen: Range) => {
        const indexes = defaultRangeExtractor(seen);
        if (current < seen.count && !indexes.includes(current)) indexes.push(current);
        return indexes.sort((a, b) => a - b);
      },
      [current],
    ),
  });
  const items = virtualizer.getVirtualItems();
  const seen = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  const later = useRecordWindows(selection, head, seen.startIndex - OVERSCAN, seen.endIndex + OVERSCAN);
  const { rowAt } = later;
  const failed = head.error !== null ? head : later.error !== null ? later : null;

  const table = useTable({
    features,
    columns,
    data: items.flatMap((item): ShownRow[] => {
      const record = rowAt(item.index);
      return record ? [{ index: item.index, record }] : [];
    }),
    getRowId: (row) => String(row.index),
    manualSorting: true,
    sortDescFirst: false,
    maxMultiSortColCount: 3,
    state: {
      sorting: sortingOf(selection.sort),
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    },
    onSortingChange: (updater) => {
      const after = typeof updater === 'function' ? updater(sortingOf(selection.sort)) : updater;
      onSort(
        after.flatMap(({ id, desc }) => {
          const by = RECORD_SORTS.find((known) => known === id);
          return by ? [{ by, descending: desc }] : [];
        }),
      );
    },
  });

  const moveTo = useCallback(
    (index: number) => {
      setActive(index);
      virtualizer.scrollToIndex(index, { align: 'auto' });
    },
    [virtualizer],
  );
  const onKeyDown = useRowKeys({ scroller, current, count, moveTo });

  // Another selection starts at its top.
  const selected = JSON.stringify(selection);
  const lastSelected = useRef(selected);
  useEffect(() => {
    if (lastSelected.current === selected) return;
    lastSelected.current = selected;
    setActive(0);
    virtualizer.scrollToOffset(0);
  }, [selected, virtualizer]);

  if (total === undefined) {
    return failed === null ? (
      <LoadingState words="Reading records…" />
    ) : (
      <FailureNotice error={failed.error} title="These records could not be read" onRetry={failed.retry} />
    );
  }

  const leaves = table.getVisibleLeafColumns();
  const rows = new Map(table.getRowModel().rows.map((row) => [row.original.index, row]));
  const width = leaves.reduce((sum, leaf) => sum + (COLUMN_WIDTHS[leaf.id] ?? 100), 0);
  const columnsKey = leaves.map((leaf) => leaf.id).join();
  let reached = 0;

  return (
    <>
      {failed !== null && (
        <FailureNotice error={failed.error} title="Some records could not be read" onRetry={failed.retry} />
      )}
      <div ref={scroller} className={classes.scroller} data-outdated={outdated || undefined}>
        <table
          aria-label="Award results"
          aria-rowcount={count + 1}
          aria-busy={outdated}
          className={classes.records}
          style={{ minWidth: width }}
        >
          <colgroup>
            {leaves.map((leaf) => (
              <col key={leaf.id} style={{ width: `${((COLUMN_WIDTHS[leaf.id] ?? 100) / width) * 100}%` }} />
            ))}
          </colgroup>
          <RecordTableHead table={table} numbered={selection.sort.length > 1} />
          <tbody onKeyDown={onKeyDown}>
            {items.flatMap((item) => {
              const gap = item.start - reached;
              reached = item.end;
              const row = rows.get(item.index);
              const place = { index: item.index, tabIndex: item.index === current ? 0 : -1 };
              return [
                <RowGap key={`before-${item.index}`} height={gap} span={leaves.length} />,
                row ? (
                  <LoadedRow
                    key={item.index}
                    {...place}
                    table={table}
                    row={row}
                    columns={columnsKey}
                    onFocus={setActive}
                    onOpen={onOpen}
                  />
                ) : (
                  <WaitingRow key={item.index} {...place} span={leaves.length} />
                ),
              ];
            })}
            <RowGap height={virtualizer.getTotalSize() - reached} span={leaves.length} />
          </tbody>
        </table>
      </div>
    </>
  );
}
