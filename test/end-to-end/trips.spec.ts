import type { Locator, Page } from '@playwright/test';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { expect, test } from './milepost.ts';
import { buy } from './purchase-steps.ts';
import { findRecords } from './running-marketplace.ts';
import { expectSound, expectSoundInBoth, setColourScheme } from './soundness.ts';
import { awardResults, fillSearch, go, openSearch, searchOnce, tabTo } from './steps.ts';

const ROUTE = {
  origins: 'JFK',
  destinations: 'LHR',
  cabin: 'business',
  from: '2027-03-01',
  until: '2027-03-31',
};

const board = (page: Page): Locator => page.getByRole('list', { name: 'Board' });
const items = (page: Page): Locator => board(page).getByRole('listitem');

/** Chooses the first rows of the results and adds them to the board of a new trip. */
async function addFirstRows(page: Page, rows: number, title: string): Promise<void> {
  const boxes = awardResults(page).getByRole('checkbox');
  await boxes.nth(0).click();
  if (rows > 1) await boxes.nth(rows - 1).click({ modifiers: ['Shift'] });
  await page
    .getByRole('region', { name: 'Chosen records' })
    .getByRole('button', { name: 'Add to trip…' })
    .click();
  await page.getByLabel('Title of the new trip').fill(title);
  await page.getByRole('button', { name: /^Add \d+ records?$/ }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText(`added to ${title}`);
  await expect(page.getByRole('link', { name: `added to ${title}` })).toBeVisible();
}

test('a user collects records, a note and a link on a board, orders them, and has them offline and after a restart', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await go(page, 'Trips');
  await expect(page.getByText('No trip yet')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Trips' }),
  ).toHaveAttribute('aria-current', 'page');
  await expectSoundInBoth(page, 'trips-empty');
  await go(page, 'Search');
  await searchOnce(page, ROUTE);
  await addFirstRows(page, 2, 'Spring in London');
  await marketplace.stop();

  await go(page, 'Trips');
  await page.getByRole('link', { name: 'Spring in London' }).click();
  await expect(items(page)).toHaveCount(2);
  await expect(items(page).first()).toContainText(/JFK → Heathrow, \w{3} \d+ Mar 2027/);
  await expect(items(page).first()).toContainText(/Cabin searched\s*business/);
  await expect(items(page).first()).toContainText('Not refreshed since');
  await expect(items(page).first()).toContainText('Is it a good price?');
  const checklist = page.getByRole('region', { name: 'Before you move points' });
  await expect(checklist.getByRole('checkbox')).toHaveCount(4);
  await checklist.getByRole('checkbox', { name: /^1\. Refresh every leg/ }).check();
  await expect(checklist.getByRole('checkbox', { name: /^1\./ })).toBeChecked();
  await page.getByRole('button', { name: 'Add note…' }).click();
  await page.getByLabel('Note', { exact: true }).fill('Kim prefers the morning');
  await page.getByRole('button', { name: 'Add note', exact: true }).click();
  await expect(items(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Add link…' }).click();
  await page.getByLabel('Address').fill('javascript:alert(1)');
  await expect(page.getByRole('button', { name: 'Add link', exact: true })).toBeDisabled();
  await page.getByLabel('Address').fill('https://example.org/hotel');
  await page.getByLabel('What it is').fill('A hotel nearby');
  await page.getByRole('button', { name: 'Add link', exact: true }).click();
  const link = page.getByRole('link', { name: 'A hotel nearby' });
  await expect(link).toHaveAttribute('href', 'https://example.org/hotel');
  await expect(link).toHaveAttribute('rel', /noopener/);

  await page.getByRole('button', { name: 'Move link “A hotel nearby” up' }).click();
  await expect(items(page).nth(2)).toContainText('A hotel nearby');
  await page.getByRole('button', { name: 'Delete note “Kim prefers the morning”' }).click();
  await expect(page.getByText('Note “Kim prefers the morning” was deleted.').first()).toBeVisible();
  await expect(items(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Put it back' }).click();
  await expect(items(page)).toHaveCount(4);

  await page.getByRole('button', { name: 'Edit trip' }).click();
  await page.getByLabel('First day').fill('10 Mar 27');
  await page.getByLabel('Last day').fill('2027-03-01');
  await expect(page.getByText('The last day is before the first.')).toBeVisible();
  await page.getByLabel('Last day').fill('2027-03-20');
  await page.getByLabel('Notes of the trip').fill('Two weeks, no more');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('10 to 20 Mar 2027')).toBeVisible();
  await expectSoundInBoth(page, 'trips-board');

  const { bytes } = await milepost.saved(() => page.getByRole('button', { name: 'Calendar file' }).click());
  const calendar = bytes.toString();
  expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(calendar).toContain('DTSTART;VALUE=DATE:202703');

  await page.getByRole('button', { name: 'Export trip' }).click();
  const whole = await milepost.saved(() => page.getByRole('menuitem', { name: 'JSON', exact: true }).click());
  expect(whole.name).toMatch(/^milepost-trip-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(whole.bytes.toString())).toMatchObject({
    title: 'Spring in London',
    ends: '2027-03-20',
    items: [
      { kind: 'record', standing: 'Not refreshed since' },
      { kind: 'record', requestedCabin: 'business' },
      { kind: 'link', url: 'https://example.org/hotel' },
      { kind: 'note', text: 'Kim prefers the morning' },
    ],
  });

  await milepost.restart();
  const again = milepost.page;
  await go(again, 'Trips');
  await again.getByRole('link', { name: 'Spring in London' }).click();
  await expect(items(again)).toHaveCount(4);
  await expect(items(again).nth(2)).toContainText('A hotel nearby');
  await expect(again.getByText('Two weeks, no more')).toBeVisible();
  await again.getByRole('button', { name: 'Delete trip…' }).click();
  await again.getByRole('menuitem', { name: /Delete “Spring in London”/ }).click();
  await expect(again.getByText('No trip yet')).toBeVisible();
  await again.getByRole('button', { name: 'Bring it back' }).click();
  await expect(items(again)).toHaveCount(4);

  // The rail leads back to the board; the address of a deleted trip still offers a way on.
  await go(again, 'Search');
  await again.getByRole('link', { name: 'Trips', exact: true }).click();
  await expect(items(again)).toHaveCount(4);
  await again.getByRole('button', { name: 'Delete trip…' }).click();
  await again.getByRole('menuitem', { name: /Delete “Spring in London”/ }).click();
  await expect(again.getByText('No trip yet')).toBeVisible();
  await again.goBack();
  await expect(again.getByText('This trip is not here')).toBeVisible();
  await again.getByRole('main').getByRole('button', { name: 'Bring it back' }).last().click();
  await expect(items(again)).toHaveCount(4);
});

test('a board shows whether a later run still has what was chosen', { tag: '@long' }, async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  const find = (day: string, airlines: string) =>
    findRecords(marketplace, [
      rawRecord('one', { Source: 'aeroplan', Date: day, JMileageCost: '60000', JAirlines: airlines }),
    ]);
  await find('2027-05-03', 'BA');
  await buy(page, 3);
  await openSearch(page);
  await expect(awardResults(page).getByRole('row').nth(1)).toBeVisible();
  await addFirstRows(page, 1, 'May');
  await buy(page, 3);
  await go(page, 'Trips');
  await page.getByRole('link', { name: 'May', exact: true }).click();
  await expect(items(page).first()).toContainText('Still there');
  await expect(items(page).first()).toContainText('A later run has it');
  await expectSoundInBoth(page, 'trips-still-there');
  // What changed is shown beside what was chosen.
  await find('2027-05-04', 'BA, VS');
  await buy(page, 3);
  await go(page, 'Trips');
  await page.getByRole('link', { name: 'May', exact: true }).click();
  await expect(items(page).first()).toContainText(
    'JFK → Heathrow, Tue 4 May 2027 (chosen at JFK → Heathrow, Mon 3 May 2027)',
  );
  await expect(items(page).first()).toContainText(
    'British Airways (BA), Virgin Atlantic (VS) (chosen at British Airways (BA))',
  );
  await items(page)
    .first()
    .getByRole('link', { name: /^Run \d+$/ })
    .click();
  await expect(awardResults(page)).toBeVisible();
});

test('unsaved text of a trip survives a reload, until it is saved or discarded', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  await go(page, 'Trips');
  await page.getByRole('main').getByRole('button', { name: 'Plan a trip' }).click();
  await page.getByLabel('Title').fill('Sum');
  await page.getByLabel('Shape').selectOption('No flights: a board alone');
  await page.getByLabel('Notes of the trip').fill('Kim decides');
  await page.reload();
  await expect(page.getByLabel('Notes of the trip')).toHaveValue('Kim decides');
  await page.getByLabel('Title').fill('Summer');
  await page.getByRole('button', { name: 'Save trip' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Summer' })).toBeVisible();

  const note = page.getByLabel('Note', { exact: true });
  await page.getByRole('button', { name: 'Add note…' }).click();
  await note.fill('Trains');
  await page.reload();
  await page.getByRole('button', { name: 'Add note…' }).click();
  await expect(note).toHaveValue('Trains');
  await page.getByRole('button', { name: 'Add note', exact: true }).click();
  await expect(items(page)).toContainText(['Trains']);
  await page.getByRole('button', { name: 'Add link…' }).click();
  await page.getByLabel('Address').fill('https://exa');
  await page.getByLabel('What it is').fill('Timetable');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit note “Trains”' }).click();
  await note.fill('Trains and ships');
  await page.getByRole('button', { name: 'Edit trip' }).click();
  await page.getByLabel('First day').fill('2027-06-01');
  await page.reload();
  await expect(note).toHaveValue('Trains and ships');
  await expect(page.getByLabel('First day')).toHaveValue('Tue 1 Jun 2027');
  await expect(page.getByLabel('Title')).toHaveValue('Summer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(items(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(items(page)).toContainText(['Trains and ships']);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add link…' }).click();
  await expect(page.getByLabel('Address')).toHaveValue('https://exa');
  await expect(page.getByLabel('What it is')).toHaveValue('Timetable');
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(page.getByText('no days set')).toBeVisible();
  await page.getByRole('button', { name: 'Add note…' }).click();
  await expect(note).toHaveValue('');
});

test('a trip is created, filled and ordered by keyboard alone, and found by the command palette', async ({
  milepost,
}) => {
  const { page } = milepost;
  const { keyboard } = page;
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await keyboard.press('Control+k');
  await expect(page.getByLabel('Find a command')).toBeFocused();
  await keyboard.type('trips');
  await expect(page.getByRole('button', { name: 'Trips G then I', exact: true })).toBeVisible();
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Trips' })).toBeFocused();
  const reach = async (target: Locator): Promise<void> => {
    await expect(target).toBeVisible();
    await tabTo(page, target);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  await reach(button('Plan a trip'));
  await keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  await keyboard.type('By keys');
  await reach(page.getByLabel('Shape'));
  await keyboard.type('No');
  await expect(page.getByLabel('First day')).toBeVisible();
  await reach(button('Save trip'));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'By keys' })).toBeVisible();
  const heading = page.getByRole('heading', { level: 1, name: 'Trips' });
  await expect(heading).toBeFocused();
  await reach(button('Edit trip'));
  await keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  await reach(button('Cancel'));
  await keyboard.press('Enter');
  await expect(heading).toBeFocused();
  for (const text of ['first', 'second']) {
    await reach(button('Add note…'));
    await keyboard.press('Enter');
    await reach(page.getByLabel('Note', { exact: true }));
    await keyboard.type(text);
    await reach(button('Add note'));
    await keyboard.press('Enter');
    await expect(board(page)).toContainText(text);
    await expect(page.getByLabel('Note', { exact: true })).toBeHidden();
  }
  await reach(button('Move note “second” up'));
  await keyboard.press('Enter');
  await expect(items(page).first()).toContainText('second');
  await expect(button('Move note “second” up')).toBeFocused();
  await keyboard.press('Control+k');
  await expect(page.getByLabel('Find a command')).toBeFocused();
  await keyboard.type('by ke');
  await expect(button('By keys')).toBeVisible();
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'By keys' })).toBeVisible();
  await setColourScheme(page, 'dark');
  await expectSound(page, 'trips-narrow');
});

