import type { Page, Route } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { goToActivity } from './steps.ts';

const SCRIPTS = '**/assets/*.js';

/** The first screen's address, once the page has removed the secret from the one that it was opened with. */
async function firstScreen(page: Page): Promise<string> {
  await expect(page.getByRole('button', { name: 'Open commands' })).toBeVisible();
  return new URL('/', page.url()).href;
}

/** All errors and warnings of the page. */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', ({ message }) => heard.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.push(message.text());
  });
  return heard;
}

/** Holds back the page's scripts until released. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route: Route) => {
    await released.promise;
    await route.continue();
  });
  return async () => {
    released.resolve();
    await expect(page.locator('[data-shell]')).toHaveCount(0);
  };
}

/** Records the colours of the page in each frame and at each change; returns a function for the recorded ones. */
async function noteSchemes(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const schemes = new Set<string | null>();
    Object.assign(globalThis, { shownSchemes: () => [...schemes] });
    const note = () => schemes.add(document.documentElement.getAttribute('data-mantine-color-scheme'));
    new MutationObserver((records) => {
      for (const { target } of records) if (target === document.documentElement) note();
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-mantine-color-scheme'] });
    // The frame that is painted first, and each that follows it.
    const eachFrame = () => {
      if (document.body) note();
      requestAnimationFrame(eachFrame);
    };
    requestAnimationFrame(eachFrame);
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { shownSchemes: () => string[] }).shownSchemes());
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`the shell is there before the page's scripts, ${colorScheme}`, {
    tag: colorScheme === 'dark' ? '@long' : [],
  }, async ({ milepost }) => {
    const { page } = milepost;
    await page.emulateMedia({ colorScheme });
    const shownSchemes = await noteSchemes(page);
    const address = await firstScreen(page);
    const heard = complaints(page);
    const releaseScripts = await holdScripts(page);
    await page.goto(address, { waitUntil: 'commit' });

    await expect(page.locator('[data-shell]')).toBeVisible();
    const background = () =>
      page.evaluate(() =>
        [document.body, document.documentElement]
          .map((element) => getComputedStyle(element).backgroundColor)
          .find((colour) => colour !== 'rgba(0, 0, 0, 0)'),
      );
    const before = await background();

    await releaseScripts();
    await expect(page.getByRole('button', { name: 'Open commands' })).toBeVisible();
    expect(await background()).toBe(before);
    expect(await shownSchemes()).toEqual([colorScheme]);
    expect(heard).toEqual([]);
  });

test('an injected script does not run, whatever nonce it carries', async ({ milepost }) => {
  const { page } = milepost;
  const address = await firstScreen(page);
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    const nonce = /nonce="([^"]+)"/u.exec(body)?.[1];
    const strange = `<script nonce="${nonce}">document.documentElement.dataset.strange = 'ran';</script>`;
    await route.fulfill({ response, body: body.replace('</title>', `</title>${strange}`) });
  });
  const heard = complaints(page);
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Open commands' })).toBeVisible();
  await expect(page.locator('html[data-strange]')).toHaveCount(0);
  expect(heard).toEqual([expect.stringContaining('Content Security Policy')]);
});

test('a theme other than the system’s is applied before the scripts too', { tag: '@long' }, async ({
  milepost,
}) => {
  const { page } = milepost;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(new URL('/settings', await firstScreen(page)).href);
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click();
  // Announced once it is saved.
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Theme: dark.');

  const shownSchemes = await noteSchemes(page);
  const heard = complaints(page);
  const releaseScripts = await holdScripts(page);
  await page.goto(new URL('/', page.url()).href, { waitUntil: 'commit' });
  await expect(page.locator('[data-shell]')).toBeVisible();
  await releaseScripts();
  await expect(page.getByRole('button', { name: 'Open commands' })).toBeVisible();
  expect(await shownSchemes()).toEqual(['dark']);
  expect(heard).toEqual([]);
});

test('an address fills in the form, and the stored form of this tab is restored after a reload', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  const address = new URL(await firstScreen(page));
  address.searchParams.set('request', JSON.stringify({ origin_airport: 'JFK', cabin: 'business' }));
  const heard = complaints(page);
  await page.goto(address.href);
  await expect(page.getByRole('button', { name: 'Remove JFK' })).toBeVisible();
  await expect(page.getByLabel('Cabin')).toHaveValue('business');
  await page.getByLabel('Earliest departure').fill('2027-03-01');
  await page.reload();
  await expect(page.getByLabel('Earliest departure')).toHaveValue('Mon 1 Mar 2027');
  expect(heard).toEqual([]);
});

test('the next start opens the screen on which the window was closed, however soon after it was opened', async ({
  milepost,
}, testInfo) => {
  test.skip(testInfo.project.metadata.host === 'electron', 'what its page asks is not seen there');
  const { page } = milepost;
  // What is stored after a pause alone would never be.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const remembered = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/views/remember') &&
      response.request().postData()?.includes('/activity') === true,
  );
  await goToActivity(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await remembered;
  await milepost.restart();
  await expect(milepost.page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
});
