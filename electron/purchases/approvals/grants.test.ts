import { describe, expect, it } from 'vitest';
import type { PurchasesDeps } from '../journal/purchase-context.ts';
import { desk, eachInItsFolder, failureCodeOf, input, open } from '../testing/one-purchase.ts';
import {
  answered,
  committedQuote,
  completedCall,
  NOON,
  PRICE,
  settled,
  TOOL,
} from '../testing/purchase-desk.ts';

eachInItsFolder();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const usd = (units: number) => ({ ...PRICE, units: String(units) });
const request = {
  ...{ toolRef: TOOL, input, pages: 2, everyHours: 24 },
  ...{ perDay: usd(50_000), until: '2027-03-20' },
};

/** A desk whose user confirms, and whose service quotes and carries out; what is charged is as quoted unless given. */
function opened({ charge = PRICE, ...deps }: Partial<PurchasesDeps> & { charge?: object } = {}) {
  let calls = 0;
  open(
    ({ role, members }) =>
      role === 'quote'
        ? answered(committedQuote(desk.state.now + 60_000, `quote-${++calls}`, members.input))
        : answered({ ...completedCall(`call-${++calls}`), usage: { chargeState: 'paid', amount: charge } }),
    { confirm: async () => true, ...deps },
  );
}
const give = (more: object = {}) => desk.purchases.handlers.giveGrant({ ...request, ...more });
const grants = async () => desk.purchases.handlers.grants(undefined);
async function spend(grantId: string): Promise<string> {
  const code = await failureCodeOf(() => desk.purchases.spendUnderGrant(grantId));
  await settled();
  return code;
}

