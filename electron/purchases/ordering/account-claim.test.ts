import { beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../journal/purchase-context.ts';
import {
  desk,
  eachInItsFolder,
  failureCodeOf,
  open,
  orderPurchase,
  service,
  show,
} from '../testing/one-purchase.ts';
import { callsListed, failed } from '../testing/purchase-desk.ts';

eachInItsFolder();

describe('a purchase of which the service never said whose account it is', () => {
  let answer = true;
  let questions: Question[] = [];
  let duringTheQuestion = (): void => {};
  beforeEach(() => {
    answer = true;
    questions = [];
    duringTheQuestion = () => {};
  });
  const reads = () => desk.requestsOf('callList').length;

  /** Its acknowledgement was lost, and then another key was stored, whose account the service states. */
  async function lostUnderAnotherKey(accounts: { before: string | null; now: string | null }) {
    const list = () => callsListed();
    open(service({ call: () => failed({}), callList: list }), {
      confirm: async (question) => {
        questions.push(question);
        duringTheQuestion();
        return answer;
      },
    });
    desk.state.accountContext = { ...desk.state.accountContext, account: accounts.before };
    const quoted = await orderPurchase();
    desk.state.accountContext = { ...desk.state.accountContext, account: accounts.now, keyMark: 'another' };
    return quoted;
  }
  const checkAgain = ({ purchaseId }: { purchaseId: string }) =>
    desk.purchases.handlers.checkAgain({ purchaseId });

  it.each([
    { before: null, now: 'account:A' },
    { before: 'account:A', now: null },
    { before: null, now: null },
  ])(
    'is looked for in the account in use by the user’s word, and asked about once: $before, $now',
    async (accounts) => {
      const quoted = await lostUnderAnotherKey(accounts);
      const { can } = await show(quoted);
      expect(can).toMatchObject({ checkAgain: true, resume: false, placeCall: false });
      const before = reads();
      expect(await checkAgain(quoted)).toMatchObject({
        state: 'unknown',
        can: { checkAgain: true, resume: true },
      });
      expect(reads()).toBeGreaterThan(before);
      await checkAgain(quoted);
      expect(questions).toMatchObject([{ title: expect.stringContaining('the account of the key in use') }]);
      expect((await show(quoted)).timeline.map(({ event, by }) => `${event} ${by}`)).toContain(
        'account_claimed user',
      );
      expect(desk.calls()).toHaveLength(1);
    },
  );

  it('stays untouched without that word', async () => {
    const quoted = await lostUnderAnotherKey({ before: null, now: 'account:A' });
    answer = false;
    const before = reads();
    expect(await failureCodeOf(() => checkAgain(quoted))).toBe('not_confirmed');
    expect(reads()).toBe(before);
    expect(await failureCodeOf(() => desk.purchases.handlers.resume(quoted))).toBe('other_account');
  });

  it('is not given to a key that was stored while the user was asked', async () => {
    const quoted = await lostUnderAnotherKey({ before: null, now: 'account:A' });
    duringTheQuestion = () => {
      desk.state.accountContext = { ...desk.state.accountContext, account: 'account:B', keyMark: 'third' };
    };
    expect(await failureCodeOf(() => checkAgain(quoted))).toBe('other_account');
  });

  it('is refused without a question where both accounts are stated, and are two', async () => {
    const quoted = await lostUnderAnotherKey({ before: 'account:A', now: 'account:B' });
    expect((await show(quoted)).can.checkAgain).toBe(false);
    expect(await failureCodeOf(() => checkAgain(quoted))).toBe('other_account');
    expect(questions).toEqual([]);
  });
});
