import { expect, test } from './milepost.ts';
import { buyRequest, requestOf } from './purchase-steps.ts';
import { expectToFit, picture } from './soundness.ts';
import { approve, awardResults, fillSearch, getQuote, go, TWO_CITIES } from './steps.ts';

test('every field with suggestions has its role, its state and the number of suggestions', async ({
  milepost,
}) => {
  const { page } = milepost;
  for (const [name, text, request] of [
    ['Origins', 'lond', 'suggestAirports'],
    ['Destinations', 'tok', 'suggestAirports'],
    ['Carriers', 'air', 'suggestCarriers'],
  ] as const) {
    const field = page.getByRole('combobox', { name });
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    // The names are read at the first request, which takes a busy machine longer than any sentence.
    const suggested = milepost.answered('places', request);
    await field.fill(text);
    await suggested;
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

test('what is worth knowing stands first: in a record, in Purchases, beside a greyed quote', async ({
  milepost,
}) => {
  const { page } = milepost;
  await page.setViewportSize({ width: 1280, height: 800 });
  const quote = page.getByRole('button', { name: 'Get quote' });
  await expect(quote).toBeDisabled();
  const reason = await quote.getAttribute('aria-describedby');
  const beside = page.locator(`[id="${reason ?? ''}"]`);
  await expect(beside).toBeInViewport({ ratio: 1 });
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await approve(page);
  await picture(page, 'use-results-1280');
  await awardResults(page).getByRole('row').nth(1).click();
  const drawer = page.getByRole('dialog');
  const top = async (name: string | RegExp) =>
    (await drawer.getByRole('button', { name }).first().boundingBox())?.y ?? Number.NaN;
  await expect(drawer.getByRole('button', { name: /Add to/u }).first()).toBeVisible();
  const fields = (await drawer.getByRole('table').first().boundingBox())?.y ?? 0;
  expect(await top(/Add to/u)).toBeLessThan(fields);
  expect(await top(/Star/u)).toBeLessThan(fields);
  const headings = await drawer.getByRole('heading').allTextContents();
  expect(headings.at(-1)).toMatch(/raw|as it came/iu);
  await picture(page, 'use-drawer-1280');
  await page.keyboard.press('Escape');
  await go(page, 'Purchases');
  await expect(page.getByRole('table', { name: 'Purchases' }).getByRole('row').nth(1)).toContainText(
    /New York.* to London/u,
  );
  await picture(page, 'use-purchases-1280');
});

test('forced colours keep the legends and the current link of the rail', async ({ milepost }) => {
  const { page } = milepost;
  await fillSearch(page, { ...TWO_CITIES, destinations: 'LHR, CDG, FRA' });
  await getQuote(page);
  await approve(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const current = page.getByRole('link', { name: 'Results', exact: true });
  const other = page.getByRole('link', { name: 'Compare', exact: true });
  const styleOf = (link: typeof current) =>
    link.evaluate((node) => {
      const { outlineStyle, backgroundColor, borderColor, borderStyle, color } = getComputedStyle(node);
      return [outlineStyle, backgroundColor, borderColor, borderStyle, color].join();
    });
  expect(await styleOf(current)).not.toBe(await styleOf(other));
  const fill = (name: string) =>
    page
      .getByRole('checkbox', { name, exact: true })
      .evaluate((node) => getComputedStyle(node).backgroundColor);
  // What is ticked is seen to be.
  expect(await fill('Award space only')).not.toBe(await fill('Direct only'));
  await page.getByText('Calendar', { exact: true }).first().click();
  const shades = page.locator('i[data-shade]:visible');
  const expectShades = async () => {
    await expect(shades).toHaveCount(5);
    const grounds = await shades.evaluateAll((all) =>
      all.map((each) => getComputedStyle(each).backgroundColor),
    );
    expect(new Set(grounds).size).toBe(5);
    return grounds;
  };
  const ofCalendar = await expectShades();
  await picture(page, 'use-forced-calendar');
  await page.getByText('Map', { exact: true }).first().click();
  await expect(page.getByRole('list', { name: 'Routes' })).toBeVisible();
  // One palette, and its lines are seen in it.
  expect(await expectShades()).toEqual(ofCalendar);
  for (const shade of ['1', '2', '3', '4', '5'])
    for (const line of await page.locator(`svg [data-shade="${shade}"] path:last-of-type`).all())
      expect(await line.evaluate((node) => getComputedStyle(node).stroke)).toBe(
        ofCalendar[Number(shade) - 1],
      );
  await picture(page, 'use-forced-map');
  await page.emulateMedia({ forcedColors: 'none' });
});

test('fields of the toolbar keep their names in view at 900 points and at 200 %', async ({ milepost }) => {
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await approve(page);
  for (const size of [
    { width: 900, height: 700 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size);
    await expectToFit(page, `use-toolbar-${size.width}`);
    const labels = page
      .getByRole('search')
      .or(page.getByRole('form', { name: 'Filter results' }))
      .locator('label');
    for (const label of await labels.all())
      if (await label.isVisible()) {
        const cut = await label.evaluate((node) => node.scrollWidth > node.clientWidth + 1);
        expect(cut, (await label.textContent()) ?? '').toBe(false);
      }
    await picture(page, `use-toolbar-${size.width}`);
  }
});

test('the palette is a combobox that counts what it found', async ({ milepost }) => {
  const { page } = milepost;
  await page.keyboard.press('Control+K');
  const field = page.getByRole('combobox', { name: 'Find a command' });
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await field.fill('wallet');
  await expect(page.getByText(/^\d+ suggestions?$/u)).toBeAttached();
});

test('the wallet takes a programme by a former name, and asks where several have it', async ({
  milepost,
}) => {
  const { page } = milepost;
  await go(page, 'Wallet');
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

test('“Use …” puts what serves a place now in the place of a closed airport', async ({ milepost }) => {
  const { page } = milepost;
  const origins = page.getByRole('combobox', { name: 'Origins' });
  await origins.fill('TXL');
  await origins.press('Enter');
  await page.getByRole('button', { name: 'Use BER' }).click();
  await expect(
    page
      .getByRole('button', { name: /Remove BER/u })
      .or(page.getByText('BER', { exact: true }))
      .first(),
  ).toBeVisible();
  await expect(page.getByText('TXL', { exact: true })).toHaveCount(0);
});

test('where searches are that belong to another marketplace is said where none is shown, and where some are', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await buyRequest(page, requestOf(1));
  await go(page, 'Settings');
  await page.getByRole('link', { name: 'Marketplace and key' }).click();
  await page.getByRole('button', { name: 'Use the demo' }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('demo money');
  const wayBack = page.getByRole('button', { name: `Use ${new URL(marketplace.url).origin}` });
  for (const screen of ['Results', 'Watchlist', 'Compare'] as const) {
    await go(page, screen);
    await expect(wayBack).toBeVisible();
  }
  // The demo has a search of its own now: those of the other marketplace are named below it.
  await buyRequest(page, requestOf(2));
  for (const screen of ['Results', 'Watchlist', 'Compare'] as const) {
    await go(page, screen);
    const others = page.getByRole('region', { name: 'Saved at other marketplaces' });
    await expect(others).toContainText(`1 search with`);
    await expect(others.getByRole('button')).toHaveText([`Use ${new URL(marketplace.url).origin}`]);
  }
  await go(page, 'Purchases');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('What it brought').click();
  await wayBack.click();
  await expect(page.getByRole('table', { name: 'Brought by saved search' })).toBeVisible();
});
