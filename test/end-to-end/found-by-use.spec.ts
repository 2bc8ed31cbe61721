import { expect, test } from './milepost.ts';
import { buyRequest, requestOf } from './purchase-steps.ts';
import { approve, awardResults, fillSearch, getQuote, go, TWO_CITIES } from './steps.ts';

test('every field with suggestions has its role, its state and the number of suggestions', async ({
  milepost,
}) => {
  const { page } = milepost;
  for (const [name, text] of [
    ['Origins', 'lond'],
    ['Destinations', 'tok'],
    ['Carriers', 'air'],
  ] as const) {
    const field = page.getByRole('combobox', { name });
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await field.fill(text);
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByText(/^\d+ suggestions$/u)).toBeAttached();
    await page.keyboard.press('Escape');
    await field.fill('');
  }
});

test('a day that no airline sells is named beside its field, before a quote and in it', async ({
  milepost,
}) => {
  const { page } = milepost;
  await fillSearch(page, { ...TWO_CITIES, from: '2570-03-01', until: '2127-03-31' });
  const [earliest, latest] = [page.getByLabel('Earliest departure'), page.getByLabel('Latest departure')];
  await expect(earliest).toHaveAccessibleDescription(/Buddhist/u);
  await expect(latest).toHaveAccessibleDescription(/about a year ahead/u);
  await fillSearch(page, TWO_CITIES);
  await expect(earliest).not.toHaveAccessibleDescription(/Buddhist/u);
});

test('the table of results is ten stops of Tab from its heading, and its widths need none', async ({
  milepost,
}) => {
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await approve(page);
  await page.getByRole('heading', { level: 1 }).focus();
  const isInTable = () => page.evaluate(() => document.activeElement?.closest('table') !== null);
  let stops = 0;
  while (!(await isInTable()) && stops < 30) {
    await page.keyboard.press('Tab');
    stops += 1;
  }
  expect(stops).toBeLessThanOrEqual(10);
  const miles = awardResults(page).getByRole('button', { name: 'Miles' });
  await miles.focus();
  const width = async () => (await miles.locator('..').boundingBox())?.width ?? 0;
  const before = await width();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(width).toBeGreaterThan(before + 20);
  await page.keyboard.press('ArrowDown');
  await expect(awardResults(page).getByRole('row').nth(1).getByRole('button')).toBeFocused();
});

test('a CSV file is written for the spreadsheet that was chosen beside the export', async ({ milepost }) => {
  const { page } = milepost;
  await buyRequest(page, requestOf(1));
  await go(page, 'Results');
  await page
    .getByRole('main')
    .getByRole('link', { name: /JFK to Heathrow/u })
    .click();
  await expect(awardResults(page).getByRole('row').nth(1)).toBeVisible();
  const csv = async (item: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const first = await milepost.saved(() => csv('CSV, for spreadsheets'));
  expect(first.bytes.toString()).toMatch(/^\ufeff"date","origin"/u);
  await csv('Separator and decimals…');
  const dialog = page.getByRole('dialog', { name: 'CSV for your spreadsheet' });
  await dialog.getByLabel('Separator and decimals').selectOption({ label: 'Semicolon, 1234,5' });
  const second = await milepost.saved(() => dialog.getByRole('button', { name: 'Export CSV' }).click());
  expect(second.bytes.toString()).toMatch(/^\ufeff"date";"origin"/u);
  // It is remembered.
  const third = await milepost.saved(() => csv('CSV, for spreadsheets'));
  expect(third.bytes.toString()).toBe(second.bytes.toString());
});
