import { z } from 'zod';
import { type Amount, amountSchema, compareAmounts } from '../money.ts';

/**
 * Which approvals of the page the user confirms outside it: those of a burst alone, the first of a session too, those
 * above an amount too, or every one.
 */
export const approvalChoiceSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('burst') }),
  z.object({ ask: z.literal('first') }),
  z.object({ ask: z.literal('above'), amount: amountSchema }),
  z.object({ ask: z.literal('always') }),
]);
export type ApprovalChoice = z.infer<typeof approvalChoiceSchema>;

/** The main job flows without a question for single approvals. */
export const DEFAULT_APPROVALS: ApprovalChoice = { ask: 'burst' };

/** Whether the user is asked about an approval of at most `most`. An amount in another currency is no bound for it. */
export function asksAbout(choice: ApprovalChoice, most: Amount, isFirst: boolean): boolean {
  if (choice.ask === 'first') return isFirst;
  if (choice.ask !== 'above') return choice.ask === 'always';
  return choice.amount.currency !== most.currency || compareAmounts(most, choice.amount) > 0;
}

/** Whether what `after` asks about includes all that `before` does, so that changing to it gives nobody more. */
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
