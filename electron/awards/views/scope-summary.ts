import { CABINS } from '#shared/award-search/request.ts';
import { cabinName, datesName, routeName } from '#shared/award-search/search-name.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { fail } from '#shared/contract/failure.ts';
import type { ResultAnswer } from '#shared/contract/results.ts';
import { totalsByCurrency } from '#shared/money.ts';
import { isDemoIdentity } from '#shared/records/made-up.ts';
import { allOf, type Reader, type Sql, sql } from '../../storage/sql.ts';
import { rowsPassing } from '../query/filter.ts';
import { type PurchaseOf, runById } from '../query/runs.ts';
import { type StoredTitle, TITLE, withTitle } from '../query/search-title.ts';
import { dayRange, type Matching, routesBetween, runsInSet } from '../query/source.ts';
import { HAS_FEWER_SEATS } from '../query/travellers.ts';
import { brokenCount } from './broken.ts';
import { commonValuesIn } from './common-values.ts';

type PaidSummary = ResultAnswer<'scope'>;
type ScopeSummary = Omit<PaidSummary, 'paid'>;
/** Each record is looked up, so more are not counted whenever a scope is opened. */
const MAX_DETAILS_COUNTED = 100_000;

type StoredCounts = Pick<
  ScopeSummary,
  'newestAt' | 'oldestAt' | 'records' | 'flagged' | 'withSpace' | 'fewerSeats' | 'removed'
>;

/** The summary of a scope with its cost; throws `not_found` if nothing is stored for it. */
export function scopeSummary(
  reader: Reader,
  identity: string,
  purchaseOf: PurchaseOf,
  scope: Scope,
): PaidSummary {
  const stored = storedSummary(reader, identity, purchaseOf, scope) ?? notStored();
  return { ...stored, paid: scope.kind === 'search' ? paidFor(reader, purchaseOf, scope.searchId) : null };
}

/** The summary of a scope; null if nothing is stored for it. */
export function storedSummary(
  reader: Reader,
  identity: string,
  purchaseOf: PurchaseOf,
  scope: Scope,
): ScopeSummary | null {
  const description = describeScope(reader, identity, purchaseOf, scope);
  if (description === null) return null;
  const counts = storedCounts(reader, identity, scope);
  const broken = brokenCount(reader, identity, scope);
  const alike = commonValuesIn(reader, identity, scope, counts.records);
  const isLoose = scope.kind === 'matching' || scope.kind === 'several';
  return isLoose && counts.records === 0 && broken === 0
    ? null
    : {
        ...description,
        cabin: theCabin(description.cabins),
        ...counts,
        broken,
        alike,
        tripDetails: !alike.flown
          ? 0
          : counts.records > MAX_DETAILS_COUNTED
            ? null
            : storedCounts(reader, identity, scope, { tripDetails: true }).records,
      };
}

/** The pages and cost of all runs of a search, since its records come from all of them. */
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

const notStored = (): never =>
  fail('not_found', 'Nothing is saved for this. A search would have to ask for it first.');

type Description = Pick<ScopeSummary, 'title' | 'criteria' | 'demo' | 'cabins' | 'storedCabins' | 'run'>;

function describeScope(
  reader: Reader,
  identity: string,
  purchaseOf: PurchaseOf,
  scope: Scope,
): Description | null {
  if (scope.kind === 'matching')
    return {
      title: matchingTitle(scope),
      criteria: null,
      demo: isDemoIdentity(identity),
      ...cabinsIn(reader, identity, scope),
      run: null,
    };
  if (scope.kind === 'several') return describeSeveral(reader, identity, scope);
  const runId =
    scope.kind === 'run'
      ? scope.runId
      : reader.get<{ id: number | null }>(
          sql('SELECT max(id) AS id FROM award_runs WHERE search_id = ?', scope.searchId),
        )?.id;
  const run = runId === undefined || runId === null ? null : runById(reader, purchaseOf, runId);
  if (run === null) return null;
  const search = reader.get<StoredTitle & { cabin: string; identity: string }>(
    sql(
      `SELECT ${TITLE}, h.cabin, h.identity FROM award_searches s JOIN award_partitions h ON h.id = s.partition_id
       WHERE s.id = ?`,
      run.searchId,
    ),
  );
  if (search === undefined) return null;
  return {
    title: withTitle(search).title,
    criteria: JSON.parse(search.criteria) as Record<string, unknown>,
    demo: isDemoIdentity(search.identity),
    cabins: [search.cabin],
    storedCabins: [search.cabin],
    run,
  };
}

