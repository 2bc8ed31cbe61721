import type { AwardPage, AwardRow } from './response.ts';

/**
 * What an answer says around its records that the contract does not show, or that its records do not bear out (§2.2), in
 * sentences for the screen.
 * @param partial whether it says of itself that it does not hold all that it should
 */
export function remarksOnPage(page: AwardPage, partial: boolean): string[] {
  const twice = ambiguousIds(page).size;
  return [
    ...(page.added.length === 0
      ? []
      : [
          `The answer has members that the contract does not show: ${page.added.slice(0, 20).join(', ').slice(0, 300)}.`,
        ]),
    ...(partial ? ['The answer says of itself that it does not hold everything.'] : []),
    ...(page.count === null || page.count === page.rows.length
      ? []
      : [`The answer counts ${page.count} records and holds ${page.rows.length}.`]),
    ...(twice === 0 ? [] : [`${twice} of its records came twice under one ID, with different contents.`]),
  ];
}

/** Of records that share the ID of another one on an earlier page of their run. */
const UNLIKE = ' of its records came on an earlier page under the same ID, with different contents.';

/**
 * The remarks on a page with what a run says of its IDs.
 * @param before the remarks that the page had: a record in its later state is compared with the earlier one only once
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

/** IDs that stand for two different records on one page, and so for none of them. */
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

/** What a row says, also in members that the contract does not show. */
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
