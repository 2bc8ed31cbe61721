import { describe, expect, it } from 'vitest';
import type { Question } from '../journal/purchase-context.ts';
import {
  approvePurchase,
  checkAgain,
  desk,
  eachInItsFolder,
  failureCodeOf,
  open,
  orderPurchase,
  quotePurchase,
  service,
  show,
} from '../testing/one-purchase.ts';
import {
  callsListed,
  completedCall,
  failed,
  foundCall,
  PRICE,
  settled,
  TOOL,
} from '../testing/purchase-desk.ts';

eachInItsFolder();

const OTHER_OUTPUT = { data: ['of the other Call'] };

describe('a Call that the service does not say whose it is', () => {
  const list = (...refs: string[]) =>
    callsListed(
      refs.map((callRef) => ({
        callRef,
        toolRef: TOOL,
        state: 'completed',
        createdAt: desk.state.now,
        usage: { amount: PRICE },
      })),
    );
  /** A purchase whose acknowledgement was lost, at an account whose list holds `refs`. */
  async function lost(refs: string[], confirms: boolean) {
    const questions: Question[] = [];
    const answers = service({ call: () => failed({}), callList: () => list(...refs) });
    open(
      (request) => {
        if (request.role === 'callStatus') {
          const { callRef } = request.members;
          return foundCall('terminal', {
            callRef,
            result: completedCall(String(callRef), callRef === 'call-9' ? { data: [] } : OTHER_OUTPUT),
          });
        }
        return answers(request);
      },
      {
        confirm: async (question) => {
          questions.push(question);
          return confirms;
        },
      },
    );
    const quoted = await orderPurchase();
    return { quoted, questions, place: placing(quoted.purchaseId) };
  }
  const placing = (purchaseId: string) => (callRef: string, isOwn: boolean) =>
    desk.purchases.handlers.placeCall({ purchaseId, callRef, isOwn });
  const declineFromNow = (refs: string[], status = 410) => {
    const usual = desk.state.script;
    desk.state.script = (request) => {
      if (request.role === 'call')
        return failed({ delivery: 'answered', status, code: 'problem', requestId: 'again' });
      return request.role === 'callList' ? list(...refs) : usual(request);
    };
  };

  it('is shown as a candidate with what the list says of it, and nothing is posted for that', async () => {
    const { quoted } = await lost(['call-8', 'call-9'], true);
    expect(quoted.can.placeCall).toBe(false);
    expect((await show(quoted)).can.placeCall).toBe(true);
    const { purchaseId } = quoted;
    expect(await desk.purchases.handlers.callCandidates({ purchaseId })).toEqual({
      complete: true,
      calls: ['call-8', 'call-9'].map((callRef) => ({
        callRef,
        toolRef: TOOL,
        state: 'completed',
        createdAt: desk.state.now,
        amount: PRICE,
      })),
    });
    expect(desk.calls()).toHaveLength(1);
  });

  it('is taken by the user’s word, confirmed outside the page, and read by its status', async () => {
    const { place, questions } = await lost(['call-8', 'call-9'], true);
    expect(await place('call-9', true)).toMatchObject({
      state: 'completed',
      callRef: 'call-9',
      charged: PRICE,
      can: { placeCall: false },
    });
    expect(questions).toMatchObject([
      { title: expect.stringContaining('Take this Call'), words: expect.stringContaining('call-9') },
    ]);
    expect(desk.calls()).toHaveLength(1);
  });

  it('stays where it is without the confirmation', async () => {
    const { quoted, place } = await lost(['call-9'], false);
    expect(await failureCodeOf(() => place('call-9', true))).toBe('not_confirmed');
    expect(await failureCodeOf(() => place('call-9', false))).toBe('not_confirmed');
    expect(await show(quoted)).toMatchObject({ state: 'unknown', callRef: null, counted: PRICE });
  });

  it('cannot be one that is stated to be another’s, or that the list does not hold', async () => {
    const { place, questions } = await lost(['call-9'], true);
    expect(await failureCodeOf(() => place('call-7', true))).toBe('not_a_candidate');
    const usual = desk.state.script;
    desk.state.script = (request) =>
      request.role === 'callList'
        ? callsListed([{ callRef: 'call-9', state: 'completed', idempotencyKey: 'theirs' }])
        : usual(request);
    expect(await failureCodeOf(() => place('call-9', true))).toBe('not_a_candidate');
    expect(questions).toEqual([]);
  });

  it('is none where the list names the one of the purchase', async () => {
    const { quoted, place } = await lost(['call-9'], true);
    desk.state.script = service({
      callList: () =>
        callsListed([
          { callRef: 'call-8', state: 'completed' },
          { callRef: 'call-9', quoteRef: 'quote-1' },
        ]),
    });
    const { purchaseId } = quoted;
    const none = { complete: true, calls: [] };
    expect(await desk.purchases.handlers.callCandidates({ purchaseId })).toEqual(none);
    expect(await failureCodeOf(() => place('call-8', true))).toBe('not_a_candidate');
    expect(
      await failureCodeOf(() =>
        desk.purchases.handlers.placeCall({ purchaseId, callRef: null, isOwn: false }),
      ),
    ).toBe('not_declined');
  });

  it('of two purchases that look for one belongs to the one that it was given to', async () => {
    const { quoted, place } = await lost(['call-8', 'call-9'], true);
    const second = await desk.purchases.handlers.quote({
      toolRef: TOOL,
      input: { origin_airport: 'JFK', destination_airport: 'CDG' },
    });
    await approvePurchase(second);
    await settled();
    await place('call-9', true);
    const { purchaseId } = second;
    const left = await desk.purchases.handlers.callCandidates({ purchaseId });
    expect(left.calls.map(({ callRef }) => callRef)).toEqual(['call-8']);
    expect(await failureCodeOf(() => placing(purchaseId)('call-9', true))).toBe('not_a_candidate');
    expect(await show(second)).toMatchObject({ state: 'unknown', counted: PRICE });
    expect(await show(quoted)).toMatchObject({ state: 'completed', callRef: 'call-9' });
  });

  describe('and a list that holds none for a declined order', () => {
    const noCall = (purchaseId: string) =>
      desk.purchases.handlers.placeCall({ purchaseId, callRef: null, isOwn: false });
    async function declined(confirms: boolean, status = 410) {
      const known = await lost([], confirms);
      declineFromNow([], status);
      await desk.purchases.handlers.resume({ purchaseId: known.quoted.purchaseId });
      return known;
    }

    it.each([
      ['it is not confirmed', false, 300_000, 'not_confirmed', 410],
      ['the order may still be on its way', true, 60_000, 'not_declined', 410],
      ['its quote was used by an order', true, 300_000, 'not_declined', 409],
    ])('is not believed where %s', async (_, confirms, ms, code, status) => {
      const { quoted } = await declined(confirms, status);
      desk.pass(ms);
      await settled();
      const { purchaseId } = quoted;
      expect(await failureCodeOf(() => noCall(purchaseId))).toBe(code);
      expect(await show(quoted)).toMatchObject({ state: 'unknown', counted: PRICE });
    });

    it('is believed of a first order that met a conflict: no earlier one can have used its quote', async () => {
      const callList = () => list();
      const call = () => failed({ delivery: 'answered', status: 409, code: 'problem' });
      open(service({ call, callList }), { confirm: async () => true });
      const { purchaseId } = await orderPurchase();
      desk.pass(300_000);
      await settled();
      expect(await noCall(purchaseId)).toMatchObject({ state: 'refused', counted: null });
    });

    it('is not believed where the order was never declined, or a Call could be its own', async () => {
      const { quoted, questions } = await lost([], true);
      const { purchaseId } = quoted;
      desk.pass(300_000);
      await settled();
      expect(await failureCodeOf(() => noCall(purchaseId))).toBe('not_declined');
      declineFromNow(['call-9']);
      await desk.purchases.handlers.resume({ purchaseId });
      expect(await failureCodeOf(() => noCall(purchaseId))).toBe('not_declined');
      expect(questions).toEqual([]);
    });
  });

  it('settles nothing by the user’s word alone: without a declined order the purchase stays unknown', async () => {
    const { quoted, place } = await lost(['call-9'], true);
    expect(await place('call-9', false)).toMatchObject({ state: 'unknown', counted: PRICE });
    await checkAgain(quoted);
    expect((await show(quoted)).state).toBe('unknown');
  });

  it('is not looked for before an order', async () => {
    open(service({ callList: () => list('call-9') }));
    const { purchaseId } = await quotePurchase();
    expect(await failureCodeOf(() => desk.purchases.handlers.callCandidates({ purchaseId }))).toBe(
      'not_looking',
    );
  });

  it('is not chosen for a purchase whose Call is known', async () => {
    const { quoted, place } = await lost(['call-9'], true);
    await place('call-9', true);
    const { purchaseId } = quoted;
    expect(await failureCodeOf(() => desk.purchases.handlers.callCandidates({ purchaseId }))).toBe(
      'not_looking',
    );
    expect(await failureCodeOf(() => place('call-9', false))).toBe('not_looking');
  });
});
