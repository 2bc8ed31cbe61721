/**
 * Drives the screens of the harness by accessible names alone and fails where they do not answer:
 * `node test/renderer-harness/drive.ts [words of a check's name]`. For working on screens; the product's own flows are test/end-to-end.
 */
import assert from 'node:assert/strict';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { graveFindings } from '../end-to-end/axe.ts';
import { serveHarness } from './server.ts';

const served = await serveHarness({ port: 5190, steady: true });
const harness = served.url.replace(/\/$/, '');
/** Only checks with these words in their name. */
const only = process.argv[2] ?? '';
const search = encodeURIComponent('{"kind":"search","searchId":1}');
const scopes = encodeURIComponent('[{"kind":"search","searchId":1},{"kind":"search","searchId":2}]');
const tool = (digits: string) => `operation:v1:${digits.repeat(32)}`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
});

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    console.error(`thrown on ${path}:`, error.message);
    process.exitCode = 1;
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) {
      console.error(`console on ${path}:`, message.text());
      process.exitCode = 1;
    }
  });
  await page.goto(harness + path);
  return page;
}

async function checked(name: string, run: () => Promise<void>): Promise<void> {
  if (!name.includes(only)) return;
  try {
    await run();
    console.log(`ok   ${name}`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`FAIL ${name}\n`, error);
  }
}

const context = await browser.newContext({
  viewport: { width: 1280, height: 800 },
  permissions: ['clipboard-read', 'clipboard-write'],
});
context.setDefaultTimeout(10_000);
// The first page waits for the development server to make its modules.
await (await context.newPage()).goto(harness, { timeout: 60_000 });

