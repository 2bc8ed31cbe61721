import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requests } from '#shared/contract/index.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import type { ControlClient } from '../../support/marketplace/control-client.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';
import { openProduct, type Product, shownOf, until } from '../../support/product.ts';

export { shownOf };

/** The product and the embedded marketplace over real HTTP, with the marketplace's control surface. */
export type Shop = {
  demo: ControlledMarketplace;
  control: ControlClient;
  product: Product;
  toolRef: string;
  key: string;
  dataDir: string;
  /** A request unique in this shop. */
  search(): Record<string, unknown>;
  quote(input?: Record<string, unknown>): Promise<Purchase>;
  /** Approves, and waits until the service has reported the outcome. */
  buy(input?: Record<string, unknown>): Promise<Purchase>;
  show(purchaseId: string): Promise<Purchase>;
  checkAgain(purchaseId: string): Promise<Purchase>;
  /** Closes the product and restarts it on the same folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

const ANSWERED = new Set(['completed', 'refused', 'cancelled', 'pending', 'unknown', 'not_sent']);
const DAY_MS = 86_400_000;

export async function openShop(): Promise<Shop> {
  const demo = await startControlledMarketplace();
  const dataDir = mkdtempSync(join(tmpdir(), 'milepost-shop-'));
  const key = demo.issueKey();
  const open = async () => {
    const product = await openProduct({ dataDir, marketplace: demo.baseUrl, key });
    await product.startedUp;
    return product;
  };
  let product = await open();
  const { tools } = await product.handlers.awards.tools({ refresh: true });
  const toolRef = tools[0]?.tool.toolRef ?? '';
  let days = 0;

  const shop: Shop = {
    demo,
    control: demo.control,
    get product() {
      return product;
    },
    toolRef,
    key,
    dataDir,
    search: () => ({
      origin_airport: 'JFK',
      destination_airport: 'LHR',
      cabin: 'business',
      start_date: new Date(Date.UTC(2027, 2, 1) + DAY_MS * days++).toISOString().slice(0, 10),
      take: 10,
    }),
    quote: async (input = shop.search()) =>
      requests.purchases.quote.output.parse(await product.handlers.purchases.quote({ toolRef, input })),
    buy: async (input) => {
      const quoted = await shop.quote(input);
      const { purchaseId } = quoted;
      await product.handlers.purchases.approve({ purchaseId, shown: shownOf(quoted) });
      await until(product, async () => ANSWERED.has((await shop.show(purchaseId)).state));
      return shop.show(purchaseId);
    },
    show: async (purchaseId) =>
      requests.purchases.show.output.parse(await product.handlers.purchases.show({ purchaseId })),
    checkAgain: async (purchaseId) =>
      requests.purchases.show.output.parse(await product.handlers.purchases.checkAgain({ purchaseId })),
    restart: async () => {
      await product.close();
      product = await open();
    },
    close: async () => {
      await product.close();
      await demo.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  const many = { currency: 'USD', units: '100000000', exponent: 6 };
  await product.handlers.settings.setLimits({ limits: { perCall: many, perDay: many, perMonth: many } });
  return shop;
}
