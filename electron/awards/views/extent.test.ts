import { describe, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';

const MARCH = request({ start_date: '2027-03-01', end_date: '2027-03-31' });
/** Ten records on each of the first days of March. */
const days = (from: number, until: number) =>
  Array.from({ length: (until - from + 1) * 10 }, (_, place) => {
    const day = from + Math.floor(place / 10);
    return rawRecord(`${day}-${place}`, { Date: `2027-03-${String(day).padStart(2, '0')}` });
  });

describe('how far a search was read', () => {
  it('is given by the last day of a partial run, with about how many pages are left', async () => {
    const { awards, buy } = storeAwards();
    buy(answer(days(1, 6), { hasMore: true }), { input: MARCH });
    const { extent } = await awards.handlers.answer({ scope: { kind: 'search', searchId: 1 }, filter: {} });
    // 60 records in 5.5 days: 279 more in the remaining 25.5 days.
    expect(extent).toEqual({
      complete: false,
      pages: 1,
      from: '2027-03-01',
      until: '2027-03-31',
      reached: '2027-03-06',
      miles: null,
      left: 5,
    });
  });

  it('is given for a compared search with its dates, complete ones too', async () => {
    const { awards, buy } = storeAwards();
    buy(answer(days(1, 6)), { input: MARCH });
    buy(answer(days(1, 6)), { input: request({ start_date: '2027-03-02', end_date: '2027-03-31' }) });
    buy(answer(days(1, 2), { hasMore: true }), { input: MARCH });
    const { columns } = await awards.handlers.compare({
      columns: [1, 2].map((searchId) => ({ scope: { kind: 'search', searchId }, filter: {} })),
      filter: {},
    });
    // The newest run of the first is incomplete, but an earlier one is complete.
    const whole = { complete: true, until: '2027-03-31', reached: null, miles: null, left: null };
    expect(columns.map(({ extent }) => extent)).toEqual([
      { ...whole, pages: 1, from: '2027-03-01' },
      { ...whole, pages: 1, from: '2027-03-02' },
    ]);
  });

  it('counts what an earlier complete run had, where there is one', async () => {
    const { awards, buy } = storeAwards();
    const { runId } = buy(answer(days(1, 2), { hasMore: true }), { input: MARCH });
    buy(answer(days(3, 4), { hasMore: true }), { input: { ...MARCH, skip: 20, cursor: 1 }, runId });
    buy(answer(days(5, 6)), { input: { ...MARCH, skip: 40, cursor: 1 }, runId });
    const again = buy(answer(days(1, 2), { hasMore: true }), { input: MARCH });
    const at = async (scope: Parameters<typeof awards.handlers.answer>[0]['scope']) =>
      (await awards.handlers.answer({ scope, filter: {} })).extent;
    expect(await at({ kind: 'search', searchId: 1 })).toMatchObject({ complete: false, pages: 1, left: 2 });
    expect(await at({ kind: 'run', runId: again.runId })).toMatchObject({ left: 2 });
    expect(await at({ kind: 'run', runId })).toMatchObject({ complete: true, pages: 3, left: null });
  });

  it('looks for a complete run among the last sixteen beside its own, and no further', async () => {
    const { awards, buy } = storeAwards();
    buy(answer(days(1, 18)), { input: MARCH });
    const left = async () =>
      (await awards.handlers.answer({ scope: { kind: 'search', searchId: 1 }, filter: {} })).extent?.left;
    const partial = () => buy(answer(days(1, 6), { hasMore: true }), { input: MARCH });
    for (let run = 0; run < 16; run += 1) partial();
    // 120 of 180 records are left; without a recent complete run, the records per day are used.
    expect(await left()).toBe(2);
    partial();
    expect(await left()).toBe(5);
  });

  it('is given in miles where a run was requested in their order, and guesses no pages', async () => {
    const { awards, buy } = storeAwards();
    buy(
      answer([rawRecord('a', { JMileageCost: '48000' }), rawRecord('b', { JMileageCost: '50000' })], {
        hasMore: true,
      }),
      {
        input: { ...MARCH, order_by: 'lowest_mileage' },
      },
    );
    const { extent } = await awards.handlers.answer({ scope: { kind: 'search', searchId: 1 }, filter: {} });
    expect(extent).toMatchObject({ complete: false, reached: null, miles: 50_000, left: null });
  });

  it('tells no end where the answer did not say that there is more', async () => {
    const { awards, buy } = storeAwards();
    buy(answer(days(1, 1)), { input: MARCH });
    const { extent } = await awards.handlers.answer({ scope: { kind: 'search', searchId: 1 }, filter: {} });
    expect(extent).toMatchObject({ complete: true, reached: null, left: null });
    const routes = { kind: 'matching' as const, origins: ['JFK'], destinations: ['LHR'] };
    expect((await awards.handlers.answer({ scope: routes, filter: {} })).extent).toBeNull();
  });
});

describe('the best of a search', () => {
  it('is the cheapest space from today on, and the cheapest direct', async () => {
    const { awards, buy } = storeAwards();
    buy(
      answer([
        rawRecord('past', { Date: '2026-11-19', JMileageCost: '10000' }),
        rawRecord('none', { JMileageCost: '20000', JAvailable: false }),
        rawRecord('untold', { JMileageCost: '' }),
        rawRecord('best', { JMileageCost: '48000', JDirect: false }),
        rawRecord('direct', { JMileageCost: '60000', JDirect: true }),
      ]),
      { input: request() },
    );
    const { best, bestDirect } = await awards.handlers.answer({
      scope: { kind: 'search', searchId: 1 },
      filter: {},
    });
    expect([best?.miles, bestDirect?.miles]).toEqual([48_000, 60_000]);
    expect(best?.direct).toBe(false);
  });

  it('is nothing where there is no space', async () => {
    const { awards, buy } = storeAwards();
    buy(answer([]), { input: request() });
    expect(
      await awards.handlers.answer({ scope: { kind: 'search', searchId: 1 }, filter: {} }),
    ).toMatchObject({
      best: null,
      bestDirect: null,
    });
  });
});
