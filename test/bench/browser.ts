import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_SWITCHES, findChromium } from '../end-to-end/chromium.ts';
import { type BenchData, measureClicks, measureSlowed } from './clicking.ts';
import { buildEmptyPage } from './empty-page.ts';
import { clickToPaint, goTo, heapMb, type Scrolled, scrollThrough } from './in-page.ts';
import { median, type Result, result } from './measure.ts';
import { besidePeer } from './peer/measure.ts';
import { PEER_CHANGES } from './peer/rows.ts';
import { ROWS, scopeAddress, TABLE } from './places.ts';
import { type Program, startEmpty, startProduct } from './programs.ts';

const FILE = 'milepost.sqlite';
const ROUNDS = 5;
/** A hundred rows a frame: faster than any wheel. */
const SCROLL_FRAMES = 1000;
/** Six rows a frame is a wheel that is turned as fast as it goes. */
const WHEEL_FRAMES = 300;
const WHEEL_PIXELS = 6 * 38;
export type Measured = { results: Result[]; chromium: string };

/** Everything that a user sees and waits for, in one Chromium, compared with an empty page in the same. */
export async function measureInBrowser(
  benchData: BenchData,
  say: (words: string) => void,
): Promise<Measured> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('There is no Chromium here to measure in.');
  const browser = await chromium.launch({
    executablePath,
    args: [...CHROMIUM_SWITCHES, '--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
  const empty = await buildEmptyPage();
  try {
    const results: Result[] = [];
    say('starting');
    results.push(...(await measureStart(browser, benchData.dataDir, empty.folder)));
    results.push(await measureMemory(browser, empty.folder));
    const emptyProgram = await startEmpty(empty.folder, true);
    const program = await startProduct(benchData.dataDir, true);
    try {
      const emptyPage = await (await browser.newContext()).newPage();
      await emptyPage.goto(emptyProgram.url);
      const paint = await emptyPaint(emptyPage);
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
      await page.goto(program.url);
      await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
      say('clicking');
      await Promise.all([program.loopDelay(), emptyProgram.loopDelay()]);
      results.push(...(await measureClicks(page, benchData, paint)));
      // The empty process was held up only by the machine.
      const [ours, machine] = await Promise.all([program.loopDelay(), emptyProgram.loopDelay()]);
      results.push(
        result('main process held up meanwhile, 99th percentile', 'ms', '≤ 16', ours.p99, machine.p99),
        result('main process held up meanwhile, at worst', 'ms', '≤ 100', ours.worst, machine.worst),
      );
      say('scrolling');
      const scrolled = await measureScrolling(page, emptyPage, benchData);
      results.push(...scrolled.results);
      say('a peer');
      const clicks = await measureSlowed(page, benchData, PEER_CHANGES);
      const milepost = { clicks, scrolled: scrolled.frames, heapMb: await heapMb(page) };
      results.push(...(await besidePeer(browser, join(benchData.dataDir, FILE), benchData.wide, milepost)));
    } finally {
      await program.end();
      await emptyProgram.end();
    }
    return { results, chromium: browser.version() };
  } finally {
    empty.remove();
    await browser.close();
  }
}

type Started = { paint: number; typing: number };

/**
 * Milliseconds from the start of the process until the browser first painted, and until typing works: the first screen's
 * fields are rendered by its scripts.
 */
async function measureStart(browser: Browser, dataDir: string, emptyFolder: string): Promise<Result[]> {
  const once = async (start: () => Promise<Program>): Promise<Started> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(recordFirstField);
    const begun = performance.now();
    const program = await start();
    await page.goto(program.url, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    // By the page's own clock: an outside observer polls only every half second.
    const painted = await page.evaluate(firstPaint);
    const typing = await page.evaluate(firstFieldAt);
    await context.close();
    await program.end();
    const origin = performance.timeOrigin + begun;
    return { paint: painted - origin, typing: typing - origin };
  };
  const product: Started[] = [];
  const floor: Started[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [ours, theirs] = [
      await once(() => startProduct(dataDir, false)),
      await once(() => startEmpty(emptyFolder, false)),
    ];
    // The first start only warms the disk's cache.
    if (round > 0) {
      product.push(ours);
      floor.push(theirs);
    }
  }
  const started = (name: string, what: keyof Started, goal: string) =>
    result(
      name,
      'ms',
      goal,
      ...([product, floor].map((all) => median(all.map((one) => one[what]))) as [number, number]),
    );
  return [
    started('start to first contentful paint, warm', 'paint', '≤ 1.3 × floor'),
    started('start until typing works, warm', 'typing', '≤ 2.5 × floor'),
  ];
}

/** Resident memory of the process over an empty folder once its page is open, compared with a process that serves a page. */
async function measureMemory(browser: Browser, emptyFolder: string): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'milepost-bench-memory-'));
  const resident = async (program: Program, heading?: string) => {
    const page = await browser.newPage();
    await page.goto(program.url);
    if (heading !== undefined) await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    const used = program.residentMb();
    await page.close();
    await program.end();
    return used;
  };
  try {
    const ours = await resident(await startProduct(dataDir, false), 'Search');
    const floor = await resident(await startEmpty(emptyFolder, false));
    return result('resident memory over an empty folder', 'MB', '≤ 130', ours, floor);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** In the page: the time of its first paint, UTC ms. */
function firstPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [painted] = list.getEntriesByName('first-contentful-paint');
      if (painted) resolve(performance.timeOrigin + painted.startTime);
    }).observe({ type: 'paint', buffered: true });
  });
}

