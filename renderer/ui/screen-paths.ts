import type { Change } from '#shared/award-analysis/differences.ts';
import { scopePath } from '#shared/records/scope-path.ts';

export { scopePath };

/** The address of one run in Results. */
export const runPath = (runId: number): string => scopePath({ kind: 'run', runId });

/** The address of the changes between two runs, in Compare; of one kind only where one is given. */
export const changedPath = (before: number, after: number, change?: Change): string => {
  const run = (runId: number) => encodeURIComponent(JSON.stringify({ kind: 'run', runId }));
  return `/compare?view=runs&before=${run(before)}&after=${run(after)}${change === undefined ? '' : `&change=${change}`}`;
};

/** The address of the balances that pay for records. */
export const WALLET_PATH = '/wallet';

/** The address of one purchase, with its drawer open. */
export const purchasePath = (purchaseId: string): string =>
  `/purchases?purchase=${encodeURIComponent(purchaseId)}`;

/** The address of the output of a purchase's Call, for Tools without award records. */
export const outputPath = (purchaseId: string): string =>
  `/results/output?purchase=${encodeURIComponent(purchaseId)}`;

/** Where a completed purchase's results are: its run of award records, otherwise its output. */
export const resultPath = (purchase: { purchaseId: string; runId: number | null }): string =>
  purchase.runId === null ? outputPath(purchase.purchaseId) : runPath(purchase.runId);

/** The address of the search form, filled in with a request of §2.1, for the Tool that is to run it where known. */
export const searchPath = (
  { source: _source, ...input }: Record<string, unknown>,
  toolRef: string | null = null,
): string =>
  `/?request=${encodeURIComponent(JSON.stringify(input))}${toolRef === null ? '' : `&tool=${encodeURIComponent(toolRef)}`}`;
