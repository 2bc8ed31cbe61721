import type { Locator, Page } from '@playwright/test';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { TripFile } from '#shared/contract/trips.ts';
import { expect, test } from './milepost.ts';
import { ask, buyRequest } from './purchase-steps.ts';
import { findRecords } from './running-marketplace.ts';
import {
  expectSoundAtBothSizes,
  expectSoundInBoth,
  expectToFit,
  readmePicture,
  setColourScheme,
} from './soundness.ts';
import { go, tabTo } from './steps.ts';

const plans = (page: Page): Locator => page.getByRole('table', { name: 'Plans' });
const matrix = (page: Page): Locator => page.getByRole('grid', { name: 'Outbound by return' });
const worth = (page: Page): Locator => page.getByRole('list', { name: 'Worth reading next' });

const MARCH = { cabin: 'business', start_date: '2027-03-01', end_date: '2027-03-31' };
const route = (ends: object) => ({
  ...ends,
  OriginRegion: 'Europe',
  DestinationRegion: 'North America',
  Source: 'aeroplan',
});

async function typeCodes(page: Page, label: string, codes: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(codes);
  await page.keyboard.press('Tab');
}

type TypedTrip = { origins: string; destinations: string; from: string; until: string; nights?: string };

/** Fills in the form of a new trip there and back. */
async function planTrip(page: Page, trip: TypedTrip, adults = 1): Promise<void> {
  await go(page, 'Trips');
  await page.getByRole('main').getByRole('button', { name: 'Plan a trip' }).click();
  await page.getByLabel('Adults').selectOption(adults === 1 ? '1 adult' : `${adults} adults`);
  await page.getByLabel('Origins', { exact: true }).fill(trip.origins);
  await page.keyboard.press('Tab');
  await page.getByLabel('Destinations', { exact: true }).fill(trip.destinations);
  await page.keyboard.press('Tab');
  await page.getByLabel('Earliest departure').fill(trip.from);
  await page.getByLabel('Latest departure').fill(trip.until);
  if (trip.nights !== undefined) await page.getByLabel('Nights', { exact: true }).fill(trip.nights);
  await page.getByRole('button', { name: 'Save trip' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Plans' })).toBeVisible();
}

/** Approves what is worth reading by keys, as the sheet shows it, and waits for all of it. */
async function readThese(page: Page, untilSettled?: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'Read these' }));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Read for this trip' });
  // What leaves the computer, in the Tool's own words.
  await expect(sheet.getByText(/purpose: /)).toBeVisible();
  if (untilSettled !== undefined) {
    await sheet.getByRole('checkbox', { name: 'Until settled' }).check();
    await sheet.getByLabel('At most').fill(untilSettled);
  }
  await tabTo(page, sheet.getByRole('button', { name: 'Approve and read' }));
  await page.keyboard.press('Enter');
  await expect(sheet.getByText(/pages? of .* bought\.$/).last()).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
}

test('until it is settled, one approval reads on, and the history says what was bought and why', async ({
  milepost,
}) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  const window = { from: '2027-03-01', until: '2027-03-04', nights: '7' };
  await planTrip(page, { origins: 'LHR', destinations: 'HND', ...window });
  const offered = await worth(page).getByRole('listitem').count();
  await readThese(page, '0.30');
  const bought = page.getByRole('list', { name: 'Read for this trip' }).getByRole('listitem').first();
  await expect(bought).toContainText(/USD 0\.\d+/);
  const parts = bought.getByRole('listitem');
  expect(await parts.count()).toBeGreaterThanOrEqual(offered);
  for (const part of await parts.all()) await expect(part).toContainText(/known|read|save|like it/);
  // It stays with its trip, wherever the program was closed meanwhile.
  const before = await bought.innerText();
  await milepost.restart();
  await go(milepost.page, 'Trips');
  await milepost.page.getByRole('list', { name: 'Trips' }).getByRole('link').first().click();
  const again = milepost.page.getByRole('list', { name: 'Read for this trip' }).getByRole('listitem').first();
  await expect(again.getByRole('listitem').first()).toBeVisible();
  expect((await again.innerText()).replace(/^[^,]*/u, '')).toBe(before.replace(/^[^,]*/u, ''));
});

