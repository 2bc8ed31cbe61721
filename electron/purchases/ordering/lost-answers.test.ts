import { describe, expect, it } from 'vitest';
import type { Reply } from '../../marketplace/http/answer.ts';
import {
  approvePurchase,
  desk,
  eachInItsFolder,
  failureCodeOf,
  open,
  orderLater,
  quotePurchase,
  service,
  show,
} from '../testing/one-purchase.ts';
import { answered, completedCall, failed, PRICE, settled, TOOL } from '../testing/purchase-desk.ts';

eachInItsFolder();

describe('an answer that does not come', () => {
  const listing =
    (...refs: string[]) =>
    () =>
      answered({
        kind: 'available',
        items: refs.map((callRef) => ({
          callRef,
          toolRef: TOOL,
          state: 'completed',
          createdAt: desk.state.now,
          updatedAt: 1,
        })),
        hasMore: false,
      });
  const status = (callRef: string) => () =>
    answered({
      kind: 'found',
      callRef,
      version: 2,
      toolRef: TOOL,
      state: 'terminal',
      result: completedCall(callRef),
    });

  it('leaves the purchase unknown, and the same request locked', async () => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await quotePurchase();
    await approvePurchase(quoted);
    await settled();
    expect(await show(quoted)).toMatchObject({
      state: 'unknown',
      counted: PRICE,
      can: { resume: true, checkAgain: true },
    });
    expect(await failureCodeOf(quotePurchase)).toBe('already_open');
  });

  it('is found where the list of Calls names its quote, and read by its status, without a second Call', async () => {
    const callList = () => {
      return answered({
        kind: 'available',
        items: [
          { callRef: 'call-8', toolRef: TOOL, state: 'completed', createdAt: desk.state.now },
          { callRef: 'call-9', toolRef: TOOL, state: 'completed', quoteRef: 'quote-1' },
        ],
        hasMore: false,
      });
    };
    open(service({ call: () => failed({}), callList, callStatus: status('call-9') }));
    const quoted = await quotePurchase();
    await approvePurchase(quoted);
    await settled();
    desk.pass(1_000);
    await settled();
    await settled();
    expect(await show(quoted)).toMatchObject({ state: 'completed', callRef: 'call-9' });
    expect(desk.calls()).toHaveLength(1);
    expect(desk.outputOf(quoted.purchaseId)).toEqual({ data: [] });
  });

  it.each([[['call-9']], [['call-8', 'call-9']]])(
    'is not taken from %j, which Tool and time alone make its own',
    async (refs) => {
      open(service({ call: () => failed({}), callList: listing(...refs), callStatus: status('call-9') }));
      const quoted = await quotePurchase();
      await approvePurchase(quoted);
      await settled();
      await desk.purchases.handlers.checkAgain({ purchaseId: quoted.purchaseId });
      expect(await show(quoted)).toMatchObject({ state: 'unknown', callRef: null, counted: PRICE });
      expect(desk.outputOf(quoted.purchaseId)).toBeNull();
    },
  );

  it('is repeated only by the user, as the identical order', async () => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await quotePurchase();
    await approvePurchase(quoted);
    await settled();
    desk.pass(10_000_000);
    await settled();
    expect(desk.calls()).toHaveLength(1);
    desk.state.script = service({ call: () => answered(completedCall('call-1')), callList: listing() });
    const resumed = await desk.purchases.handlers.resume({ purchaseId: quoted.purchaseId });
    expect(resumed.state).toBe('completed');
    const [first, second] = desk.calls();
    expect(second?.members).toEqual(first?.members);
  });

  it('is sent again once for two clicks, of which one waits for the other', async () => {
    open(service({ call: () => failed({}), callList: listing() }));
    const { purchaseId } = await quotePurchase().then(approvePurchase);
    await settled();
    const { resume } = desk.purchases.handlers;
    const answer = Promise.withResolvers<Reply>();
    desk.state.script = service({ call: () => answer.promise, callList: listing() });
    const first = resume({ purchaseId });
    await settled();
    const second = resume({ purchaseId });
    answer.resolve(failed({}));
    await Promise.all([first, second]);
    expect(desk.calls()).toHaveLength(2);
    await resume({ purchaseId });
    expect(desk.calls()).toHaveLength(3);
  });

  describe('where the repeated order is declined and the list is whole', () => {
    /** Loses an answer, has the repeated order answered so, and waits for longer than a list may lag behind. */
    async function declinedBy(call: () => Reply, lists: { first: () => Reply; later: () => Reply }) {
      open(service({ call: () => failed({}), callList: lists.first, callStatus: () => failed({}) }), {
        confirm: async () => true,
      });
      const quoted = await quotePurchase();
      await approvePurchase(quoted);
      await settled();
      const { purchaseId } = quoted;
      await desk.purchases.handlers.checkAgain({ purchaseId });
      desk.state.script = service({ call, callList: lists.later, callStatus: () => failed({}) });
      await desk.purchases.handlers.resume({ purchaseId });
      await orderLater();
      desk.pass(3_600_000);
      await settled();
      await desk.purchases.handlers.checkAgain({ purchaseId });
      return show(quoted);
    }
    const notThere = () => failed({ delivery: 'answered', status: 410, code: 'problem' });
    const others = (...refs: string[]) => ({
      ...{ kind: 'available', hasMore: false },
      items: refs.map((callRef) => ({ callRef, state: 'completed', idempotencyKey: 'theirs' })),
    });

    it('a Call that could be its own keeps it unknown though later lists leave it out, and after a restart', async () => {
      const purchase = await declinedBy(notThere, { first: listing('call-9'), later: listing() });
      expect(purchase).toMatchObject({ state: 'unknown', counted: PRICE });
      const { script } = desk.state;
      const { now } = desk.state;
      desk.close();
      open(script);
      desk.pass(now - desk.state.now);
      await desk.purchases.handlers.checkAgain({ purchaseId: purchase.purchaseId });
      expect(await show(purchase)).toMatchObject({ state: 'unknown', counted: PRICE });
    });

    it('a list that leaves out another’s Call that it showed before proves nothing', async () => {
      const lists = { first: () => answered(others('call-8')), later: () => answered(others()) };
      expect(await declinedBy(notThere, lists)).toMatchObject({ state: 'unknown', counted: PRICE });
    });

    it.each([
      ['409', () => failed({ delivery: 'answered', status: 409, code: 'conflict' })],
      [
        'that its quote is consumed',
        () => answered({ kind: 'refused', code: 'quote_consumed', retryable: false }),
      ],
    ])('an answer %s to it says that it may have been taken, and frees nothing', async (_, call) => {
      const lists = { first: () => answered(others()), later: () => answered(others()) };
      expect(await declinedBy(call, lists)).toMatchObject({
        state: 'unknown',
        counted: PRICE,
        can: { resume: true, placeCall: true },
      });
    });
  });

  it('is not written off by a refusal in words either', async () => {
    open(service({ call: () => failed({}), callList: () => failed({}) }));
    const quoted = await quotePurchase();
    await approvePurchase(quoted);
    await settled();
    desk.state.script = service({
      call: () => answered({ kind: 'refused', code: 'quote_expired', retryable: false }),
      callList: () => failed({}),
    });
    const { purchaseId } = quoted;
    expect(await desk.purchases.handlers.resume({ purchaseId })).toMatchObject({
      state: 'unknown',
      counted: PRICE,
    });
  });

  describe('where the list shows a charged Call that it says little of', () => {
    const DAY = 86_400_000;
    const items = (item: (at: number) => object) => {
      const callList =
        (more: object = {}) =>
        () =>
          answered({
            kind: 'available',
            items: [{ callRef: 'call-9', state: 'completed', ...item(desk.state.now) }],
            hasMore: false,
            ...more,
          });
      return callList;
    };
    const bare = items(() => ({}));
    const withoutZone = items((at) => ({
      toolRef: TOOL,
      createdAt: new Date(at).toISOString().slice(0, 19),
    }));
    /** Declines the repeated order and waits for longer than a list may lag behind. */
    const repeat = async (script: Parameters<typeof service>[0]) => {
      open(service({ ...script, call: () => failed({ requestId: 'sent-1' }) }));
      const quoted = await quotePurchase();
      await approvePurchase(quoted);
      await settled();
      desk.state.script = service({
        ...script,
        call: () => failed({ delivery: 'answered', status: 410, code: 'problem' }),
      });
      await orderLater();
      for (let round = 0; round < 3; round++) {
        desk.pass(300_000);
        await settled();
        await settled();
        if ((await show(quoted)).state !== 'unknown') break;
        await desk.purchases.handlers.resume({ purchaseId: quoted.purchaseId });
      }
      return show(quoted);
    };

    it.each([
      ['a reference and a state only', bare()],
      ['a stamp without a zone', withoutZone()],
      ['a list that says it is partial', items(() => ({ toolRef: 'other' }))({ partialResults: true })],
      ['a list that says so beside', items(() => ({ toolRef: 'other' }))({ data: { partialResults: true } })],
      ['a list that holds fewer than it counts', items(() => ({ toolRef: 'other' }))({ totalCount: 3 })],
      ['a list that does not say that it ends', items(() => ({ toolRef: 'other' }))({ hasMore: undefined })],
      [
        'a stamp that the time of the order does not bear out',
        items((at) => ({ toolRef: TOOL, createdAt: at + DAY }))(),
      ],
    ])('%s leaves it unknown where its status cannot be read', async (_name, callList) => {
      expect(await repeat({ callList, callStatus: () => failed({}) })).toMatchObject({
        state: 'unknown',
        counted: PRICE,
      });
    });

    it.each([
      ['its key', () => ({ idempotencyKey: desk.calls()[0]?.members.idempotencyKey })],
      ['its quote', () => ({ quoteRef: 'quote-1' })],
    ])('is taken where %s is named, whatever the clock', async (_name, named) => {
      const callList = items(() => ({ toolRef: TOOL, createdAt: 1, ...named() }))();
      expect(await repeat({ callList, callStatus: status('call-9') })).toMatchObject({ state: 'completed' });
    });

    it('is one Call where pages of the list overlap', async () => {
      const callList = items(() => ({ quoteRef: 'quote-1' }))();
      const twice = () => {
        const reply = callList();
        if (!reply.ok) throw new Error('The list answers.');
        const { items: listed, ...more } = reply.answer.body as { items: unknown[] };
        return answered({ ...more, items: [...listed, ...listed] });
      };
      expect(await repeat({ callList: twice, callStatus: status('call-9') })).toMatchObject({
        state: 'completed',
      });
    });

    it('is not taken where two Calls name its quote', async () => {
      const callList = () =>
        answered({
          kind: 'available',
          items: ['call-8', 'call-9'].map((callRef) => ({
            callRef,
            state: 'completed',
            quoteRef: 'quote-1',
          })),
          hasMore: false,
        });
      expect(await repeat({ callList, callStatus: status('call-9') })).toMatchObject({ state: 'unknown' });
    });

    describe('of another program that buys the same Tool with the same account in the same seconds', () => {
      const theirs = items((at) => ({ toolRef: TOOL, createdAt: at, usage: { amount: PRICE } }));
      const statusWith = (more: object) => () =>
        answered({
          kind: 'found',
          callRef: 'call-9',
          version: 1,
          toolRef: TOOL,
          state: 'terminal',
          result: completedCall('call-9', { data: ['theirs'] }),
          ...more,
        });

      it.each([
        ['its input is the same', { normalizedInput: { origin_airport: 'JFK', destination_airport: 'LHR' } }],
        ['the digest of its input alone is given', { inputDigest: 'a'.repeat(64) }],
        ['nothing else is said of it', {}],
      ])('is not taken as its own, nor written off for it, where %s', async (_name, more) => {
        const purchase = await repeat({ callList: theirs(), callStatus: statusWith(more) });
        expect(purchase).toMatchObject({ state: 'unknown', callRef: null, counted: PRICE });
        expect(desk.outputOf(purchase.purchaseId)).toBeNull();
      });

      it('is left alone where the own one is named beside it', async () => {
        const callList = () =>
          answered({
            kind: 'available',
            items: [
              { callRef: 'call-8', toolRef: TOOL, state: 'completed', createdAt: desk.state.now },
              { callRef: 'call-9', toolRef: TOOL, state: 'completed', quoteRef: 'quote-1' },
            ],
            hasMore: false,
          });
        expect(await repeat({ callList, callStatus: status('call-9') })).toMatchObject({
          state: 'completed',
          callRef: 'call-9',
        });
      });
    });

    it.each<[string, object]>([
      ['leaves members of its input away or fills some in', { origin_airport: 'jfk', cabin: 'economy' }],
      ['writes one value as a list', { origin_airport: ['JFK'] }],
      ['wraps a value in an object', { origin_airport: { code: 'JFK' } }],
    ])('that %s is not another’s for that', async (_name, stated) => {
      const callList = items(() => ({ input: stated }))();
      expect(await repeat({ callList, callStatus: () => failed({}) })).toMatchObject({ state: 'unknown' });
    });

    it('that names the Tool by the ID of its capability is not another’s for that', async () => {
      const callList = items(() => ({ toolId: 'capability:award-search' }))();
      expect(await repeat({ callList, callStatus: () => failed({}) })).toMatchObject({ state: 'unknown' });
    });

    const ownKey = (): string => String(desk.calls()[0]?.members.idempotencyKey);

    it.each<[string, () => object]>([
      ['its key masked', () => ({ idempotencyKey: `****${ownKey().slice(-4)}` })],
      ['its key cut', () => ({ idempotencyKey: ownKey().slice(0, 8) })],
      ['its key in other letters', () => ({ idempotencyKey: ownKey().toUpperCase().replaceAll('-', '') })],
      ['its key behind an account', () => ({ idempotencyKey: `acct_1:${ownKey()}` })],
      ['a digest of a key', () => ({ idempotencyKey: 'a3'.repeat(32) })],
      ['its quote without what comes before', () => ({ quoteRef: 'quotes/quote-1' })],
      ['where it ran', () => ({ service: 'eu-west', execution: 'async' })],
    ])('with %s is not another’s for that', async (_name, named) => {
      const callList = items(named)();
      expect(await repeat({ callList, callStatus: () => failed({}) })).toMatchObject({ state: 'unknown' });
    });

    it.each([
      ['Tools', { toolId: '42' }],
      ['keys', { idempotencyKey: 'key_7' }],
      ['quotes', { quoteId: '9' }],
    ])(
      'is not another’s by %s that the service names otherwise for Calls made here too',
      async (_name, named) => {
        const callList = () =>
          answered({
            kind: 'available',
            items: ['call-9', 'call-later'].map((callRef) => ({ callRef, state: 'completed', ...named })),
            hasMore: false,
          });
        expect(await repeat({ callList, callStatus: () => failed({}) })).toMatchObject({ state: 'unknown' });
      },
    );
  });

  it.each([410, 404, 402, 403, 400])(
    'is not settled by a repeated order that is answered %i, but by the user who knows that no Call was made',
    async (status) => {
      open(service({ call: () => failed({}), callList: listing() }), { confirm: async () => true });
      const quoted = await quotePurchase();
      await approvePurchase(quoted);
      await settled();
      const { purchaseId } = quoted;
      const declined = () => failed({ delivery: 'answered', status, code: 'problem', message: 'Gone.' });
      desk.state.script = service({ call: declined, callList: listing() });
      const resumed = await desk.purchases.handlers.resume({ purchaseId });
      expect(resumed).toMatchObject({ state: 'unknown', counted: PRICE });
      expect(resumed.timeline.map(({ event }) => event)).toContain('order_declined');
      desk.pass(30 * 86_400_000);
      await settled();
      await desk.purchases.handlers.checkAgain({ purchaseId });
      expect(await show(quoted)).toMatchObject({ state: 'unknown', counted: PRICE });
      await desk.purchases.handlers.placeCall({ purchaseId, callRef: null, isOwn: false });
      expect(await show(quoted)).toMatchObject({ state: 'refused', counted: null });
    },
  );

  it.each([
    ['marketplace', { marketplace: 'https://other.example' }],
    ['account', { account: 'other' }],
  ])('is never resumed by another %s', async (_name, change) => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await quotePurchase();
    await approvePurchase(quoted);
    await settled();
    desk.state.accountContext = { ...desk.state.accountContext, ...change };
    expect(await failureCodeOf(() => desk.purchases.handlers.resume({ purchaseId: quoted.purchaseId }))).toBe(
      'other_account',
    );
    expect(
      await failureCodeOf(() => desk.purchases.handlers.checkAgain({ purchaseId: quoted.purchaseId })),
    ).toBe('other_account');
    expect(desk.calls()).toHaveLength(1);
  });

  it('is looked for after a restart, and what was being sent is not sent again', async () => {
    const never = new Promise<Reply>(() => {});
    open(service({ call: () => never }));
    const quoted = await quotePurchase();
    await approvePurchase(quoted);
    desk.close();
    const naming = () =>
      answered({
        kind: 'available',
        items: [{ callRef: 'call-3', state: 'completed', quoteRef: 'quote-1' }],
        hasMore: false,
      });
    open(service({ callList: naming, callStatus: status('call-3') }));
    expect((await show(quoted)).state).toBe('unknown');
    desk.purchases.recover();
    await settled();
    await settled();
    expect((await show(quoted)).state).toBe('completed');
    expect(desk.calls()).toHaveLength(0);
  });
});

describe('whose account an open purchase is of', () => {
  it('is written down when the service states it for the same key, so that another key of it may settle it', async () => {
    open(service({ call: () => failed({}), callList: () => failed({}) }));
    const { marketplace, demo, keyMark } = desk.state.accountContext;
    desk.state.accountContext = { marketplace, demo, keyMark, scopes: null, account: null };
    const bought = await quotePurchase();
    const { purchaseId } = await approvePurchase(bought);
    await settled();
    expect((await show(bought)).can.checkAgain).toBe(true);
    desk.state.accountContext = { marketplace, demo, keyMark, scopes: null, account: 'account:1' };
    await desk.purchases.handlers.checkAgain({ purchaseId });
    desk.state.accountContext = {
      marketplace,
      demo,
      keyMark: 'another key',
      scopes: null,
      account: 'account:1',
    };
    expect((await show(bought)).can.checkAgain).toBe(true);
    desk.state.accountContext = {
      marketplace,
      demo,
      keyMark: 'another key',
      scopes: null,
      account: 'account:2',
    };
    expect((await show(bought)).can.checkAgain).toBe(false);
  });
});
