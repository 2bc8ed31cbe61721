/** Open purchases are settled at start, on demand and when the network returns, without another order. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBooks } from '../../support/marketplace/books-reader.ts';
import { startControlledMarketplace } from '../../support/marketplace/controlled-marketplace.ts';

import { openProduct, quoted, shownOf, until } from '../../support/product.ts';

it('a Call in progress is settled automatically once the network returns', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-network-'));
  const booksFile = join(folder, 'books.sqlite');
  let demo = await startControlledMarketplace({ booksFile });
  const { baseUrl: marketplace } = demo;
  const product = await openProduct({
    dataDir: join(folder, 'data'),
    marketplace,
    key: demo.issueKey(),
  });
  const { handlers } = product;
  try {
    await product.startedUp;
    const purchase = await quoted(product);
    const { purchaseId } = purchase;
    const control = demo.control;
    await control.behave({ callPlans: [{ outcome: 'pending', retryAfterMs: 2_000 }] });
    await handlers.purchases.approve({ purchaseId, shown: shownOf(purchase) });
    await until(product, async () => (await handlers.purchases.show({ purchaseId })).state === 'pending');

    const port = Number(new URL(marketplace).port);
    await demo.close();
    await handlers.purchases.checkAgain({ purchaseId });
    await until(product, async () => (await handlers.status.read(undefined)).network.state === 'offline');
    demo = await startControlledMarketplace({ booksFile, port });
    // Anything that reaches the service shows that the network is back; the rest is automatic.
    await Promise.resolve(handlers.catalogue.freshness({ from: 'service' }));
    await until(product, async () => (await handlers.purchases.show({ purchaseId })).state === 'completed');

    const { timeline, callRef } = await handlers.purchases.show({ purchaseId });
    expect(timeline.filter(({ event }) => event === 'submitted' || event === 'resumed')).toHaveLength(1);
    const books = openBooks(booksFile);
    expect(books.calls().map((call) => call.callRef)).toEqual([callRef]);
    expect(books.charges()).toHaveLength(1);
    books.close();
  } finally {
    await product.close();
    await demo.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
