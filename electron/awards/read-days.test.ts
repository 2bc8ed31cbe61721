import { expect, it } from 'vitest';
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
