import type { Page } from '@playwright/test';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { expect, test } from './milepost.ts';
import { buyRequest } from './purchase-steps.ts';
import { findRecords, type RunningMarketplace } from './running-marketplace.ts';
import { awardResults, go, openSearch } from './steps.ts';

const RECORDS = [
  { from: 'JFK', to: 'LHR', programme: 'virginatlantic', airlines: 'VS' },
  { from: 'JFK', to: 'LGW', programme: 'american', airlines: 'BA, AA' },
  { from: 'JFK', to: 'CDG', programme: 'united', airlines: 'UA, LH, AC, NH, SQ, TP' },
];

const rows = (page: Page) => awardResults(page).getByRole('row');

/** Makes a search find the three records, and opens its results. */
async function findThree(page: Page, marketplace: RunningMarketplace): Promise<void> {
  await findRecords(
    marketplace,
    RECORDS.map(({ from, to, programme, airlines }, place) =>
      rawRecord(`record-${place}`, {
        Source: programme,
        Date: `2027-03-0${place + 1}`,
        JAirlines: airlines,
        Route: { OriginAirport: from, DestinationAirport: to },
      }),
    ),
  );
  await buyRequest(page, { origin_airport: 'JFK', destination_airport: 'LHR,LGW,CDG', cabin: 'business' });
  await openSearch(page, /^JFK to /);
  await expect(rows(page)).toHaveCount(4);
}

test('the filter finds common names, a record links to its programme, and paper is landscape', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await findThree(page, marketplace);
  await expect(rows(page).nth(3)).toContainText('UA, LH, AC +3');

  // A search is not watched unless its user chooses so.
  await go(page, 'Watchlist');
  await expect(page.getByRole('heading', { name: 'Nothing watched yet' })).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);

  // Two stops from the heading to the first row, past all controls and headings of columns.
  await page.getByRole('heading', { level: 1 }).focus();
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await expect(rows(page).nth(1).getByRole('button').first()).toBeFocused();

  const filter = page.getByLabel('Filter results');
  for (const [words, found] of [
    ['London', 2],
    ['heathrow', 1],
    ['Paris', 1],
    ['United Airlines', 1],
    ['british airways', 1],
    ['Flying Club', 1],
    ['UA', 1],
    ['France', 1],
    ['Лондон', 2],
    ['巴黎', 1],
    ['Londen', 2],
    ['Paryż direct', 1],
  ] as const) {
    await filter.fill(words);
    await expect(rows(page), words).toHaveCount(found + 1);
  }
  await filter.fill('Sydney');
  await expect(page.getByRole('main')).toContainText('No record passes these filters');
  await filter.fill('');
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Airlines' }).click();
  await expect(page.getByRole('option', { name: 'United Airlines (UA) (1)' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Programmes' }).click();
  await page.getByRole('option', { name: 'Virgin Atlantic Flying Club (1)' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(4);

  await rows(page).nth(1).getByRole('button').click();
  const site = page
    .getByRole('dialog')
    .getByRole('link', { name: 'virginatlantic.com, the programme’s site' });
  await expect(site).toHaveAttribute('href', 'https://www.virginatlantic.com');
  await expect(site).toHaveAttribute('rel', 'noreferrer');
  await page.keyboard.press('Escape');

  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/u.exec(pdf) ?? [];
  expect(Number(width)).toBeGreaterThan(Number(height));
});

test('an open list stays under the pointer while several of its values are chosen', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await findThree(page, marketplace);
  await page.getByRole('button', { name: 'More filters' }).click();
  const field = page.getByRole('combobox', { name: 'Programmes' });
  await field.click();
  const options = page.getByRole('listbox', { name: 'Programmes' }).getByRole('option');
  const placesOf = () => options.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  await expect(options).toHaveCount(3);
  const places = await placesOf();
  for (const [place, label] of (await options.allTextContents()).entries()) {
    await options.nth(place).click();
    await expect(rows(page)).toHaveCount(place + 2);
    const [name] = label.split(' (');
    await expect(page.getByRole('dialog', { name: 'More filters' })).toContainText(
      place === 0 ? `${name}` : `${place + 1} chosen`,
    );
    expect(await placesOf()).toEqual(places);
  }
  // Without the mouse: the last that was chosen goes first.
  await field.press('Backspace');
  await expect(rows(page)).toHaveCount(3);
});
