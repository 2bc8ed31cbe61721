import { expect, test } from './milepost.ts';
import { fillSearch, go, quoteSheet, TWO_CITIES } from './steps.ts';

test('every approval is confirmed outside the page where the user chose so, and only they take it back', async ({
  milepost,
  marketplace,
}, testInfo) => {
  test.skip(testInfo.project.metadata.host === 'electron', 'Electron asks in a dialog of the system');
  const { page } = milepost;
  await go(page, 'Settings');
  const asked = page.getByLabel('Confirm outside this window');
  const save = page
    .getByRole('region', { name: 'Confirmations' })
    .getByRole('button', { name: 'Save', exact: true });
  await asked.selectOption('Every approval');
  await save.click();
  await expect(page.getByLabel('Status', { exact: true })).toContainText('Confirmations saved');

  await go(page, 'Search');
  await fillSearch(page, TWO_CITIES);
  await page.getByRole('button', { name: 'Get quote' }).click();
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await expect(quoteSheet(page)).toContainText('has to be confirmed outside the page');
  expect((await marketplace.control.books()).calls).toHaveLength(0);
  await quoteSheet(page).getByRole('button', { name: 'Discard' }).click();

  await go(page, 'Settings');
  await asked.selectOption('Also approvals above an amount');
  await page.getByLabel('Above', { exact: true }).fill('x');
  await save.click();
  await expect(page.getByText('Type an amount, such as 0.50.')).toBeVisible();
  await page.getByLabel('Above', { exact: true }).fill('0.50');
  await save.click();
  await expect(page.getByText('It was not changed')).toBeVisible();
  await expect(page.getByText(/has to be confirmed outside the page/)).toBeVisible();
});
