import type { VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { Choice } from './choice.ts';
import type { GroupLayout } from './group-layout.ts';
import type { RecordGroupRow } from './record-groups.ts';
import { GroupRow, LoadedRow, RowGap, WaitingRow } from './record-row.tsx';
import type { RecordTableModel } from './record-table-head.tsx';

type TableRowsProps = {
  table: RecordTableModel;
  items: readonly VirtualItem[];
  /** Height of all rows, drawn or not, in pixels. */
  height: number;
  layout: GroupLayout;
  groups: readonly RecordGroupRow[];
  rowAt: (row: number) => RecordRow | undefined;
  /** The row that holds the keyboard's place. */
  current: number;
  onFocus: (row: number) => void;
  onOpen: (versionId: number) => void;
  choice: Choice;
};

/** The rows in sight, the headings among them, and the empty space that stands for all the others. */
export function TableRows(props: TableRowsProps) {
  const { table, items, height, layout, groups, rowAt, current, onFocus, onOpen, choice } = props;
  const leaves = table.getVisibleLeafColumns();
  const columns = leaves.map((leaf) => leaf.id).join();
  const rows = new Map(table.getRowModel().rows.map((row) => [row.original.index, row]));

  // Held in a place that stays, so that a row is not drawn anew because another was read.
  const latest = useRef({ rowAt, choice });
  latest.current = { rowAt, choice };
  const last = useRef<number | null>(null);
  const choose = useCallback((index: number, range: boolean) => {
    const { rowAt: read, choice: chosen } = latest.current;
    const row = read(index);
    if (row === undefined) return;
    const from = last.current;
    last.current = index;
    if (!range || from === null) return chosen.toggle(row);
    const [first, end] = from < index ? [from, index] : [index, from];
    chosen.add(
      Array.from({ length: end - first + 1 }, (_, step) => read(first + step)).filter(
        (each) => each !== undefined,
      ),
    );
  }, []);

  let reached = 0;
  const drawn = items.flatMap((item) => {
    const gap = item.start - reached;
    reached = item.end;
    const content = layout.at(item.index);
    const before = <RowGap key={`before-${item.index}`} height={gap} span={leaves.length} />;
    if (content.kind === 'group') {
      const group = groups[content.group];
      return [
        before,
        group && (
          <GroupRow
            key={`group-${content.group}`}
            group={group}
            rowIndex={item.index + 2}
            span={leaves.length}
          />
        ),
      ];
    }
    const row = rows.get(content.row);
    const place = {
      index: content.row,
      rowIndex: item.index + 2,
      tabIndex: content.row === current ? 0 : -1,
    };
    return [
      before,
      row ? (
        <LoadedRow
          key={content.row}
          {...place}
          table={table}
          row={row}
          columns={columns}
          onFocus={onFocus}
          onOpen={onOpen}
          chosen={choice.versionIds.has(row.original.record.versionId)}
          onChoose={choose}
        />
      ) : (
        <WaitingRow key={content.row} {...place} span={leaves.length} />
      ),
    ];
  });
  return (
    <>
      {drawn}
      <RowGap height={height - reached} span={leaves.length} />
    </>
  );
}
