import { expect, test } from './milepost.ts';
import {
  approve,
  awardResults,
  fillSearch,
  getQuote,
  go,
  quoteSheet,
  renderedRows,
  TWO_CITIES,
} from './steps.ts';

test('a user searches, sees the quote, approves it, gets award space, and still has it offline', async ({
  milepost,
  marketplace,
}) => {
  await fillSearch(milepost.page, TWO_CITIES);
  await getQuote(milepost.page);
  await expect(quoteSheet(milepost.page)).toContainText('USD 0.022000');
  await expect(quoteSheet(milepost.page)).toContainText('JFK,EWR,LGA');
  await approve(milepost.page);
  const before = await renderedRows(milepost.page, 8);
  expect(before.some((row) => row.includes('Heathrow'))).toBe(true);

  await marketplace.stop();
  await milepost.restart();

  const { page } = milepost;
  await go(page, 'Results');
  await page
    .getByRole('link', { name: /^New York to London/ })
    .first()
    .click();
  await expect(awardResults(page)).toBeVisible();
  expect(await renderedRows(page, 8)).toEqual(before);
  await expect(page.getByText('Offline', { exact: false }).first()).toBeVisible();
});

test('one approval is one Call and one charge, however often the button is pressed', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await marketplace.control.inject({ on: 'tool.call', kind: 'delay', ms: 700 });
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).dblclick();
  await expect(awardResults(page)).toBeVisible();
  const { charges } = await marketplace.control.books();
  expect(charges).toHaveLength(1);
});

test('the next page shows its price, is quoted and approved, and adds to the same results', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await approve(page);
  const count = async () => Number(await awardResults(page).getAttribute('aria-rowcount'));
  const first = await count();
  await expect(page.getByText(/USD 0\.022/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Next page: get quote' }).click();
  await expect(quoteSheet(page).getByRole('button', { name: 'Approve and run' })).toBeEnabled();
  await approve(page);
  await expect.poll(count).toBeGreaterThan(first);
});

test('a quote that is discarded buys nothing', { tag: '@long' }, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await quoteSheet(page).getByRole('button', { name: 'Discard' }).click();
  await expect(quoteSheet(page)).toBeHidden();
  expect((await marketplace.control.books()).calls).toHaveLength(0);
  await go(page, 'Purchases');
  await expect(page.getByRole('table', { name: 'Purchases' })).toContainText(/discarded/i);
});

test('invalid input is reported beside its field and not sent', { tag: '@long' }, async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await fillSearch(page, { ...TWO_CITIES, from: '2027-02-31' });
  await page.getByLabel('Results per page').fill('5');
  await page.getByRole('button', { name: 'Get quote' }).click();
  await expect(page.getByText('There is no such day in the calendar.')).toBeVisible();
  await expect(page.getByText('At least 10 results per page.')).toBeVisible();
  await expect(quoteSheet(page)).toBeHidden();
  expect(await marketplace.control.seen('tool.quote')).toBe(0);
});

test('a quote waits for a name that is still being looked up', async ({ milepost }, { project }) => {
  test.skip(project.metadata.host === 'electron', 'what its page asks cannot be held back there');
  const { page } = milepost;
  await page.getByLabel('Origins').fill('JFK,');
  await page.getByLabel('Destinations').fill('LHR,');
  await expect(page.getByRole('button', { name: 'Remove LHR' })).toBeVisible();
  const found = Promise.withResolvers<void>();
  await page.route('**/api/places/suggestAirports', async (route) => {
    await found.promise;
    await route.continue();
  });
  await page.getByLabel('Destinations').fill('Rome Fiumicino');
  await page.getByLabel('Destinations').press('Enter');
  const quoted = page.waitForRequest('**/api/purchases/quote');
  await page.getByRole('button', { name: 'Get quote', exact: true }).click();
  found.resolve();
  expect((await quoted).postDataJSON()).toMatchObject({
    input: { input: { destination_airport: 'LHR,FCO' } },
  });
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