describe('a permission', () => {
  it.each([
    ['bad_date', { until: '2027-03-13' }],
    ['bad_date', { until: '2028-03-15' }],
    ['bad_date', { until: '2027-02-31' }],
    ['invalid_input', { perDay: usd(0) }],
    ['no failure', { until: '2027-03-14', perDay: usd(1) }],
  ])('%s: %j', async (code, more) => {
    opened();
    expect(await failureCodeOf(() => give(more))).toBe(code);
    expect(await grants()).toHaveLength(code === 'no failure' ? 1 : 0);
  });

  it('is none without the user’s word outside the page, which knows the Tool and its provider', async () => {
    let detail = '';
    const confirm: PurchasesDeps['confirm'] = async (question) => {
      detail = question.detail;
      return false;
    };
    opened({ confirm });
    expect(await failureCodeOf(() => give())).toBe('not_confirmed');
    expect(await grants()).toEqual([]);
    expect(detail).toContain('Award search by Seats.');
  });

  it('exists only where it was given, is shown while it is in force, and ends when it is withdrawn', async () => {
    opened();
    expect([await grants(), desk.purchases.spending().standing]).toEqual([[], undefined]);
    const { grantId, state, perDay, until } = await give();
    expect({ state, perDay, until }).toEqual({
      state: 'in_force',
      perDay: request.perDay,
      until: request.until,
    });
    expect(desk.purchases.spending().standing).toEqual({ batches: 0, grants: 1 });
    expect(await desk.purchases.handlers.revokeGrant({ grantId })).toMatchObject({ state: 'revoked' });
    expect(desk.purchases.spending().standing).toBeUndefined();
  });

  it('is over at the next start after its last day', async () => {
    opened();
    await give();
    desk.close();
    opened({ clock: () => NOON + 8 * DAY });
    expect(desk.purchases.spending().standing).toBeUndefined();
  });

  it('takes the place of an earlier one for the same search, and of no other', async () => {
    opened();
    const first = await give();
    await give({ input: { ...input, cabin: 'first' } });
    const again = await give({ perDay: usd(60_000) });
    const inForce = (await grants()).filter(({ state }) => state === 'in_force');
    expect(inForce.map(({ grantId }) => grantId)).not.toContain(first.grantId);
    expect(inForce.map(({ grantId }) => grantId)).toContain(again.grantId);
    expect(inForce).toHaveLength(2);
    // What is watched is bought under those of the marketplace in use alone.
    expect(desk.purchases.watching.grants()).toHaveLength(2);
    Object.assign(desk.state.accountContext, { marketplace: 'https://other.example' });
    expect(desk.purchases.watching.grants()).toEqual([]);
  });

  it('buys within a day’s amount, and again the next day', async () => {
    opened();
    const { grantId } = await give();
    for (const code of ['no failure', 'no failure', 'not_granted']) expect(await spend(grantId)).toBe(code);
    expect(desk.calls()).toHaveLength(2);
    expect(await grants()).toMatchObject([{ spentToday: [usd(44_000)], spent: [usd(44_000)] }]);
    desk.pass(DAY);
    expect(await spend(grantId)).toBe('no failure');
    expect(await grants()).toMatchObject([{ spentToday: [usd(22_000)], spent: [usd(66_000)] }]);
    const [grant] = await grants();
    const { timeline } = await desk.purchases.handlers.show({ purchaseId: grant?.purchaseIds[0] ?? '' });
    expect(timeline.map(({ event, by }) => `${event} ${by}`)).toEqual(
      expect.arrayContaining(['opened main', 'approved_by_grant main']),
    );
  });

  it.each<[string, () => unknown]>([
    [
      'revoked',
      async () => desk.purchases.handlers.revokeGrant({ grantId: (await grants())[0]?.grantId ?? '' }),
    ],
    ['over', () => desk.pass(7 * DAY)],
    ['of a later time than the clock shows', () => desk.pass(-DAY)],
    [
      'of another marketplace',
      () => Object.assign(desk.state.accountContext, { marketplace: 'https://other.example' }),
    ],
    ['of another account', () => Object.assign(desk.state.accountContext, { account: 'other' })],
  ])('buys nothing once it is %s', async (_what, change) => {
    opened();
    const { grantId } = await give();
    await change();
    expect(await spend(grantId)).toBe('not_granted');
    expect(desk.state.requested).toEqual([]);
  });

  it('ends what it was quoting where the key is another by then', async () => {
    opened();
    const { grantId } = await give();
    const { script } = desk.state;
    desk.state.script = (request) => {
      Object.assign(desk.state.accountContext, { keyMark: 'other' });
      return script(request);
    };
    expect(await spend(grantId)).toBe('approval_void');
    const [{ purchaseId } = { purchaseId: '' }] = (await desk.purchases.handlers.list({})).items;
    const { timeline } = await desk.purchases.handlers.show({ purchaseId });
    expect(timeline.map(({ event }) => event)).toEqual(['opened', 'quote_committed', 'voided']);
  });

  it('orders nothing that is priced in another currency than its amount', async () => {
    opened();
    const { grantId } = await give({ perDay: { ...PRICE, currency: 'EUR' } });
    expect(await spend(grantId)).toBe('not_granted');
    expect(desk.calls()).toEqual([]);
    expect((await desk.purchases.handlers.list({})).items).toMatchObject([{ state: 'void' }]);
  });

  it('waits while a charge that was not approved has not been seen', async () => {
    opened({ charge: usd(40_000) });
    const { grantId } = await give({ perDay: usd(500_000) });
    await spend(grantId);
    expect(await spend(grantId)).toBe('charge_alarm');
    // A charge of the demo says nothing of real ones, nor the other way.
    desk.state.accountContext.demo = true;
    expect(await spend(grantId)).toBe('no failure');
    desk.state.accountContext.demo = false;
    const alarms = await desk.purchases.handlers.alarms(undefined);
    const alarmed = alarms.find(({ demo }) => !demo);
    if (alarmed === undefined) throw new Error('There is an alarm.');
    await desk.purchases.handlers.seeCharge({ purchaseId: alarmed.purchaseId, mark: alarmed.alarm.mark });
    expect(await spend(grantId)).toBe('no failure');
  });

  const next = { toolRef: 'as listed then', input: { ...input, skip: 10 }, after: '' };
  it.each<[isNext: boolean, string, number, object, Partial<PurchasesDeps>]>([
    [true, 'has read no page but the first', 23 * HOUR, {}, {}],
    [false, 'began a day ago', DAY, { everyHours: 48 }, {}],
    [true, 'is not due again', 12 * HOUR - 1, { everyHours: 12 }, {}],
    [false, 'is due again', 12 * HOUR, { everyHours: 12 }, {}],
    [false, 'has read all of its pages', 0, { pages: 1 }, {}],
    [false, 'has a page that does not fit', 0, {}, { whyUnfit: () => 'It repeats the first.' }],
    [false, 'has no further page', 0, {}, { nextPageOf: () => null }],
  ])('goes on with the next page (%s) of a refresh that %s', async (isNext, _what, ms, terms, deps) => {
    opened({ nextPageOf: () => next, runEndingWith: () => 7, ...deps });
    const { grantId } = await give({ perDay: usd(500_000), ...terms });
    const inputs = async () => {
      await spend(grantId);
      return desk.requestsOf('quote').at(-1)?.members.input;
    };
    expect(desk.purchases.watching.isUnfinished(grantId)).toBe(false);
    expect(await inputs()).toEqual(input);
    desk.pass(ms);
    expect(desk.purchases.watching.isUnfinished(grantId)).toBe(isNext);
    expect(await inputs()).toEqual(isNext ? next.input : input);
    // Both pages are read: the next refresh begins anew.
    if (isNext) expect(await inputs()).toEqual(input);
  });
});
