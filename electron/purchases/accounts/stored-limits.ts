import { fail } from '#shared/contract/failure.ts';
import {
  changedLimits,
  DEFAULT_LIMITS,
  type Limits,
  limitsProblem,
  limitsSchema,
  raisedLimits,
  UNREAD_LIMITS,
} from '#shared/purchase/limits.ts';
import type { StoredSettings } from '../../storage/stored-settings.ts';
import type { Question } from '../journal/purchase-context.ts';

const LIMITS = 'limits';
/** The most lines that a question outside the page can show: no limit is raised unseen. */
const MAX_AT_ONCE = 12;

export type StoredLimits = {
  read(): Limits;
  /** Lowered at once; raised after confirmation. Throws `bad_limits`, `not_confirmed`, `confirmation_unavailable`. */
  change(next: Limits): Promise<void>;
};

/** The stored limits. Only a confirmation outside the page ever raises them. */
export function createLimits(
  settings: StoredSettings,
  confirm: (question: Question) => Promise<boolean>,
): StoredLimits {
  const read = (): Limits =>
    settings.read(LIMITS, limitsSchema) ??
    (settings.unread().includes(LIMITS) ? UNREAD_LIMITS : DEFAULT_LIMITS);

  async function change(next: Limits): Promise<void> {
    const before = read();
    const after = changedLimits(before, next);
    const problem = limitsProblem(after);
    if (problem !== null) fail('bad_limits', `${problem} Nothing was changed.`);
    const raised = raisedLimits(before, after);
    if (raised.length > MAX_AT_ONCE)
      fail('too_many_changes', `Raise at most ${MAX_AT_ONCE} limits at once. Nothing was changed.`);
    if (raised.length > 0) {
      const confirmed = await confirm({
        title: 'Raise what Milepost may spend?',
        words: raised,
        detail: 'Every purchase still needs your approval.',
        instead: 'Or set them with the command below.',
      });
      if (!confirmed) fail('not_confirmed', 'You did not confirm it. The limits are as they were.');
      // A limit may have been lowered during the question: such a change is not undone.
      if (raisedLimits(read(), after).join() !== raised.join())
        fail(
          'changed_meanwhile',
          'The limits have changed meanwhile. Look at them again; nothing was raised.',
        );
    }
    settings.write(LIMITS, after);
  }

  return { read, change };
}
