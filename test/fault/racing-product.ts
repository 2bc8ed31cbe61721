/**
 * One of many products on one data folder. Says when it is ready, and at the word `go` approves the quote it was
 * given, several times at once. With `locked` it takes the folder for itself first, as the hosts do.
 */
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { isUnresolved } from '#shared/purchase/state.ts';
import { holdDataFolder } from '../../electron/hosts/single-instance.ts';
import { openProduct } from '../support/product.ts';

type Orders = {
  dataDir: string;
  marketplace: string;
  key: string;
  approval: {
    purchaseId: string;
    shown: Parameters<
      Awaited<ReturnType<typeof openProduct>>['handlers']['purchases']['approve']
    >[0]['shown'];
  };
  presses: number;
  locked: boolean;
};

const orders = JSON.parse(process.argv[2] ?? '') as Orders;
const say = (words: object) => process.stdout.write(`${JSON.stringify(words)}\n`);
const held = orders.locked ? holdDataFolder(orders.dataDir) : ({ ok: true, release: () => {} } as const);
if (!held.ok) {
  say({ ready: false });
  process.exit(0);
}
const product = await openProduct(orders);
await product.startedUp;
// One that starts in the middle of another's start takes it for one that failed, and opens nothing until it is told to.
await product.handlers.marketplace.open(undefined);
createInterface({ input: process.stdin }).once('line', async () => {
  const presses = await Promise.allSettled(
    Array.from({ length: orders.presses }, async () => product.handlers.purchases.approve(orders.approval)),
  );
  const { purchaseId } = orders.approval;
  // Whoever wins settles it; its events are heard in its own process alone, so the others look at the journal.
  while (isUnresolved((await product.handlers.purchases.show({ purchaseId })).state)) await wait(20);
  say({ approved: presses.filter(({ status }) => status === 'fulfilled').length });
  held.release();
  process.exit(0);
});
say({ ready: true });
