import type { Locator, Page } from '@playwright/test';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { expect, test } from './milepost.ts';
import { buyRequest } from './purchase-steps.ts';
import { findRecords, type RunningMarketplace } from './running-marketplace.ts';
import { expectSoundInBoth, expectToFit, picture } from './soundness.ts';
import { awardResults, go, openSearch, quoteSheet, runCommand, tabTo } from './steps.ts';

const MARCH = {
  origin_airport: 'JFK',
  destination_airport: 'LHR',
  cabin: 'business',
  start_date: '2027-03-01',
  end_date: '2027-03-31',
};

const TRIPS = [
  {
    FlightNumbers: 'UA12, LH900',
    TotalDuration: 700,
    TotalTaxes: 18_640,
    TaxesCurrency: 'USD',
    BookingLink: 'https://www.united.com/book?ref=1',
    AvailabilitySegments: [
      {
        FlightNumber: 'UA12',
        OriginAirport: 'JFK',
        DestinationAirport: 'FRA',
        DepartsAt: '2027-03-02T22:10:00Z',
        ArrivesAt: '2027-03-03T11:30:00Z',
      },
      {
        FlightNumber: 'LH900',
        OriginAirport: 'FRA',
        DestinationAirport: 'LHR',
        DepartsAt: '2027-03-03T13:00:00Z',
        ArrivesAt: '2027-03-03T13:40:00Z',
      },
    ],
  },
];

const RECORDS = [
  rawRecord('lifemiles-1', { Source: 'lifemiles', Date: '2027-03-01' }),
  { ...rawRecord('united-2', { Date: '2027-03-02' }), AvailabilityTrips: TRIPS },
  rawRecord('virgin-3', { Source: 'virginatlantic', Date: '2027-03-03' }),
];

const book = (page: Page): Locator => page.getByRole('dialog', { name: 'Book' });
const part = (page: Page, name: string): Locator => book(page).getByRole('region', { name });

async function readMarch(page: Page, marketplace: RunningMarketplace): Promise<void> {
  await findRecords(marketplace, RECORDS);
  await buyRequest(page, MARCH);
  await openSearch(page);
}

/** Opens the record of a row, and from it the sheet. */
async function openBook(page: Page, row: number): Promise<void> {
  await awardResults(page).getByRole('row').nth(row).getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click();
  await expect(part(page, 'What happened?')).toBeVisible();
}

