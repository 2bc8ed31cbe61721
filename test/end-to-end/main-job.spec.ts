import { expect, test } from './milepost.ts';
import {
  awardResults,
  fillSearch,
  getQuote,
  go,
  openSearch,
  quoteSheet,
  renderedRows,
  TWO_CITIES,
} from './steps.ts';

test('a user searches, sees the quote, approves it for one charge, gets award space, and still has it offline', async ({
  milepost,
  marketplace,
}) => {
  await fillSearch(milepost.page, TWO_CITIES);
  await getQuote(milepost.page);
  await expect(quoteSheet(milepost.page)).toContainText('USD 0.022000');
  await expect(quoteSheet(milepost.page)).toContainText('JFK,EWR,LGA');
  // One approval is one Call and one charge, however often the button is pressed.
  await marketplace.control.inject({ on: 'tool.call', kind: 'delay', ms: 700 });
  await quoteSheet(milepost.page).getByRole('button', { name: 'Approve and run' }).dblclick();
  await expect(awardResults(milepost.page)).toBeVisible();
  expect((await marketplace.control.books()).charges).toHaveLength(1);
  const before = await renderedRows(milepost.page, 8);
  expect(before.some((row) => row.includes('Heathrow'))).toBe(true);

  await marketplace.stop();
  await milepost.restart();

  const { page } = milepost;
  await openSearch(page, /^New York to London/);
  await expect(awardResults(page)).toBeVisible();
  expect(await renderedRows(page, 8)).toEqual(before);
  await expect(page.getByText('Offline', { exact: false }).first()).toBeVisible();
});

test('invalid input is reported beside its field and not sent, and a quote that is discarded buys nothing', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await fillSearch(page, { ...TWO_CITIES, from: '2027-02-31' });
  await page.getByLabel('Results per page').fill('5');
  await page.getByRole('button', { name: 'Get quote' }).click();
  await expect(page.getByText('There is no such day in the calendar.')).toBeVisible();
  await expect(page.getByText('At least 10 results per page.')).toBeVisible();
  await expect(quoteSheet(page)).toBeHidden();
  expect(await marketplace.control.seen('tool.quote')).toBe(0);
  await page.getByLabel('Results per page').fill('10');
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await quoteSheet(page).getByRole('button', { name: 'Discard' }).click();
  await expect(quoteSheet(page)).toBeHidden();
  expect((await marketplace.control.books()).calls).toHaveLength(0);
  await go(page, 'Purchases');
  await expect(page.getByRole('table', { name: 'Purchases' })).toContainText(/discarded/i);
});

test('the whole main workflow works by keyboard alone', async ({ milepost }) => {
  const { page } = milepost;
  const { keyboard } = page;
  await page.getByLabel('Origins').focus();
  await keyboard.type('JFK,');
  await keyboard.press('Tab');
  await page.getByLabel('Destinations').focus();
  await keyboard.type('LHR,');
  await keyboard.press('Tab');
  await page.getByLabel('Earliest departure').focus();
  await keyboard.type('2027-03-01');
  await keyboard.press('Tab');
  await page.getByLabel('Latest departure').focus();
  await keyboard.type('2027-03-31');
  await keyboard.press('Tab');
  const askForQuote = page.getByRole('button', { name: 'Get quote' });
  await askForQuote.focus();
  await expect(askForQuote).toBeFocused();
  // The Tool's catalogue entry is read meanwhile.
  await expect(askForQuote).toBeEnabled();
  await keyboard.press('Enter');
  await expect(quoteSheet(page).getByRole('button', { name: 'Approve and run' })).toBeEnabled();
  const onApprove = () =>
    page.evaluate(() => document.activeElement?.textContent?.includes('Approve and run') ?? false);
  for (let presses = 0; presses < 15 && !(await onApprove()); presses++) await keyboard.press('Tab');
  expect(await onApprove()).toBe(true);
  await keyboard.press('Enter');
  await expect(awardResults(page)).toBeVisible();
});
