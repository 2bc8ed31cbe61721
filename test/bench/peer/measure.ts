/** The same rows, clicks and Chromium in AG Grid Community, compared with Milepost in the same run. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { build } from 'vite';
import type { Scope } from '#shared/contract/awards.ts';
import { ADDRESS } from '../data/fill.ts';
import { clickToPaint, heapMb, type Scrolled, scrollThrough, slowed } from '../in-page.ts';
import { median, type Result, result } from '../measure.ts';
import { startEmpty } from '../programs.ts';
import { openBench } from '../reading.ts';
import { LEFT, PEER_FILTERS, PEER_SORTS, type PeerRow } from './rows.ts';

/** Milepost's figures: from a click in a slowed page until its rows are painted, by the change's name, in ms; and those of its table. */
export type Ours = { clicks: ReadonlyMap<string, number>; scrolled: Scrolled; heapMb: number };

/** The peer's page: a package of its own. */
const PAGE = join(import.meta.dirname, 'page');
const ROUNDS = 3;
const WINDOW = 1000;
const NAME = 'AG Grid Community';

/** The rows of a scope in the usual order, as its table shows them. */
function rowsOf(file: string, scope: Scope): PeerRow[] {
  const { reads, close } = openBench(file);
  const sort = [
    { by: 'date', descending: false },
    { by: 'miles', descending: false },
  ] as const;
  const rows: PeerRow[] = [];
  for (let offset = 0; ; offset += WINDOW) {
    const window = reads.records(ADDRESS, { scope, filter: {}, sort: [...sort], offset, limit: WINDOW });
    rows.push(
      ...window.rows.map((row) => ({
        id: row.versionId,
        date: row.dateText,
        route: `${row.origin} ${row.destination}`,
        programme: row.programme,
        available: row.available,
        miles: row.miles,
        seats: row.seats,
        direct: row.direct,
        airlines: row.airlines,
        seen: row.seenAt,
      })),
    );
    if (window.rows.length < WINDOW) break;
  }
  close();
  return rows;
}

/** The peer is no part of anybody's install: its own package is installed when it is first measured. */
function installPeer(): void {
  if (!existsSync(join(PAGE, 'node_modules')))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: PAGE,
      shell: process.platform === 'win32',
    });
}

/** Builds the peer's page with the rows; `remove` deletes it. */
async function buildPeer(rows: readonly PeerRow[]): Promise<{ folder: string; remove(): void }> {
  installPeer();
  const folder = mkdtempSync(join(tmpdir(), 'milepost-bench-peer-'));
  await build({
    root: PAGE,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: folder, emptyOutDir: true, target: 'esnext', chunkSizeWarningLimit: 10_000 },
  });
  writeFileSync(join(folder, 'rows.json'), JSON.stringify(rows));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const first = (id: number) => `#grid .ag-row[row-index="0"][row-id="${id}"]`;
const counted = (count: number) => `body[data-rows="${count}"]`;

/** Missing values come last, as in Milepost; equal ones keep their order. */
function firstBy(rows: readonly PeerRow[], by: (typeof PEER_SORTS)[number]): number {
  const sorted = rows.toSorted((one, other) => {
    const [a, b] = [one[by], other[by]];
    return a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1;
  });
  return sorted[0]?.id ?? 0;
}

/** Each change in the peer, three times from the original rows: medians in ms, by the change's name. */
async function clicks(page: Page, rows: readonly PeerRow[]): Promise<Map<string, number>> {
  const timings = new Map<string, number[]>();
  const all = `${counted(rows.length)} ${first(rows[0]?.id ?? 0)}`;
  const note = async (name: string, step: { click: string; shown: string }) => {
    await page.locator('button[name="clear"]').click();
    await page.locator(all).waitFor();
    timings.set(name, [...(timings.get(name) ?? []), await clickToPaint(page, step)]);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const by of PEER_SORTS) {
      const head = `.ag-header-cell[col-id="${by}"]`;
      await note(`sort: ${by}`, {
        click: `${head} .ag-header-cell-label`,
        shown: `body:has(${head}[aria-sort="ascending"]) ${first(firstBy(rows, by))}`,
      });
    }
    for (const name of Object.keys(PEER_FILTERS)) {
      const left = rows.filter((row) => LEFT[name]?.(row));
      await note(name, {
        click: `button[name="${name}"]`,
        shown: `${counted(left.length)} ${first(left[0]?.id ?? 0)}`,
      });
    }
  }
  return new Map([...timings].map(([name, each]) => [name, median(each)]));
}

/** Sorting, filtering, scrolling and memory of both, side by side: the peer takes the place of the floor. */
export async function besidePeer(
  browser: Browser,
  file: string,
  scope: Scope,
  ours: Ours,
): Promise<Result[]> {
  const rows = rowsOf(file, scope);
  const peer = await buildPeer(rows);
  const program = await startEmpty(peer.folder, false);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.goto(program.url);
    await page.locator(first(rows[0]?.id ?? 0)).waitFor();
    let theirs = new Map<string, number>();
    await slowed(page, async () => {
      theirs = await clicks(page, rows);
    });
    await page.locator('button[name="clear"]').click();
    await page.locator(`${counted(rows.length)} ${first(rows[0]?.id ?? 0)}`).waitFor();
    const scrolled = await scrollThrough(page, '.ag-grid-viewport', ours.scrolled.frames);
    const memory = await heapMb(page);
    return [
      ...[...theirs].map(([name, took]) =>
        result(
          `beside ${NAME}, both slowed fourfold, click to rows, ${name}`,
          'ms',
          name.startsWith('sort') ? '≤ 0.2 × the peer' : '≤ 0.333 × the peer',
          ours.clicks.get(name) ?? Number.NaN,
          took,
        ),
      ),
      result(
        `beside ${NAME}, scrolling: longest frame`,
        'ms',
        '≤ 50',
        ours.scrolled.longest,
        scrolled.longest,
      ),
      result(
        `beside ${NAME}, scrolling: frames over 50 ms`,
        'frames',
        '0',
        ours.scrolled.over50,
        scrolled.over50,
      ),
      result(`beside ${NAME}, memory of the page`, 'MB', '≤ 1 × the peer', ours.heapMb, memory),
    ];
  } finally {
    await context.close();
    await program.end();
    peer.remove();
  }
}
