import { expect, type Locator, type Page } from '@playwright/test';

/** User actions, by stable accessible names. */

/** The screens of the rail, in their order. */
export const SCREENS = [
  'Search',
  'Trips',
  'Results',
  'Compare',
  'Watchlist',
  'Wallet',
  'Catalogue',
  'Purchases',
  'Settings',
] as const;

/** Opens Activity, a tab of Purchases. */
export async function goToActivity(page: Page): Promise<void> {
  await go(page, 'Purchases');
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
}

/** Opens the beginning of a screen: a link that returned to where the screen was left is pressed again. */
export async function go(page: Page, screen: string): Promise<void> {
  const link = page.getByRole('link', { name: screen, exact: true });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
  const beginning = await link.evaluate((element: HTMLAnchorElement) => element.href);
  if (page.url() !== beginning) await link.click();
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
}

export async function fillSearch(
  page: Page,
  search: { origins: string; destinations: string; cabin?: string; from: string; until: string },
): Promise<void> {
  await page.getByLabel('Origins').fill(search.origins);
  await page.keyboard.press('Tab');
  await page.getByLabel('Destinations').fill(search.destinations);
  await page.keyboard.press('Tab');
  if (search.cabin !== undefined) await page.getByLabel('Cabin').selectOption(search.cabin);
  await page.getByLabel('Earliest departure').fill(search.from);
  await page.keyboard.press('Tab');
  await page.getByLabel('Latest departure').fill(search.until);
  await page.keyboard.press('Tab');
}

export const TWO_CITIES = {
  origins: 'JFK, EWR, LGA',
  destinations: 'LHR, LGW, LCY',
  cabin: 'business',
  from: '2027-03-01',
  until: '2027-04-30',
};

export const quoteSheet = (page: Page) => page.getByRole('dialog', { name: 'Quote' });
export const awardResults = (page: Page) => page.getByRole('table', { name: 'Award results' });

/** Requests the quote of the current form, and waits for the sheet. */
export async function getQuote(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get quote' }).click();
  await expect(quoteSheet(page).getByRole('button', { name: 'Approve and run' })).toBeEnabled();
}

/** Approves the quote that is shown and waits for its results. */
export async function approve(page: Page): Promise<void> {
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await expect(awardResults(page)).toBeVisible();
  await expect(awardResults(page).getByRole('row').nth(1)).toBeVisible();
}

/** Runs an award search from the form to its results. */
export async function searchOnce(page: Page, search: Parameters<typeof fillSearch>[1] = TWO_CITIES) {
  await fillSearch(page, search);
  await getQuote(page);
  await approve(page);
}

/** Opens the results of a saved search. */
export async function openSearch(page: Page, name = /JFK to Heathrow/): Promise<void> {
  await go(page, 'Results');
  await page.getByRole('main').getByRole('link', { name }).first().click();
}

/** The number of award results, shown or not. */
export const rowCount = async (page: Page): Promise<number> =>
  Number(await awardResults(page).getAttribute('aria-rowcount')) - 1;

/** Opens an address within the page, as a link does. */
export async function visit(page: Page, path: string): Promise<void> {
  // Its first reads begin with the frame in which it is rendered.
  await page.evaluate(async (to) => {
    history.pushState(null, '', to);
    for (let frame = 0; frame < 3; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
  }, path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

/** Runs a command of the palette. */
export async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByLabel('Find a command').fill(name);
  await page.getByRole('dialog', { name: 'Commands' }).getByText(name, { exact: true }).click();
}

/** The rendered rows of the award table as texts, without ages, which change on their own. */
export async function renderedRows(page: Page, count: number): Promise<string[]> {
  const rows = awardResults(page).getByRole('row');
  await expect(rows.nth(count)).toBeVisible();
  const texts: string[] = [];
  for (let row = 1; row <= count; row++) {
    const cells = await rows.nth(row).getByRole('cell').allInnerTexts();
    texts.push(cells.slice(0, -1).join(' | '));
  }
  return texts;
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 80; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
}
