import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { openProduct, type Product } from '../../support/product.ts';
import { openShop, type Shop } from '../purchases/shop.ts';

/** One user's two machines, each with its own data folder, at the same marketplace. */
export type Machines = {
  shop: Shop;
  readonly other: Product;
  /** The data folder of the other one. */
  elsewhere: string;
  /** Closes the other one, runs `between` and restarts it. */
  restartOther(between?: () => void): Promise<Product>;
  close(): Promise<void>;
};

export async function openMachines(): Promise<Machines> {
  const shop = await openShop();
  const elsewhere = mkdtempSync(join(tmpdir(), 'milepost-elsewhere-'));
  const open = async () => {
    const product = await openProduct({
      dataDir: elsewhere,
      marketplace: shop.demo.baseUrl,
      key: shop.demo.issueKey(),
    });
    await product.startedUp;
    return product;
  };
  let other = await open();
  return {
    shop,
    elsewhere,
    get other() {
      return other;
    },
    async restartOther(between = () => {}) {
      await other.close();
      between();
      other = await open();
      return other;
    },
    async close() {
      await other.close();
      await shop.close();
      rmSync(elsewhere, { recursive: true, force: true });
    },
  };
}

/** `it` for tests that receive two machines, opened for the test and closed after it. */
export const it = test
  .extend('machines', async ({ task: _task }, { onCleanup }) => {
    const machines = await openMachines();
    onCleanup(machines.close);
    return machines;
  })
  .extend('shop', ({ machines }) => machines.shop)
  .extend('other', ({ machines }) => machines.other);

export const purchasesOf = async (product: Product) => (await product.handlers.purchases.list({})).items;

/** What backups and restores left in a data folder. */
export function leftovers(folder: string): string[] {
  try {
    return readdirSync(join(folder, 'backup-files'));
  } catch {
    return [];
  }
}

/** The rows of every search, as the table shows them. */
export async function allRows(product: Product) {
  const searches = await product.handlers.results.searches(undefined);
  const rows = await Promise.all(
    searches.map(async ({ searchId, title }) => {
      const { rows: found } = await product.handlers.results.records({
        scope: { kind: 'search', searchId },
        filter: {},
        sort: [{ by: 'date', descending: false }],
        offset: 0,
        limit: 1000,
      });
      return { title, found: found.map(({ versionId: _versionId, ...row }) => row) };
    }),
  );
  return rows.sort((a, b) => a.title.localeCompare(b.title));
}
