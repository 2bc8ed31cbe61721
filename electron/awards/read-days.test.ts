import { describe, expect, it } from 'vitest';
import type { Scope } from '#shared/contract/awards.ts';
import { answer, keepAwards, rawRecord, request } from './testing/kept-awards.ts';

const on = (day: string, miles = '70000') => rawRecord(day, { Date: day, JMileageCost: miles });
const march = request({ start_date: '2027-03-01', end_date: '2027-03-05' });

async function calendar(
  kept: ReturnType<typeof keepAwards>,
  scope: { kind: 'run'; runId: number } | 'search',
) {
  const [search] = await kept.awards.handlers.searches(undefined);
  const days = await kept.awards.handlers.calendar({
    scope: scope === 'search' ? { kind: 'search', searchId: search?.searchId ?? 0 } : scope,
    filter: {},
  });
  return days.map(({ date, records, partly }) => `${date.slice(8)}: ${records}${partly ? ' or more' : ''}`);
}

it('days that a whole asking covered are seen, whether a record came or not', async () => {
  const kept = keepAwards();
  const { runId } = kept.buy(answer([on('2027-03-02'), on('2027-03-04')]), { input: march });
  const whole = ['01: 0', '02: 1', '03: 0', '04: 1', '05: 0'];
  expect(await calendar(kept, { kind: 'run', runId })).toEqual(whole);
  expect(await calendar(kept, 'search')).toEqual(whole);
  const compared = await kept.awards.handlers.compare({
    columns: [
      { scope: { kind: 'run', runId }, filter: {} },
      { scope: { kind: 'run', runId }, filter: { weekdays: [1, 2, 3, 4, 5] } },
    ],
    filter: {},
  });
  expect(compared.columns.map(({ daysWithSpace, daysSeen }) => [daysWithSpace, daysSeen])).toEqual([
    [2, 5],
    [2, 5],
  ]);
});

it('an asking that was not read to its end covers the days before its last, which may have more', async () => {
  const kept = keepAwards();
  kept.buy(answer([on('2027-03-02'), on('2027-03-04')], { hasMore: true }), { input: march });
  expect(await calendar(kept, 'search')).toEqual(['01: 0', '02: 1', '03: 0', '04: 1 or more']);
  kept.buy(answer([on('2027-03-02'), on('2027-03-04')]), { input: march });
  kept.buy(answer([on('2027-03-02')], { hasMore: true }), { input: march });
  expect(await calendar(kept, 'search')).toEqual(['01: 0', '02: 1', '03: 0', '04: 1', '05: 0']);
});

it('a request that leaves a date open, or the order of miles, covers only days with records', async () => {
  for (const input of [
    request({ start_date: '2027-03-01' }),
    request({ ...march, order_by: 'lowest_mileage' }),
    request({ ...march, skip: 3 }),
  ]) {
    const kept = keepAwards();
    kept.buy(answer([on('2027-03-02'), on('2027-03-04')], { hasMore: true }), { input });
    expect(await calendar(kept, 'search')).toEqual(['02: 1', '04: 1']);
  }
});

describe('what is kept for routes', () => {
  const route = (change: Partial<Extract<Scope, { kind: 'matching' }>> = {}): Scope => ({
    kind: 'matching',
    origins: ['JFK'],
    destinations: ['LHR'],
    cabin: 'business',
    ...change,
  });
  const seen = async (kept: ReturnType<typeof keepAwards>, scope: Scope) => {
    const days = await kept.awards.handlers.calendar({ scope, filter: {} });
    return days.map(({ date, records }) => `${date.slice(8)}: ${records}`);
  };
  const asked = (from: string, until: string, change: Parameters<typeof request>[0] = {}) => ({
    input: request({ start_date: `2027-03-${from}`, end_date: `2027-03-${until}`, ...change }),
  });

  it('has seen the days that whole askings of it covered, whichever searches these were', async () => {
    const kept = keepAwards();
    kept.buy(answer([on('2027-03-02')]), asked('01', '03'));
    kept.buy(answer([on('2027-03-07')]), asked('06', '07', { origin_airport: 'EWR,JFK' }));
    const whole = ['01: 0', '02: 1', '03: 0', '06: 0', '07: 1'];
    expect(await seen(kept, route())).toEqual(whole);
    expect(await seen(kept, route({ from: '2027-03-03', until: '2027-03-06' }))).toEqual(['03: 0', '06: 0']);
    const compared = await kept.awards.handlers.compare({
      columns: [
        { scope: route(), filter: {} },
        { scope: { kind: 'search', searchId: 1 }, filter: {} },
      ],
      filter: {},
    });
    expect(compared.columns.map(({ daysSeen }) => daysSeen)).toEqual([5, 3]);
  });

  it('has seen no day without a record that one of several routes was not asked for', async () => {
    const kept = keepAwards();
    kept.buy(answer([on('2027-03-02')]), asked('01', '05'));
    const both = route({ origins: ['EWR', 'JFK'] });
    expect(await seen(kept, both)).toEqual(['02: 1']);
    kept.buy(answer([]), asked('03', '04', { origin_airport: 'EWR' }));
    expect(await seen(kept, both)).toEqual(['02: 1', '03: 0', '04: 0']);
  });

  it('has seen nothing beyond its records in what was narrowed, read in part, or asked for in other cabins', async () => {
    const kept = keepAwards();
    kept.buy(answer([on('2027-03-02')], { hasMore: true }), asked('01', '05'));
    kept.buy(answer([]), asked('01', '05', { only_direct_flights: true }));
    kept.buy(answer([]), asked('01', '05', { carriers: 'BA' }));
    kept.buy(answer([]), asked('01', '05', { cabin: 'first' }));
    kept.buy(answer([]), { input: request() });
    expect(await seen(kept, route())).toEqual(['02: 1']);
    const { cabin: _cabin, ...anyCabin } = route() as Extract<Scope, { kind: 'matching' }>;
    expect(await seen(kept, anyCabin)).toEqual(['02: 1']);
  });
});

it('an asking that held what could not be read has seen no day without a record', async () => {
  const kept = keepAwards();
  const broken = { ...on('2027-03-03'), JMileageCost: 70_000 };
  const { runId } = kept.buy(answer([on('2027-03-02'), broken]), { input: march });
  expect(await calendar(kept, { kind: 'run', runId })).toEqual(['02: 1']);
  expect(await calendar(kept, 'search')).toEqual(['02: 1']);
});

it('a column of a comparison tells whether it was read to its end; what several askings saw is no one reading', async () => {
  const kept = keepAwards();
  const { runId } = kept.buy(answer([on('2027-03-02')], { hasMore: true }), { input: march });
  const columns = [
    { kind: 'run' as const, runId },
    { kind: 'search' as const, searchId: 1 },
    { kind: 'matching' as const, origins: ['JFK'], destinations: ['LHR'] },
  ].map((scope) => ({ scope, filter: {} }));
  const read = async () =>
    (await kept.awards.handlers.compare({ columns, filter: {} })).columns.map(({ readWhole }) => readWhole);
  expect(await read()).toEqual([false, false, null]);
  kept.buy(answer([on('2027-03-02')]), { input: { ...march, skip: 10 } });
  expect(await read()).toEqual([false, false, null]);
  kept.buy(answer([on('2027-03-02')]), { input: march });
  kept.buy(answer([on('2027-03-02')], { hasMore: true }), { input: march });
  expect(await read()).toEqual([false, true, null]);
});
