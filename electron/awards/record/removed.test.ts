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

it('what another search saw at other miles is not removed from its route for the miles of one', async () => {
  const stored = storeAwards();
  const input = request({ order_by: 'lowest_mileage' });
  stored.buy(answer([b1]), { input });
  stored.buy(answer([{ ...b1, JMileageCost: '60000' }]));
  stored.buy(answer([b2], { hasMore: true }), { input });
  expect(await shown(stored, { kind: 'search', searchId: 1 })).toMatchObject({ removed: ['2027-05-03'] });
  expect(await shown(stored, route)).toMatchObject({ removed: [], space: ['2027-05-03', '2027-05-05'] });
});

it('what a page that is read again proves, and proves no more, shows in its search and on its route', async () => {
  const stored = storeAwards();
  stored.buy(answer([b1]));
  const { purchaseId } = stored.buy(answer([{ ...b2, ID: 7 }]));
  const removedOnce = async (output: unknown) => {
    // Represents a later version of the program that reads the same answer otherwise.
    stored.outputs.set(purchaseId, output);
    await stored.awards.handlers.readAgain({ purchaseId });
    const search = { kind: 'search' as const, searchId: 1 };
    return [(await shown(stored, search)).removed, (await shown(stored, route)).removed];
  };
  expect(await removedOnce(answer([b2]))).toEqual([['2027-05-03'], ['2027-05-03']]);
  expect(await removedOnce({ ...answer([b2]), truncated: true })).toEqual([[], []]);
});
