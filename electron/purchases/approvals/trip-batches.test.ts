import { expect, it } from 'vitest';
import { fail } from '#shared/contract/failure.ts';
import { amountLabel } from '#shared/money.ts';
import type { TripSearching } from '../journal/purchase-context.ts';
import { desk, eachInItsFolder, open as openDesk } from '../testing/one-purchase.ts';
import {
  answered,
  committedQuote,
  completedCall,
  failed,
  PRICE,
  settled,
  TOOL,
} from '../testing/purchase-desk.ts';

eachInItsFolder();

let calls = 0;

const search = (day: number) => ({
  origin_airport: 'LHR',
  destination_airport: 'HND',
  start_date: `2027-03-0${day}`,
});
const cents = (units: string) => ({ ...PRICE, units });

/**
 * A desk over which the trip's most promising searches are those of these days, one after the other, or several at once, the
 * best first; those of days after 6 take three pages.
 */
function open(
  next: (number | number[])[],
  most: Partial<ReturnType<TripSearching['most']>> = {},
  meanwhile: () => void = () => {},
) {
  openDesk(
    ({ role, members }) => {
      if (role === 'quote')
        return answered(committedQuote(desk.state.now + 60_000, `quote-${Math.random()}`, members.input));
      return role === 'call' ? answered(completedCall(`call-${++calls}`)) : failed({});
    },
    {
      trips: {
        most: (tripId) =>
          tripId === 'tokyo'
            ? { perDay: null, inAll: null, ...most }
            : fail('not_found', 'This trip is no longer stored here.'),
        next: async () => {
          meanwhile();
          const offers = next.shift();
          return [offers ?? []].flat().map((day) => ({
            ...{ input: search(day), pages: day > 6 ? 3 : 1 },
            why: `day ${day} was never read`,
          }));
        },
      },
    },
  );
}

async function read(untilSettled: boolean, ceiling = cents('300000'), turns = 60) {
  const approved = await desk.purchases.handlers.approveBatch({
    requests: [{ toolRef: TOOL, input: search(1), pages: 1, why: 'never read' }],
    ceiling,
    trip: { tripId: 'tokyo', untilSettled },
  });
  for (let turn = 0; turn < turns; turn += 1) await settled();
  const [batch] = await desk.purchases.handlers.batches({ tripId: 'tokyo' });
  expect(batch?.batchId).toBe(approved.batchId);
  return batch;
}

it('reads for a trip what was approved, with its reasons', async () => {
  open([2]);
  const batch = await read(false);
  expect(batch).toMatchObject({ state: 'done', trip: { tripId: 'tokyo' }, parts: [{ why: 'never read' }] });
  expect(batch).toMatchObject({ title: 'a search', words: expect.stringContaining('1 page of one search') });
  expect(desk.calls()).toHaveLength(1);
  expect(await desk.purchases.handlers.batches({ tripId: 'osaka' })).toEqual([]);
});

it('reads for several trips and for none under one approval, each within its own limit', async () => {
  open([], { perDay: cents('44000') });
  const request = (day: number, tripId?: string) => ({
    ...{ toolRef: TOOL, input: search(day), pages: 1, why: `day ${day}` },
    ...(tripId !== undefined && { tripId }),
  });
  await desk.purchases.handlers.approveBatch({
    requests: [request(1, 'tokyo'), request(2), request(3, 'tokyo'), request(4), request(5, 'tokyo')],
    ceiling: cents('300000'),
  });
  for (let turn = 0; turn < 60; turn += 1) await settled();
  const [batch] = await desk.purchases.handlers.batches({ tripId: 'tokyo' });
  // What others cost does not count towards the trip's own limit.
  expect(batch).toMatchObject({ trip: null, bought: 4, stopped: { code: 'trip_limit' } });
  expect(batch?.parts.map(({ tripId, spent }) => [tripId, spent[0]?.units ?? null])).toEqual([
    ['tokyo', PRICE.units],
    [null, PRICE.units],
    ['tokyo', PRICE.units],
    [null, PRICE.units],
    ['tokyo', null],
  ]);
});

it('until it is settled, reads on what promises most, with the reason of each', async () => {
  open([2, 3]);
  const batch = await read(true);
  expect(batch).toMatchObject({ state: 'done', bought: 3, pages: 3 });
  expect(batch?.parts.map(({ why }) => why)).toEqual([
    'never read',
    'day 2 was never read',
    'day 3 was never read',
  ]);
});

it('never above the amount that was approved', async () => {
  open([2, 3, 4, 5]);
  const batch = await read(true, cents('50000'));
  expect(batch).toMatchObject({ state: 'stopped', bought: 2, stopped: { code: 'ceiling_reached' } });
  expect(desk.calls()).toHaveLength(2);
});

