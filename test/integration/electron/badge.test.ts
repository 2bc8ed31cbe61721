/** How much is new on the program's icon, in the stand-in for Electron. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { requests } from '#shared/contract/index.ts';
import { openShop, type Shop } from '../purchases/shop.ts';
import { invoke, open, quitAfterEach } from './opened-program.ts';

quitAfterEach();

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

/** Buys a search again, which now finds a seat for so many miles. */
async function refresh(input: Record<string, unknown>, miles: number): Promise<void> {
  const data = [rawRecord('a', { Date: '2027-04-01', JMileageCost: String(miles), JRemainingSeats: 2 })];
  await shop.control.behave({ award: { replace: { count: 1, hasMore: false, data } } });
  await shop.buy(input);
}

const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
afterEach(() => Object.defineProperty(process, 'platform', own));

it.each(['linux', 'win32'])(
  'shows how many alerts are unseen, and nothing once they are read, on %s',
  async (platform) => {
    const input = shop.search();
    await refresh(input, 90_000);
    const { watchlist } = shop.product.handlers;
    const [watched] = requests.watchlist.list.output.parse(await watchlist.list(undefined));
    const rule = { milesBelow: 70_000, seatsMin: null, direct: false, cheapestPercent: null };
    await watchlist.setRule({ searchId: watched?.searchId ?? 0, rule });
    await refresh(input, 60_000);
    const { entries } = requests.watchlist.digest.output.parse(await watchlist.digest(undefined));
    expect(entries).toMatchObject([{ matchCount: 1 }]);
    await shop.product.close();

    Object.defineProperty(process, 'platform', { ...own, value: platform });
    const program = await open(['--marketplace', shop.demo.baseUrl], { dataDir: shop.dataDir });
    // Windows has no counts, but an image over the button of each window; one that opens now begins without.
    const counts = () =>
      platform === 'win32'
        ? program
            .wanted('overlay')
            .map(({ hasImage, description }) => (hasImage ? Number.parseInt(description, 10) : 0))
            .slice(program.wanted('overlay')[0]?.hasImage === false ? 1 : 0)
        : program.wanted('badge').map(({ count }) => count);
    await expect.poll(counts, { timeout: 10_000 }).toEqual([1]);
    await invoke(program, 'watchlist', 'markRead', { upTo: entries.map(({ upTo }) => upTo) });
    await expect.poll(counts, { timeout: 10_000 }).toEqual([1, 0]);
  },
);
