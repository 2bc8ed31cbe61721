/** Whatever counts for travellers has seats for all of them, or says that no seat count is given. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { median } from '#shared/award-analysis/median.ts';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { RecordFilter, RecordRow } from '#shared/contract/awards.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { createReader } from '../../storage/sql.ts';
import { storedSettings, TRAVELLERS_SETTING } from '../../storage/stored-settings.ts';
import { storeAwards } from '../testing/stored-awards.ts';
import { watchedSearches } from '../watch/watched.ts';

const SCOPE = { kind: 'search' as const, searchId: 1 };
const OTHER = { kind: 'search' as const, searchId: 2 };

const rows = fc.array(
  fc.record({
    // 0 stands for a count that is not given.
    seats: fc.integer({ min: 0, max: 4 }),
    miles: fc.integer({ min: 1, max: 9 }).map((tens) => tens * 10_000),
    available: fc.boolean(),
    direct: fc.boolean(),
    day: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 12 },
);

it('in filters, the best price, charts, the map, groups, comparisons, pairs and the wallet', async () => {
  const numRuns = propertyRuns(60, 400);
  await provesInTime(
    0.55,
    [rows, fc.integer({ min: 1, max: 4 })],
    async (drawn, travellers) => {
      const { awards, buy, storage } = storeAwards();
      const raw = drawn.map(({ seats, miles, available, direct, day }, at) =>
        rawRecord(`r${at}`, {
          Date: `9990-03-0${day}`,
          JRemainingSeats: seats,
          JMileageCost: String(miles),
          JAvailable: available,
          JDirect: direct,
        }),
      );
      const { purchaseId } = buy(answer(raw));
      const back = { OriginAirport: 'LHR', DestinationAirport: 'JFK' };
      buy(answer([rawRecord('back', { Date: '9990-03-08', JRemainingSeats: 9, Route: back })]), {
        input: { origin_airport: 'LHR', destination_airport: 'JFK', cabin: 'business' },
      });
      storedSettings(storage.db).write(TRAVELLERS_SETTING, travellers);
      storage.db
        .prepare('INSERT INTO wallet_reach VALUES (?, ?, ?, ?, ?, ?)')
        .run('united', '2020-01-01', '9999-12-31', 900_000, 900_000, travellers);
      const read = async (filter: RecordFilter) =>
        (await awards.handlers.records({ scope: SCOPE, filter, sort: [], offset: 0, limit: 50 })).rows;
      const fits = (row: Pick<RecordRow, 'seats'>) => row.seats === null || row.seats >= travellers;

      const all = await read({});
      const space = all.filter((row) => row.available);
      const enough = space.filter(fits);
      const ids = (some: readonly RecordRow[]) => some.map(({ versionId }) => versionId).sort();
      expect(ids(await read({ available: true, enoughSeats: true }))).toEqual(ids(enough));
      expect(ids(await read({ enoughSeats: true }))).toEqual(
        ids(all.filter((row) => !row.available || fits(row))),
      );
      expect(ids(await read({ wallet: 'bookable' }))).toEqual(ids(enough));
      for (const row of all)
        expect(row.seatsFor).toEqual(
          row.available && travellers > 1
            ? { travellers, enough: row.seats === null ? null : row.seats >= travellers }
            : undefined,
        );

      // Those that are known to have enough come first, and then the cheapest.
      const isUnsure = (row: RecordRow) => row.seats === null && travellers > 1;
      const known = enough.filter((row) => !isUnsure(row));
      const offered = known.length > 0 ? known : enough;
      const best = Math.min(...offered.map((row) => row.miles ?? 0));
      const answered = await awards.handlers.answer({ scope: SCOPE, filter: {} });
      expect(answered.travellers).toBe(travellers);
      expect(answered.best?.miles ?? null).toBe(offered.length === 0 ? null : best);
      expect(
        answered.best === null || offered.some(({ versionId }) => versionId === answered.best?.versionId),
      ).toBe(true);
      const [search] = (await awards.handlers.searches(undefined)).filter(({ searchId }) => searchId === 1);
      expect(search?.cheapest ?? null).toBe(offered.length === 0 ? null : best);
      expect(search?.offer === 'space').toBe(enough.length > 0);
      const days = await awards.handlers.calendar({ scope: SCOPE, filter: { enoughSeats: true } });
      for (const { date, miles } of days) {
        const ofDay = enough.filter((row) => row.date === date);
        const knownOfDay = ofDay.filter((row) => !isUnsure(row));
        const ranked = knownOfDay.length > 0 ? knownOfDay : ofDay;
        expect(miles).toBe(ranked.length === 0 ? null : Math.min(...ranked.map((row) => row.miles ?? 0)));
      }
      // Every other figure of prices offers the same.
      const offeredOf = (some: readonly RecordRow[]) => {
        const counted = some.filter((row) => !isUnsure(row));
        const ranked = counted.length > 0 ? counted : some;
        return ranked.length === 0 ? null : Math.min(...ranked.map((row) => row.miles ?? 0));
      };
      const usual = { scope: SCOPE, filter: { enoughSeats: true as const } };
      const spread = await awards.handlers.histogram(usual);
      expect(spread.steps.reduce((sum, { records }) => sum + records, spread.more?.records ?? 0)).toBe(
        enough.length,
      );
      expect(spread.seatsFor).toEqual({ travellers, fewer: 0, notGiven: enough.filter(isUnsure).length });
      expect((await awards.handlers.histogram({ ...usual, filter: {} })).seatsFor.fewer).toBe(
        space.length - enough.length,
      );
      for (const run of await awards.handlers.timeline(usual)) expect(run.cheapest).toBe(offeredOf(enough));
      for (const route of await awards.handlers.routes(usual)) expect(route.cheapest).toBe(offeredOf(enough));
      const groups = await awards.handlers.groups({ ...usual, by: 'date', descending: false });
      for (const { title, cheapest } of groups)
        expect(cheapest).toBe(offeredOf(enough.filter(({ date }) => date === title)));
      // A headline obeys the filters below it.
      for (const filter of [{ milesMin: 40_000 }, { direct: true }, { until: '9990-03-02' }]) {
        const passing = new Set(ids(await read({ ...filter, available: true, enoughSeats: true })));
        const narrowed = await awards.handlers.answer({ scope: SCOPE, filter });
        for (const row of [narrowed.best, narrowed.bestDirect])
          expect(row === null || passing.has(row.versionId)).toBe(true);
        expect(narrowed.best === null).toBe(passing.size === 0);
      }
      const { columns } = await awards.handlers.compare({
        columns: [
          { scope: SCOPE, filter: {} },
          { scope: OTHER, filter: {} },
        ],
        filter: { enoughSeats: true },
      });
      expect(columns[0]?.direct.of).toBe(enough.length);
      expect(columns[0]?.cheapest ?? null).toBe(offered.length === 0 ? null : best);
      expect(columns[0]?.cheapestBy.map(({ miles }) => miles)).toEqual(offered.length === 0 ? [] : [best]);
      expect(columns[0]?.isCheapestUnsure).toBe(enough.length > 0 && known.length === 0);
      expect(columns[0]?.median ?? null).toBe(median(offered.map((row) => row.miles ?? 0)));
      // So do the Watchlist’s prices and alerts.
      const watched = watchedSearches(createReader(storage.db), 'demo', () => null, '2026-11-20');
      expect(watched.find(({ searchId }) => searchId === 1)?.prices.at(-1)?.miles ?? null).toBe(
        offeredOf(enough),
      );
      const page = awards.watching.pageOf(purchaseId);
      const anySpace = { milesBelow: 1_000_000, seatsMin: null, direct: false, cheapestPercent: null };
      const matches = page === null ? [] : awards.watching.newMatches(page, anySpace);
      expect(matches).toHaveLength(enough.length);
      const isTelling = offered.length > 0;
      storage.close();
      return isTelling;
    },
    { numRuns },
  );
});
