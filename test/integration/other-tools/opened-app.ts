import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requests } from '#shared/contract/index.ts';
import { keychainWith, openAppOn } from '../../support/app-on.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';

/** The whole program on the embedded marketplace as an external one, with its control surface. */
export async function openedApp() {
  const demo: ControlledMarketplace = await startControlledMarketplace();
  const dataDir = mkdtempSync(join(tmpdir(), 'milepost-tools-'));
  const key = demo.issueKey();
  const keychain = keychainWith(
    () => demo.baseUrl,
    () => key,
  );
  const open = () => openAppOn({ dataDir, keychain, marketplace: demo.baseUrl });
  let app = await open();

  /** Waits, by events, for a purchase to be in a final state. */
  async function settled(purchaseId: string) {
    for (;;) {
      const notified = new Promise<void>((resolve) => {
        const stop = app.subscribe(() => {
          stop();
          resolve();
        });
      });
      const purchase = await app.handlers.purchases.show({ purchaseId });
      if (!['approved', 'submitted', 'pending'].includes(purchase.state)) return purchase;
      await notified;
    }
  }

  return {
    get handlers() {
      return app.handlers;
    },
    control: demo.control,
    settled,
    /** The reference of a Tool by its capability; requests the service's list and its description. */
    async described(capabilityId: string) {
      const list = await app.handlers.catalogue.list({ from: 'service' });
      const toolRef = list?.items.find((tool) => tool.capabilityId === capabilityId)?.toolRef ?? '';
      const page = await app.handlers.catalogue.describe({ from: 'service', toolRef });
      return { toolRef, page: requests.catalogue.describe.output.parse(page) };
    },
    /** Quotes, approves and waits for the end. */
    async buy(toolRef: string, input: Record<string, unknown>) {
      const quoted = await app.handlers.purchases.quote({ toolRef, input });
      const { quote } = requests.purchases.quote.output.parse(quoted);
      if (quote === null) throw new Error(JSON.stringify(quoted));
      const { quoteRef, toolVersion, inputDigest, price } = quote;
      const { purchaseId } = quoted;
      await app.handlers.purchases.approve({
        purchaseId,
        shown: { quoteRef, toolVersion, inputDigest, price },
      });
      return settled(purchaseId);
    },
    async restart() {
      await app.close();
      app = await open();
    },
    /** Closes the marketplace; the program stays. */
    stopMarketplace: () => demo.close(),
    async close() {
      await app.close();
      await demo.close().catch(() => {});
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
