/**
 * Takes pictures of screens of the harness:
 * `node test/renderer-harness/look.ts <folder> <name>=<path> …`, each at 1280×800 light and 900×700 dark.
 */
import { chromium } from 'playwright';
import { serveHarness } from './server.ts';

const [folder = '.', ...wanted] = process.argv.slice(2);
const served = await serveHarness({ port: 5191, steady: true });
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
for (const [width, height, scheme] of [
  [1280, 800, 'light'],
  [900, 700, 'dark'],
] as const) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      console.log(`[${message.type()}]`, message.text());
  });
  page.on('pageerror', (error) => console.log('[thrown]', error.message));
  for (const each of wanted) {
    const [name = 'screen', path = '/'] = each.split(/=(.*)/s);
    await page.goto(new URL(path, served.url).href);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${folder}/${name}-${width}.png` });
  }
  await context.close();
}
await browser.close();
await served.close();
