import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';

const b1 = rawRecord('b1', { Date: '2027-05-03', JMileageCost: '45000', JRemainingSeats: 4 });
const b2 = rawRecord('b2', { Date: '2027-05-05', JMileageCost: '80000' });
const b3 = rawRecord('b3', { Date: '2027-05-09', JMileageCost: '90000' });
const route = { kind: 'matching' as const, origins: ['JFK'], destinations: ['LHR'] };

/** The dates with space and of removed records that a scope shows, in its table and calendar. */
async function shown(
  stored: ReturnType<typeof storeAwards>,
  scope: { kind: 'search'; searchId: number } | typeof route,
) {
  const { rows } = await stored.awards.handlers.records({
    scope,
    filter: {},
    sort: [],
    offset: 0,
    limit: 10,
  });
  const days = await stored.awards.handlers.calendar({ scope, filter: {} });
  return {
    space: rows.filter((row) => row.available).map((row) => row.date),
    removed: rows.filter((row) => row.removed).map((row) => row.date),
    withSpace: days.filter((day) => day.withSpace > 0).map((day) => day.date),
  };
}

it('what the newest complete run did not have any more has no space in any view, and is back once it is seen again', async () => {
  const stored = storeAwards();
  const first = stored.buy(answer([b1, b2, b3]));
  stored.buy(answer([b2, b3]));
  const search = async () => (await stored.awards.handlers.searches(undefined))[0];
  const scope = { kind: 'search' as const, searchId: (await search())?.searchId ?? 0 };
  for (const each of [scope, route])
    expect(await shown(stored, each)).toEqual({
      space: ['2027-05-05', '2027-05-09'],
      removed: ['2027-05-03'],
      withSpace: ['2027-05-05', '2027-05-09'],
    });
  expect(await search()).toMatchObject({ cheapest: 80_000, records: 3 });
  const compared = await stored.awards.handlers.compare({
    columns: [
      { scope, filter: {} },
      { scope: route, filter: {} },
    ],
    filter: {},
  });
  expect(compared.columns.map((column) => column.cheapest)).toEqual([80_000, 80_000]);
  // The run that returned it still shows it.
  const run = { kind: 'run' as const, runId: first.runId };
  const { rows } = await stored.awards.handlers.records({
    scope: run,
    filter: {},
    sort: [],
    offset: 0,
    limit: 10,
  });
  expect(rows[0]).toMatchObject({ available: true, miles: 45_000 });
  expect(rows[0]).not.toHaveProperty('removed');
  const detail = await stored.awards.handlers.record({ versionId: rows[0]?.versionId ?? 0 });
  expect(detail.row).toMatchObject({ available: false, removed: true });
  const snapshot = await stored.awards.takeVersions([rows[0]?.versionId ?? 0]);
  expect((await stored.awards.snapshotRows(snapshot, 0, 1))[0]).toMatchObject({ removed: true });

  stored.buy(answer([b1, b2, b3]));
  expect(await search()).toMatchObject({ cheapest: 45_000 });
  for (const each of [scope, route]) expect((await shown(stored, each)).removed).toEqual([]);
});

it('a partial run removes only what lies before its last date, and one that skipped nothing', async () => {
  const stored = storeAwards();
  stored.buy(answer([b1, b2, b3]));
  stored.buy(answer([b2], { hasMore: true }));
  expect(await shown(stored, route)).toMatchObject({ removed: ['2027-05-03'] });
  const other = storeAwards();
  other.buy(answer([b1, b2, b3]), { input: request() });
  other.buy(answer([b3]), { input: request({ skip: 2 }) });
  expect(await shown(other, route)).toMatchObject({ removed: [] });
});

it('what another search saw since the last run is not removed from its route', async () => {
  const stored = storeAwards();
  stored.buy(answer([b1, b2]));
  stored.buy(answer([b2]));
  expect(await shown(stored, route)).toMatchObject({ removed: ['2027-05-03'] });
  stored.buy(answer([b1]), { input: request({ start_date: '2027-05-01', end_date: '2027-05-04' }) });
  expect(await shown(stored, route)).toMatchObject({ removed: [], space: ['2027-05-03', '2027-05-05'] });
  stored.buy(answer([b2]));
  expect(await shown(stored, route)).toMatchObject({ removed: ['2027-05-03'] });
});

