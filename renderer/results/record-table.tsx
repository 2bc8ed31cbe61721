import { useTable } from '@tanstack/react-table';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import { RECORD_SORTS, type RecordSort } from '#shared/contract/awards.ts';
import { api } from '../api/api.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { type Choice, MOST_CHOSEN } from './choice.ts';
import { rowNear } from './group-layout.ts';
import { COLUMN_WIDTHS, columns, features, type ShownRow } from './record-columns.tsx';
import { useRecordGroups } from './record-groups.ts';
import { RecordTableHead } from './record-table-head.tsx';
import { type Selection, useRecordHead, useRecordWindows } from './record-windows.ts';
import classes from './results.module.css';
import { useRowKeys } from './row-keys.ts';
import { tableOrder } from './table-order.ts';
import { TableRows } from './table-rows.tsx';

const ROW_HEIGHT = 38;
const OVERSCAN = 12;

type RecordTableProps = {
  selection: Selection;
  hidden: readonly string[];
  onSort: (sort: RecordSort[]) => void;
  onOpen: (versionId: number) => void;
  choice: Choice;
};

const sortingOf = (sort: readonly RecordSort[]): { id: string; desc: boolean }[] =>
  sort.map(({ by, descending }) => ({ id: by, desc: descending }));

/** Award space as a table of any length: only the rows in sight are drawn and asked for. */
export function RecordTable({ selection, hidden, onSort, onOpen, choice }: RecordTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const head = useRecordHead(selection);
  const { total, outdated } = head;
  const count = total ?? 0;
  const current = Math.min(active, Math.max(0, count - 1));
  const { groups, layout } = useRecordGroups(selection, count);
  const currentPlace = layout.placeOf(current);

  const virtualizer = useVirtualizer({
    count: layout.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    useFlushSync: false,
    // The row that holds the keyboard's place stays drawn, so that the focus is never lost by scrolling.
    rangeExtractor: useCallback(
      (seen: Range) => {
        const indexes = defaultRangeExtractor(seen);
        if (currentPlace < seen.count && !indexes.includes(currentPlace)) indexes.push(currentPlace);
        return indexes.sort((a, b) => a - b);
      },
      [currentPlace],
    ),
  });
  const items = virtualizer.getVirtualItems();
  const seen = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  const later = useRecordWindows(
    selection,
    head,
    rowNear(layout, seen.startIndex - OVERSCAN),
    rowNear(layout, seen.endIndex + OVERSCAN),
  );
  const { rowAt } = later;
  const failed = head.error !== null ? head : later.error !== null ? later : null;

  const table = useTable({
    features,
    columns,
    data: items.flatMap((item): ShownRow[] => {
      const content = layout.at(item.index);
      const record = content.kind === 'row' ? rowAt(content.row) : undefined;
      return content.kind === 'row' && record ? [{ index: content.row, record }] : [];
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
      virtualizer.scrollToIndex(layout.placeOf(index), { align: 'auto' });
    },
    [virtualizer, layout],
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

  const chooseFirst = async () => {
    const { rows } = await api.results.records({
      scope: selection.scope,
      filter: selection.filter,
      sort: tableOrder(selection.sort, selection.group),
      offset: 0,
      limit: MOST_CHOSEN,
    });
    choice.add(rows);
  };
  const leaves = table.getVisibleLeafColumns();
  const width = leaves.reduce((sum, leaf) => sum + (COLUMN_WIDTHS[leaf.id] ?? 100), 0);

  return (
    <>
      {failed !== null && (
        <FailureNotice error={failed.error} title="Some records could not be read" onRetry={failed.retry} />
      )}
      <div ref={scroller} className={classes.scroller} data-outdated={outdated || undefined}>
        <table
          aria-label="Award results"
          aria-rowcount={layout.count + 1}
          aria-busy={outdated}
          className={classes.records}
          style={{ minWidth: width }}
        >
          <colgroup>
            {leaves.map((leaf) => (
              <col key={leaf.id} style={{ width: `${((COLUMN_WIDTHS[leaf.id] ?? 100) / width) * 100}%` }} />
            ))}
          </colgroup>
          <RecordTableHead table={table} numbered={selection.sort.length > 1} choose={chooseFirst} />
          <tbody onKeyDown={onKeyDown}>
            <TableRows
              table={table}
              items={items}
              height={virtualizer.getTotalSize()}
              layout={layout}
              groups={groups}
              rowAt={rowAt}
              current={current}
              onFocus={setActive}
              onOpen={onOpen}
              choice={choice}
            />
          </tbody>
        </table>
      </div>
    </>
  );
}
