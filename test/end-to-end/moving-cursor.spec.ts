import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { approve, fillSearch, getQuote, go, rowCount, TWO_CITIES } from './steps.ts';

/** Pages are continued by `cursor` and `skip` (§2.1); their meaning to a provider is not documented. */

const FORTNIGHT = { ...TWO_CITIES, origins: 'JFK', destinations: 'LHR', until: '2027-03-14' };
const remarks = (page: Page) => page.getByRole('list', { name: 'What does not fit in the answers' });
const nextPage = (page: Page) => page.getByRole('button', { name: 'Next page: get quote' });

async function search(page: Page, perPage: number): Promise<void> {
  await go(page, 'Search');
  await fillSearch(page, FORTNIGHT);
  await page.getByLabel('Results per page').fill(String(perPage));
  await getQuote(page);
  await approve(page);
}

/** Gets the next page; the line above the table counts the pages. */
async function readNextPage(page: Page, pages: number): Promise<void> {
  await nextPage(page).click();
  await approve(page);
  await expect(page.getByText(`${pages} pages, `).first()).toBeVisible();
}

/** Reads pages until none is offered; the last of them adds nothing new. */
async function readToTheEnd(page: Page, from: number): Promise<void> {
  for (let pages = from; (await nextPage(page).count()) > 0; pages++) {
    expect(pages).toBeLessThan(20);
    await readNextPage(page, pages);
  }
}

test('a cursor that moves unnoticed: missing records are reported, and no page is read twice', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  const { control } = marketplace;
  await control.behave({ award: { movingCursor: 'opaque' } });
  await search(page, 10);
  await readNextPage(page, 2);
  await expect(remarks(page)).toContainText('Page 2 may have left records out');
  await expect(page.getByText('complete', { exact: true })).toHaveCount(0);
  await readNextPage(page, 3);
  await expect.poll(() => rowCount(page)).toBe(30);
  await readToTheEnd(page, 4);
  await expect(page.getByText('complete', { exact: true })).toHaveCount(0);
  const { calls, charges } = await control.books();
  expect(charges).toHaveLength(calls.length);
});

test('a repeated page is reported with what the run cost, and no further one is offered', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await marketplace.control.behave({ award: { movingCursor: 'alone' } });
  await search(page, 10);
  await readNextPage(page, 2);
  await expect(remarks(page)).toContainText('only repeats records of earlier pages');
  await expect(remarks(page)).toContainText('USD 0.044');
  await expect.poll(() => rowCount(page)).toBe(10);
  await expect(nextPage(page)).toHaveCount(0);
});