test('what the trip may cost, and a purchase that is not settled, are said before more is approved', async ({
  milepost,
  marketplace: { control },
}) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  const readMost = async (cents: string) => {
    await page.getByRole('button', { name: 'Edit trip' }).click();
    const most = page.getByLabel('Most for searching a day');
    await page.getByText(/^More/).click();
    await most.fill(cents);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(most).toHaveCount(0);
  };
  const read = page.getByRole('button', { name: 'Read these' });
  await planTrip(page, {
    ...{ origins: 'LHR', destinations: 'HND', nights: '7' },
    ...{ from: '2027-03-01', until: '2027-03-04' },
  });
  await readMost('0');
  await expect(read).toHaveAccessibleDescription(/on one day: USD 0\.00 of it is left/);
  await expect(read).toBeDisabled();
  await readMost('0.10');
  await control.inject({ on: 'tool.call', kind: 'drop_acknowledgement' });
  await control.inject({
    on: 'call.list',
    kind: 'replace_body',
    times: 'always',
    body: { kind: 'available', items: [], hasMore: false },
  });
  await read.click();
  const sheet = page.getByRole('dialog', { name: 'Read for this trip' });
  await expect(sheet).toContainText('USD 0.10 of it is left');
  await sheet.getByRole('button', { name: 'Approve and read' }).click();
  await expect(sheet.getByRole('button', { name: 'Done' })).toBeVisible({ timeout: 60_000 });
  await sheet.getByRole('button', { name: 'Done' }).click();
  const history = page.getByRole('list', { name: 'Read for this trip' });
  await expect(history).toContainText('outcome not settled');
  await expect(history).toContainText('not bought');
  await expect(worth(page).getByRole('link', { name: 'View purchase' })).toHaveCount(1);
  await history.getByRole('link', { name: 'View purchase' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume the same purchase' }).click();
  await expect(page.getByRole('dialog')).toContainText('Done. USD 0.022000 was charged.');
});

test('a family of four flies into one city and home from another, and needs a seat each', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  const found = (id: string, part: object) => rawRecord(id, { Source: 'aeroplan', JAirlines: 'AC', ...part });
  await findRecords(marketplace, [
    found('out-4', { Date: '2027-03-03', JMileageCost: '60000', JRemainingSeats: 4 }),
    found('out-2', { Date: '2027-03-04', JMileageCost: '40000', JRemainingSeats: 2 }),
    found('out-unstated', { Date: '2027-03-05', JMileageCost: '50000', JRemainingSeats: 0 }),
  ]);
  await buyRequest(page, { ...MARCH, origin_airport: 'JFK', destination_airport: 'LHR' });
  const home = { OriginAirport: 'CDG', DestinationAirport: 'EWR' };
  await findRecords(marketplace, [
    found('home', { Date: '2027-03-12', JMileageCost: '55000', JRemainingSeats: 5, Route: route(home) }),
  ]);
  await buyRequest(page, { ...MARCH, origin_airport: 'CDG', destination_airport: 'EWR' });

  await go(page, 'Trips');
  await page.getByRole('main').getByRole('button', { name: 'Plan a trip' }).click();
  await page.getByLabel('Adults').selectOption('2 adults');
  await page.getByLabel('Children').selectOption('2 children');
  await typeCodes(page, 'Origins', 'JFK');
  await typeCodes(page, 'Destinations', 'LHR');
  await page.getByLabel('Shape').selectOption('Back from another place');
  await page.getByRole('button', { name: 'Remove LHR' }).last().click();
  await typeCodes(page, 'Origins of flight 2', 'CDG');
  await page.getByRole('button', { name: 'Remove JFK' }).last().click();
  await typeCodes(page, 'Destinations of flight 2', 'EWR');
  await page.getByLabel('Earliest departure').fill('2027-03-01');
  await page.getByLabel('Latest departure').fill('2027-03-08');
  await page.getByLabel('Nights', { exact: true }).fill('7 to 12');
  await page.getByText('More', { exact: true }).click();
  // A problem that is mended does not close its part of the form under the fingers.
  const most = page.getByLabel('Most miles');
  await most.fill('0');
  await page.getByRole('button', { name: 'Save trip' }).click();
  await expect(most).toHaveAttribute('aria-invalid', 'true');
  await most.press('Backspace');
  await expect(most).not.toHaveAttribute('aria-invalid', 'true');
  await expect(most).toBeFocused();
  await page.getByLabel('Change of airport').selectOption('Up to 50 km');
  await page.getByRole('button', { name: 'Save trip' }).click();
  const first = plans(page).getByRole('row').nth(1);
  await expect(first).toContainText('3 Mar 2027');
  await expect(first).toContainText('460,000');
  await expect(first).toContainText('115,000 each');
  await expect(plans(page)).toContainText('2 separate tickets');
  await expect(page.getByRole('list', { name: 'Flights' })).toContainText('with fewer seats');
  await expectSoundInBoth(page, 'trip-family');
  await page.setViewportSize({ width: 900, height: 700 });
  await expectToFit(page, 'trip-family-900');

  // What the user found at the programme is marked in the row, which stays the cheapest by what is stored.
  await first.getByRole('button', { name: 'Book', exact: true }).first().click();
  const book = page.getByRole('dialog', { name: 'Book' });
  await book.getByRole('radio', { name: 'It was gone' }).check();
  await book.getByRole('button', { name: 'Save answer' }).click();
  await expect(book.getByText('You answered')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(first.getByText('You found it gone')).toHaveCount(1);

  // The whole plan in one press; its price is watched.
  await page.getByRole('button', { name: 'Save plan 1' }).click();
  await expect(page.getByRole('list', { name: 'Board' }).getByRole('listitem')).toHaveCount(2);
  // As somebody else gets it: what is wanted, and the flights as they are.
  const [mine] = await ask<{ tripId: string }[]>(page, 'trips', 'list');
  const file = await ask<TripFile>(page, 'trips', 'file', { tripId: mine?.tripId });
  const { title, starts, ends, question, flights, links } = file;
  const text = { title: `${title} again`, notes: '', starts, ends, question };
  const again = await ask<{ tripId: string }>(page, 'trips', 'create', {
    ...text,
    board: { flights, links },
  });
  const { items } = await ask<{ items: object[] }>(page, 'trips', 'show', { tripId: again.tripId });
  expect(items).toMatchObject(
    flights.map(({ chosen }) => ({ chosen, standing: { state: 'not_run_again' } })),
  );
  expect(items).toHaveLength(2);
  await ask(page, 'trips', 'remove', { tripId: again.tripId });
  await page.getByRole('button', { name: 'Watch plan 1' }).click();
  await expect(page.getByText(/Watched since/)).toContainText('Unchanged.');
  await findRecords(marketplace, [
    found('home', { Date: '2027-03-12', JMileageCost: '45000', JRemainingSeats: 5, Route: route(home) }),
  ]);
  await buyRequest(page, { ...MARCH, origin_airport: 'CDG', destination_airport: 'EWR' });
  await expect(page.getByText(/Watched since/)).toContainText('40,000 cheaper');

  // What was planned is there without a network, and after a restart.
  await marketplace.stop();
  await milepost.restart();
  await go(milepost.page, 'Trips');
  await milepost.page
    .getByRole('link', { name: /JFK to Heathrow/ })
    .first()
    .click();
  await expect(plans(milepost.page).getByRole('row').nth(1)).toContainText('420,000');
  await expect(milepost.page.getByRole('button', { name: 'Read these' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectSoundAtBothSizes(milepost.page, 'trip-offline');
});

test('three cities, and dates that have passed, say what there is and what is not', async ({ milepost }) => {
  const { page } = milepost;
  await go(page, 'Trips');
  await page.getByRole('main').getByRole('button', { name: 'Plan a trip' }).click();
  await page.getByLabel('Shape').selectOption('Several cities');
  for (const [place, [from, to]] of [
    // Tegel is closed: it is said, and no search of it is offered.
    ['LHR, TXL', 'SIN'],
    ['SIN', 'HND'],
    ['HND', 'LHR'],
  ].entries()) {
    const of = place === 0 ? '' : ` of flight ${place + 1}`;
    await typeCodes(page, `Origins${of}`, from ?? '');
    await typeCodes(page, `Destinations${of}`, to ?? '');
  }
  await page.getByLabel('Nights before flight 3').fill('3');
  await page.getByLabel('Earliest departure').fill('2027-03-01');
  await page.getByLabel('Latest departure').fill('2027-03-05');
  await page.getByRole('button', { name: 'Save trip' }).click();
  const flights = page.getByRole('list', { name: 'Flights' });
  await expect(flights.getByRole('listitem')).toHaveCount(3);
  await expect(matrix(page)).toHaveCount(0);
  await expect(worth(page).getByRole('listitem')).not.toHaveCount(0);
  await expect(page.getByText(/flights from TXL since .*: BER serves it now/u)).toBeVisible();
  await expect(worth(page)).not.toContainText(/TXL|Tegel/u);
  // Search fills in the form with a flight.
  await page.getByRole('link', { name: 'Search flight 2' }).click();
  await expect(page.getByRole('button', { name: 'Remove SIN' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Edit trip' }).click();
  await page.getByLabel('Earliest departure').fill('2020-03-01');
  await page.getByLabel('Latest departure').fill('2020-03-05');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The dates of this trip have passed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Read these' })).toHaveCount(0);
});

test('five clicks from an empty folder are three plans, by mouse or keys, and advice that changes them', async ({
  milepost,
}) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await page.getByRole('button', { name: /^Tokyo for two, there and back/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing was read for this trip yet')).toBeVisible();
  await expect(worth(page).getByRole('listitem').first()).toContainText('nothing known of its prices');
  await expectSoundInBoth(page, 'trip-nothing');
  await readThese(page);
  await expect(plans(page).getByRole('row', { name: /Haneda/ })).not.toHaveCount(0);
  await expect(plans(page).getByRole('row').nth(1)).toContainText('Cheapest');
  await expect(worth(page).getByRole('listitem').first()).toBeVisible();
  await expectSoundInBoth(page, 'trip-demo');
  await setColourScheme(page, 'light');
  await readmePicture(page, 'screenshot');
  await test.step('paper gets the whole matrix, and nothing that only a screen can do', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(matrix(page).locator('..')).toHaveCSS('overflow-x', 'visible');
    await expect(matrix(page).locator('[data-shade]').first()).toHaveCSS('print-color-adjust', 'exact');
    for (const button of ['Read these', 'Save plan 1'])
      await expect(page.getByRole('button', { name: button })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });
  // A leg is booked from its plan, into this trip.
  await plans(page).getByRole('button', { name: 'Book', exact: true }).first().click();
  const book = page.getByRole('dialog', { name: 'Book' });
  await book.getByRole('radio', { name: 'Booked' }).check();
  await expect(book.getByText(/^It goes into “/)).toBeVisible();
  await book.getByRole('radio', { name: 'It was gone' }).check();
  await page.keyboard.press('Escape');
  await expect(book).toBeHidden();
  // What is worth reading next changes the best plan. All trips and watched searches share one list of it.
  const before = await plans(page).getByRole('row').nth(1).innerText();
  await go(page, 'Trips');
  await page.getByRole('button', { name: 'Worth reading next…' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('region', { name: 'Why these' })).toContainText(
    'of all trips and of what is due',
  );
  await expect(sheet.getByRole('list', { name: 'Searches to refresh' })).toContainText('For “Tokyo for two');
  await expectSoundInBoth(page, 'worth reading next of all trips');
  await sheet.getByRole('button', { name: 'Approve and refresh' }).click();
  await expect(sheet.getByText(/pages? of .* bought\.$/).last()).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await page.getByRole('list', { name: 'Trips' }).getByRole('link').first().click();
  await expect.poll(() => plans(page).getByRole('row').nth(1).innerText()).not.toBe(before);
  const history = page.getByRole('list', { name: 'Read for this trip' });
  await expect(history.locator('> li')).toHaveCount(2);
  await expect(history.getByRole('link')).not.toHaveCount(0);
});

test('two people pay with what their programme pools, and the wallet says whose each balance is', async ({
  milepost,
  marketplace,
}) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await go(page, 'Wallet');
  await test.step('a programme is taken by a former name, and asked for where several have it', async () => {
    await page.getByRole('button', { name: 'Add balance' }).click();
    const form = page.getByRole('form', { name: 'Balance' });
    const programme = form.getByRole('combobox', { name: 'Programme' });
    await programme.fill('Avios');
    await form.getByLabel('Miles').fill('60k');
    await form.getByRole('button', { name: 'Save balance' }).click();
    await expect(programme).toHaveAccessibleDescription(/Which one/u);
    await programme.fill('Executive Club');
    await form.getByRole('button', { name: 'Save balance' }).click();
    await expect(page.getByRole('table', { name: 'Balances' })).toContainText('The British Airways Club');
  });
  for (const [owner, miles] of [
    ['Ana', '130,000'],
    ['Ben', '110,000'],
  ] as const) {
    await page.getByRole('button', { name: 'Add balance' }).click();
    const form = page.getByRole('form', { name: 'Balance' });
    await form.getByRole('combobox', { name: 'Programme' }).fill('Air Canada Aeroplan');
    await form.getByLabel('Miles').fill(miles);
    await form.getByRole('combobox', { name: 'Whose it is' }).fill(owner);
    await form.getByRole('button', { name: 'Save balance' }).click();
    await expect(form).toHaveCount(0);
  }
  const balances = page.getByRole('table', { name: 'Balances' });
  await expect(balances.getByRole('columnheader', { name: 'Owner' })).toBeVisible();
  await expect(balances.getByRole('button', { name: 'Change Ben: Air Canada Aeroplan' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Household accounts' })).toContainText(
    'Family Sharing, counted: ',
  );
  await expectSoundInBoth(page, 'wallet-owners');
  const found = (id: string, part: object) =>
    rawRecord(id, { Source: 'aeroplan', JAirlines: 'AC', JRemainingSeats: 2, ...part });
  await findRecords(marketplace, [found('out', { Date: '2027-03-03', JMileageCost: '60000' })]);
  await buyRequest(page, { ...MARCH, origin_airport: 'JFK', destination_airport: 'LHR' });
  const home = { OriginAirport: 'LHR', DestinationAirport: 'JFK' };
  await findRecords(marketplace, [
    found('home', { Date: '2027-03-12', JMileageCost: '50000', Route: route(home) }),
  ]);
  await buyRequest(page, { ...MARCH, origin_airport: 'LHR', destination_airport: 'JFK' });
  const trip = { origins: 'JFK', destinations: 'LHR', from: '2027-03-01', until: '2027-03-08' };
  await planTrip(page, { ...trip, nights: '7 to 12' }, 2);
  const first = plans(page).getByRole('row').nth(1);
  await expect(first).toContainText('With pooled miles');
  await expect(first).toContainText('90,000 Air Canada Aeroplan of Ben pay for Ana');
  await expect(first).toContainText('Ana and Ben: 20,000 Air Canada Aeroplan left together');
  await expect(page.getByRole('list', { name: 'Warnings of plan 1' })).toContainText(
    /Aeroplan pay together only in its Family Sharing.*28 Feb 2025/,
  );
});
