import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ADDRESS, addOddities, fill } from '../bench/data/fill.ts';
import { blockOtherHosts } from './block-other-hosts.ts';
import { expect, test } from './milepost.ts';
import { walkOffline } from './offline-walk.ts';

test('every view of what is stored works without a network from the start', { tag: '@long' }, async ({
  folder,
  openAnother,
}) => {
  test.setTimeout(120_000);
  const file = join(folder, 'data', 'milepost.sqlite');
  mkdirSync(dirname(file), { recursive: true });
  fill(file, 3_000, () => {});
  addOddities(file);
  const { page, saved } = await openAnother({
    dataDir: dirname(file),
    marketplace: ADDRESS,
    key: null,
    onOutput: () => {},
  });
  const blockedUrls = await blockOtherHosts(page.context());
  // A page that is reloaded while it exchanges its token has neither token nor secret.
  await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
  await page.reload();
  const walked: string[] = [];
  await walkOffline({ page, saved }, (what) => walked.push(what));
  expect(walked.length).toBeGreaterThan(20);
  expect(blockedUrls).toEqual([]);
});
