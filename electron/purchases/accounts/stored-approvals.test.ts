import { expect, it } from 'vitest';
import type { ApprovalChoice } from '#shared/purchase/approval-choice.ts';
import type { StoredSettings } from '../../storage/stored-settings.ts';
import { failureCodeOf } from '../testing/one-purchase.ts';
import { PRICE } from '../testing/purchase-desk.ts';
import { createApprovals } from './stored-approvals.ts';

const above = (units: number): ApprovalChoice => ({
  ask: 'above',
  amount: { ...PRICE, units: String(units) },
});

/** The choice that was stored, and what the user answers, after `meanwhile`. */
function choosing(stored: ApprovalChoice, confirms: boolean, meanwhile: ApprovalChoice = stored) {
  let choice = stored;
  const questions: string[] = [];
  const settings = {
    read: () => choice,
    unread: () => [],
    write: (_name: string, next: ApprovalChoice) => {
      choice = next;
    },
  } as unknown as StoredSettings;
  const approvals = createApprovals(settings, async ({ words }) => {
    questions.push([words].flat().join());
    choice = meanwhile;
    return confirms;
  });
  return { approvals, questions };
}

it.each<[string, ApprovalChoice, ApprovalChoice, boolean, ApprovalChoice, string, number]>([
  ['a stricter one without a question', above(9), { ask: 'always' }, false, above(9), 'no failure', 0],
  ['a weaker one that is confirmed', { ask: 'always' }, above(9), true, { ask: 'always' }, 'no failure', 1],
  ['no weaker one that is not', { ask: 'always' }, above(9), false, { ask: 'always' }, 'not_confirmed', 1],
  ['no weaker one where it changed meanwhile', above(9), above(99), true, above(1), 'changed_meanwhile', 1],
])(
  'takes of which approvals are confirmed %s',
  async (_what, stored, next, confirms, meanwhile, code, asks) => {
    const { approvals, questions } = choosing(stored, confirms, meanwhile);
    expect(await failureCodeOf(() => approvals.change(next))).toBe(code);
    expect(questions).toHaveLength(asks);
    expect(approvals.read()).toEqual(code === 'no failure' ? next : meanwhile);
  },
);

it('names each choice in its question in words of its own', async () => {
  const choices: ApprovalChoice[] = [{ ask: 'burst' }, { ask: 'first' }, above(9), above(8)];
  const requested = await Promise.all(
    choices.map(async (next) => {
      const { approvals, questions } = choosing({ ask: 'always' }, true);
      await approvals.change(next);
      return questions.join();
    }),
  );
  expect(new Set(requested).size).toBe(choices.length);
});

it('takes a choice that cannot be read for the strictest, and none for the usual one', () => {
  const settings = (unread: string[]) =>
    createApprovals(
      { read: () => undefined, unread: () => unread } as unknown as StoredSettings,
      async () => true,
    );
  expect(settings(['approvals']).read()).toEqual({ ask: 'always' });
  expect(settings(['other']).read()).not.toEqual({ ask: 'always' });
});
