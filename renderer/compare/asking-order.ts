/** Two askings in the order of their times, and names that tell them apart. Pure. */
import type { Run, Scope } from '#shared/contract/awards.ts';

export type Askings = { before: Scope | null; after: Scope | null };

/** Turned round where the earlier one was asked later: new and gone would change places. */
export function inTimeOrder(
  askings: Askings,
  runs: readonly Pick<Run, 'runId' | 'askedAt'>[],
): { askings: Askings; turned: boolean } {
  const askedAt = (scope: Scope | null): number | undefined =>
    scope?.kind === 'run' ? runs.find((run) => run.runId === scope.runId)?.askedAt : undefined;
  const [before, after] = [askedAt(askings.before), askedAt(askings.after)];
  if (before === undefined || after === undefined || before <= after) return { askings, turned: false };
  return { askings: { before: askings.after, after: askings.before }, turned: true };
}

/** Which names stand more than once. */
export function repeated(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}
