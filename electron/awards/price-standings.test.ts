import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { addDays } from '#shared/dates.ts';
import { createReader } from '../storage/sql.ts';
import { storedSettings, TRAVELLERS_SETTING } from '../storage/stored-settings.ts';
import { countChangedPrices } from './insights/standings.ts';
import { prepareStandings } from './price-standings.ts';
import { request, type StoredAwards, storeAwards } from './testing/stored-awards.ts';

const MARCH = { kind: 'matching' as const, origins: ['JFK'], destinations: ['LHR'] };

/** A record on each of the first days of March, each costing 1,000 miles more. */
const records = (days: number, from = 50_000) =>
  answer(
    Array.from({ length: days }, (_, place) =>
      rawRecord(`record-${place}`, {
        Date: `2027-03-${String(place + 1).padStart(2, '0')}`,
        JMileageCost: String(from + place * 1_000),
      }),
    ),
  );

const rowsOf = async ({ awards }: StoredAwards, part: object = {}) =>
  (await awards.handlers.records({ scope: MARCH, filter: {}, sort: [], offset: 0, limit: 100, ...part }))
    .rows;

it('sort and filter the rows', async () => {
  const stored = storeAwards();
  stored.buy(records(21));
  await stored.awards.priceStandings.follow();
  const sorted = await rowsOf(stored, { sort: [{ by: 'price', descending: false }] });
  expect(sorted.map(({ price }) => price?.cheapest)).toEqual(
    Array.from({ length: 21 }, (_, place) => place * 5),
  );
  expect(sorted[2]?.price).toEqual({ cheapest: 10, lowest: false, dates: 20, basis: 'month_and_lead' });
  expect((await rowsOf(stored, { filter: { cheapest: 10 } })).map(({ miles }) => miles)).toEqual([
    50_000, 51_000, 52_000,
  ]);
});

it('have a column only where a record of the search has one', async () => {
  const stored = storeAwards();
  const few = stored.buy(
    answer([rawRecord('one', { Source: 'delta' }), rawRecord('two', { Source: 'delta' })]),
    { input: request({ destination_airport: 'LGW' }) },
  );
  const many = stored.buy(records(21));
  await stored.awards.priceStandings.follow();
  const priced = async (scope: Scope) => (await stored.awards.handlers.scope({ scope })).alike.priced;
  expect(await priced({ kind: 'run', runId: many.runId })).toBe(true);
  expect(await priced({ kind: 'run', runId: few.runId })).toBe(false);
  const searches = await stored.awards.handlers.searches(undefined);
  expect(await Promise.all(searches.map(({ searchId }) => priced({ kind: 'search', searchId })))).toEqual(
    searches.map(({ records }) => records === 21),
  );
});

it('follow every page once they are followed, and say so', async () => {
  const stored = storeAwards();
  await stored.awards.priceStandings.follow();
  stored.buy(records(21));
  // One event for the page, one for its standings.
  await expect.poll(() => stored.published).toEqual([['results'], ['results', 'watchlist']]);
  const before = (await rowsOf(stored))[0]?.price;
  stored.buy(records(31, 80_000), { at: 86_400_000 });
  await expect.poll(async () => (await rowsOf(stored))[0]?.price).not.toEqual(before);
  stored.awards.priceStandings.close();
});

it('do not count dates with too few seats for all travellers, and are counted again for another number of them', async () => {
  const stored = storeAwards();
  const seats = (day: number) => (day % 3 === 2 ? 1 : day % 3 === 1 ? 2 : 0);
  stored.buy(
    answer(
      Array.from({ length: 31 }, (_, place) =>
        rawRecord(`record-${place}`, {
          Date: `2027-03-${String(place + 1).padStart(2, '0')}`,
          JMileageCost: String(50_000 + place * 1_000),
          JRemainingSeats: seats(place),
        }),
      ),
    ),
  );
  await stored.awards.priceStandings.follow();
  const dearest = async () => (await rowsOf(stored)).find(({ miles }) => miles === 78_000)?.price;
  expect((await dearest())?.dates).toBe(30);
  storedSettings(stored.storage.db).write(TRAVELLERS_SETTING, 2);
  await stored.awards.priceStandings.follow();
  // Of the other dates, 10 have one seat.
  const price = await dearest();
  expect(price).toMatchObject({ dates: 20 });
  const versionId = (await rowsOf(stored)).find(({ miles }) => miles === 78_000)?.versionId ?? 0;
  expect(await stored.awards.insights.price({ versionId })).toMatchObject({
    dates: 20,
    leftOut: { dates: 10 },
  });
});

it('are written a piece at a time, and what was cut short is counted again', () => {
  const stored = storeAwards();
  stored.buy(
    answer(
      Array.from({ length: 1_000 }, (_, place) =>
        rawRecord(`record-${place}`, {
          Date: addDays('2027-01-01', place % 300),
          JMileageCost: String(50_000 + place),
        }),
      ),
    ),
  );
  const reader = createReader(stored.storage.db);
  const write = prepareStandings(stored.storage);
  const written = () =>
    stored.storage.db.prepare('SELECT count(*) FROM award_price_standings').pluck().get() as number;
  const [first] = write(countChangedPrices(reader));
  expect(first).toBe(true);
  expect(written()).toBeLessThan(500);
  const transactions = [...write(countChangedPrices(reader))];
  expect(transactions.length).toBeGreaterThan(1);
  expect(written()).toBe(1_000);
  expect(countChangedPrices(reader)).toEqual([]);
});
