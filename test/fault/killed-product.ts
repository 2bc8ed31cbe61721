/**
 * A product that is killed at a chosen moment between "Approve and run" and the records being visible. Takes one JSON
 * argument and writes one JSON line: `{"points": N}` where it lived to the end.
 */

import { watchPoints } from './points.ts';
import { openProduct, quoted, recordsVisible, shownOf, until } from './product.ts';

type Orders = { dataDir: string; marketplace: string; key: string; at: number | null; awaits: boolean };

const orders = JSON.parse(process.argv[2] ?? '') as Orders;

// The pace of looking is the product's own; only the waiting is shortened.
const { setTimeout: real } = globalThis;
globalThis.setTimeout = ((run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
  real(run, ms >= 500 && ms <= 5_000 ? ms / 50 : ms, ...given)) as typeof setTimeout;

const points = watchPoints({ act: () => process.kill(process.pid, 'SIGKILL'), awaits: orders.awaits });
const product = await openProduct(orders);
await product.lookedAround;
const purchase = await quoted(product);
const approval = { purchaseId: purchase.purchaseId, shown: shownOf(purchase) };
points.arm(orders.at);
await product.handlers.purchases.approve(approval);
let resumed = false;
await until(product, async () => {
  const { state } = await product.handlers.purchases.show(approval);
  if (state === 'unknown' && !resumed) {
    resumed = true;
    await product.handlers.purchases.checkAgain(approval);
  }
  return state === 'completed' && (await recordsVisible(product));
});
process.stdout.write(`${JSON.stringify({ points: points.disarm() })}\n`);
process.exit(0);
