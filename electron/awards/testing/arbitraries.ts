/** Random answers, filters and sorts over tiny vocabularies, so that values collide often. */
import fc from 'fast-check';
import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { RECORD_SORTS, type RecordFilter, type RecordSort, type Scope } from '#shared/contract/awards.ts';
import { request } from './stored-awards.ts';

const AIRPORTS = ['JFK', 'EWR', 'LHR', 'CDG'] as const;
const PROGRAMMES = ['united', 'Aeroplan', 'flying_blue'] as const;
const DATES = ['2027-02-28', '2027-03-01', '2027-03-02', '2027-03-07', '2028-02-29', '1969-12-31'] as const;
const AIRLINES = ['UA', 'AF', 'BA'] as const;
const CABINS = ['business', 'first', undefined] as const;

const oneOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values);

/** A valid record, one with an extra member, or one that breaks the contract. */
const record = fc
  .record({
    id: fc.integer({ min: 1, max: 8 }),
    date: fc.oneof({ weight: 9, arbitrary: oneOf(DATES) }, oneOf(['soon', '2027-02-31'])),
    programme: oneOf(PROGRAMMES),
    available: fc.boolean(),
    miles: oneOf(['0', '50000', '70000', '70001', '0070000', '99999999999', '', 'about 5', '70,000']),
    seats: oneOf([0, 1, 2, 9, 1.5]),
    direct: fc.boolean(),
    airlines: fc.subarray([...AIRLINES]),
    origin: oneOf(AIRPORTS),
    destination: oneOf(AIRPORTS),
    region: oneOf(['North America', 'Europe']),
    kind: oneOf(['valid', 'valid', 'valid', 'added', 'broken'] as const),
    settled: fc.boolean(),
  })
  .map((row) => {
    const raw = rawRecord(`id-${row.id}`, {
      // Services keep an ID on its date and route; sometimes this one does not.
      Date: row.settled ? (DATES[row.id % DATES.length] ?? row.date) : row.date,
      Source: row.programme,
      JAvailable: row.available,
      JMileageCost: row.miles,
      JRemainingSeats: row.seats,
      JDirect: row.direct,
      JAirlines: row.airlines.join(', '),
      Route: row.settled
        ? {}
        : { OriginAirport: row.origin, DestinationAirport: row.destination, OriginRegion: row.region },
    });
    if (row.kind === 'added') return { ...raw, YMileageCost: '30000' };
    return row.kind === 'broken' ? { ...raw, JAvailable: 'yes' } : raw;
  });

type Ordered = { Date: string; JMileageCost: string };
const IN_ORDER = {
  date: (a: Ordered, b: Ordered) => (a.Date < b.Date ? -1 : 1),
  miles: (a: Ordered, b: Ordered) => Number(a.JMileageCost) - Number(b.JMileageCost),
};

export type RandomPage = { input: AwardSearchRequest; output: unknown; continues: boolean };

type Raw = ReturnType<typeof rawRecord>;

/** What must not change for an ID within a run; otherwise it counts as two records (`unplain-answers.test.ts`). */
const placeOf = ({ Date: date, Source, Route }: Raw): string => JSON.stringify([date, Source, Route]);

/** Removes rows whose ID stood for another record on an earlier page of the run. */
function withoutTakenIds(random: readonly RandomPage[]): RandomPage[] {
  const places = new Map<string, Set<string>>();
  return random.map((page) => {
    const { data, ...envelope } = page.output as ReturnType<typeof answer>;
    const own = (data as Raw[]).filter(
      (raw) => !page.continues || [...(places.get(raw.ID) ?? [])].every((place) => place === placeOf(raw)),
    );
    for (const raw of own) places.set(raw.ID, (places.get(raw.ID) ?? new Set()).add(placeOf(raw)));
    return { ...page, output: { ...envelope, count: own.length, data: own } };
  });
}

