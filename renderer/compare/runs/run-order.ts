/** Two runs in the order of their times, with distinct names. Pure. */
import type { Run, Scope } from '#shared/contract/awards.ts';

export type ComparedRuns = { before: Scope | null; after: Scope | null };

/** Swapped where the first one ran later: new and removed would otherwise change places. */
export function inTimeOrder(
  pair: ComparedRuns,
  runs: readonly Pick<Run, 'runId' | 'ranAt'>[],
): { pair: ComparedRuns; turned: boolean } {
  const ranAt = (scope: Scope | null): number | undefined =>
    scope?.kind === 'run' ? runs.find((run) => run.runId === scope.runId)?.ranAt : undefined;
  const [before, after] = [ranAt(pair.before), ranAt(pair.after)];
  if (before === undefined || after === undefined || before <= after) return { pair, turned: false };
  return { pair: { before: pair.after, after: pair.before }, turned: true };
}

/** The names that occur more than once. */
export function repeated(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}