test('what stands in the search form becomes a trip, which keeps what was typed in every shape', async ({
  milepost,
}) => {
  const { page } = milepost;
  await fillSearch(page, { ...ROUTE, origins: 'London', destinations: 'HND, NRT' });
  await page.getByRole('button', { name: 'Plan a trip' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible();
  const shape = page.getByLabel('Shape');
  await expect(shape).toHaveValue('return');
  await page.getByLabel('Adults').selectOption('2 adults');
  await page.getByLabel('Nights', { exact: true }).fill('10 to 16');
  await shape.selectOption('Back from another place');
  await page.getByLabel('Origins of flight 2').fill('KIX');
  await page.keyboard.press('Tab');
  await shape.selectOption('One way');
  await expect(page.getByLabel('Origins of flight 2')).toHaveCount(0);
  await expectSoundInBoth(page, 'trips-form');
  await page.getByLabel('Earliest departure').fill('');
  await page.getByRole('button', { name: 'Save trip' }).click();
  await expect(page.getByText('Choose a day.')).toBeVisible();
  await page.getByLabel('Earliest departure').fill('2027-03-01');
  await shape.selectOption('Back from another place');
  await page.getByRole('button', { name: 'Save trip' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /London to Tokyo/ })).toBeVisible();
  await page.getByRole('button', { name: 'Edit trip' }).click();
  await expect(shape).toHaveValue('open_jaw');
  await expect(page.getByLabel('Nights', { exact: true })).toHaveValue('10 to 16');
  await page.setViewportSize({ width: 900, height: 700 });
  await expectSoundInBoth(page, 'trips-form-narrow');
});
