/**
 * Draws the icons of each platform from icon.svg: `node electron/desktop/icons/draw.ts [browser executable]`. Its
 * results are kept in the repository, so that a build needs no browser; run it again when the drawing changes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { icnsOf, icoOf } from './containers.ts';

const here = import.meta.dirname;
const svg = readFileSync(join(here, 'icon.svg'), 'utf8');
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024];

const [executablePath] = process.argv.slice(2);
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
const drawn = new Map<number, Buffer>();
for (const size of SIZES) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  drawn.set(size, await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();

mkdirSync(join(here, 'linux'), { recursive: true });
for (const [size, png] of drawn)
  if (size <= 512) writeFileSync(join(here, 'linux', `${size}x${size}.png`), png);
writeFileSync(join(here, 'icon.ico'), icoOf(drawn));
writeFileSync(join(here, 'icon.icns'), icnsOf(drawn));
