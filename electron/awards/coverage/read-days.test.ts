import { describe, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';

const on = (day: string, miles = '70000') => rawRecord(day, { Date: day, JMileageCost: miles });
const march = request({ start_date: '2027-03-01', end_date: '2027-03-05' });

async function calendar(
  stored: ReturnType<typeof storeAwards>,
  scope: { kind: 'run'; runId: number } | 'search',
) {
  const [search] = await stored.awards.handlers.searches(undefined);
  const days = await stored.awards.handlers.calendar({
    scope: scope === 'search' ? { kind: 'search', searchId: search?.searchId ?? 0 } : scope,
    filter: {},
  });
  return days.map(({ date, records, partly }) => `${date.slice(8)}: ${records}${partly ? ' or more' : ''}`);
}

it('days that a complete run covered are seen, whether a record came or not', async () => {
  const stored = storeAwards();
  const { runId } = stored.buy(answer([on('2027-03-02'), on('2027-03-04')]), { input: march });
  const complete = ['01: 0', '02: 1', '03: 0', '04: 1', '05: 0'];
  expect(await calendar(stored, { kind: 'run', runId })).toEqual(complete);
  expect(await calendar(stored, 'search')).toEqual(complete);
  const compared = await stored.awards.handlers.compare({
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

it('a partial run covers the days before its last, which may have more', async () => {
  const stored = storeAwards();
  stored.buy(answer([on('2027-03-02'), on('2027-03-04')], { hasMore: true }), { input: march });
  expect(await calendar(stored, 'search')).toEqual(['01: 0', '02: 1', '03: 0', '04: 1 or more']);
  stored.buy(answer([on('2027-03-02'), on('2027-03-04')]), { input: march });
  stored.buy(answer([on('2027-03-02')], { hasMore: true }), { input: march });
  expect(await calendar(stored, 'search')).toEqual(['01: 0', '02: 1', '03: 0', '04: 1', '05: 0']);
});

it('a run is read by itself, and of a range of many years only its days with records', async () => {
  const stored = storeAwards();
  const first = stored.buy(answer([]), {
    input: request({ start_date: '2027-03-01', end_date: '2027-03-01' }),
  });
  const long = request({ start_date: '2027-03-01', end_date: '2039-03-01' });
  const second = stored.buy(answer([on('2027-03-02')]), { input: long });
  expect(await calendar(stored, { kind: 'run', runId: first.runId })).toEqual(['01: 0']);
  expect(await calendar(stored, { kind: 'run', runId: second.runId })).toEqual(['02: 1']);
});

it('a request that leaves a date open, or the order of miles, covers only days with records', async () => {
  for (const input of [
    request({ start_date: '2027-03-01' }),
    request({ ...march, order_by: 'lowest_mileage' }),
    request({ ...march, skip: 3 }),
  ]) {
    const stored = storeAwards();
    stored.buy(answer([on('2027-03-02'), on('2027-03-04')], { hasMore: true }), { input });
    expect(await calendar(stored, 'search')).toEqual(['02: 1', '04: 1']);
  }
});

describe('what is stored for routes', () => {
  const route = (change: Partial<Extract<Scope, { kind: 'matching' }>> = {}): Scope => ({
    kind: 'matching',
    origins: ['JFK'],
    destinations: ['LHR'],
    cabin: 'business',
    ...change,
  });
  const seen = async (stored: ReturnType<typeof storeAwards>, scope: Scope) => {
    const days = await stored.awards.handlers.calendar({ scope, filter: {} });
    return days.map(({ date, records }) => `${date.slice(8)}: ${records}`);
  };
  const requested = (from: string, until: string, change: Parameters<typeof request>[0] = {}) => ({
    input: request({ start_date: `2027-03-${from}`, end_date: `2027-03-${until}`, ...change }),
  });

  it('has seen the days that complete runs of any one source covered, and not what two read in parts', async () => {
    const stored = storeAwards();
    const offers = (leave_after: string, leave_before: string) => ({
      input: { from: ['JFK'], to: ['LHR'], class: 'business', leave_after, leave_before },
    });
    stored.buy(answer([on('2027-03-02')]), requested('01', '02'));
    stored.buy({ complete: true, offers: [] }, offers('2027-03-02', '2027-03-04'));
    expect(await seen(stored, route())).toEqual(['01: 0', '02: 1', '03: 0', '04: 0']);
    expect(await seen(stored, route({ source: '' }))).toEqual(['01: 0', '02: 1']);
    stored.buy(
      { complete: true, offers: [] },
      {
        input: { ...offers('2027-03-01', '2027-03-01').input, from: ['EWR'] },
      },
    );
    expect(await seen(stored, route({ origins: ['JFK', 'EWR'] }))).toEqual(['02: 1']);
  });

  it('has seen the days that complete runs of it covered, whichever searches these were', async () => {
    const stored = storeAwards();
    stored.buy(answer([on('2027-03-02')]), requested('01', '03'));
    stored.buy(answer([on('2027-03-07')]), requested('06', '07', { origin_airport: 'EWR,JFK' }));
    const complete = ['01: 0', '02: 1', '03: 0', '06: 0', '07: 1'];
    expect(await seen(stored, route())).toEqual(complete);
    expect(await seen(stored, route({ from: '2027-03-03', until: '2027-03-06' }))).toEqual([
      '03: 0',
      '06: 0',
    ]);
    const compared = await stored.awards.handlers.compare({
      columns: [
        { scope: route(), filter: {} },
        { scope: { kind: 'search', searchId: 1 }, filter: {} },
      ],
      filter: {},
    });
    expect(compared.columns.map(({ daysSeen }) => daysSeen)).toEqual([5, 3]);
  });

  it('has seen nothing beyond its records in what was narrowed, cut short, or searched in other cabins', async () => {
    const stored = storeAwards();
    stored.buy(answer([on('2027-03-02'), on('2027-03-01')], { hasMore: true }), requested('01', '05'));
    stored.buy(answer([]), requested('01', '05', { only_direct_flights: true }));
    stored.buy(answer([]), requested('01', '05', { carriers: 'BA' }));
    stored.buy(answer([]), requested('01', '05', { cabin: 'first' }));
    stored.buy(answer([]), { input: request() });
    expect(await seen(stored, route())).toEqual(['01: 1', '02: 1']);
    const { cabin: _cabin, ...anyCabin } = route() as Extract<Scope, { kind: 'matching' }>;
    expect(await seen(stored, anyCabin)).toEqual(['01: 1', '02: 1']);
  });
});

it('a search has read the days of its newest complete run, not of a later one that left pages out', async () => {
  for (const place of [{ skip: 3 }, { cursor: 7 }]) {
    const stored = storeAwards();
    stored.buy(answer([on('2027-03-02'), on('2027-03-04')]), { input: march });
    stored.buy(answer([on('2027-03-04')]), { input: { ...march, ...place } });
    expect(await calendar(stored, 'search')).toEqual(['01: 0', '02: 1', '03: 0', '04: 1', '05: 0']);
  }
});

it('a run that held what could not be read has seen no day without a record', async () => {
  const stored = storeAwards();
  const broken = { ...on('2027-03-03'), JMileageCost: 70_000 };
  const { runId } = stored.buy(answer([on('2027-03-02'), broken]), { input: march });
  expect(await calendar(stored, { kind: 'run', runId })).toEqual(['02: 1']);
  expect(await calendar(stored, 'search')).toEqual(['02: 1']);
});

it('a column of a comparison says whether its run is complete; what several runs saw is no one reading', async () => {
  const stored = storeAwards();
  const { runId } = stored.buy(answer([on('2027-03-02')], { hasMore: true }), { input: march });
  const columns = [
    { kind: 'run' as const, runId },
    { kind: 'search' as const, searchId: 1 },
    { kind: 'matching' as const, origins: ['JFK'], destinations: ['LHR'] },
  ].map((scope) => ({ scope, filter: {} }));
  const read = async () =>
    (await stored.awards.handlers.compare({ columns, filter: {} })).columns.map(({ complete }) => complete);
  expect(await read()).toEqual([false, false, null]);
  stored.buy(answer([on('2027-03-02')]), { input: { ...march, skip: 10 } });
  expect(await read()).toEqual([false, false, null]);
  stored.buy(answer([on('2027-03-02')]), { input: march });
  stored.buy(answer([on('2027-03-02')], { hasMore: true }), { input: march });
  expect(await read()).toEqual([false, true, null]);
});
