import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from './milepost.ts';

// Nothing that needs a key happens here.
test.use({ withKey: false });

const HARM = [
  {
    what: 'written by a newer Milepost',
    words: 'The data file was written by a newer Milepost.',
    harm: (file: string) => {
      const db = new Database(file);
      db.pragma('user_version = 999');
      db.close();
    },
  },
  {
    what: 'damaged',
    words: 'The data file is damaged and was left as it is.',
    harm: (file: string) => writeFileSync(file, 'this is no database '.repeat(400)),
  },
];

test('a data file that cannot be used is reported on every screen, and nothing in it is touched', async ({
  milepost,
}) => {
  await expect(milepost.page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  const file = join(milepost.dataDir, 'milepost.sqlite');
  for (const { what, words, harm } of HARM) {
    await milepost.close();
    harm(file);
    const before = readFileSync(file);
    await milepost.restart();
    const { page } = milepost;
    const main = page.getByRole('main');
    for (const screen of ['Search', 'Results', 'Purchases']) {
      await page.getByRole('link', { name: screen, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The data file cannot be used');
      await expect(main).toContainText(words);
      await expect(main).toContainText(file);
      await expect(main).toContainText('Nothing can be bought');
    }
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(main).toContainText(words);
    await expect(main.getByRole('heading', { name: 'Milepost', exact: true })).toBeVisible();
    await milepost.close();
    expect(readFileSync(file).equals(before), what).toBe(true);
  }
});
