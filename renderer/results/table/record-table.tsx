import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { RecordRow, RecordSort } from '#shared/contract/awards.ts';
import { plural } from '#shared/formats.ts';
import type { CollapsedGroups } from '../../addresses/collapsed-groups.ts';
import { api } from '../../api/api.ts';
import { isShown, type RecordColumn } from '../../records/record-columns.tsx';
import classes from '../../records/results.module.css';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { offerCommands } from '../../ui/keys/offered-commands.ts';
import { actOf, type RecordAct } from '../../ui/keys/record-keys.ts';
import { LoadingState } from '../../ui/loading-state.tsx';
import { bringIntoSight, useRowsInSight } from '../../ui/rows-in-sight.ts';
import { useStar } from '../marks/mark-records.ts';
import { type Choice, MAX_CHOSEN } from './choice.ts';
import { rowsBetween } from './group-layout.ts';
import { type Neighbours, useNeighbours } from './neighbours.ts';
import { useRecordGroups } from './record-groups.ts';
import { RecordTableHead } from './record-table-head.tsx';
import { useRowKeys, useWayIn } from './row-keys.ts';
import { type Rows, type Selection, useRecordWindows } from './selection-rows.ts';
import { useSizing } from './sizing.ts';
import { useTableLayout } from './table-layout.ts';
import { tableOrder } from './table-order.ts';
import { TableRows } from './table-rows.tsx';

type RecordTableProps = {
  selection: Selection;
  rows: Rows;
  hidden: readonly string[];
  onSort: (sort: RecordSort[]) => void;
  onOpen: (versionId: number, toNote?: boolean) => void;
  /** Shows the route of a record in Compare. */
  onCompare: (record: RecordRow) => void;
  /** Receives the steps from the open record. */
  neighbours: RefObject<Neighbours | null>;
  collapsed: CollapsedGroups;
  onCollapse: (collapsed: CollapsedGroups) => void;
  choice: Choice;
};

/** Award space as a table of any length: only the rows in sight are rendered and requested. */
export function RecordTable(props: RecordTableProps) {
  const { rows } = props;
  if (rows.total !== undefined) return <ReadTable {...props} total={rows.total} />;
  return rows.error === null ? (
    <LoadingState words="Reading records…" />
  ) : (
    <FailureNotice error={rows.error} title="These records could not be read" onRetry={rows.retry} />
  );
}

type ReadTableProps = RecordTableProps & { total: number };

function ReadTable(props: ReadTableProps) {
  const { selection, hidden, onSort, onOpen, onCompare, neighbours } = props;
  const { collapsed, onCollapse, choice, rows, total } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const { groups, layout } = useRecordGroups(selection, total, collapsed);
  const current = Math.min(active, Math.max(0, layout.count - 1));
  const table = useTableLayout();
  const { rowHeight } = table;
  const inSight = useRowsInSight(scroller, layout.count, rowHeight);
  const { toTop } = inSight;
  const rendered = rowsBetween(layout, inSight.first, inSight.end);
  const { shown } = rows;
  const later = useRecordWindows(rows, rendered, !inSight.hurried);
  const failed = rows.error !== null ? rows : later.error !== null ? later : null;

  const moveTo = useCallback(
    (place: number) => {
      setActive(place);
      if (scroller.current) bringIntoSight(scroller.current, place, rowHeight);
    },
    [rowHeight],
  );
  useWayIn({ scroller, current });
  const move = useRowKeys({ scroller, current, count: layout.count, moveTo });
  const { star, error: notStarred } = useStar();
  /** Does something with the record of the current row; returns whether there is one. */
  const perform = (act: RecordAct): boolean => {
    const place = layout.count > 0 ? layout.at(current) : undefined;
    const record = place?.kind === 'row' ? later.rowAt(place.row) : undefined;
    if (record === undefined) return false;
    if (act === 'star') star(record);
    else if (act === 'note') onOpen(record.versionId, true);
    else onCompare(record);
    return true;
  };
  useRecordCommands(perform);
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event);
    if (act === null) move(event);
    else if (perform(act)) event.preventDefault();
  };
  const readRow = async (row: number) => {
    const { scope, filter, sort, group } = shown;
    const here = later.rowAt(row);
    if (here !== undefined) return here;
    const order = tableOrder(sort, group);
    return (await api.results.records({ scope, filter, sort: order, offset: row, limit: 1 })).rows[0];
  };
  useNeighbours(neighbours, { scroller, layout, current, rowAt: later.rowAt, readRow, moveTo });

  // Another selection starts at its top.
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    setActive(0);
    toTop();
  }, [shown, toTop]);

  const { add } = choice;
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  });
  const chooseFirst = useCallback(async () => {
    const { scope, filter, sort, group } = latest.current;
    const order = tableOrder(sort, group);
    const { rows } = await api.results.records({ scope, filter, sort: order, offset: 0, limit: MAX_CHOSEN });
    add(rows);
  }, [add]);
  const columns = useMemo(() => table.columns.filter(isShown(hidden)), [table.columns, hidden]);
  const { widths, ...sizing } = useSizing(table);
  const widthOf = ({ id, width }: RecordColumn) => widths?.[id] ?? width;
  const width = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const isSized = table.isSized || widths !== null;

  return (
    <>
      {failed !== null && (
        <FailureNotice error={failed.error} title="Some records could not be read" onRetry={failed.retry} />
      )}
      {notStarred !== null && <FailureNotice error={notStarred} title="The star could not be saved" />}
      <div
        ref={scroller}
        className={classes.scroller}
        data-outdated={(rows.waiting && rows.late) || undefined}
        style={{ '--row-height': `${rowHeight}px` } as CSSProperties}
      >
        <table
          aria-label="Award results"
          aria-rowcount={layout.count + 1}
          aria-busy={rows.waiting}
          className={classes.records}
          style={
            {
              '--least-width': `${width}px`,
              '--table-width': isSized ? `${width}px` : '100%',
            } as CSSProperties
          }
        >
          <colgroup>
            {columns.map((column) => (
              <col key={column.id} style={{ width: `${(widthOf(column) / width) * 100}%` }} />
            ))}
          </colgroup>
          <RecordTableHead
            columns={columns}
            sort={selection.sort}
            onSort={onSort}
            onMove={table.move}
            widths={widths}
            {...sizing}
            choose={chooseFirst}
          />
          <TableRows
            columns={columns}
            inSight={inSight}
            rowHeight={rowHeight}
            layout={layout}
            groups={groups}
            collapsed={collapsed}
            onCollapse={onCollapse}
            rowAt={later.rowAt}
            readRow={readRow}
            current={current}
            onFocus={setActive}
            onOpen={onOpen}
            onKeyDown={onKeyDown}
            choice={choice}
            fresh={rows.painted !== shown}
          />
        </table>
      </div>
      <p className={classes.onPaper}>
        The rows in sight, of {plural(total, 'record')}. The CSV export holds them all.
      </p>
    </>
  );
}

/** Lists in the palette what the letter keys do with the current row. */
function useRecordCommands(perform: (act: RecordAct) => void): void {
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });
  useEffect(() => {
    // After the palette has closed, because closing it returns the focus to where it was opened from.
    const run = (act: RecordAct) => () => void setTimeout(() => latest.current(act));
    return offerCommands([
      { name: 'Star this record, or remove its star', keys: 'S', run: run('star') },
      { name: 'Write a note on this record', keys: 'N', run: run('note') },
      { name: 'Compare the route of this record', keys: 'C', run: run('compare') },
    ]);
  }, []);
}
