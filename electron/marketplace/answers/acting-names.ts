/** Words for moving money or ending something. Those of the first set never name a list or a state of such acts. */
const CERTAIN_ACTS = new Set(
  'pay buy redeem execute invoke topup withdraw delete remove close terminate erase rotate revoke subscribe unsubscribe confirm commit destroy purge wipe donate renew upgrade deactivate disable'.split(
    ' ',
  ),
);
const POSSIBLE_ACTS = new Set(
  'payment payments purchase book refund refunds payout payouts fund subscription subscriptions run order orders checkout charge top deposit withdrawal transfer acquire activate authorise authorize bid capture claim debit enrol enroll finalise finalize mint reserve settle spend trade transfers'.split(
    ' ',
  ),
);

/** Whether the words of a name say that it acts, whatever else is said of it. */
export const namesCertainAct = (words: readonly string[]): boolean =>
  words.some((word, at) => CERTAIN_ACTS.has(word) || (word === 'top' && words[at + 1] === 'up'));

/** Whether the words of a name may say that it acts. */
export const namesPossibleAct = (words: readonly string[]): boolean =>
  words.some((word) => CERTAIN_ACTS.has(word) || POSSIBLE_ACTS.has(word));
