import { expect, test } from './milepost.ts';
import { notAllowed } from './opened.ts';
import { approve, fillSearch, go, quoteSheet, TWO_CITIES } from './steps.ts';

test('every approval is confirmed outside the page where the user chose so, and only the user can undo that', async ({
  milepost,
  marketplace,
}) => {
  const { page, outside } = milepost;
  await go(page, 'Settings');
  const confirmation = page.getByLabel('Confirm outside this window');
  const save = page
    .getByRole('region', { name: 'Confirmations' })
    .getByRole('button', { name: 'Save', exact: true });
  await confirmation.selectOption('Every approval');
  await save.click();
  await expect(page.getByLabel('Status', { exact: true })).toContainText('Confirmations saved');

  await go(page, 'Search');
  await fillSearch(page, TWO_CITIES);
  await page.getByRole('button', { name: 'Get quote' }).click();
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await expect(quoteSheet(page)).toContainText(notAllowed(milepost));
  expect((await marketplace.control.books()).calls).toHaveLength(0);
  if (outside !== null) expect((await outside.questions()).at(-1)).toMatch(/^Buy this\?\n.*USD 0\.022/s);
  await quoteSheet(page).getByRole('button', { name: 'Discard' }).click();

  await go(page, 'Settings');
  await confirmation.selectOption('Also approvals above an amount');
  await page.getByLabel('Above', { exact: true }).fill('x');
  await save.click();
  await expect(page.getByText('Type an amount, such as 0.50.')).toBeVisible();
  await page.getByLabel('Above', { exact: true }).fill('0.50');
  await save.click();
  await expect(page.getByText('It was not changed')).toBeVisible();
  await expect(page.getByText(notAllowed(milepost))).toBeVisible();
  if (outside === null) return;

  // The same with a confirmation outside the page.
  await outside.answers(true);
  await save.click();
  await expect(page.getByText('It was not changed')).toBeHidden();
  await expect(page.getByLabel('Status', { exact: true })).toContainText('Confirmations saved');
  await go(page, 'Search');
  await page.getByRole('button', { name: 'Get quote' }).click();
  const before = (await outside.questions()).length;
  await approve(page);
  expect((await marketplace.control.books()).calls).toHaveLength(1);
  expect(await outside.questions()).toHaveLength(before);
});
