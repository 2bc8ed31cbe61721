import type { z } from 'zod';
import type { Coverage } from '#shared/award-analysis/coverage.ts';
import { differencesOf, type SeenRecord } from '#shared/award-analysis/differences.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import type { ComparedRun, comparisonRequests } from '#shared/contract/comparison.ts';
import { allOf, type Reader, sql } from '../../storage/sql.ts';
import { coverageOf } from '../coverage/coverage.ts';
import { dateOf, NO_DAY } from '../coverage/day.ts';
import { conditions } from '../query/filter.ts';
import { rowsOf } from '../query/row.ts';
import type { PurchaseOf } from '../query/runs.ts';
import { sourceOf } from '../query/source.ts';
import { scopeSummary } from './scope-summary.ts';

type Differences = typeof comparisonRequests.differences;
export type DifferencesRequest = z.infer<Differences['input']>;
export type DifferencesAnswer = z.infer<Differences['output']>;

type Seen = SeenRecord & { page: number };

/** The changes from one scope to another. Reads each scope's records once, by index. */
export function differencesBetween(
  reader: Reader,
  identity: string,
  purchaseOf: PurchaseOf,
  { before, after, filter, changes, offset, limit }: DifferencesRequest,
): DifferencesAnswer {
  const then = recordsIn(reader, identity, before, filter);
  const now = recordsIn(reader, identity, after, filter);
  const coverage = {
    before: coverageOf(reader, before, after),
    after: coverageOf(reader, after, before),
  };
  const found = differencesOf(then, now, coverage);
  const wanted =
    changes === undefined
      ? found.changed
      : found.changed.filter((record) => record.changes.some((change) => changes.includes(change)));
  const window = wanted.slice(offset, offset + limit);
  const shown = (side: 'before' | 'after') => {
    const places = window.flatMap((record, place) =>
      record[side] === null ? [] : [{ place, seen: record[side] }],
    );
    const rows = rowsOf(
      reader,
      places.map(({ seen }) => ({ versionId: seen.version, pageId: seen.page, removed: 0 })),
    );
    return new Map(places.map(({ place }, index) => [place, rows[index] ?? null]));
  };
  const rows = { before: shown('before'), after: shown('after') };
  const side = (scope: Scope, seen: readonly Seen[], covered: Coverage) =>
    sideOf(scopeSummary(reader, identity, purchaseOf, scope), scope, seen, covered);
  return {
    before: side(before, then, coverage.before),
    after: side(after, now, coverage.after),
    counts: found.counts,
    unchanged: found.unchanged,
    total: wanted.length,
    rows: window.map((record, place) => ({
      changes: record.changes,
      before: rows.before.get(place) ?? null,
      after: rows.after.get(place) ?? null,
    })),
  };
}

type Row = readonly [
  record: number,
  version: number,
  page: number,
  day: number,
  route: number,
  miles: number | null,
  seats: number | null,
  space: number,
  passes: number,
];

/** All records of a scope that are not removed, each with whether it passes the filter. */
function recordsIn(reader: Reader, identity: string, scope: Scope, filter: RecordFilter): Seen[] {
  const source = sourceOf(scope, identity);
  const passes = allOf(conditions(filter));
  const seen: Seen[] = [];
  reader.each<Row>(
    sql(
      `SELECT x.record_id, x.version_id, x.page_id, x.day, x.route_id, x.miles, x.seats, x.available,
         (${passes.text}) IS TRUE
       FROM ${source.from} WHERE ${source.where.text} AND x.removed = 0`,
      ...passes.values,
      ...source.where.values,
    ),
    ([record, version, page, day, route, miles, seats, space, passing]) => {
      seen.push({
        record,
        version,
        page,
        day: day === NO_DAY ? null : day,
        route,
        miles,
        seats,
        space: space === 1,
        passes: passing === 1,
      });
    },
  );
  return seen;
}

function sideOf(
  summary: ReturnType<typeof scopeSummary>,
  scope: Scope,
  seen: readonly Seen[],
  { reason, where }: Coverage,
): ComparedRun {
  const run = scope.kind === 'run' ? summary.run : null;
  // What is counted is what is compared: the changes leave out what does not pass.
  const passing = seen.filter((record) => record.passes);
  const space = passing.filter((record) => record.space);
  return {
    title: summary.title,
    demo: summary.demo,
    newestAt: summary.newestAt,
    ranAt: run?.ranAt ?? null,
    pages: run?.pages ?? null,
    records: passing.length,
    withSpace: space.length,
    cheapest: space.reduce<number | null>(
      (least, { miles }) => (miles !== null && (least === null || miles < least) ? miles : least),
      null,
    ),
    proves: {
      reason,
      anything: where !== null,
      from: dateOrNull(where?.from),
      until: dateOrNull(where?.until),
    },
  };
}

const dateOrNull = (day: number | null | undefined) =>
  day === null || day === undefined ? null : dateOf(day);
