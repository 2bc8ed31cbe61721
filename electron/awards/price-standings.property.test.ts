import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { addDays } from '#shared/dates.ts';
import { cheapestPercent, isLowest } from '#shared/insights/price-rank.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { type StoredAwards, storeAwards } from './testing/stored-awards.ts';

const DAY_MS = 86_400_000;
const AT = Date.parse('2027-01-10T00:00:00Z');
const EVERYTHING = { kind: 'matching' as const, origins: ['JFK', 'EWR'], destinations: [] };

/** What a page may have for one day: nothing, or a record with some price, space, programme and route. */
const cell = fc.option(
  fc.record({
    miles: fc.integer({ min: 1, max: 9 }).map((miles) => String(miles * 10_000)),
    available: fc.integer({ min: 0, max: 9 }).map((none) => none > 0),
    programme: fc.constantFrom('united', 'united', 'united', 'aeroplan'),
    /** A service may move an ID to another route, or change the region of a route. */
    origin: fc.integer({ min: 0, max: 19 }).map((moved) => (moved === 0 ? 'EWR' : 'JFK')),
    region: fc.integer({ min: 0, max: 9 }).map((other) => (other === 0 ? 'America' : 'North America')),
  }),
  { freq: 8 },
);
const page = fc.record({
  days: fc.array(cell, { minLength: 45, maxLength: 45 }),
  after: fc.integer({ min: 0, max: 60 }),
  continues: fc.boolean(),
});
type Page = typeof page extends fc.Arbitrary<infer Value> ? Value : never;

function buyer({ buy }: StoredAwards) {
  let at = AT;
  let runId: number | undefined;
  return ({ days, after, continues }: Page) => {
    at += after * DAY_MS;
    const records = days.flatMap((said, place) =>
      said === null
        ? []
        : rawRecord(`record-${place}`, {
            Source: said.programme,
            Date: addDays('2027-02-15', place),
            JMileageCost: said.miles,
            JAvailable: said.available,
            Route: { OriginAirport: said.origin, OriginRegion: said.region },
          }),
    );
    ({ runId } = buy(answer(records), { at, ...(continues && runId !== undefined && { runId }) }));
  };
}

/** Every row with its stored price standing, and the one in the record's detail. */
async function expectStandings({ awards, storage }: StoredAwards): Promise<number> {
  const selection = { scope: EVERYTHING, filter: {}, sort: [], offset: 0, limit: 1000 };
  const { rows } = await awards.handlers.records(selection);
  for (const { versionId, price } of rows) {
    const { basis, dates, same, dearer } = await awards.insights.price({ versionId });
    expect(price).toEqual(
      basis === null
        ? undefined
        : {
            basis,
            dates,
            cheapest: cheapestPercent({ dates, same, dearer }),
            lowest: isLowest({ dates, same, dearer }),
          },
    );
  }
  // Listings of routes and of searches must store the same standing for each version.
  const others = storage.db
    .prepare<[], number>(
      `SELECT count(*) FROM award_listed x
       WHERE standing IS NOT (SELECT cheapest FROM award_price_standings WHERE version_id = x.version_id)`,
    )
    .pluck();
  expect(others.get()).toBe(0);
  return rows.filter(({ price }) => price !== undefined).length;
}

it('says of every row what the record itself says, whatever pages came and in whatever pieces they were counted', async () => {
  await provesInTime(
    0.5,
    [fc.array(page, { minLength: 2, maxLength: 5 })],
    async (pages) => {
      const stored = storeAwards();
      const buy = buyer(stored);
      try {
        for (const [place, one] of pages.entries()) {
          buy(one);
          if (place % 2 === 0) await stored.awards.priceStandings.follow();
        }
        await stored.awards.priceStandings.follow();
        const said = await expectStandings(stored);
        stored.awards.rebuild();
        await stored.awards.priceStandings.follow();
        await expectStandings(stored);
        return said > 0;
      } finally {
        stored.awards.priceStandings.close();
        stored.storage.close();
      }
    },
    { numRuns: propertyRuns(15, 300) },
  );
});
