import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import type { Opened } from './opened.ts';
import { expectInkOnPaper, expectSoundInBoth, picture } from './soundness.ts';
import {
  approve,
  awardResults,
  fillSearch,
  go,
  openSearch,
  rowCount,
  runCommand,
  searchOnce,
  TWO_CITIES,
} from './steps.ts';

/** Chooses from the export menu and reads the saved file. */
async function exported({ page, saved }: Pick<Opened, 'page' | 'saved'>, button: string, format: RegExp) {
  await page.getByRole('button', { name: button, exact: true }).click();
  const { name, bytes } = await saved(() => page.getByRole('menuitem', { name: format }).click());
  return { name, text: bytes.toString() };
}

test('a user stars, tags and notes records, finds them by these, and still has them after a restart and a rebuild', {
  tag: '@long',
}, async ({ milepost }) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await searchOnce(page);
  const all = await rowCount(page);
  const boxes = awardResults(page).getByRole('checkbox');
  // The commands for the chosen rows move none of them from under the pointer.
  const before = await boxes.nth(2).boundingBox();
  await boxes.nth(0).click();
  const chosen = page.getByRole('region', { name: 'Chosen records' });
  await expect(chosen).toBeVisible();
  expect(await boxes.nth(2).boundingBox()).toEqual(before);
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await expect(chosen).toContainText('3 records chosen');
  await chosen.getByRole('button', { name: 'Star', exact: true }).click();
  await expect(awardResults(page).getByRole('img', { name: 'Starred' })).toHaveCount(3);
  await chosen.getByRole('button', { name: 'Tag…' }).click();
  await page.getByRole('combobox', { name: 'Tags for the chosen records' }).fill('honeymoon');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add tags' }).click();
  await expect(awardResults(page).getByText('honeymoon')).toHaveCount(3);
  await expectSoundInBoth(page, 'results-chosen');
  await chosen.getByRole('button', { name: 'Choose none' }).click();

  await awardResults(page)
    .getByRole('button', { name: / 2027$/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Note' }).fill('Ask Kim about this one');
  await drawer.getByRole('button', { name: 'Starred' }).click();
  await expect(drawer.getByRole('button', { name: 'Star', exact: true })).toBeVisible();
  await expectSoundInBoth(page, 'results-drawer');
  // Opened again it is still there, and viewing it removes nothing.
  await drawer.getByRole('button', { name: 'Close record' }).click();
  await expect(drawer).toBeHidden();
  await awardResults(page)
    .getByRole('button', { name: / 2027$/ })
    .first()
    .click();
  await expect(drawer.getByRole('textbox', { name: 'Note' })).toHaveValue('Ask Kim about this one');
  await drawer.getByRole('textbox', { name: 'Note' }).focus();
  await page.keyboard.press('Tab');
  // Text being written is saved by Escape, and by a reload in the middle of a word.
  await drawer.getByRole('textbox', { name: 'Note' }).fill('Ask Kim, and Jo');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Note saved.');
  await expect(awardResults(page).getByText('Ask Kim, and Jo')).toBeVisible();
  await awardResults(page)
    .getByRole('button', { name: / 2027$/ })
    .first()
    .click();
  await drawer.getByRole('textbox', { name: 'Note' }).fill('Ask Kim about this one');
  await page.reload();
  await expect(drawer.getByRole('textbox', { name: 'Note' })).toHaveValue('Ask Kim about this one');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: 'More filters' }).click();
  await expect(page.getByRole('checkbox', { name: 'Only with seats for all travellers' })).toBeFocused();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expectTypedDays(page);
  await page.getByRole('checkbox', { name: 'Starred', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'More filters' })).toBeHidden();
  await expect.poll(() => rowCount(page)).toBe(2);
  expect(all).toBeGreaterThan(2);

  await milepost.restart();
  await go(milepost.page, 'Settings');
  await milepost.page.getByRole('button', { name: 'Rebuild from purchases' }).click();
  await expect(milepost.page.getByText(/rebuilt from 1 stored answer/).first()).toBeVisible();
  await openSearch(milepost.page, /^New York to London/);
  await expect.poll(() => rowCount(milepost.page)).toBe(all);
  await expect(awardResults(milepost.page).getByText('honeymoon')).toHaveCount(3);
  await expect(awardResults(milepost.page).getByText('Ask Kim about this one')).toBeVisible();
});