await checked('the table tells its rows, filters as one types and keeps it over a reload', async () => {
  const page = await open(context, `/results?scope=${search}`);
  const table = page.getByRole('table', { name: 'Award results' });
  await table.waitFor();
  assert.equal(await table.getAttribute('aria-rowcount'), '10001');
  await page.getByRole('textbox', { name: 'Filter results' }).fill('nrt united');
  await page.waitForFunction(
    () => document.querySelector('table')?.getAttribute('aria-rowcount') !== '10001',
  );
  const filtered = await table.getAttribute('aria-rowcount');
  await page.getByRole('button', { name: 'Miles' }).click();
  await table
    .getByRole('columnheader', { name: 'Miles' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor();
  await page.reload();
  await table.waitFor();
  assert.equal(await table.getAttribute('aria-rowcount'), filtered);
  assert.equal(await page.getByRole('textbox', { name: 'Filter results' }).inputValue(), 'nrt united');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForFunction(
    () => document.querySelector('table')?.getAttribute('aria-rowcount') === '10001',
  );
  assert.equal(await page.getByRole('textbox', { name: 'Filter results' }).inputValue(), '');
  await page.close();
});

await checked('rows are reached and opened by keyboard, near and far', async () => {
  const page = await open(context, `/results?scope=${search}`);
  const table = page.getByRole('table', { name: 'Award results' });
  await table
    .getByRole('button', { name: /2027-02-20/ })
    .first()
    .focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const index = () =>
    page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex') ?? null);
  assert.equal(await index(), '4');
  await page.keyboard.press('End');
  await page.waitForFunction(
    () => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex') === '10001',
  );
  await page.keyboard.press('Home');
  await page.waitForFunction(
    () => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex') === '2',
  );
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('table', { name: 'Record' }).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await page.waitForFunction(
    () => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex') === '2',
  );
  await page.close();
});

await checked('columns can be hidden, and stay so over a reload', async () => {
  const page = await open(context, `/results?scope=${search}`);
  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('checkbox', { name: 'Airlines' }).click();
  await page.getByRole('columnheader', { name: 'Airlines' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('columnheader', { name: 'Programme' }).waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Airlines' }).count(), 0);
  await page.close();
});

await checked('the calendar goes by arrow keys and a day filters the table', async () => {
  const page = await open(context, `/results?scope=${search}&view=calendar`);
  const grid = page.getByRole('grid', { name: 'Calendar' });
  await grid.getByRole('gridcell', { name: /^Sat 20 February 2027/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText(/^Sun 21 February 2027: cheapest/).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Award results' }).waitFor();
  await page.getByText('on 2027-02-28').waitFor();
  await page.goBack();
  await grid.waitFor();
  await page.close();
});

await checked('the map is an image with a name, and its list filters', async () => {
  const page = await open(context, `/results?scope=${search}&view=map`);
  await page.getByRole('img', { name: 'Route map' }).waitFor();
  await page
    .getByRole('list', { name: 'Routes' })
    .getByRole('button', { name: /JFK → LHR/ })
    .click();
  await page.getByRole('group', { name: 'Filters in force' }).getByText('JFK → LHR').waitFor();
  await page.close();
});

await checked('the comparison marks the best cells and can be taken away', async () => {
  const page = await open(context, `/compare?scopes=${scopes}`);
  await page.getByRole('table', { name: 'Route comparison' }).waitFor();
  assert.ok((await page.getByText(/^best: /).count()) > 0);
  await page.getByRole('button', { name: 'Copy as table' }).click();
  await page.getByRole('button', { name: 'Copy as table' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^\t.+\nCheapest miles\t/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  assert.match((await download).suggestedFilename(), /^milepost-comparison-[\d-]+\.csv$/);
  await page.close();
});

await checked('Tools are found, paged, chosen and compared', async () => {
  const page = await open(context, '/catalogue');
  const tools = page.getByRole('list', { name: 'Tools' });
  await tools.waitFor();
  await page.getByRole('button', { name: 'More Tools' }).click();
  await tools.getByRole('link', { name: 'Visa rules' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search Tools' }).fill('airport');
  await tools.getByRole('link', { name: 'Currency rates' }).waitFor({ state: 'detached' });
  await tools.getByRole('checkbox').nth(0).check();
  await tools.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Compare Tools' }).click();
  await page.getByRole('table', { name: 'Tool comparison' }).waitFor();
  await page.close();
});

await checked('activity filters and loads older', async () => {
  const page = await open(context, '/activity');
  await page.getByRole('table', { name: 'Activity' }).waitFor();
  const rows = page.getByRole('row');
  assert.equal(await rows.count(), 101);
  await page.getByRole('button', { name: 'Load older' }).click();
  await page.waitForFunction(() => document.querySelectorAll('tr').length === 201);
  await page.getByRole('checkbox', { name: 'Failed only' }).check();
  await page.waitForFunction(() => document.querySelectorAll('tr').length < 101);
  await page.close();
});

await checked('a table of 100,000 rows scrolls without a long frame', async () => {
  const page = await open(context, `/results?scope=${search}&harness=large`);
  await page.getByRole('table', { name: 'Award results' }).waitFor();
  const longest = await page.evaluate(async () => {
    const box = document.querySelector('table')?.parentElement;
    if (!box) return -1;
    const frames: number[] = [];
    let before = performance.now();
    for (let step = 0; step < 120; step += 1) {
      box.scrollTop += 900;
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      frames.push(now - before);
      before = now;
    }
    return Math.max(...frames.slice(5));
  });
  console.log(`     longest frame ${longest.toFixed(0)} ms (development build)`);
  // Generous, because this is a development build on a machine that does other things: a stall is caught, not a drop.
  assert.ok(longest > 0 && longest < 1000, `a frame took ${longest} ms`);
  const last = await page.locator('tr[data-index]').last().getAttribute('data-index');
  assert.ok(Number(last) > 2000, `only row ${last} was reached`);
  await page.close();
});

const everyScreen = [
  '/results',
  `/results?scope=${search}`,
  `/results?scope=${search}&space=1&miles=60000`,
  `/results?scope=${search}&record=17`,
  `/results?scope=${search}&view=calendar`,
  `/results?scope=${search}&view=map`,
  `/results?scope=${search}&view=broken`,
  `/compare?scopes=${scopes}`,
  '/watchlist',
  '/catalogue',
  `/catalogue/tool?ref=${tool('01')}`,
  `/catalogue/compare?refs=${tool('01')}&refs=${tool('02')}`,
  '/activity',
];
for (const colorScheme of ['light', 'dark'] as const) {
  for (const mode of ['full', 'empty', 'failing', 'offline']) {
    const plain = await browser.newContext({ viewport: { width: 900, height: 700 }, colorScheme });
    for (const path of mode === 'full'
      ? everyScreen
      : everyScreen.filter((each) => !each.includes('space=1'))) {
      await checked(`axe, ${colorScheme}, ${mode}: ${path}`, async () => {
        const page = await open(plain, `${path}${path.includes('?') ? '&' : '?'}harness=${mode}`);
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(300);
        const words = (await page.locator('main').textContent()) ?? '';
        assert.ok(words.trim().length > 20, 'a blank screen');
        assert.deepEqual(await graveFindings(page), []);
        await page.close();
      });
    }
    await plain.close();
  }
}
await browser.close();
await served.close();
