import { fail } from '#shared/contract/failure.ts';
import { formatAmount } from '#shared/money.ts';
import {
  type ApprovalChoice,
  approvalChoiceSchema,
  DEFAULT_APPROVALS,
  isAsStrict,
} from '#shared/purchase/approval-choice.ts';
import type { StoredSettings } from '../../storage/stored-settings.ts';
import type { Question } from '../journal/purchase-context.ts';

const APPROVALS = 'approvals';

export type StoredApprovals = {
  read(): ApprovalChoice;
  /** Applied at once if stricter; confirmed first otherwise. Throws `not_confirmed`, `confirmation_unavailable`. */
  change(next: ApprovalChoice): Promise<void>;
};

const inWords = (choice: ApprovalChoice): string => {
  if (choice.ask === 'burst') return 'only where many approvals are given in a minute';
  if (choice.ask === 'first') return 'for the first approval after each start';
  return choice.ask === 'above' ? `above ${formatAmount(choice.amount)}` : 'for every approval';
};

/** The stored choice of which approvals are confirmed outside the page. */
export function createApprovals(
  settings: StoredSettings,
  confirm: (question: Question) => Promise<boolean>,
): StoredApprovals {
  // A choice that cannot be read may have been any: every approval is confirmed.
  const read = (): ApprovalChoice =>
    settings.read(APPROVALS, approvalChoiceSchema) ??
    (settings.unread().includes(APPROVALS) ? { ask: 'always' } : DEFAULT_APPROVALS);
  return {
    read,
    async change(next) {
      const before = read();
      if (!isAsStrict(before, next)) {
        const confirmed = await confirm({
          title: 'Ask you less before something is bought?',
          words: `Milepost would ask you outside its page ${inWords(next)}, instead of ${inWords(before)}.`,
          detail: 'Your limits stay as they are.',
        });
        if (!confirmed) fail('not_confirmed', 'You did not confirm it. Milepost asks as it did.');
        // It may have been made stricter during the question: such a change is not undone.
        if (JSON.stringify(read()) !== JSON.stringify(before))
          fail('changed_meanwhile', 'The choice has changed meanwhile. Look at it again.');
      }
      settings.write(APPROVALS, next);
    },
  };
}