/** In the page: when its first screen was rendered by its scripts, UTC ms. */
const firstFieldAt = (): number =>
  performance.timeOrigin + ((globalThis as { firstScreen?: number }).firstScreen ?? Number.NaN);

async function emptyPaint(page: Page): Promise<number> {
  const timings: number[] = [];
  for (let round = 1; round <= 4 * ROUNDS; round += 1)
    timings.push(await clickToPaint(page, { click: 'button', shown: `body[data-shown="${round}"]` }));
  return median(timings);
}

/** Runs in the page before its own scripts: records when they have rendered the first screen. */
function recordFirstField(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('h1:not([hidden])') === null) return;
    (globalThis as { firstScreen?: number }).firstScreen = performance.now();
    observer.disconnect();
  });
  // An empty page shows its heading by this attribute.
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['hidden'] });
}

async function measureScrolling(
  page: Page,
  emptyPage: Page,
  benchData: BenchData,
): Promise<{ results: Result[]; frames: Scrolled }> {
  await goTo(page, scopeAddress(benchData.wide));
  await page.locator(ROWS).waitFor();
  const scroller = await page.locator(TABLE).evaluateHandle((table) => table.parentElement as HTMLElement);
  await scroller.evaluate((element) => element.setAttribute('data-scrolled', ''));
  const rows = Number(await page.locator(TABLE).getAttribute('aria-rowcount')) - 1;
  const wheel = [WHEEL_FRAMES, WHEEL_FRAMES * WHEEL_PIXELS] as const;
  await emptyPage.bringToFront();
  const floor = await scrollThrough(emptyPage, '#scroller', SCROLL_FRAMES / 4);
  await page.bringToFront();
  const slow = await scrollThrough(page, '[data-scrolled]', ...wheel);
  // The first scroll fills permanent caches; the second shows whether memory still grows.
  await scrollThrough(page, '[data-scrolled]', SCROLL_FRAMES / 4);
  const frames = await scrollThrough(page, '[data-scrolled]', SCROLL_FRAMES);
  const name = `scrolling ${rows.toLocaleString('en-US')} rows in ${SCROLL_FRAMES} frames`;
  const wheeled = `scrolling as fast as a wheel, ${WHEEL_FRAMES} frames`;
  const results = [
    result(`${name}: longest frame`, 'ms', '≤ 50', frames.longest, floor.longest),
    result(`${name}: frames over 50 ms`, 'frames', '0', frames.over50),
    result(`${name}: heap grown`, 'MB', '≤ 1 (flat)', frames.grownMb),
    result(`${wheeled}: longest frame`, 'ms', '≤ 50', slow.longest, floor.longest),
    result(`${wheeled}: frames over 50 ms`, 'frames', '0', slow.over50),
  ];
  return { results, frames };
}
