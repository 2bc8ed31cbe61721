/** The order in which the table requests its rows. Pure. */
import type { RecordGroup, RecordSort } from '#shared/contract/awards.ts';

const DEFAULT: readonly RecordSort[] = [
  { by: 'date', descending: false },
  { by: 'miles', descending: false },
];

/** The grouping column comes first, in the direction that the user sorts it in; three sorts at most. */
export function tableOrder(sort: readonly RecordSort[], group: RecordGroup | null): RecordSort[] {
  const wanted = sort.length > 0 ? sort : DEFAULT;
  if (group === null) return [...wanted];
  const own = sort.find(({ by }) => by === group);
  return [own ?? { by: group, descending: false }, ...wanted.filter(({ by }) => by !== group)].slice(0, 3);
}
