import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import type { Opened } from './opened.ts';
import { buy, purchases } from './purchase-steps.ts';
import { expectSoundInBoth } from './soundness.ts';
import { awardResults, go, openSearch } from './steps.ts';

async function saveBackup({ page, saved }: Pick<Opened, 'page' | 'saved'>, file: string): Promise<void> {
  await go(page, 'Settings');
  const { name, bytes } = await saved(() => page.getByRole('button', { name: 'Save a backup' }).click());
  expect(name).toMatch(/^milepost-backup-/);
  writeFileSync(file, bytes);
  await expect(page.getByText(/(?:milepost-backup-.*: a|^Saved a) backup of /).first()).toBeVisible();
}

/** Chooses a file by keyboard, through the system's dialog. */
async function chooseFile(page: Page, file: string): Promise<void> {
  await go(page, 'Settings');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Restore from a backup…' }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(file);
}

const leftovers = (dataDir: string): string[] =>
  readdirSync(dataDir).flatMap((name) => (name === 'backup-files' ? readdirSync(join(dataDir, name)) : []));

test('everything is backed up into one file without the key, and restored on another machine, offline', {
  tag: '@long',
}, async ({ milepost, marketplace, folder, openAnother }) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await buy(page, 3);
  await buy(page, 4);
  await openSearch(page);
  await awardResults(page).getByRole('checkbox').first().click();
  const chosen = page.getByRole('region', { name: 'Chosen records' });
  await chosen.getByRole('button', { name: 'Note…' }).click();
  await page.getByLabel('Note for the chosen records').fill('Ask Kim about this one');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(awardResults(page).getByText('Ask Kim about this one').first()).toBeVisible();
  await chosen.getByRole('button', { name: 'Add to trip…' }).click();
  await page.getByLabel('Title of the new trip').fill('May in London');
  await page.getByRole('button', { name: 'Add 1 record' }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('added to May in London');
  const rows = await awardResults(page).getAttribute('aria-rowcount');

  const file = join(folder, 'backup.sqlite');
  await saveBackup(milepost, file);
  expect(readFileSync(file).includes(marketplace.key)).toBe(false);
  expect(leftovers(milepost.dataDir)).toEqual([]);

  await marketplace.stop();
  const dataDir = join(folder, 'elsewhere');
  mkdirSync(dataDir);
  const { page: there } = await openAnother({
    dataDir,
    marketplace: marketplace.url,
    key: null,
    onOutput: () => {},
  });
  await go(there, 'Purchases');
  await chooseFile(there, file);
  await expect(there.getByText(/It holds .*2 purchases.*1 trip/)).toBeVisible();
  await expect(there.getByText(/Your key, your limits/)).toBeVisible();
  await expectSoundInBoth(there, 'backup-contents');
  await there.getByRole('button', { name: 'Add it to my data' }).click();
  await expect(there.getByText(/^Restored: 2 purchases/).first()).toBeVisible();
  await expectSoundInBoth(there, 'backup-restored');
  expect(leftovers(dataDir)).toEqual([]);

  await go(there, 'Purchases');
  await expect(purchases(there).getByRole('row')).toHaveCount(3);
  await openSearch(there);
  await expect(awardResults(there)).toHaveAttribute('aria-rowcount', rows ?? '');
  await expect(awardResults(there).getByText('Ask Kim about this one').first()).toBeVisible();
  await go(there, 'Trips');
  await there.getByRole('link', { name: 'May in London' }).click();
  await expect(there.getByRole('list', { name: 'Board' }).getByRole('listitem')).toHaveCount(1);

  await chooseFile(there, file);
  await there.getByRole('button', { name: 'Add it to my data' }).click();
  await expect(there.getByText('Everything in the backup was here already.').first()).toBeVisible();
});

test('a file that is not a backup is refused with a message, and a backup can be cancelled', {
  tag: '@long',
}, async ({ milepost, folder }) => {
  const { page } = milepost;
  const wrong = join(folder, 'holiday.jpg');
  writeFileSync(wrong, 'not a database');
  await chooseFile(page, wrong);
  await expect(page.getByRole('alert')).toContainText('This file is not a backup of Milepost');
  await expectSoundInBoth(page, 'backup-refused');
  const file = join(folder, 'backup.sqlite');
  await saveBackup(milepost, file);
  await chooseFile(page, file);
  await page.getByRole('button', { name: 'Cancel restore' }).click();
  await expect(page.getByRole('button', { name: 'Restore from a backup…' })).toBeVisible();
  const half = readFileSync(file);
  writeFileSync(file, half.subarray(0, half.length - 8192));
  await chooseFile(page, file);
  await expect(page.getByRole('alert')).toContainText('It was cut off');
  await expect.poll(() => leftovers(milepost.dataDir)).toEqual([]);
});
