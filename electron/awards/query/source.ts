import type { Scope } from '#shared/contract/awards.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { allOf, inList, type Sql, sql } from '../../storage/sql.ts';
import { dayOf } from '../coverage/day.ts';

/**
 * The rows of a scope under the alias `x`, each record once, with the columns version_id, record_id, page_id, day, route_id,
 * programme_id, airlines_id, miles, seats, available, direct, flagged, removed and standing. A row with `removed` not 0 is
 * unavailable: a later run of a search that returned it proves that it was removed.
 *
 * A run contains exactly the records of its pages. A search or a set of runs contains each record of its runs in the
 * version that they returned last. `matching` contains each matching record of the current marketplace in its last version.
 */
export type Source = { from: string; where: Sql };

/** The percentile of a price. Few versions have one, so it is looked up only if a filter or sort needs it. */
const STANDING = '(SELECT t.cheapest FROM award_price_standings t WHERE t.version_id = v.id)';

/** The rows of observations `o`. */
const rowsSeen = (observations: string): string => `(
  SELECT o.run_id, o.version_id, o.record_id, o.page_id, v.day, v.route_id, v.programme_id, v.airlines_id, v.miles,
    v.seats, v.available, v.direct, coalesce(v.added_id, v.remarks) IS NOT NULL AS flagged, 0 AS removed, ${STANDING} AS standing
  FROM ${observations} o CROSS JOIN award_versions v ON v.id = o.version_id) x`;

const RUN_ROWS = rowsSeen('award_observations');

export function sourceOf(scope: Scope, identity: string): Source {
  switch (scope.kind) {
    case 'run':
      return { from: RUN_ROWS, where: sql('x.run_id = ?', scope.runId) };
    case 'search':
      return {
        from: 'award_listed x',
        where: sql('x.listing_id = (SELECT id FROM award_listings WHERE search_id = ?)', scope.searchId),
      };
    case 'several':
      return { from: severalRows(scope), where: hasIdentity(identity) };
    case 'matching':
      return { from: 'award_listed x', where: matching(scope, identity) };
  }
}

type Several = Extract<Scope, { kind: 'several' }>;

/** Integers as SQL text. Only digits can result, so nothing can be injected. */
const numbers = (ids: readonly number[]): string => ids.filter(Number.isSafeInteger).join(', ');

/** A condition over runs `r`: the run is in the set. */
export const runsInSet = ({ runIds, searchIds, cabin }: Several): string =>
  `(r.id IN (${numbers(runIds)}) OR r.search_id IN (${numbers(searchIds)}))${
    cabin === undefined
      ? ''
      : ` AND r.search_id IN (SELECT c.id FROM award_searches c JOIN award_partitions d ON d.id = c.partition_id
          WHERE d.cabin = ${sqlText(cabin)})`
  }`;

/** A text as an SQL literal. Only hexadecimal digits can result, so nothing can be injected. */
const sqlText = (text: string): string => `CAST(x'${Buffer.from(text, 'utf8').toString('hex')}' AS TEXT)`;

/** For a record on several pages, the row of the last page: with a single `max`, SQLite returns the columns of its row. */
const severalRows = (scope: Several): string =>
  rowsSeen(`(SELECT run_id, version_id, record_id, max(page_id) AS page_id FROM award_observations
    WHERE run_id IN (SELECT r.id FROM award_runs r WHERE ${runsInSet(scope)}) GROUP BY record_id)`);

/** Never mixes records of two marketplaces, whichever runs an address names. */
const hasIdentity = (identity: string): Sql =>
  sql(
    `x.run_id IN (SELECT r.id FROM award_runs r JOIN award_searches s ON s.id = r.search_id WHERE s.identity = ?)`,
    identity,
  );

export type Matching = Extract<Scope, { kind: 'matching' }>;

/** A condition over routes `r`: an empty list of airports means any. */
export const routesBetween = ({ origins, destinations }: Matching): Sql =>
  allOf([
    ...(origins.length === 0 ? [] : [inList('r.origin', origins)]),
    ...(destinations.length === 0 ? [] : [inList('r.destination', destinations)]),
  ]);

