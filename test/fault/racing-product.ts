/**
 * One of many products on one data folder. Reports when it is ready, and at the word `go` approves the given quote,
 * several times at once. With `locked` it first locks the folder, as the hosts do.
 */
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { isUnresolved } from '#shared/purchase/state.ts';
import { holdDataFolder } from '../../electron/hosts/single-instance.ts';
import { openProduct } from '../support/product.ts';

type Options = {
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

const options = JSON.parse(process.argv[2] ?? '') as Options;
const say = (words: object) => process.stdout.write(`${JSON.stringify(words)}\n`);
const held = options.locked ? holdDataFolder(options.dataDir) : ({ ok: true, release: () => {} } as const);
if (!held.ok) {
  say({ ready: false });
  process.exit(0);
}
const product = await openProduct(options);
await product.startedUp;
// One that starts during another's start takes it for a failed one, and opens nothing until asked to.
await product.handlers.marketplace.open(undefined);
createInterface({ input: process.stdin }).once('line', async () => {
  const presses = await Promise.allSettled(
    Array.from({ length: options.presses }, async () => product.handlers.purchases.approve(options.approval)),
  );
  const { purchaseId } = options.approval;
  // The winner settles it; its events reach only its own process, so the others read the journal.
  while (isUnresolved((await product.handlers.purchases.show({ purchaseId })).state)) await wait(20);
  say({ approved: presses.filter(({ status }) => status === 'fulfilled').length });
  held.release();
  process.exit(0);
});
say({ ready: true });