export const pages: fc.Arbitrary<RandomPage[]> = fc
  .array(
    fc.record({
      input: fc
        .record({
          // Some records are of a route that was not requested.
          origin: oneOf(['EWR,JFK', 'CDG,EWR,JFK,LHR']),
          cabin: oneOf(CABINS),
          byMiles: oneOf([false, false, true]),
          // The page's place in the search, such as another client or a lost page may leave it.
          place: oneOf([{}, {}, {}, {}, {}, { skip: 2 }, { cursor: 7 }, { cursor: 7, skip: 2 }]),
        })
        .map(({ origin, cabin, byMiles, place }) => {
          const { cabin: _cabin, ...rest } = request({
            origin_airport: origin,
            destination_airport: 'CDG,EWR,JFK,LHR',
          });
          const order = byMiles ? { order_by: 'lowest_mileage' as const } : {};
          return { ...rest, ...order, ...place, ...(cabin === undefined ? {} : { cabin }) };
        }),
      output: fc
        .record({
          // An ID shared by two records of one page is tested in `unplain-answers.test.ts`.
          data: fc.uniqueArray(record, {
            maxLength: 12,
            selector: ({ ID, JAvailable }) => `${ID} ${typeof JAvailable}`,
          }),
          hasMore: fc.boolean(),
          order: oneOf(['date', 'miles', 'none'] as const),
        })
        // The service's default order is by date (§2.1).
        .map(({ data, hasMore, order }) =>
          answer(order === 'none' ? data : data.toSorted((a, b) => IN_ORDER[order](a, b)), { hasMore }),
        ),
      continues: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map(withoutTakenIds);

/** Mostly absent, so that what is left of the records is more than nothing. */
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, value);

const defined = <Shape extends object>(shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Shape;

const FILTERS = {
  available: fc.boolean(),
  milesMin: oneOf([50_000, 50_001]),
  milesMax: oneOf([50_000, 70_000, 70_001]),
  seatsMin: oneOf([1, 2, 9]),
  seatsNotGiven: fc.boolean(),
  direct: fc.boolean(),
  airlines: fc.subarray([...AIRLINES], { minLength: 1 }),
  programmes: fc.subarray([...PROGRAMMES], { minLength: 1 }),
  weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
  from: oneOf(DATES),
  until: oneOf(DATES),
  origins: fc.subarray([...AIRPORTS], { minLength: 1 }),
  destinations: fc.subarray([...AIRPORTS], { minLength: 1 }),
  flagged: fc.boolean(),
  originRegions: fc.subarray(['North America', 'Europe'], { minLength: 1 }),
  destinationRegions: fc.subarray(['Europe', 'Asia'], { minLength: 1 }),
  // Pages are received at 1000, 1001 and so on.
  newSince: oneOf([999, 1001, 1003, 1009]),
  text: oneOf([
    '',
    'jfk',
    'JFK-LHR',
    'united ua',
    '_',
    '%',
    'af CDG',
    'new york',
    'heath to JFK',
    'Air France',
    'nonstop jfk',
    'Asia',
    'america',
    'Mondays',
    'March',
    '1 Mar',
    'Star Alliance',
    'business class',
  ]),
} satisfies { [Name in keyof RecordFilter]: fc.Arbitrary<NonNullable<RecordFilter[Name]>> };

/** At most two members: with many, hardly a record passes, and an empty answer proves nothing. */
export const filter: fc.Arbitrary<RecordFilter> = fc
  .subarray(Object.keys(FILTERS) as (keyof typeof FILTERS)[], { maxLength: 2 })
  .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, FILTERS[name]])) as object));

export const sort: fc.Arbitrary<RecordSort[]> = fc.array(
  fc.record({ by: oneOf(RECORD_SORTS), descending: fc.boolean() }),
  { maxLength: 3 },
);

/** A scope whose run or search is an index into those recorded, to be resolved later. */
export const scope = (runs: readonly number[], searches: readonly number[]): fc.Arbitrary<Scope> =>
  fc.oneof(
    oneOf(runs).map((runId): Scope => ({ kind: 'run', runId })),
    oneOf(searches).map((searchId): Scope => ({ kind: 'search', searchId })),
    fc
      .record({ runIds: fc.subarray([...runs]), searchIds: fc.subarray([...searches]) })
      .map((set): Scope => ({ kind: 'several', ...set })),
    fc
      .record({
        origins: fc.subarray([...AIRPORTS], { minLength: 2 }),
        destinations: fc.subarray([...AIRPORTS], { minLength: 2 }),
        cabin: optional(oneOf(['business', 'first'])),
        from: optional(oneOf(DATES)),
        until: optional(oneOf(DATES)),
      })
      .map((random) => ({ kind: 'matching', ...defined(random) }) as Scope),
  );
