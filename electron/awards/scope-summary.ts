import { CABINS, joinCodes, splitCodes } from '#shared/award-search/request.ts';
import { isCalendarDate } from '#shared/calendar-date.ts';
import type { RecordFilter, Run, Scope } from '#shared/contract/awards.ts';
import { fail } from '#shared/contract/failure.ts';
import { type Amount, totalsByCurrency } from '#shared/money.ts';
import { brokenCount } from './broken.ts';
import { conditions } from './filter.ts';
import { type PurchaseOf, runById } from './runs.ts';
import { dayRange, runsTogether, sourceOf } from './source.ts';
import { allOf, inList, type Reader, type Sql, sql } from './sql.ts';

export type ScopeSummary = {
  title: string;
  criteria: Record<string, unknown> | null;
  /** The cabin that was asked for; null where none was, or several were. */
  cabin: string | null;
  /** The cabins that its records were asked for, '' for none. */
  cabins: string[];
  /** The same, whichever of them the scope chooses. */
  cabinsKept: string[];
  newestAt: number | null;
  oldestAt: number | null;
  records: number;
  flagged: number;
  broken: number;
  /** The run itself; of a search, the last; null for `matching`. */
  run: Run | null;
};

export type PaidSummary = ScopeSummary & {
  /** Of a search, all its askings: how many, their pages, and what was charged for them; else null. */
  paid: { runs: number; pages: number; cost: Amount[] } | null;
};

type Matching = Extract<Scope, { kind: 'matching' }>;
type Held = { newestAt: number | null; oldestAt: number | null; records: number; flagged: number };

/** What a scope is, as of when and what it cost; throws `not_found` where nothing is kept for it. */
export function scopeSummary(
  reader: Reader,
  identity: string,
  purchaseOf: PurchaseOf,
  scope: Scope,
): PaidSummary {
  const kept = keptSummary(reader, identity, purchaseOf, scope) ?? notKept();
  return { ...kept, paid: scope.kind === 'search' ? paidFor(reader, purchaseOf, scope.searchId) : null };
}

/** What a scope is and as of when; null where nothing is kept for it. */
export function keptSummary(
  reader: Reader,
  identity: string,
  purchaseOf: PurchaseOf,
  scope: Scope,
): ScopeSummary | null {
  const named = nameOf(reader, identity, purchaseOf, scope);
  if (named === null) return null;
  const held = heldIn(reader, identity, scope);
  const broken = brokenCount(reader, identity, scope);
  const isLoose = scope.kind === 'matching' || scope.kind === 'several';
  return isLoose && held.records === 0 && broken === 0
    ? null
    : { ...named, cabin: theCabin(named.cabins), ...held, broken };
}

/** The pages of every run of a search, as the last run alone does not tell what its records have cost. */
function paidFor(reader: Reader, purchaseOf: PurchaseOf, searchId: number): PaidSummary['paid'] {
  const pages = reader.all<{ runId: number; purchaseId: string }>(
    sql(
      `SELECT p.run_id AS runId, p.purchase_id AS purchaseId
       FROM award_runs r CROSS JOIN award_pages p ON p.run_id = r.id WHERE r.search_id = ?`,
      searchId,
    ),
  );
  return {
    runs: new Set(pages.map(({ runId }) => runId)).size,
    pages: pages.length,
    cost: totalsByCurrency(pages.flatMap(({ purchaseId }) => purchaseOf(purchaseId)?.cost ?? [])),
  };
}

export const notKept = (): never =>
  fail('not_found', 'Nothing is kept for this. A search on the marketplace would have to ask for it first.');

type Named = Pick<ScopeSummary, 'title' | 'criteria' | 'cabins' | 'cabinsKept' | 'run'>;

function nameOf(reader: Reader, identity: string, purchaseOf: PurchaseOf, scope: Scope): Named | null {
  if (scope.kind === 'matching')
    return { title: matchingTitle(scope), criteria: null, ...cabinsIn(reader, identity, scope), run: null };
  if (scope.kind === 'several') return togetherNamed(reader, identity, scope);
  const runId =
    scope.kind === 'run'
      ? scope.runId
      : reader.get<{ id: number | null }>(
          sql('SELECT max(id) AS id FROM award_runs WHERE search_id = ?', scope.searchId),
        )?.id;
  const run = runId === undefined || runId === null ? null : runById(reader, purchaseOf, runId);
  if (run === null) return null;
  const search = reader.get<{ title: string; criteria: string; cabin: string }>(
    sql(
      `SELECT s.title, s.criteria, h.cabin FROM award_searches s JOIN award_shelves h ON h.id = s.shelf_id
       WHERE s.id = ?`,
      run.searchId,
    ),
  );
  if (search === undefined) return null;
  return {
    title: search.title,
    criteria: JSON.parse(search.criteria) as Record<string, unknown>,
    cabins: [search.cabin],
    cabinsKept: [search.cabin],
    run,
  };
}

