import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { buy } from './purchase-steps.ts';
import { expectSoundInBoth, picture } from './soundness.ts';
import { awardResults, go, quoteSheet, tabTo } from './steps.ts';

const saved = (page: Page) => page.getByRole('table', { name: 'Saved searches' });
const rowOf = (page: Page, day: number) =>
  saved(page)
    .getByRole('row')
    .filter({ hasText: `${day} May to` });

async function act(page: Page, day: number, name: string): Promise<void> {
  await rowOf(page, day)
    .getByRole('button', { name: /^Actions: / })
    .click();
  await page.getByRole('menuitem', { name }).click();
}

test('saved searches that are chosen are compared side by side, two to six of them', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  for (const day of [1, 2, 3, 4, 5, 6, 7]) await buy(page, day);
  await go(page, 'Results');
  const choose = (day: number) => rowOf(page, day).getByRole('checkbox').check();
  await choose(1);
  await expect(page.getByRole('button', { name: 'Choose one more' })).toBeDisabled();
  await choose(2);
  await expectSoundInBoth(page, 'saved-searches-chosen');
  await page.getByRole('button', { name: 'Compare 2' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
  const heads = page.getByRole('table', { name: 'Route comparison' }).getByRole('columnheader');
  await expect(heads).toHaveText([/^2 May/, /^1 May/]);

  await page.goBack();
  for (const day of [1, 2, 3, 4, 5, 6, 7]) await choose(day);
  await expect(page.getByRole('button', { name: 'Compare 7' })).toBeDisabled();
  await rowOf(page, 7).getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Compare 6' }).click();
  await expect(heads).toHaveCount(6);
});

test('a saved search is renamed, refreshed, removed and restored from its own menu', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  for (const day of [1, 2]) await buy(page, day);
  await go(page, 'Results');
  await act(page, 1, 'Rename…');
  const renaming = page.getByRole('dialog', { name: 'Rename search' });
  await expect(renaming.getByLabel('Name')).toBeFocused();
  await expectSoundInBoth(page, 'rename-search');
  await page.keyboard.type('Anniversary');
  await page.keyboard.press('Enter');
  const named = saved(page).getByRole('row').filter({ hasText: 'Anniversary' });
  await expect(named).toHaveCount(1);
  // The name appears wherever the search does.
  await named.getByRole('link', { name: 'Anniversary' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Anniversary');
  await expect(awardResults(page)).toBeVisible();
  await page.goBack();

  await named.getByRole('button', { name: 'Actions: Anniversary' }).click();
  await page.getByRole('menuitem', { name: 'Search again' }).click();
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await expect(awardResults(page)).toBeVisible();
  await go(page, 'Results');
  await expect(named).toContainText('2 runs');
  expect((await marketplace.control.books()).charges).toHaveLength(3);

  await act(page, 2, 'Remove from list');
  await expect(rowOf(page, 2)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 2)).toHaveCount(1);

  // By keyboard; the focus returns to where it was, or to the search beside one that is removed.
  const actions = named.getByRole('button', { name: 'Actions: Anniversary' });
  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(page, actions);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Search again' })).toBeFocused();
  await expectSoundInBoth(page, 'saved-search-menu');
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Search again' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(named).toHaveCount(0);
  await expect(rowOf(page, 2).getByRole('button', { name: /^Actions: / })).toBeFocused();
});

test('a saved search is opened by keyboard, its removal undone in any window, and travellers filter its records', async ({
  milepost,
}) => {
  const { page } = milepost;
  await buy(page, 1);
  await go(page, 'Results');
  await tabTo(page, rowOf(page, 1).getByRole('link').first());
  await page.keyboard.press('Enter');
  await expect(awardResults(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Results' })).toBeFocused();
  const rows = awardResults(page).getByRole('row');
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1).getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(2).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Award search (Award Atlas)');
  await page.keyboard.press('Escape');

  // An undo is never cut, in small windows and at 200 %: 900 by 700 is 450 by 350.
  for (const size of [
    { width: 900, height: 700 },
    { width: 450, height: 350 },
  ]) {
    await go(page, 'Results');
    await act(page, 1, 'Remove from list');
    await page.setViewportSize(size);
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeInViewport({ ratio: 1 });
    await picture(page, `undo-${size.width}`);
    await undo.click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(rowOf(page, 1)).toHaveCount(1);
  }

  // Only award space with seats for all travellers passes, unless asked for.
  await go(page, 'Wallet');
  await page.getByLabel('Travellers').selectOption('2');
  await go(page, 'Results');
  await saved(page).getByRole('link').first().click();
  await expect(awardResults(page)).toBeVisible();
  await page.getByRole('button', { name: /^More filters/ }).click();
  const only = page.getByRole('checkbox', { name: 'Only with seats for all travellers' });
  await expect(only).toBeChecked();
  await only.uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Remove filter: also with too few seats' })).toBeVisible();
});
