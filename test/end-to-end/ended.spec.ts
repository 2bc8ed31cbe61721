import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { openInBrowser } from './open-in-browser.ts';
import { go, SCREENS } from './steps.ts';

/** What only a running program knows. */
const CLAIMS =
  /\bOnline\b|\bOffline\b|Not connected yet|Catalogue fresh|Key stored|Key for this run|Spent today/;

async function expectNoClaim(page: Page, screen: string): Promise<void> {
  const atAGlance = page.getByRole('region', { name: 'At a glance' });
  await expect(atAGlance, screen).toContainText('Milepost is not answering');
  expect(await atAGlance.innerText(), screen).not.toMatch(CLAIMS);
  // Once, however much of the screen could not be read.
  await expect(page.getByRole('main').getByText('Milepost itself is not answering')).toHaveCount(1);
  expect(await page.getByRole('main').innerText(), screen).not.toMatch(/\bOffline\b/);
}

test('a page that outlives its program claims nothing, neither online nor offline', async ({
  browser,
  folder,
  marketplace,
}, { project }) => {
  test.skip(project.name !== 'chromium', 'a window ends with its program');
  const opened = await openInBrowser(browser, {
    dataDir: join(folder, 'data'),
    marketplace: marketplace.url,
    key: marketplace.key,
    onOutput: () => {},
  });
  const { page } = opened;
  const atAGlance = page.getByRole('region', { name: 'At a glance' });
  await go(page, 'Catalogue');
  await expect(atAGlance.getByText('Online', { exact: true })).toBeVisible();
  await marketplace.stop();
  await page.getByRole('searchbox', { name: 'Search Tools' }).fill('lounges');
  await page.keyboard.press('Enter');
  await expect(atAGlance.getByText('Offline', { exact: true })).toBeVisible();
  await opened.end();
  // Where it is, and on every screen that is opened afterwards.
  await expectNoClaim(page, 'Catalogue');
  await page.getByRole('searchbox', { name: 'Search Tools' }).fill('another');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByText('Not read from the service.')).toBeVisible();
  await expectNoClaim(page, 'Catalogue');
  for (const screen of SCREENS) {
    await page.getByRole('link', { name: screen, exact: true }).click();
    await expectNoClaim(page, screen);
  }
  await opened.close();
});
