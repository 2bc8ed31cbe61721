import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonAxis } from '#shared/award-analysis/comparison.ts';
import { RECORD_GROUPS, type RecordFilter, type RecordRow, type Scope } from '#shared/contract/awards.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves, provesInTime } from '#shared/testing/proves.ts';
import { filter, pages, scope, sort } from './testing/arbitraries.ts';
import { record } from './testing/recorded-both-ways.ts';
import {
  isComplete,
  isMatch,
  isReadable,
  least,
  meetsPlaceConditions,
  meetsRecordConditions,
  most,
  passes,
  type ReferenceRow,
  referenceMedian,
  referenceSort,
} from './testing/reference-awards.ts';
import { type ComparedRecord, calendarOf, figuresOf } from './testing/reference-figures.ts';
import type { storeAwards } from './testing/stored-awards.ts';

/** The day on which stored awards are read. */
const TODAY = '2026-11-20';

const RUNS = { numRuns: propertyRuns(8, 300) };

const withoutId = ({ versionId: _version, demo: _demo, ...row }: RecordRow) => row;
const shownOf = ({
  recordNumber,
  recordId,
  firstAt,
  originRegion,
  destinationRegion,
  ...row
}: ReferenceRow) => row;

/** The records that meet the filters' place conditions, in the form that the analysis takes. */
const seenBy = (rows: readonly ReferenceRow[], filters: readonly RecordFilter[]): ComparedRecord[] =>
  rows
    .filter((row) => filters.every((each) => meetsPlaceConditions(row, each)))
    .map((row) => ({
      ...row,
      passes: filters.every((each) => meetsRecordConditions(row, each)),
      space: row.available,
      airlines: row.airlines.split(', ').filter(Boolean),
    }));

/** A filter, or none, since most random filters match few records. */
const some = fc.oneof(filter, fc.constant<RecordFilter>({}));

/** Random pages, stored, and a random scope of them. */
const storedWithScope = pages.chain((random) => {
  const { runs, searches, storage } = record(random);
  storage.close();
  return fc.record({ random: fc.constant(random), which: scope(runs, searches) });
});

/** How far a scope was read, as far as its completeness tells. */
const extentIn = (complete: boolean | null): unknown =>
  complete === null
    ? null
    : expect.objectContaining(complete ? { complete, reached: null, left: null } : { complete: false });

