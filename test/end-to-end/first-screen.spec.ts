import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { goToActivity } from './steps.ts';

const SCRIPTS = '**/assets/*.js';

/** The first screen's address, once the page has removed the secret from the one that it was opened with. */
async function firstScreen(page: Page): Promise<string> {
  await expect(page.getByRole('button', { name: 'Open commands' })).toBeVisible();
  return new URL('/', page.url()).href;
}

/** All errors of the page: a hydration mismatch is reported as an error. */
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
    await expect(page.locator('style[data-drawn]')).toHaveCount(0);
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
  test(`the search form is there before the page's scripts, ${colorScheme}`, {
    tag: colorScheme === 'dark' ? '@long' : [],
  }, async ({ milepost }) => {
    const { page } = milepost;
    await page.emulateMedia({ colorScheme });
    const shownSchemes = await noteSchemes(page);
    const address = await firstScreen(page);
    const heard = complaints(page);
    const releaseScripts = await holdScripts(page);
    await page.goto(address, { waitUntil: 'commit' });

    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    for (const field of ['Origins', 'Destinations', 'Earliest departure', 'Cabin', 'Direct flights only'])
      await expect(page.getByLabel(field, { exact: true })).toBeVisible();
    for (const screen of ['Search', 'Results', 'Settings'])
      await expect(page.getByRole('link', { name: screen, exact: true })).toBeVisible();
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const drawn = await background();

    await releaseScripts();
    await expect(page.getByRole('button', { name: 'Open commands' })).toBeVisible();
    expect(await background()).toBe(drawn);
    await expect(page.locator('link[data-later]:not([rel])')).toHaveCount(0);
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

/** Follows the style sheets that wait for the paint. Returns how many there are, and what they change on the page. */
const followSheets = (page: Page): Promise<{ sheets: number; changes: string[] }> =>
  page.evaluate(async () => {
    const drawn = [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility())
      .flatMap((element) => ['', '::before', '::after'].map((part) => ({ element, part })));
    const styles = () =>
      drawn.map(({ element, part }) => {
        const style = getComputedStyle(element, part);
        if (part !== '' && style.content === 'none') return [];
        return Array.from(style, (name) => `${name}: ${style.getPropertyValue(name)}`);
      });
    const before = styles();
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-later="stylesheet"]')];
    const loaded = links.map((link) => new Promise((resolve) => link.addEventListener('load', resolve)));
    for (const link of links) link.rel = 'stylesheet';
    await Promise.all(loaded);
    const changes = styles().flatMap((lines, at) =>
      lines
        .filter((line, member) => line !== before[at]?.[member])
        .map((line) => `${drawn[at]?.element.className}${drawn[at]?.part} ${line}`),
    );
    return { sheets: links.length, changes };
  });

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1280, 900])
    test(`all styles change nothing of the drawn screen, ${colorScheme}, ${width} wide`, {
      tag: width === 900 || colorScheme === 'dark' ? '@long' : [],
    }, async ({ milepost }) => {
      const { page } = milepost;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const address = await firstScreen(page);
      await holdScripts(page);
      await page.goto(address, { waitUntil: 'commit' });
      await expect(page.locator('noscript')).toBeAttached();
      expect(await followSheets(page)).toEqual({ sheets: 2, changes: [] });
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
  await expect(page.getByLabel('Origins')).toBeVisible();
  await releaseScripts();
  await expect(page.getByRole('button', { name: 'Open commands' })).toBeVisible();
  expect(await shownSchemes()).toEqual(['dark']);
  expect(heard).toEqual([]);
});

test('an address that fills in the form does so over the prerendered form', { tag: '@long' }, async ({
  milepost,
}) => {
  const { page } = milepost;
  const address = new URL(await firstScreen(page));
  address.searchParams.set('request', JSON.stringify({ origin_airport: 'JFK', cabin: 'business' }));
  const heard = complaints(page);
  await page.goto(address.href);
  await expect(page.getByRole('button', { name: 'Remove JFK' })).toBeVisible();
  await expect(page.getByLabel('Cabin')).toHaveValue('business');
  expect(heard).toEqual([]);
});

test('text and choices from before the scripts are kept in the form', { tag: '@long' }, async ({
  milepost,
}) => {
  const { page } = milepost;
  const address = await firstScreen(page);
  const heard = complaints(page);
  const releaseScripts = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByLabel('Origins').fill('JFK, EWR');
  await page.getByLabel('Cabin').selectOption('Business');
  await page.getByLabel('Direct flights only').check();
  await page.getByLabel('Destinations').pressSequentially('LHR');
  await releaseScripts();

  await expect(page.getByRole('button', { name: 'Remove EWR' })).toBeVisible();
  await expect(page.getByLabel('Destinations')).toBeFocused();
  await expect(page.getByLabel('Destinations')).toHaveValue('LHR');
  await page.keyboard.press('Enter');
  await page.getByText('Exact request').click();
  await expect(page.getByText(/^GET \/api\/awards\/search\?/u)).toHaveText(
    /origin_airport=JFK,EWR&destination_airport=LHR&cabin=business&only_direct_flights=true/u,
  );
  expect(heard).toEqual([]);
});

