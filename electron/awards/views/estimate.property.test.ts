import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { storeAwards } from '../testing/stored-awards.ts';

/** A simulated service with all its records, to count those that match a request. */
type Offer = {
  id: string;
  cabin: string;
  from: string;
  to: string;
  date: string;
  airline: string;
  direct: boolean;
};

const FROM = ['JFK', 'EWR'] as const;
const TO = ['LHR', 'LGW'] as const;
const DATES = ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04', '2027-03-05', '2027-03-06'] as const;
const CABINS = ['', 'business'] as const;
const TAKE = 10;

const service = fc.array(
  fc.record({
    cabin: fc.constantFrom(...CABINS),
    from: fc.constantFrom(...FROM),
    to: fc.constantFrom(...TO),
    date: fc.constantFrom(...DATES),
    airline: fc.constantFrom('BA', 'UA'),
    direct: fc.boolean(),
  }),
  { minLength: 40, maxLength: 120, size: 'max' },
);

const request = fc
  .record({
    origins: fc.oneof(fc.constant([...FROM]), fc.subarray([...FROM], { minLength: 1 })),
    destinations: fc.oneof(fc.constant([...TO]), fc.subarray([...TO], { minLength: 1 })),
    cabin: fc.constantFrom(...CABINS),
    days: fc.tuple(fc.nat(DATES.length - 1), fc.nat(DATES.length - 1)).map(([a, b]) => [Math.min(a, 2), b]),
    dates: fc.constantFrom('both', 'both', 'both', 'first', 'last', 'none'),
    carriers: fc.constantFrom(undefined, undefined, undefined, 'BA', 'BA,UA'),
    direct: fc.constantFrom(undefined, undefined, undefined, true),
  })
  .map(({ origins, destinations, cabin, days, dates, carriers, direct }): AwardSearchRequest => {
    const [first, last] = days.toSorted((a, b) => a - b);
    return {
      origin_airport: origins.join(','),
      destination_airport: destinations.join(','),
      ...(cabin !== '' && { cabin }),
      ...((dates === 'both' || dates === 'first') && { start_date: DATES[first ?? 0] }),
      ...((dates === 'both' || dates === 'last') && { end_date: DATES[last ?? 0] }),
      ...(carriers !== undefined && { carriers }),
      ...(direct !== undefined && { only_direct_flights: direct }),
    } as AwardSearchRequest;
  });

const runs = fc.array(fc.record({ request, pages: fc.constantFrom(1, 2, 99, 99) }), {
  minLength: 2,
  maxLength: 6,
});

/** How a request is derived from an earlier one; null if unrelated. */
const narrower = fc.constantFrom<((earlier: AwardSearchRequest) => AwardSearchRequest) | null>(
  null,
  (earlier) => earlier,
  (earlier) => ({ ...earlier, origin_airport: 'EWR', only_direct_flights: true }),
  (earlier) => ({ ...earlier, carriers: 'UA' }),
  ({ start_date: start, ...earlier }) => ({
    ...earlier,
    ...(start && { start_date: '2027-03-03', end_date: '2027-03-06' }),
  }),
);

/** The service's records for a request, ordered by date. */
const found = (offers: readonly Offer[], requested: AwardSearchRequest): Offer[] =>
  offers
    .filter(
      (offer) =>
        offer.cabin === (requested.cabin ?? '') &&
        requested.origin_airport.split(',').includes(offer.from) &&
        requested.destination_airport.split(',').includes(offer.to) &&
        (requested.start_date === undefined || offer.date >= requested.start_date) &&
        (requested.end_date === undefined || offer.date <= requested.end_date) &&
        (requested.carriers === undefined || requested.carriers.split(',').includes(offer.airline)) &&
        (requested.only_direct_flights !== true || offer.direct),
    )
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));

const raw = ({ id, from, to, date, airline, direct }: Offer) =>
  rawRecord(id, {
    Date: date,
    JAirlines: airline,
    JDirect: direct,
    Route: { OriginAirport: from, DestinationAirport: to },
  });

/** The reference: whether some complete run would have returned every record that the request could return. */
function isCovered(requested: AwardSearchRequest, complete: readonly AwardSearchRequest[]): boolean {
  const same = (a: AwardSearchRequest, b: AwardSearchRequest) =>
    a.start_date === b.start_date && a.end_date === b.end_date;
  const every = FROM.flatMap((from) =>
    TO.flatMap((to) =>
      DATES.flatMap((date) =>
        ['BA', 'UA', 'XX'].flatMap((airline) =>
          [true, false].map(
            (direct): Offer => ({ id: '', cabin: requested.cabin ?? '', from, to, date, airline, direct }),
          ),
        ),
      ),
    ),
  );
  const isDated = ({ start_date: start, end_date: end }: AwardSearchRequest) =>
    start !== undefined && end !== undefined;
  const wanted = found(every, requested);
  const trusted = complete.filter((each) => same(each, requested) || (isDated(each) && isDated(requested)));
  return wanted.every((offer) => trusted.some((each) => found([offer], each).length === 1));
}

it('is about the true size where complete runs cover the request, and never above it where they do not', async () => {
  await provesInTime(
    0.7,
    [service, runs, request, narrower],
    async (rows, requested, other, how) => {
      const [first] = requested;
      // Like users, mostly searches within an earlier search.
      const wanted = how === null || first === undefined ? other : how(first.request);
      const offers = rows.map((row, index): Offer => ({ ...row, id: `id-${index}` }));
      const { awards, buy, storage } = storeAwards();
      const complete: AwardSearchRequest[] = [];
      for (const { request: input, pages } of requested) {
        const all = found(offers, input);
        let runId: number | undefined;
        let hasMore = true;
        for (let page = 0; page < pages && hasMore; page++) {
          const rest = all.slice(page * TAKE);
          hasMore = rest.length > TAKE;
          const output = answer(rest.slice(0, TAKE).map(raw), { hasMore });
          const more = { input: { ...input, ...(page > 0 && { cursor: 1, skip: page * TAKE }) } };
          runId = buy(output, runId === undefined ? more : { ...more, runId }).runId;
        }
        if (!hasMore) complete.push(input);
      }
      const input = { ...wanted, take: TAKE };
      const estimate = await awards.estimate({ input, byAirports: input, provider: '' });
      const truth = found(offers, wanted).length;
      if (estimate !== null) {
        expect(estimate.records).toBeLessThanOrEqual(truth);
        expect(estimate.pages).toBeLessThanOrEqual(Math.ceil(truth / TAKE));
        if (!estimate.atLeast) {
          expect(estimate.records).toBe(truth);
          expect(estimate.pages).toBe(Math.ceil(truth / TAKE));
        }
      }
      // A covered request with any record must have a size.
      if (
        truth > 0 &&
        isCovered(
          wanted,
          complete.filter((each) => each.carriers === undefined || each.carriers === wanted.carriers),
        )
      )
        expect(estimate?.atLeast).toBe(false);
      storage.close();
      return estimate !== null;
    },
    { numRuns: 60 },
  );
});
