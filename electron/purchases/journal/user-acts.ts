import { fail } from '#shared/contract/failure.ts';
import { formatAmount } from '#shared/money.ts';
import { plainName } from '#shared/plain-text.ts';
import { type ApprovalChoice, asksAbout, DEFAULT_APPROVALS } from '#shared/purchase/approval-choice.ts';
import type { PurchasesDeps, Question, UserAct, UserActs } from './purchase-context.ts';

/** Approvals that a minute takes without a question: nobody reads and clicks faster for long. */
export const MOST_IN_A_MINUTE = 20;
const MINUTE_MS = 60_000;

type UserActsDeps = Pick<PurchasesDeps, 'monotonic' | 'confirm' | 'approvals' | 'actedByHand'>;

/**
 * Whether an approval that came from the page is taken for the user's. A page in the wrong hands can make as many as it
 * likes: a burst of them, what no hand preceded where that can be seen, and what the user chose to be asked about is
 * confirmed outside the page, one question at a time, and refused where nobody can be asked.
 */
export function createUserActs({ monotonic, confirm, approvals, actedByHand }: UserActsDeps): UserActs {
  let recent: number[] = [];
  let isConfirming = false;
  let isFirst = true;

  /** What the user is asked; null where the approval is taken as it is. */
  function questionAbout({ title, most }: UserAct): Question | null {
    const what = `“${plainName(title)}”, at most ${formatAmount(most)}`;
    const choice: ApprovalChoice = approvals?.() ?? DEFAULT_APPROVALS;
    // Asked first: an act that was seen is used up, whatever else is asked about.
    const byHand = actedByHand?.() ?? true;
    if (recent.length >= MOST_IN_A_MINUTE)
      return {
        title: 'Go on buying this fast?',
        words: `${MOST_IN_A_MINUTE} approvals were given within a minute. The next is for ${what}`,
        detail: `Allow ${MOST_IN_A_MINUTE} more only if it is you who approves them.`,
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
        // Whoever has just answered outside the page is there.
        recent = [];
      }
      isFirst = false;
      recent.push(monotonic());
    },
  };
}
