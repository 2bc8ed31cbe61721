import { expect, test } from './milepost.ts';
import { expectNoSeriousFindings } from './soundness.ts';
import { awardResults, searchOnce } from './steps.ts';

test('records are starred, noted, stepped through and compared by keys alone', { tag: '@long' }, async ({
  milepost,
}) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await searchOnce(page);

  const rows = awardResults(page).getByRole('row');
  const opener = (row: number) => rows.nth(row).getByRole('button');
  const starred = awardResults(page).getByRole('img', { name: 'Starred' });
  await opener(1).focus();
  await page.keyboard.press('ArrowDown');
  await expect(opener(2)).toBeFocused();
  await page.keyboard.press('s');
  await expect(rows.nth(2).getByRole('img', { name: 'Starred' })).toBeVisible();
  await page.keyboard.press('s');
  await expect(starred).toHaveCount(0);
  // The second key of a pair that leads to a screen does not apply to the row.
  await page.keyboard.press('S');
  await expect(starred).toHaveCount(1);

  await page.keyboard.press('n');
  const drawer = page.getByRole('dialog');
  const note = drawer.getByRole('textbox', { name: 'Note' });
  await expect(note).toBeFocused();
  // In a field they are letters.
  await page.keyboard.type('scan');
  await expect(note).toHaveValue('scan');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener(2)).toBeFocused();
  await expect(rows.nth(2)).toContainText('scan');

  await page.keyboard.press('Enter');
  await expect(note).toHaveValue('scan');
  await expectNoSeriousFindings(page, 'record-drawer-steps');
  await page.keyboard.press('ArrowRight');
  await expect(note).toHaveValue('');
  await expect(drawer.getByRole('button', { name: 'Next record' })).toBeFocused();
  await page.keyboard.press('s');
  await expect(starred).toHaveCount(2);
  await page.keyboard.press('ArrowLeft');
  await expect(note).toHaveValue('scan');
  await page.keyboard.press('ArrowLeft');
  await expect(note).toHaveValue('');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('This is the first record.');
  await page.keyboard.press('n');
  await expect(note).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener(1)).toBeFocused();

  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Shortcuts' });
  await expect(shortcuts).toContainText('Compare its route');
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
  await page.keyboard.press('Control+K');
  await page.getByLabel('Find a command').fill('note on this');
  await page.keyboard.press('Enter');
  await expect(note).toBeFocused();
  await page.keyboard.press('Escape');

  // Far below what is rendered, the drawer still steps from record to record.
  await opener(1).focus();
  await page.keyboard.press('End');
  const last = rows.last().getByRole('button');
  await expect(last).toBeFocused();
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: 'Next record' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('This is the last record.');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');

  // A key that is pressed before the record has arrived waits for it.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/results/record', async (route) => {
    await held.promise;
    await route.continue();
  });
  await opener(6).focus();
  await page.keyboard.press('Enter');
  await expect(drawer).toBeVisible();
  await page.keyboard.press('c');
  held.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
  await page.unroute('**/api/results/record');
  await page.goBack();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await last.focus();
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
});
