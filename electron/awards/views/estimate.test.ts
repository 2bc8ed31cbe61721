import { describe, expect, it } from 'vitest';
import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';

const dated = (start_date: string, end_date: string, more: Partial<AwardSearchRequest> = {}) =>
  request({ start_date, end_date, ...more });
const SPRING = dated('2027-03-01', '2027-04-30');

/** Records on consecutive days from 1 March on. */
const many = (count: number) =>
  Array.from({ length: count }, (_, place) =>
    rawRecord(`id-${place}`, { Date: `2027-03-${String(place + 1).padStart(2, '0')}` }),
  );

/** @param today the user’s local date */
function estimateOn(today?: string) {
  const { awards, buy } = storeAwards(undefined, undefined, today);
  return {
    buy: (input: AwardSearchRequest, data: unknown[], hasMore = false, provider = '') =>
      buy(answer(data, { hasMore }), { input, provider }),
    estimate: (input: AwardSearchRequest, byAirports = input, provider = '') =>
      awards.estimate({ input: { ...input, take: 10 }, byAirports, provider }),
  };
}

describe('what a request may take', () => {
  it('is about what the newest complete run found, without what is removed since', async () => {
    const { buy, estimate } = estimateOn();
    buy(SPRING, many(15));
    expect(await estimate(SPRING)).toMatchObject({ pages: 2, records: 15, atLeast: false, read: null });
    buy(SPRING, many(5));
    expect(await estimate(SPRING)).toMatchObject({ pages: 1, records: 5, atLeast: false });
    expect(await estimate(dated('2027-03-02', '2027-03-04'))).toMatchObject({ records: 3, atLeast: false });
    buy(dated('2027-03-04', '2027-04-30'), many(5).slice(4));
    expect(await estimate(SPRING)).toMatchObject({ records: 4, atLeast: false });
  });

  it('is a lower bound where dates or routes were not read, and says which were', async () => {
    const { buy, estimate } = estimateOn();
    buy(SPRING, many(15));
    expect(await estimate(dated('2027-03-10', '2027-12-31'))).toMatchObject({
      pages: 1,
      records: 6,
      atLeast: true,
      read: { routes: 1, of: 1, from: '2027-03-10', until: '2027-04-30' },
    });
    expect(await estimate(request())).toMatchObject({
      pages: 2,
      atLeast: true,
      read: { from: '2027-03-01', until: '2027-04-30' },
    });
    expect(await estimate({ ...SPRING, origin_airport: 'JFK,BOS' })).toMatchObject({
      atLeast: true,
      read: { routes: 1, of: 2, from: null, until: null },
    });
  });

  it('counts only what the request would return of a run that read more', async () => {
    const { buy, estimate } = estimateOn();
    const stopping = rawRecord('stopping', { Date: '2027-03-09', JDirect: false });
    const boston = rawRecord('boston', { Date: '2027-03-10', Route: { OriginAirport: 'BOS' } });
    buy({ ...SPRING, origin_airport: 'JFK,BOS' }, [...many(5), stopping, boston]);
    expect(await estimate(SPRING)).toMatchObject({ records: 6, atLeast: false });
    expect(await estimate({ ...SPRING, only_direct_flights: true })).toMatchObject({
      records: 5,
      atLeast: false,
    });
  });

  it('counts no record twice that two sources have', async () => {
    const { buy, estimate } = estimateOn();
    buy(SPRING, many(12), true, 'awardatlas');
    const alone = await estimate(SPRING);
    buy(SPRING, many(12), true, 'seatscan');
    expect(alone).toMatchObject({ pages: 2, records: 12, atLeast: true });
    expect(await estimate(SPRING)).toEqual(alone);
  });

  it('speaks of the source that is to be asked, by its own records and runs', async () => {
    const { buy, estimate } = estimateOn();
    buy(SPRING, many(12), false, 'awardatlas');
    expect(await estimate(SPRING, SPRING, 'seatscan')).toBeNull();
    buy(SPRING, many(3), false, 'seatscan');
    expect(await estimate(SPRING, SPRING, 'seatscan')).toMatchObject({
      pages: 1,
      records: 3,
      atLeast: false,
    });
    expect(await estimate(SPRING, SPRING, 'awardatlas')).toMatchObject({
      pages: 2,
      records: 12,
      atLeast: false,
    });
  });

  it('goes by runs for the same cabin alone, and by those without one for a request without one', async () => {
    const { buy, estimate } = estimateOn();
    buy(SPRING, many(15));
    const { cabin: _cabin, ...open } = SPRING;
    expect(await estimate(open)).toBeNull();
    buy(open, many(3));
    expect(await estimate(open)).toMatchObject({ records: 3, atLeast: false });
  });

  it('is a lower bound where no run is complete, or a row could not be read', async () => {
    const { buy, estimate } = estimateOn();
    buy(SPRING, many(10), true);
    expect(await estimate(SPRING)).toMatchObject({ pages: 2, records: 10, atLeast: true });
    buy(SPRING, [...many(12), { ID: 'broken' }]);
    expect(await estimate(SPRING)).toMatchObject({ pages: 2, records: 12, atLeast: true });
  });

  it('counts no record that a later run, read as far as its day, does not have', async () => {
    const { buy, estimate } = estimateOn();
    buy(SPRING, many(12), true);
    buy(
      SPRING,
      many(12).filter((_, place) => place !== 3),
      true,
    );
    expect(await estimate(SPRING)).toMatchObject({ records: 11, atLeast: true });
  });

  it('leaves out what has departed since where no first day is requested', async () => {
    const { buy, estimate } = estimateOn('2027-03-06');
    buy(request(), many(15));
    expect(await estimate(request())).toMatchObject({ pages: 1, records: 10, atLeast: false });
  });

  it('knows an area by a run for the same area, and else by its airports', async () => {
    const { buy, estimate } = estimateOn();
    const area = { ...SPRING, origin_airport: 'NYC' };
    const airports = { ...SPRING, origin_airport: 'JFK,EWR' };
    buy(SPRING, many(6));
    buy(SPRING, many(4));
    expect(await estimate(area, airports)).toMatchObject({ records: 4, atLeast: true });
    buy(area, [...many(4), rawRecord('newark', { Route: { OriginAirport: 'EWR' } })]);
    expect(await estimate(area, airports)).toMatchObject({ records: 5, atLeast: false });
  });
});
