import type { Change } from '#shared/award-analysis/differences.ts';
import { scopePath } from '#shared/records/scope-path.ts';

export { scopePath };

/** The address of one run in Results. */
export const runPath = (runId: number): string => scopePath({ kind: 'run', runId });

/** The address of what changed between two runs, in Compare; in one way alone where one is given. */
export const changedPath = (before: number, after: number, change?: Change): string => {
  const run = (runId: number) => encodeURIComponent(JSON.stringify({ kind: 'run', runId }));
  return `/compare?view=runs&before=${run(before)}&after=${run(after)}${change === undefined ? '' : `&change=${change}`}`;
};

/** The address of the balances that records are paid with. */
export const WALLET_PATH = '/wallet';

/** The address of one purchase, with its drawer open. */
export const purchasePath = (purchaseId: string): string =>
  `/purchases?purchase=${encodeURIComponent(purchaseId)}`;

/** The address of what a purchase's Call gave, for Tools without award records. */
export const outputPath = (purchaseId: string): string =>
  `/results/output?purchase=${encodeURIComponent(purchaseId)}`;

/** Where a completed purchase's results are: its run of award records, else its output. */
export const resultPath = (purchase: { purchaseId: string; runId: number | null }): string =>
  purchase.runId === null ? outputPath(purchase.purchaseId) : runPath(purchase.runId);

/** The address of the search form, filled in with a request of §2.1, for the Tool that is to answer it where that is known. */
export const searchPath = (
  { source: _source, ...input }: Record<string, unknown>,
  toolRef: string | null = null,
): string =>
  `/?request=${encodeURIComponent(JSON.stringify(input))}${toolRef === null ? '' : `&tool=${encodeURIComponent(toolRef)}`}`;
