import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';

it('shows for each airport pair what is stored in the cabin and dates of the search, the requested one first', async () => {
  const stored = storeAwards();
  const from = (origin: string) => ({ Route: { OriginAirport: origin } });
  stored.buy(
    answer([
      rawRecord('a', from('EWR')),
      rawRecord('b', { ...from('EWR'), JMileageCost: '40000' }),
      rawRecord('too-late', { ...from('EWR'), Date: '2027-06-01' }),
      rawRecord('c'),
    ]),
    {
      input: request({ origin_airport: 'EWR,JFK', start_date: '2027-03-01', end_date: '2027-03-31' }),
      at: 5000,
    },
  );
  stored.buy(answer([rawRecord('other-cabin', from('EWR'))]), { input: request({ cabin: 'first' }) });
  const result = await stored.awards.handlers.alternatives({
    scope: { kind: 'search', searchId: 1 },
    origin: 'JFK',
    destination: 'LHR',
  });
  expect(result).toMatchObject({ cabin: 'business', from: '2027-03-01', until: '2027-03-31' });
  expect(result.pairs).toMatchObject([
    { origin: 'JFK', destination: 'LHR', records: 1 },
    { origin: 'EWR', destination: 'LHR', records: 2, withSpace: 2, cheapest: 40_000, newestAt: 5000 },
  ]);
  const [, other] = result.pairs;
  const records = await stored.awards.handlers.records({
    scope: other?.scope ?? { kind: 'run', runId: 0 },
    filter: {},
    sort: [],
    offset: 0,
    limit: 10,
  });
  expect(records.total).toBe(2);
});

it('shows pairs for which nothing is stored as well', async () => {
  const stored = storeAwards();
  const { runId } = stored.buy(answer([rawRecord('a')]));
  const result = await stored.awards.handlers.alternatives({
    scope: { kind: 'run', runId },
    origin: 'JFK',
    destination: 'LHR',
  });
  expect(result.pairs).toMatchObject([
    { origin: 'JFK', records: 1 },
    { origin: 'EWR', records: 0, cheapest: null, newestAt: null },
  ]);
});

it('mixes no cabin into a trip that was searched without one, and keeps to its carriers and direct flights', async () => {
  const stored = storeAwards();
  const { cabin: _cabin, ...open } = request();
  stored.buy(answer([rawRecord('a'), rawRecord('b', { JDirect: false, JMileageCost: '50000' })]), {
    input: open,
  });
  stored.buy(answer([rawRecord('c', { JMileageCost: '20000' })]), { input: request({ cabin: 'economy' }) });
  stored.buy(answer([rawRecord('a')]), {
    input: { ...open, carriers: 'BA,UA', only_direct_flights: true },
  });
  const alternatives = (searchId: number) =>
    stored.awards.handlers.alternatives({
      scope: { kind: 'search', searchId },
      origin: 'JFK',
      destination: 'LHR',
    });
  const whole = await alternatives(1);
  expect(whole).toMatchObject({ cabin: '', filter: {} });
  expect(whole.pairs[0]).toMatchObject({ records: 2, cheapest: 50_000 });
  const direct = await alternatives(3);
  expect(direct.filter).toEqual({ airlines: ['BA', 'UA'], direct: true });
  expect(direct.pairs[0]).toMatchObject({ records: 1, cheapest: 70_000 });
});

it('distinguishes a pair that was searched and had nothing from one that never was', async () => {
  const stored = storeAwards();
  const input = request({ start_date: '2027-03-01', end_date: '2027-03-05' });
  stored.buy(answer([rawRecord('a')]), { input });
  const read = async () => {
    const { pairs } = await stored.awards.handlers.alternatives({
      scope: { kind: 'search', searchId: 1 },
      origin: 'JFK',
      destination: 'LHR',
    });
    return pairs.map(({ origin, read: isRead, records }) => [origin, isRead, records]);
  };
  expect(await read()).toEqual([
    ['JFK', true, 1],
    ['EWR', false, 0],
  ]);
  const others = { ...input, origin_airport: 'EWR,LGA' };
  stored.buy(answer([], { hasMore: true }), { input: others });
  stored.buy(answer([]), { input: { ...others, end_date: '2027-03-04' } });
  expect((await read())[1]).toEqual(['EWR', false, 0]);
  stored.buy(answer([]), { input: others });
  expect((await read())[1]).toEqual(['EWR', true, 0]);
});

it('has read a pair on any date only where dates are named: absent ones may mean less to the service', async () => {
  const stored = storeAwards();
  stored.buy(answer([rawRecord('a')]), { input: request({ origin_airport: 'EWR,JFK' }) });
  const readOf = async (scope: Scope) => {
    const { pairs } = await stored.awards.handlers.alternatives({ scope, origin: 'JFK', destination: 'LHR' });
    return pairs.map((pair) => pair.read);
  };
  const route: Scope = { kind: 'matching', origins: ['JFK'], destinations: ['LHR'], cabin: 'business' };
  expect(await readOf({ kind: 'search', searchId: 1 })).toEqual([true, true]);
  expect(await readOf(route)).toEqual([false, false]);
  expect(await readOf({ ...route, from: '2027-03-01' })).toEqual([false, false]);
});

it('has read a pair where a complete run of any one source has, and not where two have each read a part', async () => {
  const stored = storeAwards();
  const dates = { start_date: '2027-03-01', end_date: '2027-03-10' };
  stored.buy(answer([rawRecord('a')]), { input: request(dates) });
  const offers = (leave_before: string) => ({
    from: ['EWR'],
    to: ['LHR'],
    class: 'business',
    leave_after: '2027-03-01',
    leave_before,
  });
  const isRead = async (searchId: number) => {
    const { pairs } = await stored.awards.handlers.alternatives({
      scope: { kind: 'search', searchId },
      origin: 'JFK',
      destination: 'LHR',
    });
    return pairs.map(({ origin, read }) => `${origin} ${read}`);
  };
  stored.buy({ complete: true, offers: [] }, { input: offers('2027-03-05') });
  const second = { ...dates, origin_airport: 'EWR', start_date: '2027-03-06' };
  stored.buy(answer([]), { input: request(second) });
  expect(await isRead(1)).toEqual(['JFK true', 'EWR false']);
  stored.buy({ complete: true, offers: [] }, { input: offers('2027-03-10') });
  expect(await isRead(1)).toEqual(['JFK true', 'EWR true']);
});