/** A set of runs has no single request, so its criteria are null. */
function describeSeveral(
  reader: Reader,
  identity: string,
  scope: Extract<Scope, { kind: 'several' }>,
): Description | null {
  const runs = reader.all<StoredTitle>(
    sql(
      `SELECT ${TITLE} FROM award_runs r JOIN award_searches s ON s.id = r.search_id WHERE s.identity = ? AND ${runsInSet(scope)} ORDER BY s.id`,
      identity,
    ),
  );
  if (runs.length === 0) return null;
  const titles = [...new Set(runs.map((run) => withTitle(run).title))];
  return {
    title: `${titles.slice(0, 3).join(' + ')}${titles.length > 3 ? ` + ${titles.length - 3} more` : ''}`,
    criteria: null,
    demo: isDemoIdentity(identity),
    ...cabinsIn(reader, identity, scope),
    run: null,
  };
}

const theCabin = ([cabin, ...others]: readonly string[]): string | null =>
  others.length > 0 ? null : cabin || null;

/** The requested cabins of a scope, in the contract's order (§2.1), no cabin last. */
function cabinsIn(
  reader: Reader,
  identity: string,
  scope: Extract<Scope, { kind: 'matching' | 'several' }>,
): Pick<Description, 'cabins' | 'storedCabins'> {
  const { cabin, ...open } = scope;
  const stored = reader.all<{ cabin: string }>(
    open.kind === 'several'
      ? sql(
          `SELECT DISTINCT h.cabin FROM award_runs r JOIN award_searches s ON s.id = r.search_id
           JOIN award_partitions h ON h.id = s.partition_id WHERE s.identity = ? AND ${runsInSet(open)}`,
          identity,
        )
      : cabinsOfRoutes(open, identity),
  );
  const storedCabins = stored.map((row) => row.cabin).sort((a, b) => placeOf(a) - placeOf(b));
  return { cabins: cabin === undefined ? storedCabins : [cabin], storedCabins };
}

/** Tests by key whether each listing has a record in the range of days. */
function cabinsOfRoutes(scope: Matching, identity: string): Sql {
  const days = allOf(dayRange(scope.from, scope.until));
  const routes = routesBetween(scope);
  return sql(
    `SELECT DISTINCT s.cabin FROM award_listings li
     JOIN award_partitions s ON s.id = li.partition_id JOIN award_routes r ON r.id = li.route_id
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

/** The number of records of a scope that pass a filter, and when the oldest and newest were last seen. */
export function storedCounts(
  reader: Reader,
  identity: string,
  scope: Scope,
  filter: RecordFilter = {},
): StoredCounts {
  const { from, where } = rowsPassing(scope, identity, filter);
  const counts = reader.get<Omit<StoredCounts, 'newestAt' | 'oldestAt'>>(
    sql(
      `SELECT count(*) AS records, coalesce(sum(x.flagged), 0) AS flagged, coalesce(sum(x.available), 0) AS withSpace,
         coalesce(sum(${HAS_FEWER_SEATS}), 0) AS fewerSeats, coalesce(sum(x.removed > 0), 0) AS removed
       FROM ${from} WHERE ${where.text}`,
      ...where.values,
    ),
  );
  // Finds the few distinct pages first, then their times: counting by page would sort every row.
  const times = reader.get<Pick<StoredCounts, 'newestAt' | 'oldestAt'>>(
    sql(
      `SELECT max(p.received_at) AS newestAt, min(p.received_at) AS oldestAt
       FROM (SELECT DISTINCT x.page_id FROM ${from} WHERE ${where.text}) f
       CROSS JOIN award_pages p ON p.id = f.page_id`,
      ...where.values,
    ),
  );
  return {
    newestAt: null,
    oldestAt: null,
    records: 0,
    flagged: 0,
    withSpace: 0,
    fewerSeats: 0,
    removed: 0,
    ...counts,
    ...times,
  };
}

/** The title of a `matching` scope, such as `New York to London · business · from 1 Mar 2027`. */
export const matchingTitle = ({ origins, destinations, cabin, from, until }: Matching): string =>
  [
    routeName(origins, destinations),
    cabin === '' ? 'searched for any cabin' : cabin === undefined ? 'any cabin' : cabinName(cabin),
    datesName(from, until),
  ].join(' · ');
