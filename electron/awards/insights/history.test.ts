import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { openedAwards } from '../testing/opened-awards.ts';
import { request } from '../testing/stored-awards.ts';

const at = (date: string) => Date.parse(`${date}T00:00:00Z`);
const MARCH = request({ start_date: '2027-03-01', end_date: '2027-03-03' });
const ROUTE = { origin: 'JFK', destination: 'LHR', programme: 'united', cabin: 'business' };

it('shows for each date what every run saw, and which read it without any, newest first', async () => {
  const { buy, awards } = openedAwards();
  const { reads } = awards;
  buy(answer([rawRecord('a'), rawRecord('b', { Date: '2027-03-02', JMileageCost: '60000' })]), {
    input: MARCH,
    at: at('2027-01-01'),
  });
  buy(answer([rawRecord('a', { JMileageCost: '80000', JRemainingSeats: 4, JAirlines: 'UA, LH' })]), {
    input: MARCH,
    at: at('2027-01-02'),
  });
  const history = await reads.awardHistory('demo', { ...ROUTE, from: '2027-03-01', until: '2027-03-02' });
  expect(history).toEqual([
    {
      date: '2027-03-01',
      at: at('2027-01-02'),
      runId: 2,
      source: 'Award search',
      seen: { versionId: 3, programme: 'united', miles: 80_000, seats: 4, direct: true, airlines: 'UA, LH' },
    },
    { date: '2027-03-02', at: at('2027-01-02'), runId: 2, source: 'Award search', seen: null },
    expect.objectContaining({ date: '2027-03-01', at: at('2027-01-01'), runId: 1 }),
    expect.objectContaining({ date: '2027-03-02', at: at('2027-01-01'), runId: 1 }),
  ]);
  expect(history.at(-1)?.seen?.miles).toBe(60_000);
});

it('says nothing of a date that no run proves to be without space', async () => {
  const { buy, awards } = openedAwards();
  const { reads } = awards;
  buy(answer([rawRecord('a')], { hasMore: true }), { input: MARCH, at: at('2027-01-01') });
  expect(await reads.awardHistory('demo', { ...ROUTE, from: '2027-03-01', until: '2027-03-03' })).toEqual([
    expect.objectContaining({ date: '2027-03-01', runId: 1 }),
  ]);
  expect(
    await reads.awardHistory('elsewhere', { ...ROUTE, from: '2027-03-01', until: '2027-03-03' }),
  ).toEqual([]);
});