it('never reads again under one approval what it has read, but what promises most after it', async () => {
  open([1, 1, 1]);
  expect(await read(true)).toMatchObject({ state: 'done', bought: 1 });
  desk.close();
  open([[1, 2], [1, 2, 3], [2]]);
  const batch = await read(true);
  expect(batch?.parts.slice(1).map(({ why }) => why)).toEqual([
    'day 2 was never read',
    'day 3 was never read',
  ]);
});

it.each([
  ['its amount', 'ceiling_reached', {}],
  ['what its trip may cost on one day', 'trip_limit', { perDay: cents('9000000') }],
  ['what its trip may cost in all', 'trip_limit', { inAll: cents('9000000') }],
])('nothing is bought within %s where an amount that was spent cannot be read', async (_, code, most) => {
  open([2, 3], most, () => {
    const { db } = desk.storage;
    db.exec(`DROP TRIGGER IF EXISTS purchase_events_no_update;
      UPDATE purchases SET price = NULL, ceiling = NULL, charged = NULL
        WHERE rowid = (SELECT min(rowid) FROM purchases);
      UPDATE purchase_events SET detail = 'garbled';
      UPDATE standing_approvals SET page_price = '{}'`);
  });
  // The trip’s limit decides where it was spent under another approval.
  if (code === 'trip_limit') await read(false);
  const batch = await read(true, cents('9000000'));
  expect(batch).toMatchObject({ state: 'stopped', bought: 1, stopped: { code } });
  expect(desk.calls()).toHaveLength(code === 'trip_limit' ? 2 : 1);
});

it('reads what fits into the amount where the best does not', async () => {
  open([[7, 2]]);
  const batch = await read(true, cents('66000'));
  expect(batch?.parts.map(({ why }) => why)).toEqual(['never read', 'day 2 was never read']);
});

it('chooses no more than fifty searches under one approval', async () => {
  // On a day of its own each: what a day may cost is not what ends it.
  open(
    Array.from({ length: 60 }, (_, at) => -at),
    {},
    () => desk.pass(86_400_000),
  );
  const batch = await read(true, cents('90000000'), 1_000);
  expect(batch).toMatchObject({ state: 'done', pages: 50, bought: 50 });
});

it.each([
  ['on one day', { perDay: cents('44000') }],
  ['in all', { inAll: cents('44000') }],
])('never above what searching for the trip may cost %s', async (_when, most) => {
  open([2, 3, 4], most);
  const batch = await read(true);
  expect(batch).toMatchObject({ state: 'stopped', bought: 2, stopped: { code: 'trip_limit' } });
  expect(batch?.stopped?.words).toContain(amountLabel(cents('44000')));
  expect(await read(false)).toMatchObject({ bought: 0, stopped: { code: 'trip_limit' } });
});

const before = (...days: number[]) =>
  desk.purchases.handlers.beforeReading({
    tripId: 'tokyo',
    requests: days.map((day) => ({ toolRef: TOOL, input: search(day) })),
  });

it('says before anything is approved what the trip may cost, and what is left of it', async () => {
  const limits = { perDay: cents('30000'), inAll: cents('100000') };
  open([], limits);
  expect((await before()).limits).toEqual([
    { of: 'day', limit: limits.perDay, left: limits.perDay },
    { of: 'all', limit: limits.inAll, left: limits.inAll },
  ]);
  await read(false);
  expect((await before()).limits.map(({ left }) => left?.units)).toEqual(['8000', '78000']);
  desk.pass(36 * 3_600_000);
  expect((await before()).limits.map(({ left }) => left?.units)).toEqual(['30000', '78000']);
  desk.close();
  open([]);
  expect((await before()).limits).toEqual([]);
});

it('names the purchase of the same search whose outcome is not settled', async () => {
  open([]);
  desk.state.script = ({ role, members }) =>
    role === 'quote' ? answered(committedQuote(desk.state.now + 60_000, 'quote', members.input)) : failed({});
  const batch = await read(false);
  expect(batch).toMatchObject({ bought: 0, stopped: { code: 'outcome_unknown' } });
  const [part] = batch?.parts ?? [];
  expect(part?.openPurchase).toBe(batch?.purchaseIds[0]);
  expect((await before(2, 1)).open).toEqual([null, part?.openPurchase]);
});

it('not at all for a trip that is not here', async () => {
  open([]);
  await expect(
    desk.purchases.handlers.approveBatch({
      requests: [{ toolRef: TOOL, input: search(1), pages: 1 }],
      ceiling: PRICE,
      trip: { tripId: 'osaka', untilSettled: false },
    }),
  ).rejects.toMatchObject({ failure: { code: 'not_found' } });
});