test('rows are grouped, every view of a set also has a table, and saved views survive a restart', {
  tag: '@long',
}, async ({ milepost }) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await searchOnce(page);
  await page.getByRole('button', { name: 'Table options' }).click();
  await page.getByLabel('Group rows').selectOption('route');
  await page.keyboard.press('Escape');
  await expect(
    awardResults(page)
      .getByText(/with space, from [\d,]+ miles/)
      .first(),
  ).toBeVisible();
  await expectSoundInBoth(page, 'results-grouped');

  const all = await rowCount(page);
  const headings = awardResults(page).getByRole('button', { name: /records?, .*space/ });
  await headings.first().focus();
  await page.keyboard.press('Enter');
  await expect(headings.first()).toHaveAttribute('aria-expanded', 'false');
  expect(await rowCount(page)).toBeLessThan(all);
  await page.keyboard.press('ArrowDown');
  await expect(headings.nth(1)).toBeFocused();
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect.poll(() => rowCount(page)).toBe(await headings.count());
  await headings.nth(1).press('ArrowRight');
  await expect(headings.nth(1)).toHaveAttribute('aria-expanded', 'true');
  await expectSoundInBoth(page, 'results-collapsed');
  await page.reload();
  await expect(headings.first()).toHaveAttribute('aria-expanded', 'false');
  await expect(headings.nth(1)).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect.poll(() => rowCount(page)).toBe(all);

  await page.reload();
  await page.getByRole('button', { name: 'Table options' }).click();
  await expect(page.getByLabel('Group rows')).toHaveValue('route');
  await page.keyboard.press('Escape');

  await page.getByText('Map', { exact: true }).click();
  const route = page.getByRole('list', { name: 'Routes' }).getByRole('button').first();
  const inForce = page.getByRole('group', { name: 'Filters in force' });
  await route.click();
  await expect(route).toHaveAttribute('aria-pressed', 'true');
  await expect(inForce).toContainText(' to ');
  await route.click();
  await expect(inForce).toBeHidden();

  await page.getByText('Timeline', { exact: true }).click();
  // One run is not a line yet: a sentence says so.
  await expect(page.getByText('One run so far')).toBeVisible();
  await expectSoundInBoth(page, 'results-timeline');

  await page.getByText('Histogram', { exact: true }).click();
  await expect(page.getByRole('img', { name: 'Spread of miles' })).toBeVisible();
  await page.getByText('The same as a table').click();
  await expect(page.getByRole('table', { name: 'Spread of miles' }).getByRole('row').nth(1)).toBeVisible();
  await expectSoundInBoth(page, 'results-histogram');

  await page.getByText('Calendar', { exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Calendar' })).toContainText('April 2027');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Choose a day to see its records.')).toBeHidden();
  await expectInkOnPaper(page, 'results-calendar-paper');
  await page.emulateMedia({ media: 'screen' });

  // The focus is not lost when its element is removed: a day of the calendar, and filters.
  await page.getByRole('gridcell', { name: /2027/ }).first().press('Enter');
  await expect(page.getByRole('region', { name: 'Records shown' })).toBeFocused();
  await page.getByLabel('Most miles').fill('90k');
  const remove = inForce.getByRole('button', { name: /^Remove filter: / });
  await expect(remove.first()).toHaveAccessibleName('Remove filter: at most 90,000 miles');
  await page.getByLabel('Most miles').fill('90x');
  await expect(page.getByText('A number, such as 60000 or 60k')).toBeVisible();
  await remove.first().press('Enter');
  await expect(page.getByLabel('Most miles')).toHaveValue('');
  await expect(remove).toHaveCount(1);
  await expect(remove).toBeFocused();
  await inForce.getByRole('button', { name: 'Clear filters' }).press('Enter');
  await expect(inForce).toBeHidden();
  await expect(page.getByLabel('Filter results')).toBeFocused();
  await page.getByText('Calendar', { exact: true }).click();

  await page.getByRole('button', { name: 'Saved views' }).click();
  await expectSoundInBoth(page, 'views-none-kept');
  await page.getByLabel('Name of this view').fill('Spring in London');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Spring in London', exact: true })).toBeVisible();
  // The same name again does not replace anything automatically.
  await page.getByLabel('Name of this view').fill('spring in london');
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible();
  await expectSoundInBoth(page, 'views-kept');
  await page.getByLabel('Name of this view').press('Enter');
  await expect(page.getByRole('button', { name: 'spring in london 2', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete view spring in london 2' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Delete view Spring in London', exact: true })).toBeFocused();
  await milepost.restart();
  const again = milepost.page;
  await expect(again.getByRole('grid', { name: 'Calendar' })).toContainText('April 2027');
  await go(again, 'Search');
  await again.getByRole('button', { name: 'Saved views' }).press('Enter');
  await again.getByRole('button', { name: 'Spring in London', exact: true }).press('Enter');
  await expect(again.getByRole('grid', { name: 'Calendar' })).toContainText('April 2027');
  await again.getByRole('button', { name: 'Open commands' }).click();
  await again.getByRole('combobox', { name: 'Find a command' }).fill('spring');
  await expect(again.getByRole('dialog').getByText('Spring in London')).toBeVisible();
});

