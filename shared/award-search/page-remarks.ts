import type { AwardRow } from './answered-row.ts';
import type { AwardPage } from './response.ts';

/**
 * Remarks, in sentences for the screen, on members around an answer's records that the contract does not document or
 * that contradict the records (§2.2).
 * @param partial whether the answer states that it is incomplete
 */
export function remarksOnPage(page: AwardPage, partial: boolean): string[] {
  const twice = ambiguousIds(page).size;
  return [
    ...(page.added.length === 0
      ? []
      : [
          `The answer has members that the contract does not show: ${page.added.slice(0, 20).join(', ').slice(0, 300)}.`,
        ]),
    ...(partial ? ['Something of the answer may say that it does not hold everything.'] : []),
    ...(page.count === null || page.count === page.rows.length
      ? []
      : [`The answer counts ${page.count} records and holds ${page.rows.length}.`]),
    ...(page.hasMore === true && page.rows.length === 0
      ? ['The answer says that there are more records and holds none.']
      : []),
    ...(page.hasMore === true && page.cursor !== null && !Number.isSafeInteger(page.cursor)
      ? ['The answer says that there are more records, but gives no cursor that a request can carry.']
      : []),
    ...(twice === 0 ? [] : [`${twice} of its records came twice under one ID, with different contents.`]),
  ];
}

/** Of records that share their ID with another one on an earlier page of their run. */
const UNLIKE = ' of its records came on an earlier page under the same ID, with different contents.';

/**
 * The remarks on a page, with those on IDs that its run uses twice.
 * @param before the page's earlier remarks: a record in its later state is compared with the earlier one only once
 */
export function remarksWithUnlike(
  remarks: readonly string[],
  unlike: number,
  before: readonly string[],
): string[] {
  const counts = before.flatMap((one) => (one.endsWith(UNLIKE) ? [Number.parseInt(one, 10)] : []));
  const most = Math.max(unlike, ...counts);
  return most === 0 ? [...remarks] : [...remarks, `${most}${UNLIKE}`];
}

/** IDs that one page uses for two different records; they identify neither. */
export function ambiguousIds({ rows }: Pick<AwardPage, 'rows'>): ReadonlySet<string> {
  const seen = new Map<string, AwardRow>();
  const ambiguous = new Set<string>();
  for (const row of rows) {
    const id = row.record.recordId;
    if (row.quality === 'broken' || id === null || id.trim() === '') continue;
    const before = seen.get(id);
    if (before === undefined) seen.set(id, row);
    else if (contentsOf(before) !== contentsOf(row)) ambiguous.add(id);
  }
  return ambiguous;
}

/** All that a row contains, including members that the contract does not document. */
const contentsOf = ({ record, raw, added }: AwardRow): string => {
  const route = memberOf(raw, 'Route');
  const value = (name: string) =>
    name.startsWith('Route.') ? memberOf(route, name.slice('Route.'.length)) : memberOf(raw, name);
  return JSON.stringify([record, added.toSorted().map((name) => [name, value(name)])]);
};

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
