/**
 * A product that is killed at a chosen moment between "Approve and run" and the records being visible. Takes one JSON
 * argument and writes one JSON line: `{"points": N}` if it survived.
 */

import {
  openProduct,
  type Product,
  quoted,
  recordsVisible,
  SEARCH,
  shownOf,
  until,
} from '../support/product.ts';
import { watchPoints } from './points.ts';

type Options = {
  dataDir: string;
  marketplace: string;
  key: string;
  at: number | null;
  awaits: boolean;
  /** Whether two searches are approved together, instead of one quote. */
  searches: boolean;
};

const options = JSON.parse(process.argv[2] ?? '') as Options;

// The intervals of polling are the product's own; only the waiting is shortened.
const { setTimeout: real } = globalThis;
globalThis.setTimeout = ((run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
  real(run, ms >= 500 && ms <= 5_000 ? ms / 50 : ms, ...given)) as typeof setTimeout;

// A request to the reader thread keeps no process alive: its caller has to.
setInterval(() => {}, 60_000);

const points = watchPoints({ act: () => process.kill(process.pid, 'SIGKILL'), awaits: options.awaits });
const product = await openProduct(options);
await product.startedUp;
if (options.searches) await approveSearches(product);
else await approveOne(product);
process.stdout.write(`${JSON.stringify({ points: points.disarm() })}\n`);
process.exit(0);

async function approveOne({ handlers }: Product): Promise<void> {
  const purchase = await quoted(product);
  const approval = { purchaseId: purchase.purchaseId, shown: shownOf(purchase) };
  points.arm(options.at);
  await handlers.purchases.approve(approval);
  let resumed = false;
  await until(product, async () => {
    const { state } = await handlers.purchases.show(approval);
    if (state === 'unknown' && !resumed) {
      resumed = true;
      await handlers.purchases.resume(approval);
    }
    return state === 'completed' && (await recordsVisible(product));
  });
}

async function approveSearches({ handlers }: Product): Promise<void> {
  const { toolRef } = await quoted(product);
  const requests = [SEARCH, { ...SEARCH, end_date: '2027-03-06' }].map((input) => ({
    toolRef,
    input,
    pages: 1,
  }));
  points.arm(options.at);
  await handlers.purchases.approveBatch({
    requests,
    ceiling: { currency: 'USD', units: '44000', exponent: 6 },
  });
  await until(product, async () => {
    const [batch] = await handlers.purchases.batches({});
    if (batch?.state === 'stopped') throw new Error(batch.words);
    return batch?.state === 'done' && (await handlers.results.searches(undefined)).length === 2;
  });
}