/** Several runs have no one request. */
function togetherNamed(
  reader: Reader,
  identity: string,
  scope: Extract<Scope, { kind: 'several' }>,
): Named | null {
  const runs = reader.all<{ title: string }>(
    sql(
      `SELECT s.title FROM award_runs r JOIN award_searches s ON s.id = r.search_id WHERE s.identity = ? AND ${runsTogether(scope)} ORDER BY s.id`,
      identity,
    ),
  );
  if (runs.length === 0) return null;
  const titles = [...new Set(runs.map((run) => run.title))];
  return {
    title: `${titles.slice(0, 3).join(' + ')}${titles.length > 3 ? ` + ${titles.length - 3} more` : ''}`,
    criteria: null,
    ...cabinsIn(reader, identity, scope),
    run: null,
  };
}

const theCabin = ([cabin, ...others]: readonly string[]): string | null =>
  others.length > 0 ? null : cabin || null;

/** The cabins that what a scope shows was asked for, in the contract's order (§2.1), what was asked without one last. */
function cabinsIn(
  reader: Reader,
  identity: string,
  scope: Extract<Scope, { kind: 'matching' | 'several' }>,
): Pick<Named, 'cabins' | 'cabinsKept'> {
  const { cabin, ...open } = scope;
  const kept = reader.all<{ cabin: string }>(
    open.kind === 'several'
      ? sql(
          `SELECT DISTINCT h.cabin FROM award_runs r JOIN award_searches s ON s.id = r.search_id
           JOIN award_shelves h ON h.id = s.shelf_id WHERE s.identity = ? AND ${runsTogether(open)}`,
          identity,
        )
      : cabinsOfRoutes(open, identity),
  );
  const cabinsKept = kept.map((row) => row.cabin).sort((a, b) => placeOf(a) - placeOf(b));
  return { cabins: cabin === undefined ? cabinsKept : [cabin], cabinsKept };
}

/** Asked of the listings, each by its key: whether it has a record in the range of days. */
function cabinsOfRoutes({ origins, destinations, from, until }: Matching, identity: string): Sql {
  const days = allOf(dayRange(from, until));
  const routes = allOf([
    ...(origins.length === 0 ? [] : [inList('r.origin', origins)]),
    ...(destinations.length === 0 ? [] : [inList('r.destination', destinations)]),
  ]);
  return sql(
    `SELECT DISTINCT s.cabin FROM award_listings li
     JOIN award_shelves s ON s.id = li.shelf_id JOIN award_routes r ON r.id = li.route_id
     WHERE s.identity = ? AND ${routes.text}
       AND EXISTS (SELECT 1 FROM award_listed x WHERE x.listing_id = li.id AND ${days.text})`,
    identity,
    ...routes.values,
    ...days.values,
  );
}

const placeOf = (cabin: string): number => {
  const place = (CABINS as readonly string[]).indexOf(cabin);
  return cabin === '' ? CABINS.length + 1 : place < 0 ? CABINS.length : place;
};

/** How many records a scope shows, as far as they pass a filter, and when they were last seen, oldest and newest. */
export function heldIn(reader: Reader, identity: string, scope: Scope, filter: RecordFilter = {}): Held {
  const source = sourceOf(scope, identity);
  const { from } = source;
  const where = allOf([source.where, ...conditions(filter)]);
  const counts = reader.get<Pick<Held, 'records' | 'flagged'>>(
    sql(
      `SELECT count(*) AS records, coalesce(sum(x.flagged), 0) AS flagged FROM ${from} WHERE ${where.text}`,
      ...where.values,
    ),
  );
  // The few different pages first, then their times: counting by page as well would sort every row.
  const times = reader.get<Pick<Held, 'newestAt' | 'oldestAt'>>(
    sql(
      `SELECT max(p.received_at) AS newestAt, min(p.received_at) AS oldestAt
       FROM (SELECT DISTINCT x.page_id FROM ${from} WHERE ${where.text}) f
       CROSS JOIN award_pages p ON p.id = f.page_id`,
      ...where.values,
    ),
  );
  return { newestAt: null, oldestAt: null, records: 0, flagged: 0, ...counts, ...times };
}

/** `JFK to LHR, LGW · business · from 2027-03-01`: the words of a search, for what no one search asked. */
export function matchingTitle(scope: Extract<Scope, { kind: 'matching' }>): string {
  const places = (codes: string[]) =>
    codes.length === 0 ? 'anywhere' : splitCodes(joinCodes(codes)).join(', ');
  const from = scope.from !== undefined && isCalendarDate(scope.from) ? scope.from : undefined;
  const until = scope.until !== undefined && isCalendarDate(scope.until) ? scope.until : undefined;
  const dates =
    from !== undefined && until !== undefined
      ? `${from} to ${until}`
      : from !== undefined
        ? `from ${from}`
        : until !== undefined
          ? `until ${until}`
          : 'any date';
  return [
    `${places(scope.origins)} to ${places(scope.destinations)}`,
    scope.cabin === '' ? 'cabin not stated' : (scope.cabin ?? 'any cabin'),
    dates,
  ].join(' · ');
}