/** A condition over partitions `h`: those of a marketplace that may hold what matches. */
const partitionsOf = ({ cabin, source }: Matching, identity: string): Sql =>
  allOf([
    sql('h.identity = ?', identity),
    ...(cabin === undefined ? [] : [sql('h.cabin = ?', cabin)]),
    ...(source === undefined ? [] : [sql('h.source = ?', source)]),
  ]);

/** Any airport at both ends would match every record, and is no question. */
const matchesNothing = ({ origins, destinations }: Matching): boolean =>
  origins.length === 0 && destinations.length === 0;

function matching(scope: Matching, identity: string): Sql {
  if (matchesNothing(scope)) return sql('0');
  const listings = allOf([partitionsOf(scope, identity), routesBetween(scope)]);
  return allOf([
    sql(
      `x.listing_id IN (
        SELECT li.id FROM award_listings li
        JOIN award_partitions h ON h.id = li.partition_id JOIN award_routes r ON r.id = li.route_id
        WHERE ${listings.text})`,
      ...listings.values,
    ),
    ...dayRange(scope.from, scope.until),
  ]);
}

/** Whether a run is among the `newest` runs of its search. @param newest an integer from 1; undefined: all */
export const isAmongNewest = (newest: number | undefined): string =>
  newest === undefined
    ? '1'
    : `r.id >= coalesce((SELECT id FROM award_runs WHERE search_id = r.search_id
        ORDER BY id DESC LIMIT 1 OFFSET ${Math.trunc(newest) - 1}), 0)`;

/**
 * The records of all runs of a scope, with the column run_id: for a run, all runs of its search; for `matching`, the
 * matching records of all runs at the current marketplace.
 * @param newest how many of the newest runs of each search; undefined: all
 */
export function rowsOfAllRuns(scope: Scope, identity: string, newest: number | undefined): Source {
  /** Of the runs `r` that a condition is true of, the newest. */
  const of = (runs: Sql, ...rows: Sql[]): Source => ({
    from: RUN_ROWS,
    where: allOf([
      sql(
        `x.run_id IN (SELECT r.id FROM award_runs r WHERE ${runs.text} AND ${isAmongNewest(newest)})`,
        ...runs.values,
      ),
      ...rows,
    ]),
  });
  switch (scope.kind) {
    case 'run':
      return of(sql('r.search_id = (SELECT search_id FROM award_runs WHERE id = ?)', scope.runId));
    case 'search':
      return of(sql('r.search_id = ?', scope.searchId));
    case 'several':
      return of(sql(runsInSet(scope)), hasIdentity(identity));
    case 'matching': {
      if (matchesNothing(scope)) return { from: RUN_ROWS, where: sql('0') };
      const routes = routesBetween(scope);
      const partitions = partitionsOf(scope, identity);
      return of(
        sql(
          `r.search_id IN (SELECT s.id FROM award_searches s JOIN award_partitions h ON h.id = s.partition_id
            WHERE ${partitions.text} AND s.id IN (
              SELECT b.search_id FROM award_search_routes b JOIN award_routes r ON r.id = b.route_id
              WHERE ${routes.text}))`,
          ...partitions.values,
          ...routes.values,
        ),
        sql(`x.route_id IN (SELECT r.id FROM award_routes r WHERE ${routes.text})`, ...routes.values),
        ...dayRange(scope.from, scope.until),
      );
    }
  }
}

/** After every calendar day, before `NO_DAY`. */
const UNBOUNDED = 1_000_000_000;

/**
 * Days from `from` to `until`, both inclusive; a record with an invalid date is in no range. An invalid bound, such as a
 * half-typed one, is ignored.
 */
export function dayRange(from: string | undefined, until: string | undefined): Sql[] {
  const bound = (text: string | undefined, unbounded: number) =>
    text !== undefined && isCalendarDate(text) ? dayOf(text) : unbounded;
  const first = bound(from, -UNBOUNDED);
  const last = bound(until, UNBOUNDED);
  return first === -UNBOUNDED && last === UNBOUNDED ? [] : [sql('x.day BETWEEN ? AND ?', first, last)];
}