test('text from before the scripts is added to what the address fills in', { tag: '@long' }, async ({
  milepost,
}) => {
  const { page } = milepost;
  const address = new URL(await firstScreen(page));
  address.searchParams.set('request', JSON.stringify({ origin_airport: 'JFK', cabin: 'business' }));
  const heard = complaints(page);
  const releaseScripts = await holdScripts(page);
  await page.goto(address.href, { waitUntil: 'commit' });
  await page.getByLabel('Direct flights only').check();
  await page.getByLabel('Destinations').pressSequentially('LHR');
  await releaseScripts();

  await expect(page.getByRole('button', { name: 'Remove JFK' })).toBeVisible();
  await expect(page.getByLabel('Destinations')).toBeFocused();
  await expect(page.getByLabel('Destinations')).toHaveValue('LHR');
  await page.keyboard.press('Enter');
  await page.getByText('Exact request').click();
  await expect(page.getByText(/^GET \/api\/awards\/search\?/u)).toHaveText(
    /origin_airport=JFK&destination_airport=LHR&cabin=business&only_direct_flights=true/u,
  );
  expect(heard).toEqual([]);
});

test('the stored form of this tab is restored after a reload', { tag: '@long' }, async ({ milepost }) => {
  const { page } = milepost;
  await page.goto(await firstScreen(page));
  // Before its scripts have loaded, a page stores nothing.
  await expect(page.locator('style[data-drawn]')).toHaveCount(0);
  await page.getByLabel('Earliest departure').fill('2027-03-01');
  const heard = complaints(page);
  await page.reload();
  await expect(page.getByLabel('Earliest departure')).toHaveValue('Mon 1 Mar 2027');
  expect(heard).toEqual([]);
});

test('another screen is not rendered over the first', { tag: '@long' }, async ({ milepost }) => {
  const { page } = milepost;
  const address = await firstScreen(page);
  const heard = complaints(page);
  await holdScripts(page);
  await page.goto(new URL('/settings', address).href, { waitUntil: 'commit' });
  await expect(page.locator('#root')).toBeEmpty();
  expect(heard).toEqual([]);
});

/**
 * The content of the page, element by element, without names generated by each rendering and parts that depend on the
 * day.
 */
const elements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const names = new Map<string, string>();
    const named = (name: string) => {
      if (!names.has(name)) names.set(name, `#${names.size}`);
      return names.get(name) ?? '';
    };
    const isDate = (field: HTMLElement) =>
      /departure$/u.test(document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent ?? '');
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('#root *')) {
      if (element.matches('[aria-label="Whole month"] option + option')) continue;
      const style = document.createElement('i').style;
      style.cssText = element.dataset.style ?? element.style.cssText;
      const ofTheDay = isDate(element) ? 'placeholder' : '';
      const attributes = element
        .getAttributeNames()
        .filter((name) => !['nonce', 'style', 'data-style', 'selected', ofTheDay].includes(name))
        .map((name) => `${name}=${element.getAttribute(name)}`)
        .sort();
      const texts = [...element.childNodes].filter((node) => node instanceof Text);
      found.push(
        [element.tagName, style.cssText, ...attributes, texts.map(({ data }) => data).join('')]
          .join(' | ')
          .replaceAll(/(?:mantine-)?_[rR]_\w+_|mantine-[a-z\d]{9}\b/gu, named),
      );
    }
    return found;
  });

test('answers that arrive before hydration do not render the first screen again', { tag: '@long' }, async ({
  folder,
  openAnother,
}) => {
  const { page } = await openAnother({
    dataDir: join(folder, 'data'),
    marketplace: 'demo',
    key: null,
    onOutput: () => {},
  });
  const address = await firstScreen(page);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(globalThis, { drawnField: document.querySelector('main input') });
    });
  });
  const heard = complaints(page);
  for (let time = 0; time < 3; time++) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Find flights to book with miles' })).toBeVisible();
    const isDrawnField = () =>
      document.querySelector('main input') === (globalThis as { drawnField?: unknown }).drawnField;
    expect(await page.evaluate(isDrawnField)).toBe(true);
  }
  expect(heard).toEqual([]);
});

test('the prerendered page is what its scripts render', async ({ milepost }, testInfo) => {
  test.skip(testInfo.project.metadata.host === 'electron', 'what its page asks cannot be held back there');
  const { page } = milepost;
  const address = await firstScreen(page);
  // The page waits until it receives events and knows its theme; any other answer would change it.
  await page.route(
    (url) => url.pathname.startsWith('/api/') && !/^\/api\/(?:events$|preferences\/)/u.test(url.pathname),
    () => undefined,
  );
  const releaseScripts = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  // It is after everything rendered: before it, the page may be incomplete.
  await expect(page.locator('noscript')).toBeAttached();
  const drawn = await elements(page);
  await releaseScripts();
  const takenOver = await elements(page);

  await page.unroute(SCRIPTS);
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text())
      .replace(/<div id="root">.*<\/div>(?=\s*<noscript>)/su, '<div id="root"></div>')
      .replace(/<style data-drawn.*?<\/style>/su, '');
    await route.fulfill({ response: answer, body });
  });
  await page.goto(address);
  await expect(page.getByLabel('Origins')).toBeVisible();
  const byScripts = await elements(page);
  expect(byScripts.length).toBeGreaterThan(100);
  expect(takenOver).toEqual(byScripts);
  expect(drawn).toEqual(byScripts);
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
