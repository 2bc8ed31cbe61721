import { scopePath } from '#shared/records/scope-path.ts';

export { scopePath };

/** The address of one run in Results. */
export const runPath = (runId: number): string => scopePath({ kind: 'run', runId });

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