it('a run for the fewest miles first takes away what was cheaper than its last miles, and nothing else', async () => {
  const stored = storeAwards();
  const input = request({ order_by: 'lowest_mileage' });
  const [dear, unreadableRecord] = [b3, rawRecord('told', { Date: '2027-05-08', JMileageCost: '' })];
  stored.buy(answer([b1, b2, dear], { hasMore: true }), { input });
  stored.buy(answer([unreadableRecord]));
  const space = rawRecord('new', { Date: '2027-05-06', JMileageCost: '85000' });
  const { runId } = stored.buy(answer([b2, space], { hasMore: true }), { input });
  const search = { kind: 'search' as const, searchId: 1 };
  for (const each of [search, route])
    expect(await shown(stored, each)).toMatchObject({ removed: ['2027-05-03'] });
  expect(
    (await stored.awards.handlers.searches(undefined)).find(({ searchId }) => searchId === 1),
  ).toMatchObject({
    cheapest: 80_000,
  });
  // The next page continues from there.
  stored.buy(answer([rawRecord('more', { Date: '2027-05-07', JMileageCost: '95000' })], { hasMore: true }), {
    input,
    runId,
  });
  expect((await shown(stored, search)).removed).toEqual(['2027-05-03', '2027-05-09']);
  // Records out of order prove nothing.
  const other = storeAwards();
  other.buy(answer([b1, b2]), { input });
  other.buy(answer([b3, b2], { hasMore: true }), { input });
  other.buy(answer([b3], { hasMore: true }), { input: { ...input, skip: 2 } });
  expect((await shown(other, route)).removed).toEqual([]);
});

it('what another search saw at other miles is not removed from its route for the miles of one', async () => {
  const stored = storeAwards();
  const input = request({ order_by: 'lowest_mileage' });
  stored.buy(answer([b1]), { input });
  stored.buy(answer([{ ...b1, JMileageCost: '60000' }]));
  stored.buy(answer([b2], { hasMore: true }), { input });
  expect(await shown(stored, { kind: 'search', searchId: 1 })).toMatchObject({ removed: ['2027-05-03'] });
  expect(await shown(stored, route)).toMatchObject({ removed: [], space: ['2027-05-03', '2027-05-05'] });
});

it('is removed still where the page that another search saw it on is read again', async () => {
  const stored = storeAwards();
  stored.buy(answer([b1]), { input: request({ origin_airport: 'EWR,JFK' }) });
  const moved = { ...b1, Date: '2027-05-04' };
  const { purchaseId } = stored.buy(answer([moved, b1]));
  stored.buy(answer([]), { input: request({ origin_airport: 'EWR,JFK' }) });
  expect(await shown(stored, route)).toMatchObject({ removed: ['2027-05-03'] });
  await stored.awards.handlers.readAgain({ purchaseId });
  expect(await shown(stored, route)).toMatchObject({ removed: ['2027-05-03'] });
});

it('is not removed by a run that left pages out', async () => {
  const search = { kind: 'search' as const, searchId: 1 };
  const first = answer([b2], { hasMore: true });
  const pages: { input: ReturnType<typeof request>; output: typeof first }[][] = [
    // The first page continues an unknown cursor.
    [{ input: request({ cursor: 7 }), output: answer([b2]) }],
    [{ input: request({ skip: 1 }), output: answer([b2]) }],
    // The second page was lost.
    [
      { input: request(), output: first },
      { input: request({ cursor: 1_700_000_000, skip: 2 }), output: answer([b3]) },
    ],
  ];
  for (const run of pages) {
    const stored = storeAwards();
    stored.buy(answer([b1, b2, b3]));
    let runId: number | undefined;
    for (const { input, output } of run) runId = stored.buy(output, { input, ...(runId && { runId }) }).runId;
    for (const each of [search, route]) expect(await shown(stored, each)).toMatchObject({ removed: [] });
    expect((await stored.awards.handlers.runs({ searchId: 1 })).runs).toMatchObject([
      { exhausted: false },
      { exhausted: true },
    ]);
    const again = [{ scope: { kind: 'run' as const, runId: runId ?? 0 }, filter: {} }];
    const compared = await stored.awards.handlers.compare({ columns: [...again, ...again], filter: {} });
    expect(compared.columns[0]).toMatchObject({ complete: false });
  }
});
