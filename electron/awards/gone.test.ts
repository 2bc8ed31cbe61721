import { expect, it } from 'vitest';
import { answer, keepAwards, rawRecord, request } from './testing/kept-awards.ts';

const b1 = rawRecord('b1', { Date: '2027-05-03', JMileageCost: '45000', JRemainingSeats: 4 });
const b2 = rawRecord('b2', { Date: '2027-05-05', JMileageCost: '80000' });
const b3 = rawRecord('b3', { Date: '2027-05-09', JMileageCost: '90000' });
const route = { kind: 'matching' as const, origins: ['JFK'], destinations: ['LHR'] };

/** What every view that shows many askings as one tells: the search itself, and its route. */
async function shown(
  kept: ReturnType<typeof keepAwards>,
  scope: { kind: 'search'; searchId: number } | typeof route,
) {
  const { rows } = await kept.awards.handlers.records({ scope, filter: {}, sort: [], offset: 0, limit: 10 });
  const days = await kept.awards.handlers.calendar({ scope, filter: {} });
  return {
    space: rows.filter((row) => row.available).map((row) => row.date),
    gone: rows.filter((row) => row.gone).map((row) => row.date),
    withSpace: days.filter((day) => day.withSpace > 0).map((day) => day.date),
  };
}

it('what the newest whole asking did not have any more has no space in any view, and is back once it is seen again', async () => {
  const kept = keepAwards();
  const first = kept.buy(answer([b1, b2, b3]));
  kept.buy(answer([b2, b3]));
  const search = async () => (await kept.awards.handlers.searches(undefined))[0];
  const scope = { kind: 'search' as const, searchId: (await search())?.searchId ?? 0 };
  for (const each of [scope, route])
    expect(await shown(kept, each)).toEqual({
      space: ['2027-05-05', '2027-05-09'],
      gone: ['2027-05-03'],
      withSpace: ['2027-05-05', '2027-05-09'],
    });
  expect(await search()).toMatchObject({ cheapest: 80_000, records: 3 });
  const compared = await kept.awards.handlers.compare({
    columns: [
      { scope, filter: {} },
      { scope: route, filter: {} },
    ],
    filter: {},
  });
  expect(compared.columns.map((column) => column.cheapest)).toEqual([80_000, 80_000]);
  // The run that saw it still shows what it saw.
  const run = { kind: 'run' as const, runId: first.runId };
  const { rows } = await kept.awards.handlers.records({
    scope: run,
    filter: {},
    sort: [],
    offset: 0,
    limit: 10,
  });
  expect(rows[0]).toMatchObject({ available: true, miles: 45_000 });
  expect(rows[0]).not.toHaveProperty('gone');
  const detail = await kept.awards.handlers.record({ versionId: rows[0]?.versionId ?? 0 });
  expect(detail.row).toMatchObject({ available: false, gone: true });
  const taken = await kept.awards.takeVersions([rows[0]?.versionId ?? 0]);
  expect((await kept.awards.rowsTaken(taken, 0, 1))[0]).toMatchObject({ gone: true });

  kept.buy(answer([b1, b2, b3]));
  expect(await search()).toMatchObject({ cheapest: 45_000 });
  for (const each of [scope, route]) expect((await shown(kept, each)).gone).toEqual([]);
});

it('an asking that was not read to its end takes away only what lies before its last date, and one that skipped nothing', async () => {
  const kept = keepAwards();
  kept.buy(answer([b1, b2, b3]));
  kept.buy(answer([b2], { hasMore: true }));
  expect(await shown(kept, route)).toMatchObject({ gone: ['2027-05-03'] });
  const other = keepAwards();
  other.buy(answer([b1, b2, b3]), { input: request() });
  other.buy(answer([b3]), { input: request({ skip: 2 }) });
  expect(await shown(other, route)).toMatchObject({ gone: [] });
});

it('what another search saw since the last asking is not gone from its route', async () => {
  const kept = keepAwards();
  kept.buy(answer([b1, b2]));
  kept.buy(answer([b2]));
  expect(await shown(kept, route)).toMatchObject({ gone: ['2027-05-03'] });
  kept.buy(answer([b1]), { input: request({ start_date: '2027-05-01', end_date: '2027-05-04' }) });
  expect(await shown(kept, route)).toMatchObject({ gone: [], space: ['2027-05-03', '2027-05-05'] });
  kept.buy(answer([b2]));
  expect(await shown(kept, route)).toMatchObject({ gone: ['2027-05-03'] });
});

it('an asking for the fewest miles first takes away what was cheaper than its last miles, and nothing else', async () => {
  const kept = keepAwards();
  const input = request({ order_by: 'lowest_mileage' });
  const [dear, told] = [b3, rawRecord('told', { Date: '2027-05-08', JMileageCost: '' })];
  kept.buy(answer([b1, b2, dear], { hasMore: true }), { input });
  kept.buy(answer([told]));
  const space = rawRecord('new', { Date: '2027-05-06', JMileageCost: '85000' });
  const { runId } = kept.buy(answer([b2, space], { hasMore: true }), { input });
  const search = { kind: 'search' as const, searchId: 1 };
  for (const each of [search, route]) expect(await shown(kept, each)).toMatchObject({ gone: ['2027-05-03'] });
  expect(
    (await kept.awards.handlers.searches(undefined)).find(({ searchId }) => searchId === 1),
  ).toMatchObject({
    cheapest: 80_000,
  });
  // The next page goes on from there.
  kept.buy(answer([rawRecord('more', { Date: '2027-05-07', JMileageCost: '95000' })], { hasMore: true }), {
    input,
    runId,
  });
  expect((await shown(kept, search)).gone).toEqual(['2027-05-03', '2027-05-09']);
  // What does not come in that order shows nothing.
  const other = keepAwards();
  other.buy(answer([b1, b2]), { input });
  other.buy(answer([b3, b2], { hasMore: true }), { input });
  other.buy(answer([b3], { hasMore: true }), { input: { ...input, skip: 2 } });
  expect((await shown(other, route)).gone).toEqual([]);
});

it('what another search saw at other miles is not gone from its route for the miles of one', async () => {
  const kept = keepAwards();
  const input = request({ order_by: 'lowest_mileage' });
  kept.buy(answer([b1]), { input });
  kept.buy(answer([{ ...b1, JMileageCost: '60000' }]));
  kept.buy(answer([b2], { hasMore: true }), { input });
  expect(await shown(kept, { kind: 'search', searchId: 1 })).toMatchObject({ gone: ['2027-05-03'] });
  expect(await shown(kept, route)).toMatchObject({ gone: [], space: ['2027-05-03', '2027-05-05'] });
});

it('is gone still where the page that another search saw it on is read again', async () => {
  const kept = keepAwards();
  kept.buy(answer([b1]), { input: request({ origin_airport: 'EWR,JFK' }) });
  const moved = { ...b1, Date: '2027-05-04' };
  const { purchaseId } = kept.buy(answer([moved, b1]));
  kept.buy(answer([]), { input: request({ origin_airport: 'EWR,JFK' }) });
  expect(await shown(kept, route)).toMatchObject({ gone: ['2027-05-03'] });
  await kept.awards.handlers.readAgain({ purchaseId });
  expect(await shown(kept, route)).toMatchObject({ gone: ['2027-05-03'] });
});