describe('records by SQL and by the reference', () => {
  it('are the same rows in the same order, whatever the scope, filter, sort and window', () => {
    proves(
      0.35,
      [storedWithScope, filter, sort, fc.constantFrom(0, 0, 1, 3), fc.integer({ min: 2, max: 10 })],
      ({ random, which }, wanted, sorts, offset, limit) => {
        const { awards, reference, storage } = record(random);
        const window = awards.handlers.records({
          scope: which,
          filter: wanted,
          sort: sorts,
          offset,
          limit,
        }) as {
          total: number;
          rows: RecordRow[];
        };
        const expected = referenceSort(
          reference(which).filter((row) => passes(row, wanted)),
          sorts,
        );
        storage.close();
        const isTelling = expected.length > 1;
        expect(window.total).toBe(expected.length);
        expect(window.rows.map(withoutId)).toEqual(expected.slice(offset, offset + limit).map(shownOf));
        return isTelling;
      },
      { numRuns: propertyRuns(120, 600) },
    );
  });

  it('give the same calendar', async () => {
    await provesInTime(
      0.3,
      [storedWithScope, some],
      async ({ random, which }, wanted) => {
        const { awards, reference, storage } = record(random);
        const days = await awards.handlers.calendar({ scope: which, filter: wanted });
        storage.close();
        const isTelling = days.length > 0;
        expect(
          days.map(({ programme: _programme, origin: _origin, destination: _destination, ...day }) => day),
        ).toEqual(calendarOf(seenBy(reference(which), [wanted])));
        // What is named of a day is one record's, and that of the cheapest.
        const rows = reference(which);
        for (const { date, miles, programme, origin, destination } of days)
          if (miles !== null)
            expect(
              rows.filter(
                (row) =>
                  row.date === date &&
                  row.miles === miles &&
                  row.available &&
                  row.programme === programme &&
                  row.origin === origin &&
                  row.destination === destination,
              ),
            ).not.toEqual([]);
        return isTelling;
      },
      RUNS,
    );
  });

  it('give the same comparison, whatever filters the columns have of their own', async () => {
    await provesInTime(
      0.5,
      [storedWithScope, some, some, some],
      async ({ random, which }, one, other, all) => {
        const { awards, reference, storage, runs, pages: stored, searchOf } = record(random);
        const columns = [
          { scope: which, filter: one },
          { scope: { kind: 'run', runId: runs[0] ?? 0 } as Scope, filter: other },
        ];
        const completeIn = (scope: Scope) =>
          scope.kind === 'run' || scope.kind === 'search'
            ? runs.some(
                (runId) =>
                  (scope.kind === 'run' ? scope.runId === runId : searchOf(runId) === searchOf(scope)) &&
                  isComplete(stored, runId),
              )
            : null;
        const sides = columns.map((column) => ({ ...column, rows: reference(column.scope) }));
        if (sides[0]?.rows.length === 0) {
          storage.close();
          return false;
        }
        const compared = await awards.handlers.compare({ columns, filter: all });
        storage.close();
        const seen = sides.map((side) => seenBy(side.rows, [side.filter, all]));
        const isTelling = seen.some((side) => side.length > 0);
        const records = seen.map((side) => side.filter(({ date }) => date === null || date >= TODAY));
        expect(compared.days).toEqual(commonAxis(records.map(calendarOf)));
        sides.forEach(({ rows, filter: own }, index) => {
          const passing = rows.filter((row) => Object.keys(own).length === 0 || passes(row, own));
          expect(compared.columns[index]).toEqual({
            title: expect.any(String),
            demo: true,
            isStored: true,
            isCheapestUnsure: false,
            cheapestTaxes: [],
            newestAt: most(passing.map((row) => row.seenAt)),
            departed: new Set(
              seen[index]?.flatMap(({ date }) => (date === null || date >= TODAY ? [] : date)),
            ).size,
            complete: completeIn(columns[index]?.scope ?? which),
            // Ties for the cheapest and the extent of partial runs have their own tests. The generated dates are too few
            // for price standings.
            cheapestPrice: null,
            cheapestVersion: records[index]?.some((each) => each.passes && each.space && each.miles !== null)
              ? expect.any(Number)
              : null,
            extent: extentIn(completeIn(columns[index]?.scope ?? which)),
            cabins: expect.arrayContaining([...new Set(rows.map(({ cabin }) => cabin ?? ''))]),
            ...figuresOf(records[index] ?? []),
          });
        });
        return isTelling;
      },
      RUNS,
    );
  });

  it('give the same groups, in the order of their rows', () => {
    proves(
      0.25,
      [storedWithScope, filter, fc.constantFrom(...RECORD_GROUPS), fc.boolean()],
      ({ random, which }, wanted, by, descending) => {
        const { awards, reference, storage } = record(random);
        const groups = awards.handlers.groups({ scope: which, filter: wanted, by, descending });
        storage.close();
        const rows = referenceSort(
          reference(which).filter((row) => passes(row, wanted)),
          [{ by, descending }],
        );
        const isTelling = rows.length > 1;
        const title = (row: ReferenceRow) =>
          by === 'date'
            ? (row.date ?? '')
            : by === 'route'
              ? `${row.origin} → ${row.destination}`
              : row.programme;
        expect(groups).toEqual(
          [...Map.groupBy(rows, title)].map(([name, group]) => ({
            title: name,
            records: group.length,
            withSpace: group.filter((row) => row.available).length,
            cheapest: least(group.flatMap((row) => (row.available ? (row.miles ?? []) : []))),
          })),
        );
        return isTelling;
      },
      RUNS,
    );
  });

  it('give the same spread of miles', async () => {
    await provesInTime(
      0.25,
      [storedWithScope, filter],
      async ({ random, which }, wanted) => {
        const { awards, reference, storage } = record(random);
        const spread = await awards.handlers.histogram({ scope: which, filter: wanted });
        storage.close();
        const space = reference(which).filter((row) => row.available && passes(row, wanted));
        const miles = space.flatMap((row) => row.miles ?? []);
        const isTelling = miles.length > 0;
        expect(spread.withoutMiles).toBe(space.length - miles.length);
        expect(spread.median).toBe(referenceMedian(miles));
        for (const { from, records } of spread.steps)
          expect(records).toBe(miles.filter((each) => each >= from && each < from + spread.width).length);
        const beyond = spread.more ?? { from: Number.POSITIVE_INFINITY, records: 0 };
        expect(beyond.records).toBe(miles.filter((each) => each >= beyond.from).length);
        expect(spread.steps.reduce((sum, { records }) => sum + records, beyond.records)).toBe(miles.length);
        return isTelling;
      },
      RUNS,
    );
  });

  it('give the same timeline', async () => {
    await provesInTime(
      0.35,
      [storedWithScope, filter],
      async ({ random, which }, wanted) => {
        const { awards, reference, storage, runs, searchOf, pages: stored } = record(random);
        const timeline = await awards.handlers.timeline({ scope: which, filter: wanted });
        storage.close();
        const requested =
          which.kind === 'matching'
            ? runs
            : which.kind === 'several'
              ? runs.filter(
                  (runId) =>
                    which.runIds.includes(runId) ||
                    which.searchIds.some(
                      (searchId) => searchOf({ kind: 'search', searchId }) === searchOf(runId),
                    ),
                )
              : runs.filter((runId) => searchOf(runId) === searchOf(which));
        const fits = new Set(which.kind === 'matching' ? [] : requested);
        const routesOf = (runId: number) =>
          Map.groupBy(
            reference({ kind: 'run', runId }).filter(
              (row) => passes(row, wanted) && (fits.has(runId) || isMatch(row, which)),
            ),
            (row) => `${row.origin} ${row.destination}`,
          );
        const expected = requested.flatMap((runId) => {
          const routes = routesOf(runId);
          // A complete run may prove that a record of another run of the search is removed.
          if (isComplete(stored, runId) && isReadable(stored, runId))
            for (const other of requested.filter((each) => searchOf(each) === searchOf(runId)))
              for (const route of routesOf(other).keys()) if (!routes.has(route)) routes.set(route, []);
          return [...routes].map(([route, group]) => ({
            runId,
            route,
            cabin: stored.find((page) => page.runId === runId)?.input.cabin ?? '',
            cheapest: least(group.flatMap((row) => (row.available ? (row.miles ?? []) : []))),
            withSpace: group.filter((row) => row.available).length,
            records: group.length,
          }));
        });
        const isTelling = expected.length > 0;
        const key = (run: { runId: number; route: string }) => `${run.runId} ${run.route}`;
        const inOrder = <Each extends { runId: number; route: string }>(all: Each[]) =>
          all.sort((a, b) => (key(a) < key(b) ? -1 : 1));
        expect(
          inOrder(
            timeline.map(({ origin, destination, ranAt: _, ...run }) => ({
              ...run,
              route: `${origin} ${destination}`,
            })),
          ),
        ).toEqual(inOrder(expected));
        const times = timeline.map(({ ranAt }) => ranAt);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        return isTelling;
      },
      RUNS,
    );
  });

  it('give the same facets, routes and summary', async () => {
    await provesInTime(
      0.35,
      [storedWithScope, filter],
      async ({ random, which }, wanted) => {
        const { awards, reference, storage } = record(random);
        const rows = reference(which);
        const facets = await awards.handlers.facets({ scope: which });
        const routes = await awards.handlers.routes({ scope: which, filter: wanted });
        const miles = rows.flatMap((row) => row.miles ?? []);
        const dates = rows.flatMap((row) => row.date ?? []).sort();
        const count = (values: string[], value: string) => values.filter((other) => other === value).length;
        expect(facets).toMatchObject({
          milesMin: least(miles),
          milesMax: most(miles),
          dateMin: dates[0] ?? null,
          dateMax: dates.at(-1) ?? null,
        });
        const programmes = rows.map((row) => row.programme);
        expect(facets.programmes).toHaveLength(new Set(programmes).size);
        for (const one of facets.programmes) expect(one.count).toBe(count(programmes, one.value));
        const airlines = rows.flatMap((row) => row.airlines.split(', ').filter(Boolean));
        expect(new Set(facets.airlines.map(({ value }) => value))).toEqual(new Set(airlines));
        for (const one of facets.airlines)
          expect(one.count).toBe(rows.filter((row) => row.airlines.split(', ').includes(one.value)).length);
        const pairs = rows.map((row) => `${row.origin} ${row.destination}`);
        expect(facets.routes).toHaveLength(new Set(pairs).size);
        for (const one of facets.routes)
          expect(one.count).toBe(
            rows.filter((row) => row.origin === one.origin && row.destination === one.destination).length,
          );
        const passing = rows.filter((row) => passes(row, wanted));
        const isTelling = passing.length > 0;
        expect(routes).toHaveLength(new Set(passing.map((row) => `${row.origin} ${row.destination}`)).size);
        for (const one of routes) {
          const space = passing.filter(
            (row) => row.available && row.origin === one.origin && row.destination === one.destination,
          );
          expect(one.withSpace).toBe(space.length);
          expect(one.cheapest).toBe(least(space.flatMap((row) => row.miles ?? [])));
        }
        if (rows.length > 0) {
          const summary = await awards.handlers.scope({ scope: which });
          expect(summary).toMatchObject({
            records: rows.length,
            flagged: rows.filter((row) => row.flagged).length,
            newestAt: most(rows.map((row) => row.seenAt)),
            oldestAt: least(rows.map((row) => row.seenAt)),
          });
          if (which.kind === 'run')
            expect(summary.run).toMatchObject({ records: rows.length, flagged: summary.flagged });
        }
        storage.close();
        return isTelling;
      },
      RUNS,
    );
  });
});