test('a user goes from a seat to its ticket, and the booking stands in a trip, its calendar and a later start', async ({
  milepost,
  marketplace,
}, { project }) => {
  test.setTimeout(120_000);
  let { page } = milepost;
  await readMarch(page, marketplace);
  await openBook(page, 2);

  // Whether it is there: reading that day again is quoted and approved like any other search.
  await expect(part(page, 'Check it is there')).toContainText(
    'MileagePlus: no answer of yours at about this age yet.',
  );
  await page.getByRole('button', { name: 'Check now, USD 0.022' }).click();
  await expect(quoteSheet(page)).toContainText('2027-03-02');
  await expect(quoteSheet(page)).not.toContainText('2027-03-31');
  await expect(book(page)).toBeHidden();
  await quoteSheet(page).getByRole('button', { name: 'Discard' }).click();
  await expect(book(page)).toBeVisible();

  await expect(part(page, 'Have the miles')).toContainText('United MileagePlus holds no awards.');
  await expect(part(page, 'Have the miles')).toContainText('Before you move points');

  const links = part(page, 'Find it at the programme').getByRole('link');
  await expect(links.first()).toHaveAttribute('href', 'https://www.united.com/book?ref=1');
  await expect(links.nth(1)).toHaveAttribute('href', /f=JFK&t=LHR&d=2027-03-02.*px=1/);
  await expect(links.nth(1)).toHaveAttribute('rel', /noopener/);
  await page.getByRole('button', { name: 'Copy Date' }).click();
  await expect(page.getByText('Copied: 2027-03-02')).toBeVisible();

  let answers = part(page, 'What happened?');
  await answers.getByRole('radio', { name: 'Booked' }).check();
  await answers.getByLabel('Reference').fill('ABC123');
  await expect(answers.getByLabel('Miles paid')).toHaveValue('70000');
  await answers.getByLabel('Taxes paid').fill('many');
  await expect(answers.getByText('Type an amount, such as 182.40.')).toBeVisible();
  await expect(answers.getByRole('button', { name: 'Save answer' })).toBeDisabled();
  // What was typed is there after a reload, as is the sheet, and after a restart.
  await page.reload();
  await expect(answers.getByLabel('Reference')).toHaveValue('ABC123');
  // It covers no other screen, and is there again on its own.
  const itsScreen = page.url();
  await page.goto(new URL('/trips', itsScreen).href);
  await expect(page.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible();
  await expect(book(page)).toBeHidden();
  await page.goto(itsScreen);
  await expect(answers.getByLabel('Reference')).toHaveValue('ABC123');
  // A window's key is stored anew by the test after each of its starts, for which no sheet may be open.
  if (project.metadata.host !== 'electron') await milepost.restart();
  page = milepost.page;
  answers = part(page, 'What happened?');
  await expect(answers.getByLabel('Reference')).toHaveValue('ABC123');
  await answers.getByLabel('Taxes paid').fill('186.40');
  await answers.getByLabel('Into the trip').selectOption('A new trip');
  await answers.getByLabel('Title of the new trip').fill('Spring in London');
  await expectSoundInBoth(page, 'book');
  await page.setViewportSize({ width: 900, height: 700 });
  await expectToFit(page, 'book');
  await picture(page, 'book-narrow');
  await answers.getByRole('button', { name: 'Save answer' }).click();
  await expect(
    answers.getByText(/^Booked, reference ABC123, 70,000 miles, USD 186.40 taxes/).first(),
  ).toBeVisible();
  await expect(part(page, 'Check it is there')).toContainText(
    'MileagePlus: 0 of 1 were gone at about this age.',
  );
  await page.keyboard.press('Escape');
  await expect(book(page)).toBeHidden();
  await page.getByRole('button', { name: 'Close record' }).click();

  await go(page, 'Trips');
  await page.getByRole('link', { name: 'Spring in London' }).click();
  const booked = page.getByRole('list', { name: 'Booked flights' });
  await expect(booked).toContainText(/Departs in \d+ days/);
  await expect(booked).toContainText(/Check-in usually opens Mon 1 Mar 2027/);
  await expect(booked).toContainText('Reference ABC123');
  await expect(page.getByRole('list', { name: 'Board' }).getByRole('button', { name: 'Book' })).toBeVisible();
  await expectSoundInBoth(page, 'trip-booked');
  await picture(page, 'trip-booked');
  const { bytes } = await milepost.saved(() => page.getByRole('button', { name: 'Calendar file' }).click());
  const calendar = bytes.toString();
  expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(calendar).toContain('DTSTART:20270302T221000\r\n');
  expect(calendar).toContain('STATUS:CONFIRMED');

  await milepost.restart();
  const again = milepost.page;
  await go(again, 'Trips');
  await again.getByRole('link', { name: 'Spring in London' }).click();
  await expect(again.getByRole('list', { name: 'Booked flights' })).toContainText('Reference ABC123');
});

test('a hold has its end, what was gone counts for its programme alone, and what pays stands beside the facts of each transfer', async ({
  milepost,
  marketplace,
}) => {
  test.setTimeout(90_000);
  const { page } = milepost;
  await readMarch(page, marketplace);
  // Nothing is known of this programme's search but where it begins.
  await openBook(page, 1);
  await expect(part(page, 'Find it at the programme').getByRole('link').first()).toHaveAttribute(
    'href',
    /lifemiles/,
  );
  await expect(book(page).getByLabel('What to type')).toContainText('Heathrow');
  const answers = part(page, 'What happened?');
  await answers.getByRole('radio', { name: 'It was gone' }).check();
  await answers.getByRole('button', { name: 'Save answer' }).click();
  await expect(part(page, 'Check it is there')).toContainText(
    'LifeMiles: 1 of 1 was gone at about this age.',
  );
  await answers.getByText('Your 1 answer for').click();
  const { name, bytes } = await milepost.saved(async () => {
    await answers.getByRole('button', { name: 'Export all answers' }).click();
    await page.getByRole('menuitem', { name: 'JSON', exact: true }).click();
  });
  expect(name).toContain('answers');
  expect(JSON.parse(bytes.toString())).toMatchObject([{ outcome: 'not_there', programme: 'lifemiles' }]);
  await answers.getByRole('button', { name: 'Delete answer' }).click();
  await expect(part(page, 'Check it is there')).toContainText('LifeMiles: no answer of yours');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close record' }).click();

  await openBook(page, 3);
  await expectSoundInBoth(page, 'book-top');
  const transfers = part(page, 'Have the miles').getByRole('list', { name: 'Transfers' });
  await expect(transfers).toHaveCount(0);
  await part(page, 'Have the miles').getByRole('link', { name: 'Type your balances' }).click();
  await expect(book(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add balance' }).click();
  const form = page.getByRole('form', { name: 'Balance' });
  await form.getByLabel('Kind').selectOption('Points of a bank');
  await form.getByRole('combobox', { name: 'Bank' }).fill('Chase Ultimate Rewards');
  await form.getByLabel('Points').fill('900,000');
  await form.getByRole('button', { name: 'Save balance' }).click();
  await expect(form).toHaveCount(0);
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click();
  await expect(transfers.getByRole('listitem')).toHaveText([
    /Chase Ultimate Rewards to Virgin Atlantic Flying Club: 1 : 1.*in steps of 1,000.*bonus.*takes.*2026/,
  ]);
  await expect(part(page, 'Find it at the programme')).toContainText('May open only the search page');
  await expect(part(page, 'Have the miles')).toContainText(
    'Virgin Atlantic Flying Club holds awards for up to 1 day, by phone',
  );
  await answers.getByRole('radio', { name: 'On hold' }).check();
  await expect(answers.getByRole('button', { name: 'Save answer' })).toBeDisabled();
  await answers.getByLabel('Held until').fill('2027-02-20');
  await answers.getByLabel('Time').fill('14:00');
  await answers.getByLabel('Into the trip').selectOption('A new trip');
  await answers.getByLabel('Title of the new trip').fill('On hold');
  await answers.getByRole('button', { name: 'Save answer' }).click();
  await expect(answers.getByText(/^On hold, until 20 Feb 2027/).first()).toBeVisible();

  // A check that is approved finds the seat gone.
  await findRecords(marketplace, []);
  await page.getByRole('button', { name: 'Check now, USD 0.022' }).click();
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await expect(quoteSheet(page)).toBeHidden();
  await expect(part(page, 'Check it is there')).toContainText('No longer there');
  await page.keyboard.press('Escape');
  await expect(book(page)).toBeHidden();
  await go(page, 'Trips');
  await page.getByRole('link', { name: 'On hold' }).click();
  await expect(page.getByRole('list', { name: 'Booked flights' })).toContainText(/Hold ends 20 Feb 2027/);
});

test('the keyboard alone leads from a record to a saved answer, and back to where it was', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await readMarch(page, marketplace);
  // To find is to filter here, by the key and by the menu’s command.
  const filter = page.getByLabel('Filter results');
  await expect(filter).toBeVisible();
  await page.keyboard.press('ControlOrMeta+F');
  await expect(filter).toBeFocused();
  await awardResults(page).getByRole('row').nth(2).getByRole('button').first().focus();
  await runCommand(page, 'Find in page');
  await expect(filter).toBeFocused();
  await expect(page.getByRole('search', { name: 'Find in page' })).toHaveCount(0);
  await awardResults(page).getByRole('row').nth(2).getByRole('button').first().press('Enter');
  const open = page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  const answers = part(page, 'What happened?');
  await tabTo(page, part(page, 'Find it at the programme').getByRole('link').first());
  await tabTo(page, answers.getByRole('radio').first());
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await expect(answers.getByRole('radio', { name: 'Other price' })).toBeChecked();
  await tabTo(page, answers.getByLabel('Miles asked'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('80k');
  await tabTo(page, answers.getByRole('button', { name: 'Save answer' }));
  await page.keyboard.press('Enter');
  await expect(answers.getByText(/^Other price, 80,000 miles/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(book(page)).toBeHidden();
  await expect(open).toBeFocused();
});
