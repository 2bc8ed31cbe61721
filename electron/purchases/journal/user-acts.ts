import { fail } from '#shared/contract/failure.ts';
import { formatAmount } from '#shared/money.ts';
import { plainName } from '#shared/plain-text.ts';
import { type ApprovalChoice, asksAbout, DEFAULT_APPROVALS } from '#shared/purchase/approval-choice.ts';
import type { PurchasesDeps, Question, UserAct, UserActs } from './purchase-context.ts';

/** The most approvals per minute without confirmation: nobody reads and clicks faster for long. */
export const MAX_IN_A_MINUTE = 20;
const MINUTE_MS = 60_000;

type UserActsDeps = Pick<PurchasesDeps, 'monotonic' | 'confirm' | 'approvals' | 'actedByHand'>;

/**
 * Decides whether an approval from the page counts as the user's. A compromised page can make any number: bursts,
 * approvals without a preceding click or key (where that can be seen), and those that the user chose to confirm are
 * confirmed outside the page, one at a time, and refused if nobody can be asked.
 */
export function createUserActs({ monotonic, confirm, approvals, actedByHand }: UserActsDeps): UserActs {
  let recent: number[] = [];
  let isConfirming = false;
  let isFirst = true;

  /** The question to confirm an approval; null if none is needed. */
  function questionAbout({ title, most }: UserAct): Question | null {
    const what = `“${plainName(title)}”, at most ${formatAmount(most)}`;
    const choice: ApprovalChoice = approvals?.() ?? DEFAULT_APPROVALS;
    // Evaluated first: it uses up the act whatever else is asked.
    const byHand = actedByHand?.() ?? true;
    if (recent.length >= MAX_IN_A_MINUTE)
      return {
        title: 'Go on buying this fast?',
        words: `${MAX_IN_A_MINUTE} approvals were given within a minute. The next is for ${what}`,
        detail: `Allow ${MAX_IN_A_MINUTE} more only if it is you who approves them.`,
        instead: 'Or wait for a minute and approve it then.',
      };
    if (byHand && !asksAbout(choice, most, isFirst)) return null;
    return {
      title: 'Buy this?',
      words: `Milepost was asked to buy ${what}`,
      detail: byHand
        ? 'You chose in Settings to be asked. Allow it only if you approved it.'
        : 'Nobody clicked or typed in Milepost just before. Allow it only if you approved it.',
      instead: 'There you can also change in Settings what you are asked about.',
    };
  }

  async function ask(question: Question): Promise<void> {
    if (isConfirming)
      fail('too_many_approvals', 'Milepost asks you outside the page about another one. Nothing was bought.');
    isConfirming = true;
    try {
      if (!(await confirm(question))) fail('not_confirmed', 'You did not confirm it. Nothing was bought.');
    } finally {
      isConfirming = false;
    }
  }

  return {
    async allow(act) {
      const now = monotonic();
      recent = recent.filter((at) => now - at < MINUTE_MS);
      const question = questionAbout(act);
      if (question !== null) {
        await ask(question);
        // An answer outside the page proves that the user is there.
        recent = [];
      }
      isFirst = false;
      recent.push(monotonic());
    },
  };
}
