import { describe, expect, it } from 'vitest';
import type { ToolFacts } from '../journal/purchase-context.ts';
import {
  approvePurchase,
  desk,
  eachInItsFolder,
  failureCodeOf,
  input,
  open,
  orderPurchase,
  quotePurchase,
  service,
  show,
} from '../testing/one-purchase.ts';
import {
  answered,
  committedQuote,
  completedCall,
  failed,
  NOON,
  PRICE,
  settled,
  TOOL,
  TOOL_FACTS,
  usd,
} from '../testing/purchase-desk.ts';

eachInItsFolder();

/** What is known of the Tool, but for whether it can be called. */
const FACTS = {
  toolId: TOOL,
  interpretation: null,
  listedPrice: null,
  listedAuthorisation: null,
  declaredDefaults: {},
  title: '',
  providerName: null,
  dataUse: [],
  effects: [],
};

describe('buying', () => {
  it('goes from a quote over its approval to a stored output, with one Call', async () => {
    open(service({ call: () => answered(completedCall('call-1')) }));
    const quoted = await quotePurchase();
    expect(quoted).toMatchObject({ state: 'quoted', price: PRICE, approvable: { ok: true } });
    expect(desk.purchases.watching.busy()).toBe(true);
    expect((await approvePurchase(quoted)).state).toBe('submitted');
    await settled();
    expect(desk.purchases.watching.busy()).toBe(false);
    const done = await show(quoted);
    expect(done).toMatchObject({
      state: 'completed',
      callRef: 'call-1',
      chargeState: 'paid',
      counted: PRICE,
      runId: 7,
      approvable: { ok: false },
    });
    expect(desk.calls()).toHaveLength(1);
    expect(desk.outputOf(quoted.purchaseId)).toEqual({ data: [] });
    expect(done.timeline.map(({ event }) => event)).toEqual([
      'opened',
      'quote_committed',
      'approved',
      'submitted',
      'completed',
    ]);
  });

  it('has the order on the disk before it is sent', async () => {
    let rowAtCall: unknown;
    open(
      service({
        call: () => {
          rowAtCall = desk.storage.db
            .prepare('SELECT state, idempotency_key, quote_ref FROM purchases')
            .get();
          return answered(completedCall('call-1'));
        },
      }),
    );
    await orderPurchase();
    expect(rowAtCall).toEqual({
      state: 'submitted',
      quote_ref: 'quote-1',
      idempotency_key: desk.calls()[0]?.members.idempotencyKey,
    });
  });

  it('is listed by state, time, Tool and kind, newest first', async () => {
    open(service({ call: () => answered(completedCall('call-1')) }));
    const first = await orderPurchase();
    desk.pass(1_000);
    const second = await desk.purchases.handlers.quote({
      toolRef: TOOL,
      input: { ...input, cabin: 'first' },
    });
    const [a, b] = [first.purchaseId, second.purchaseId];
    const listed = async (wanted: Parameters<typeof desk.purchases.handlers.list>[0]) => {
      const { items, total } = await desk.purchases.handlers.list(wanted);
      return [items.map(({ purchaseId }) => purchaseId), total];
    };
    expect(await listed({})).toEqual([[b, a], 2]);
    expect(await listed({ limit: 1 })).toEqual([[b], 2]);
    expect(await listed({ states: ['completed', 'refused'] })).toEqual([[a], 1]);
    expect(await listed({ from: NOON + 1_000 })).toEqual([[b], 1]);
    expect(await listed({ until: NOON + 1_000 })).toEqual([[a], 1]);
    expect(await listed({ toolId: 'another' })).toEqual([[], 0]);
    expect(await listed({ currency: PRICE.currency, limit: 1 })).toEqual([[b], 2]);
    expect(await listed({ currency: 'EUR' })).toEqual([[], 0]);
    expect(await listed({ kind: 'demo' })).toEqual([[], 0]);
    expect(await listed({ kind: 'real', states: ['quoted'] })).toEqual([[b], 1]);
  });

  it('is neither discarded, resumed nor alarmed about afterwards', async () => {
    open(service({ call: () => answered(completedCall('call-1')) }));
    const quoted = await orderPurchase();
    const { purchaseId } = quoted;
    const { discard, resume, seeCharge } = desk.purchases.handlers;
    expect(await failureCodeOf(() => discard({ purchaseId }))).toBe('not_discardable');
    expect(await failureCodeOf(() => resume({ purchaseId }))).toBe('not_resumable');
    await seeCharge({ purchaseId, mark: 'of no alarm' });
    expect(await show(quoted)).toMatchObject({ state: 'completed', chargeAlarm: null });
  });

  it.each([
    ['discarded', 0],
    ['expired', 61_000],
  ])('is discarded once, and left alone where it is %s', async (state, ms) => {
    open(service());
    const { purchaseId } = await quotePurchase();
    desk.pass(ms);
    await settled();
    for (let times = 0; times < 2; times++)
      expect(await desk.purchases.handlers.discard({ purchaseId })).toMatchObject({ state });
  });

  it('sends nothing without an approval', async () => {
    open(service());
    await quotePurchase();
    desk.pass(3_600_000);
    await settled();
    expect(desk.calls()).toHaveLength(0);
  });

  it('pays once however often the approval is pressed', async () => {
    open(service({ call: () => answered(completedCall('call-1')) }));
    const quoted = await quotePurchase();
    const presses = await Promise.allSettled(Array.from({ length: 50 }, () => approvePurchase(quoted)));
    await settled();
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await failureCodeOf(() => approvePurchase(quoted))).toBe('not_approvable');
    expect(desk.calls()).toHaveLength(1);
  });

  it.each([
    ['quoteRef', { quoteRef: 'another' }],
    ['toolVersion', { toolVersion: '2' }],
    ['inputDigest', { inputDigest: 'another' }],
    ['price', { price: usd(1) }],
  ])('refuses an approval whose %s is not the one held', async (_name, other) => {
    open(service());
    const quoted = await quotePurchase();
    expect(await failureCodeOf(() => approvePurchase(quoted, other))).toBe('approval_void');
    expect(desk.calls()).toHaveLength(0);
    expect((await show(quoted)).state).toBe('quoted');
  });

  it.each([
    ['key', { keyMark: 'other' }],
    ['account', { account: 'other' }],
    ['marketplace', { marketplace: 'https://other.example' }],
  ])('voids the quote when the %s changes before the approval', async (_name, change) => {
    open(service());
    const quoted = await quotePurchase();
    desk.state.accountContext = { ...desk.state.accountContext, ...change };
    expect((await show(quoted)).approvable.ok).toBe(false);
    expect(await failureCodeOf(() => approvePurchase(quoted))).toBe('approval_void');
    expect((await show(quoted)).state).toBe('void');
    expect(desk.calls()).toHaveLength(0);
  });

  it('refuses a quote that has ended, even when the clock is then set back', async () => {
    let passed = 0;
    open(service(), { monotonic: () => passed });
    const quoted = await quotePurchase();
    passed = 60_000;
    desk.state.now -= 3_600_000;
    expect(await failureCodeOf(() => approvePurchase(quoted))).toBe('quote_expired');
    expect((await show(quoted)).state).toBe('expired');
    // One of an earlier run holds by the clock alone, and not where nobody knows how long ago it was.
    desk.state.now = NOON;
    const later = await quotePurchase();
    desk.close();
    let clock = NOON + 59_000;
    open(service(), { clock: () => clock });
    expect((await show(later)).approvable.ok).toBe(true);
    clock = NOON - 1;
    expect(await failureCodeOf(() => approvePurchase(later))).toBe('quote_expired');
  });

  it.each([
    ['has ended on arrival and names its own clock', NOON, 'expired'],
    ['has ended on arrival by a clock that is not told', null, 'quoted'],
  ])('judges a quote that %s', async (_, serverDate, state) => {
    const late = answered(committedQuote(NOON - 86_400_000, 'quote-1', input));
    open(() => (late.ok ? { ...late, answer: { ...late.answer, serverDate } } : late));
    const quoted = await quotePurchase();
    desk.pass(0);
    expect((await show(quoted)).state).toBe(state);
    desk.pass(60_000);
    expect((await show(quoted)).state).toBe('expired');
  });

  it('stops at the daily limit and counts what is unresolved in full', async () => {
    open(service({ call: () => failed({}), callList: () => failed({}) }), {
      limits: () => ({
        perCall: PRICE,
        perDay: usd(43_999),
        perMonth: usd(10_000_000),
      }),
    });
    await orderPurchase();
    const second = await desk.purchases.handlers.quote({ toolRef: TOOL, input: { ...input, take: 10 } });
    expect(second.approvable).toMatchObject({ ok: false });
    expect(await failureCodeOf(() => approvePurchase(second))).toBe('over_limit');
    expect(desk.calls()).toHaveLength(1);
  });

  it('counts under the limit of one Tool what was spent on that Tool', async () => {
    const perTool = [{ toolId: 'other', title: 'Other', perDay: PRICE, perMonth: null }];
    const large = usd(10_000_000);
    open(service({ call: () => answered(completedCall('c')) }), {
      limits: () => ({ perCall: PRICE, perDay: large, perMonth: large, perTool }),
      toolFacts: (toolId) => ({ ...TOOL_FACTS, toolId }),
    });
    await orderPurchase();
    const other = (cabin: string) =>
      desk.purchases.handlers.quote({ toolRef: 'other', input: { ...input, cabin } });
    const first = await other('first');
    expect(first.approvable).toMatchObject({ ok: true, limit: null });
    await approvePurchase(first);
    expect((await other('business')).approvable).toMatchObject({ ok: false, limit: 'toolPerDay' });
  });

  it.each<[string, string, { confirms?: boolean; abovePerCall?: boolean; perDay?: string }]>([
    ['not by the page alone', 'over_limit', {}],
    ['not where the user says no outside it', 'not_confirmed', { abovePerCall: true }],
    ['where the user says yes outside it', 'no failure', { abovePerCall: true, confirms: true }],
    ['and no other limit', 'over_limit', { abovePerCall: true, confirms: true, perDay: '21999' }],
  ])('exceeds the limit for one Call %s', async (_what, code, more) => {
    const { confirms = false, abovePerCall, perDay = '90000' } = more;
    const questions: unknown[] = [];
    open(service({ call: () => answered(completedCall('call-1')) }), {
      limits: () => ({
        ...{ perCall: usd(21_999), perDay: { ...PRICE, units: perDay }, perMonth: PRICE },
      }),
      confirm: async ({ words }) => {
        questions.push(words);
        return confirms;
      },
    });
    const quoted = await quotePurchase();
    expect(quoted.approvable).toMatchObject({ ok: false, limit: 'perCall' });
    const { purchaseId, quote: shown } = quoted;
    if (shown === null) throw new Error(quoted.words);
    const approving = () => desk.purchases.handlers.approve({ purchaseId, shown, abovePerCall });
    expect(await failureCodeOf(approving)).toBe(code);
    await settled();
    expect(desk.calls()).toHaveLength(code === 'no failure' ? 1 : 0);
    expect(questions).toHaveLength(abovePerCall === true ? 1 : 0);
  });

  it('lets a Tool be described first where it was only listed', async () => {
    let callable: ToolFacts['callable'] = { ok: false, words: 'Not described yet.', undescribed: true };
    const described: string[] = [];
    open(service(), {
      toolFacts: () => ({ ...FACTS, callable }),
      describeTool: async (toolRef) => {
        described.push(toolRef);
        callable = { ok: true };
        return null;
      },
    });
    await quotePurchase();
    expect(described).toHaveLength(1);
    expect(desk.state.requested.map(({ role }) => role)).toContain('quote');
  });

  it('says why a Tool that was only listed could not be described', async () => {
    open(service(), {
      toolFacts: () => ({
        ...FACTS,
        callable: { ok: false, words: 'Not described yet.', undescribed: true },
      }),
      describeTool: async () => 'The marketplace could not be reached.',
    });
    await expect(quotePurchase()).rejects.toThrow(
      /Nothing was bought\. The marketplace could not be reached\./,
    );
    expect(desk.state.requested).toHaveLength(0);
  });

  it.each([
    ['no_key', { accountContext: { keyMark: 'none' } }],
    ['scope_missing', { accountContext: { scopes: ['account:read'] } }],
    ['not_callable', { facts: { callable: { ok: false as const, words: 'Setup is required.' } } }],
    ['invalid_input', { problems: { take: 'too small' } }],
  ])(
    'asks for no quote where %s',
    async (code, { accountContext, facts, problems }: Record<string, object | undefined>) => {
      open(service(), {
        ...(facts && {
          toolFacts: () => ({
            ...FACTS,
            callable: { ok: false, words: 'x' },
          }),
        }),
        ...(problems && { checkInput: () => ({ ok: false, problems: problems as Record<string, string> }) }),
      });
      desk.state.accountContext = { ...desk.state.accountContext, ...accountContext };
      expect(await failureCodeOf(quotePurchase)).toBe(code);
      expect(desk.state.requested).toHaveLength(0);
    },
  );
});
