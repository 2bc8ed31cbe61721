import { expect, it } from 'vitest';
import { desk, eachInItsFolder, open, orderPurchase, service, show } from '../testing/one-purchase.ts';
import { answered, callsListed, completedCall, failed, PRICE, TOOL } from '../testing/purchase-desk.ts';

eachInItsFolder();

const usd = (units: number) => ({ ...PRICE, units: String(units) });
const paid = { chargeState: 'paid', amount: PRICE };
const compared = () => desk.purchases.handlers.reconcileWithService(undefined);

/** A purchase of which the service answered so, and a list of Calls with these items. */
async function bought(answer: object | null, items: object[], list: object = {}) {
  const callList = () => callsListed(items, { ...list });
  open(service({ call: () => (answer === null ? failed({}) : answered(answer)), callList }));
  const quoted = await orderPurchase();
  return quoted;
}

const done = completedCall('c');
const refused = { kind: 'refused', callRef: 'c', code: 'provider_failed' };
const pending = { kind: 'pending', callRef: 'c', retryAfterMs: 60_000 };

it.each<[string, object | null, object, string | null, object]>([
  ['the same of one that is done', done, { state: 'completed', usage: paid }, null, PRICE],
  ['nothing of its charge', done, { state: 'completed' }, null, PRICE],
  ['no amount of its charge', done, { state: 'completed', usage: { chargeState: 'paid' } }, null, PRICE],
  [
    'another amount',
    done,
    { state: 'completed', usage: { ...paid, amount: usd(20_000) } },
    'charge',
    usd(20_000),
  ],
  [
    'another state of it',
    done,
    { state: 'completed', usage: { chargeState: 'refunded', amount: PRICE } },
    'charge',
    usd(0),
  ],
  [
    'an amount where none was known',
    { ...done, usage: undefined },
    { state: 'completed', usage: paid },
    'charge',
    PRICE,
  ],
  ['a state never heard of', done, { state: 'ripe', usage: paid }, 'state', PRICE],
  ['that it is cancelled', done, { state: 'cancelled', usage: paid }, 'state', PRICE],
  ['a refused one as invalidated', refused, { state: 'invalidated' }, null, {}],
  ['a refused one as done, and charged', refused, { state: 'completed', usage: paid }, 'state', PRICE],
  ['an open one', pending, { state: 'pending' }, 'open_here', PRICE],
  [
    'more of an open one',
    pending,
    { state: 'pending', usage: { ...paid, amount: usd(90_000) } },
    'open_here',
    usd(90_000),
  ],
])('a list that says %s', async (_says, answer, item, kind, counted) => {
  const quoted = await bought(answer, [{ callRef: 'c', ...item }]);
  const { differences, complete, compared: read } = await compared();
  expect(differences.map((difference) => difference.kind)).toEqual(kind === null ? [] : [kind]);
  expect([complete, read]).toEqual([true, 1]);
  const after = await show(quoted);
  expect(after.counted ?? {}).toEqual(counted);
  const isTakenOver = kind === 'charge' || answer === refused;
  expect(after.timeline.some(({ event }) => event === 'charge_revised')).toBe(isTakenOver && kind !== null);
  // Compared once more, nothing is revised a second time.
  await compared();
  expect((await show(quoted)).timeline).toHaveLength(after.timeline.length);
});

it.each<[string, object | null, object[], object, string[], boolean]>([
  ['lacks a Call that was answered', done, [], {}, ['only_here'], true],
  ['lacks it, but says that there are more', done, [], { hasMore: true }, [], false],
  ['lacks it, but says that it is partial', done, [], { partialResults: true }, [], false],
  ['lacks it, but cannot be read', done, [], { kind: 'something_new' }, [], false],
  ['lacks an order without an answer', null, [], {}, ['open_here'], true],
  [
    'holds a Call of another program',
    done,
    [{ callRef: 'c', usage: paid, state: 'completed' }, { callRef: 'd' }],
    {},
    ['only_at_service'],
    true,
  ],
])('a list that %s', async (_what, answer, items, list, kinds, complete) => {
  await bought(answer, items, list);
  const result = await compared();
  expect(result).toMatchObject({ complete, compared: items.length });
  expect(result.differences.map(({ kind }) => kind)).toEqual(kinds);
  const reads = desk.requestsOf('callList');
  // That there is more, and not where, has it read no page again.
  if (answer !== null) expect(reads).toHaveLength(1);
});

it('compares what was ordered with the account in use alone', async () => {
  await bought(done, []);
  await desk.purchases.handlers.quote({ toolRef: TOOL, input: { origin_airport: 'SEA' } });
  expect((await compared()).differences.map(({ kind }) => kind)).toEqual(['only_here']);
  Object.assign(desk.state.accountContext, { account: 'another' });
  expect((await compared()).differences).toEqual([]);
});
