import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinCodes } from '#shared/award-search/request.ts';
import type { RecordRow, Scope } from '#shared/contract/awards.ts';
import { filter, pages, type RandomPage, scope, sort } from './testing/arbitraries.ts';
import { keepAwards } from './testing/kept-awards.ts';
import {
  least,
  most,
  passes,
  type SlowPage,
  type SlowRow,
  slowCalendar,
  slowMedian,
  slowRows,
  slowSort,
} from './testing/slow-awards.ts';

const RUNS = { numRuns: 400 };

/** Records random pages both ways. */
function record(random: readonly RandomPage[]) {
  const kept = keepAwards();
  const slow: SlowPage[] = [];
  const lastRun = new Map<string, number>();
  for (const [index, page] of random.entries()) {
    const search = JSON.stringify(page.input);
    const at = 1000 + index;
    const continued = page.continues ? lastRun.get(search) : undefined;
    const { runId } = kept.buy(page.output, {
      input: page.input,
      at,
      ...(continued === undefined ? {} : { runId: continued }),
    });
    lastRun.set(search, runId);
    slow.push({ runId, search, input: page.input, at, output: page.output });
  }
  const searches = kept.awards.handlers.searches(undefined) as { searchId: number; criteria: object }[];
  const names = new Map(
    searches.map(({ searchId, criteria }) => {
      const { origin_airport, destination_airport, cabin } = criteria as Record<string, string>;
      const same = slow.find(
        ({ input }) =>
          joinCodes(input.origin_airport.split(',')) === origin_airport &&
          input.destination_airport === destination_airport &&
          input.cabin === cabin,
      );
      return [searchId, same?.search ?? ''] as const;
    }),
  );
  return {
    ...kept,
    slow: (which: Scope): SlowRow[] => slowRows(slow, which, (searchId) => names.get(searchId) ?? ''),
    runs: [...new Set(slow.map((page) => page.runId))],
    searches: [...names.keys()],
  };
}

const withoutId = ({ versionId: _, ...row }: RecordRow) => row;
const withoutNumber = ({ recordNumber: _, ...row }: SlowRow) => row;

/** Random pages, kept, and a random scope of them. */
const keptWithScope = pages.chain((random) => {
  const { runs, searches, storage } = record(random);
  storage.close();
  return fc.record({ random: fc.constant(random), which: scope(runs, searches) });
});

describe('records by SQL and by the slow way', () => {
  it('are the same rows in the same order, whatever the scope, filter, sort and window', () => {
    fc.assert(
      fc.property(
        keptWithScope,
        filter,
        sort,
        fc.nat(6),
        fc.integer({ min: 1, max: 10 }),
        ({ random, which }, wanted, sorts, offset, limit) => {
          const { awards, slow, storage } = record(random);
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
          const expected = slowSort(
            slow(which).filter((row) => passes(row, wanted)),
            sorts,
          );
          storage.close();
          expect(window.total).toBe(expected.length);
          expect(window.rows.map(withoutId)).toEqual(
            expected.slice(offset, offset + limit).map(withoutNumber),
          );
        },
      ),
      RUNS,
    );
  });

  it('give the same calendar', () => {
    fc.assert(
      fc.property(keptWithScope, filter, ({ random, which }, wanted) => {
        const { awards, slow, storage } = record(random);
        const days = awards.handlers.calendar({ scope: which, filter: wanted });
        storage.close();
        expect(days).toEqual(slowCalendar(slow(which), wanted));
      }),
      RUNS,
    );
  });

  it('give the same comparison', () => {
    fc.assert(
      fc.property(keptWithScope, filter, ({ random, which }, wanted) => {
        const { awards, slow, storage, runs } = record(random);
        const [first] = runs;
        const scopes: Scope[] = [which, { kind: 'run', runId: first ?? 0 }];
        const rows = scopes.map(slow);
        if (rows[0]?.length === 0) return storage.close();
        const compared = awards.handlers.compare({ scopes, filter: wanted }) as {
          columns: object[];
          days: { date: string; cells: unknown[] }[];
        };
        storage.close();
        const calendars = rows.map((side) => slowCalendar(side, wanted));
        rows.forEach((side, index) => {
          const space = side.filter((row) => row.available && passes(row, wanted));
          const miles = space.flatMap((row) => row.miles ?? []);
          const days = calendars[index] ?? [];
          expect(compared.columns[index]).toMatchObject({
            newestAt: most(side.map((row) => row.seenAt)),
            cheapest: least(miles),
            median: slowMedian(miles),
            daysWithSpace: days.filter((day) => day.withSpace > 0).length,
            daysSeen: days.length,
            mostSeats: most(space.flatMap((row) => row.seats ?? [])),
            direct: { count: space.filter((row) => row.direct).length, of: space.length },
            programmes: [...new Set(space.map((row) => row.programme))].sort(),
            airlines: [...new Set(space.flatMap((row) => row.airlines.split(', ')))].filter(Boolean).sort(),
          });
        });
        for (const { date, cells } of compared.days)
          expect(cells).toEqual(
            calendars.map((days) => {
              const day = days.find((candidate) => candidate.date === date);
              return day === undefined ? null : { miles: day.miles, withSpace: day.withSpace };
            }),
          );
        expect(compared.days.map((day) => day.date)).toEqual(
          [...new Set(calendars.flatMap((days) => days.map((day) => day.date)))].sort(),
        );
      }),
      RUNS,
    );
  });

  it('give the same facets, routes and summary', async () => {
    await fc.assert(
      fc.asyncProperty(keptWithScope, filter, async ({ random, which }, wanted) => {
        const { awards, slow, storage } = record(random);
        const rows = slow(which);
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
        for (const one of facets.airlines)
          expect(one.count).toBe(rows.filter((row) => row.airlines.split(', ').includes(one.value)).length);
        for (const one of facets.routes)
          expect(one.count).toBe(
            rows.filter((row) => row.origin === one.origin && row.destination === one.destination).length,
          );
        const passing = rows.filter((row) => passes(row, wanted));
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
      }),
      RUNS,
    );
  });
});

/** Everything that the derived tables hold. */
function derived(storage: ReturnType<typeof keepAwards>['storage']): unknown {
  const tables = storage.db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'award_%' ORDER BY name",
    )
    .pluck()
    .all();
  return Object.fromEntries(
    tables.map((table) => [table, storage.db.prepare(`SELECT * FROM ${table}`).all()]),
  );
}

describe('interpreting again', () => {
  it('changes nothing, page by page in any order or all at once', () => {
    fc.assert(
      fc.property(pages, fc.array(fc.nat(5), { maxLength: 4 }), (random, again) => {
        const { awards, storage, outputs } = record(random);
        const before = derived(storage);
        for (const index of again) {
          const page = random[index];
          if (page === undefined) continue;
          const purchaseId = `p${index + 1}`;
          const output = outputs.get(purchaseId);
          awards.recordPage({ purchaseId, runId: null, toolRef: 'other', input: {}, output, receivedAt: 9 });
        }
        expect(derived(storage)).toEqual(before);
        awards.rebuild();
        expect(derived(storage)).toEqual(before);
        storage.close();
      }),
      RUNS,
    );
  });
});