/** The derived tables without the change counters of prices, runs and searches: counting those again is harmless. */
function derived(storage: ReturnType<typeof storeAwards>['storage']): unknown {
  const tables = storage.db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'award_%' AND name NOT IN ('award_price_groups', 'award_runs_written', 'award_searches_written') ORDER BY name",
    )
    .pluck()
    .all();
  return Object.fromEntries(
    tables.map((table) => [table, storage.db.prepare(`SELECT * FROM ${table}`).all()]),
  );
}

describe('interpreting again', () => {
  it('changes nothing, page by page in any order or all at once', () => {
    proves(
      0.5,
      [pages, fc.array(fc.nat(5), { maxLength: 4 })],
      (random, again) => {
        const { awards, storage, outputs } = record(random);
        const before = derived(storage);
        for (const index of again) {
          const page = random[index];
          if (page === undefined) continue;
          const purchaseId = `p${index + 1}`;
          const output = outputs.get(purchaseId);
          awards.recordPage({
            purchaseId,
            kind: 'award_search',
            runId: null,
            toolRef: 'other',
            input: {},
            output,
            receivedAt: 9,
          });
        }
        expect(derived(storage)).toEqual(before);
        awards.rebuild();
        expect(derived(storage)).toEqual(before);
        storage.close();
        return again.length > 0;
      },
      RUNS,
    );
  });
});