test('what is shown is exported to files completely', { tag: '@long' }, async ({ milepost }) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await searchOnce(page);
  const rows = await rowCount(page);
  await page.emulateMedia({ media: 'print' });
  await expect(
    page.getByText(`The rows in sight, of ${rows.toLocaleString('en-GB')} records.`),
  ).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2000);
  // The last visible row is complete.
  const cut = await page.getByRole('table', { name: 'Award results' }).evaluate((table) => {
    const end = (table.parentElement as HTMLElement).getBoundingClientRect().bottom;
    const rows = [...table.querySelectorAll('tbody tr[data-index]')].map((row) =>
      row.getBoundingClientRect(),
    );
    return rows.filter(({ top, bottom }) => top < end - 2 && bottom > end + 1).length;
  });
  expect(cut).toBe(0);
  await page.emulateMedia({ media: 'screen' });

  // Printed from here, every row is on paper, with the columns of the screen.
  const heads = await awardResults(page)
    .getByRole('columnheader')
    .getByRole('button', { name: /^[A-Z]/ })
    .allInnerTexts();
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-asked-to-print', '');
  });
  await page.keyboard.press('Control+p');
  await expect(page.locator('html')).toHaveAttribute('data-asked-to-print', '');
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('table', { name: 'Award results on paper' });
  await expect(paper.getByRole('row')).toHaveCount(rows + 1);
  await expect(paper.getByRole('columnheader')).toHaveText(heads.filter((name) => name.trim() !== ''));
  await expect(page.getByText(new RegExp(`${rows.toLocaleString('en-GB')} records\\. As of`))).toBeVisible();
  await expect(page.getByRole('main')).toBeHidden();
  await expectInkOnPaper(page, 'results-paper');
  await picture(page, 'results-paper');
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('main')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(paper).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });

  // The screen's own search and export, by key and as commands of the menu and the palette.
  const words = page.getByLabel('Filter results');
  const menu = page.getByRole('menuitem', { name: /^CSV/ });
  for (const [key, name] of [
    ['f', 'Find in page'],
    ['e', 'Export'],
  ] as const)
    for (const run of [() => page.keyboard.press(`Control+${key}`), () => runCommand(page, name)]) {
      await page.getByRole('heading', { level: 1 }).focus();
      await run();
      if (key === 'f') await expect(words).toBeFocused();
      else await expect(menu).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }

  const csv = await exported(milepost, 'Export', /^CSV/);
  expect(csv.name).toMatch(/^milepost-records-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(rows + 1);
  const json = await exported(milepost, 'Export', /^JSON/);
  expect(JSON.parse(json.text)).toHaveLength(rows);
  const lines = await exported(milepost, 'Export', /^NDJSON/);
  expect(
    lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(JSON.parse(json.text));

  await awardResults(page).getByRole('checkbox').nth(0).click();
  await awardResults(page).getByRole('checkbox').nth(1).click();
  const { bytes } = await milepost.saved(() => page.getByRole('button', { name: 'Calendar file' }).click());
  const calendar = bytes.toString();
  expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(calendar).toMatch(/DTSTART;VALUE=DATE:2027\d{4}\r\n/);
});

