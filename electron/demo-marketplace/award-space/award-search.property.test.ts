import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import { dateOfEpochDay, epochDay, epochDayAt } from '#shared/dates.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import type { DemoAwardRecord } from './award-record.ts';
import { searchAwards } from './award-search.ts';

const NOW = Date.UTC(2026, 10, 20, 9);
const AIRPORTS = ['JFK', 'EWR', 'LHR', 'LGW', 'CDG', 'SIN', 'SYD', 'NRT', 'GRU', 'DXB', 'XXX'];
const some = (codes: string[]) =>
  fc.subarray(codes, { minLength: 1, maxLength: 3 }).map((chosen) => chosen.join(','));

const search: fc.Arbitrary<AwardSearchRequest> = fc
  .record(
    {
      origin_airport: some(AIRPORTS),
      destination_airport: some(AIRPORTS),
      cabin: fc.constantFrom('economy', 'premium', 'business', 'first'),
      carriers: some(['BA', 'AA', 'UA', 'SQ', 'AF', 'VS']),
      only_direct_flights: fc.boolean(),
      order_by: fc.constant('lowest_mileage' as const),
      from: fc.integer({ min: -10, max: 300 }),
      days: fc.integer({ min: 0, max: 40 }),
    },
    { requiredKeys: ['origin_airport', 'destination_airport', 'from', 'days'] },
  )
  .map(({ from, days, ...request }) => ({
    ...request,
    start_date: dateOfEpochDay(epochDayAt(NOW) + from),
    end_date: dateOfEpochDay(epochDayAt(NOW) + from + days),
  }));

/** All rows at once: the obvious way, with plain skips and no cursor. */
async function plainly(request: AwardSearchRequest): Promise<DemoAwardRecord[]> {
  const rows: DemoAwardRecord[] = [];
  for (;;) {
    const page = await searchAwards({ ...request, take: 1000, skip: rows.length }, NOW);
    rows.push(...page.data);
    if (!page.hasMore) return rows;
  }
}

describe('paging', () => {
  it('covers every row exactly once after rows are told apart by ID, whether held or received rows are skipped', async () => {
    await provesInTime(
      0.2,
      [search, fc.integer({ min: 10, max: 120 }), fc.boolean()],
      async (request, take, skipHeld) => {
        const all = await plainly(request);
        const held = new Map<string, DemoAwardRecord>();
        let received = 0;
        let cursor: number | undefined;
        for (let pages = 0; ; pages += 1) {
          expect(pages).toBeLessThanOrEqual(all.length / (take - 5) + 1);
          const skip = skipHeld ? held.size : received;
          const page = await searchAwards(
            { ...request, take, skip, ...(cursor === undefined ? {} : { cursor }) },
            NOW,
          );
          expect(page.count).toBe(page.data.length);
          for (const row of page.data) held.set(row.ID, row);
          received += page.data.length;
          cursor = page.cursor;
          if (!page.hasMore) break;
        }
        expect([...held.values()]).toEqual(all);
        return all.length > take;
      },
      { numRuns: 40 },
    );
  });
});

describe('searches', () => {
  it('filter only: a narrower question never has a row that the wider one lacks', async () => {
    await provesInTime(
      0.6,
      [search],
      async (request) => {
        const { carriers: _carriers, only_direct_flights: _direct, order_by: _order, ...wider } = request;
        const all = new Map((await plainly(wider)).map((row) => [row.ID, row]));
        const narrow = await plainly(request);
        for (const row of narrow) expect(all.get(row.ID)).toEqual(row);
        const carriers = request.carriers?.split(',');
        const stored = [...all.values()].filter(
          (row) =>
            (request.only_direct_flights !== true || row.JDirect) &&
            (carriers === undefined || row.JAirlines.split(', ').some((code) => carriers.includes(code))),
        );
        expect(new Set(narrow.map((row) => row.ID))).toEqual(new Set(stored.map((row) => row.ID)));
        return narrow.length < all.size;
      },
      { numRuns: 40 },
    );
  });

  it('stay inside their dates and airports, in the order asked for', async () => {
    await provesInTime(
      0.5,
      [search],
      async (request) => {
        const rows = await plainly(request);
        const price = (row: DemoAwardRecord) => (row.JAvailable ? Number(row.JMileageCost) : Infinity);
        for (const [index, row] of rows.entries()) {
          expect(epochDay(row.Date)).toBeGreaterThanOrEqual(epochDayAt(NOW));
          expect(row.Date >= (request.start_date ?? '') && row.Date <= (request.end_date ?? '9')).toBe(true);
          expect(request.origin_airport.split(',')).toContain(row.Route.OriginAirport);
          expect(request.destination_airport.split(',')).toContain(row.Route.DestinationAirport);
          expect(row.JMileageCost).toMatch(/^\d+$/);
          const before = rows[index - 1];
          if (!before) continue;
          if (request.order_by) expect(price(before)).toBeLessThanOrEqual(price(row));
          else expect(before.Date <= row.Date).toBe(true);
        }
        return rows.length > 1;
      },
      { numRuns: 30 },
    );
  });
});
