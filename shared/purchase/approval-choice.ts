import { z } from 'zod';
import { type Amount, amountSchema, compareAmounts } from '../money.ts';

/**
 * Which approvals of the page the user confirms outside it: only those of a burst, also the first of a session, also
 * those above an amount, or every one.
 */
export const approvalChoiceSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('burst') }),
  z.object({ ask: z.literal('first') }),
  z.object({ ask: z.literal('above'), amount: amountSchema }),
  z.object({ ask: z.literal('always') }),
]);
export type ApprovalChoice = z.infer<typeof approvalChoiceSchema>;

/** The main workflows run without a confirmation of single approvals. */
export const DEFAULT_APPROVALS: ApprovalChoice = { ask: 'burst' };

/** Whether an approval of at most `most` must be confirmed. An amount in another currency always must. */
export function asksAbout(choice: ApprovalChoice, most: Amount, isFirst: boolean): boolean {
  if (choice.ask === 'first') return isFirst;
  if (choice.ask !== 'above') return choice.ask === 'always';
  return choice.amount.currency !== most.currency || compareAmounts(most, choice.amount) > 0;
}

/** Whether `after` confirms everything that `before` does, so that changing to it allows nothing more. */
export function isAsStrict(before: ApprovalChoice, after: ApprovalChoice): boolean {
  if (after.ask === 'always' || before.ask === 'burst') return true;
  if (before.ask === 'first') return after.ask === 'first';
  return (
    before.ask === 'above' &&
    after.ask === 'above' &&
    before.amount.currency === after.amount.currency &&
    compareAmounts(after.amount, before.amount) <= 0
  );
}
