import { describe, expect, it } from 'vitest';
import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import { checkInput } from '../http/validation.ts';
import { AWARD_RESPONSE_SCHEMA } from '../schemas/award-schemas.ts';
import type { DemoAwardRecord } from './award-record.ts';
import { DEFAULT_TAKE, requestProblems, searchAwards } from './award-search.ts';

const NOW = Date.UTC(2026, 10, 20, 9);
const DAY = 86_400_000;
const TWO_MONTHS: AwardSearchRequest = {
  origin_airport: 'JFK,EWR,LGA',
  destination_airport: 'LHR,LGW,LCY',
  start_date: '2026-12-01',
  end_date: '2027-01-31',
};

/** Every row of a search, read page by page as a careful client does. */
async function everyRow(request: AwardSearchRequest, now = NOW): Promise<DemoAwardRecord[]> {
  const rows = new Map<string, DemoAwardRecord>();
  let cursor: number | undefined;
  for (;;) {
    const page = await searchAwards(
      { ...request, take: 1000, skip: rows.size, ...(cursor === undefined ? {} : { cursor }) },
      now,
    );
    for (const row of page.data) rows.set(row.ID, row);
    cursor = page.cursor;
    if (!page.hasMore) return [...rows.values()];
  }
}

describe('award space', () => {
  it('meets the contract of section 2.2 to the letter', async () => {
    const answer = await searchAwards({ ...TWO_MONTHS, include_trips: false }, NOW);
    expect(checkInput(AWARD_RESPONSE_SCHEMA, { ...answer })).toHaveProperty('normalizedInput');
    expect(answer.data).toHaveLength(DEFAULT_TAKE);
    expect(answer.count).toBe(DEFAULT_TAKE);
  });

  it('gives thousands of rows for two cities and two months, from many programmes', async () => {
    const rows = await everyRow(TWO_MONTHS);
    expect(rows.length).toBeGreaterThan(2000);
    expect(rows.length).toBeLessThan(10_000);
    expect(new Set(rows.map((row) => row.Source)).size).toBeGreaterThanOrEqual(15);
    expect(rows.some((row) => row.JAvailable && row.JRemainingSeats === 0)).toBe(true);
    expect(rows.some((row) => !row.JAvailable)).toBe(true);
  });

  it('moves on as fast as it is told to, and not within a step', async () => {
    const MINUTE = 60_000;
    const rows = async (now: number) => (await searchAwards({ ...TWO_MONTHS, take: 1000 }, now, MINUTE)).data;
    const before = await rows(NOW);
    expect(await rows(NOW + MINUTE - 1000)).toEqual(before);
    const after = await rows(NOW + 2 * MINUTE);
    const miles = new Map(before.map((row) => [row.ID, Number(row.JMileageCost)]));
    expect(after.some(({ ID }) => !miles.has(ID))).toBe(true);
    expect(before.some(({ ID }) => !after.some((row) => row.ID === ID))).toBe(true);
    expect(
      after.some(
        ({ ID, JMileageCost }) => Number(JMileageCost) > 0 && Number(JMileageCost) < (miles.get(ID) ?? 0),
      ),
    ).toBe(true);
  });

  it('gives the trips of each record where they are asked for, and nowhere else', async () => {
    const withTrips = await searchAwards({ ...TWO_MONTHS, include_trips: true, take: 200 }, NOW);
    expect(withTrips.data.filter(({ JAvailable }) => JAvailable).length).toBeGreaterThan(0);
    for (const {
      AvailabilityTrips = [],
      JAvailable,
      JDirect,
      JAirlines,
      Date: date,
      Route,
    } of withTrips.data) {
      expect(AvailabilityTrips.length > 0).toBe(JAvailable);
      if (!JAvailable) continue;
      expect(AvailabilityTrips.some(({ Stops }) => Stops === 0)).toBe(JDirect);
      expect([...new Set(AvailabilityTrips.map(({ Carriers }) => Carriers))].join(', ')).toBe(JAirlines);
      for (const { Segments, DepartsAt, ArrivesAt, TotalDuration } of AvailabilityTrips) {
        expect([Segments[0]?.OriginAirport, Segments.at(-1)?.DestinationAirport]).toEqual([
          Route.OriginAirport,
          Route.DestinationAirport,
        ]);
        expect(DepartsAt.slice(0, 10)).toBe(date);
        expect(Date.parse(ArrivesAt) - Date.parse(DepartsAt)).toBe(TotalDuration * 60_000);
        expect(TotalDuration).toBeGreaterThan(0);
      }
    }
    const plain = await searchAwards({ ...TWO_MONTHS, take: 200 }, NOW);
    expect(plain.data).toEqual(withTrips.data.map(({ AvailabilityTrips: _, ...row }) => row));
  });

  it('repeats a few rows on a page that is continued with a cursor', async () => {
    const first = await searchAwards({ ...TWO_MONTHS, take: 50 }, NOW);
    const second = await searchAwards({ ...TWO_MONTHS, take: 50, skip: 50, cursor: first.cursor }, NOW);
    const shared = second.data.filter((row) => first.data.some((other) => other.ID === row.ID));
    expect(shared).toHaveLength(5);
    const plain = await searchAwards({ ...TWO_MONTHS, take: 50, skip: 50 }, NOW);
    expect(plain.data[0]).toEqual(second.data[5]);
  });

  it('sees the space of the day of its cursor, however late the page is asked for', async () => {
    const first = await searchAwards({ ...TWO_MONTHS, take: 100 }, NOW);
    const late = await searchAwards({ ...TWO_MONTHS, take: 100, cursor: first.cursor }, NOW + 2 * DAY);
    expect(late.data).toEqual(first.data);
  });

  it.each([
    [{ start_date: '2026-02-31' }, 'start_date'],
    [{ end_date: '2026-13-01' }, 'end_date'],
    [{ start_date: '2027-01-02', end_date: '2027-01-01' }, 'end_date'],
    [{ cursor: -1 }, 'cursor'],
    [{ cursor: Number.MAX_SAFE_INTEGER }, 'cursor'],
  ])('objects to what the schema cannot say: %j', (request, field) => {
    const found = requestProblems({ origin_airport: 'JFK', destination_airport: 'LHR', ...request }, NOW);
    expect(found.map(({ name }) => name)).toEqual([field]);
  });
});