test('the search form offers recent entries, saves templates, widens dates and estimates the cost of a search', {
  tag: '@long',
}, async ({ milepost }) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await page.getByLabel('Origins').fill('TXL, XQZ,');
  await expect(page.getByText('Not in Milepost’s list: XQZ. You can search anyway.')).toBeVisible();
  await expect(
    page.getByText('No scheduled flights from TXL since 8 Nov 2020: BER serves it now.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByLabel('Origins').fill('NYC,');
  await page.getByRole('button', { name: 'Use JFK, EWR, LGA' }).click();
  await expect(page.getByText('LGA', { exact: true })).toBeVisible();
  await expect(page.getByText('NYC', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByLabel('Origins').evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'London Heathrow\nZurich\n');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  for (const code of ['LHR', 'ZRH']) await expect(page.getByText(code, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();

  await fillSearch(page, TWO_CITIES);
  await page.getByRole('button', { name: 'Get quote' }).dblclick();
  await approve(page);
  await go(page, 'Purchases');
  await expect(page.getByRole('table', { name: 'Purchases' }).getByRole('row')).toHaveCount(2);
  await go(page, 'Search');
  await expect(page.getByText(/^At least 2 pages, USD 0\.\d+$/)).toBeVisible();
  await page.getByRole('button', { name: '3 days earlier and later' }).click();
  await expect(page.getByLabel('Earliest departure')).toHaveValue('Fri 26 Feb 2027');
  await expect(page.getByLabel('Latest departure')).toHaveValue('Mon 3 May 2027');
  await page.getByRole('combobox', { name: 'Whole month' }).selectOption('2027-06');
  await expect(page.getByLabel('Latest departure')).toHaveValue('Wed 30 Jun 2027');

  await page.getByRole('button', { name: 'Save as template' }).click();
  await expect(page.getByLabel('Name of the template')).toHaveValue(
    'New York to London (LCY, LGW, LHR) · business · 1 to 30 Jun 2027',
  );
  await page.getByLabel('Name of the template').fill('London in June');
  await expectSoundInBoth(page, 'search-template');
  await page.getByRole('button', { name: 'Save template' }).click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByLabel('Origins').click();
  await expect(page.getByRole('option', { name: /JFK.*searched before/i })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'London in June', exact: true }).click();
  await expect(page.getByLabel('Latest departure')).toHaveValue('Wed 30 Jun 2027');
  await page.getByRole('button', { name: 'Pin London in June' }).click();
  await expect(page.getByRole('button', { name: 'Pin London in June' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Rename template London in June' }).click();
  await page.getByLabel('New name of London in June').fill('Midsummer in London');
  await expectSoundInBoth(page, 'search-renaming');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Midsummer in London', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'London in June', exact: true })).toHaveCount(0);
  await expectSoundInBoth(page, 'search-filled');
});

/** A day among more filters is typed as people type one, or picked; an invalid day stays, and filters nothing. */
async function expectTypedDays(page: Page) {
  const more = page.getByRole('dialog', { name: 'More filters' });
  const from = more.getByRole('textbox', { name: 'From', exact: true });
  await from.fill('soon');
  await expect(more.getByText('A date, such as 1 Mar')).toBeVisible();
  await from.press('Tab');
  await expect(from).toHaveValue('soon');
  await more.getByRole('button', { name: 'Calendar for the first day' }).click();
  const day = page.getByRole('button', { name: '9 March 2027', exact: true });
  await expect(day).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(day).toBeHidden();
  await expect(more).toBeVisible();
  await from.fill('9.3.27');
  await expect(page).toHaveURL(/from=2027-03-09/);
  await from.press('Tab');
  await expect(from).toHaveValue('Tue 9 Mar 2027');
  await more.getByRole('button', { name: 'Calendar for the first day' }).click();
  await page.getByRole('button', { name: '10 March 2027' }).click();
  await expect(more).toBeVisible();
  await expect(page).toHaveURL(/from=2027-03-10/);
  await from.fill('');
  await expect(page).not.toHaveURL(/from=/);
}
