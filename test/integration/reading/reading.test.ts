import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { type AwardReads, SHORT_READS } from '../../../electron/awards/reads.ts';
import { request, type StoredAwards, storeAwards } from '../../../electron/awards/testing/stored-awards.ts';
import { openReadingThread, type ReadingThread } from '../../../electron/storage/reader-thread/reading.ts';

const TODAY = '2026-11-20';

let folder = '';
let stored: StoredAwards;
let reading: ReadingThread;
const file = () => join(folder, 'milepost.sqlite');
const window = { filter: {}, sort: [], offset: 0, limit: 100 };
const JFK: Scope = { kind: 'matching', origins: ['JFK'], destinations: [] };

/** Used where a test asserts that nothing was read in this thread. */
const notHere = new Proxy({} as AwardReads, {
  ownKeys: () => ['searches', 'runs', 'records', 'facets', 'record', 'scope', 'calendar', 'slow', 'die'],
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  get: () => () => expect.unreachable('the reading was done in this thread'),
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-reading-'));
  stored = storeAwards(file());
});
afterEach(async () => {
  await reading.close();
  stored.storage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A thread whose program the test writes; it ends on request. */
function program(text: string): URL {
  const path = join(folder, 'thread.mjs');
  const end = "parentPort.on('message', (asked) => asked === 'end' && process.exit(0));";
  writeFileSync(path, `import { parentPort } from 'node:worker_threads';\n${end}\n${text}`);
  return pathToFileURL(path);
}

const THREAD = new URL('../../../electron/app/reading-worker.ts', import.meta.url);

describe('the reading thread', () => {
  it('gives what the same functions give in the main thread, and sees each page once it is committed', async () => {
    reading = openReadingThread(file(), THREAD);
    const reads = reading.instead(notHere, SHORT_READS);
    expect(await reads.records('demo', { scope: JFK, ...window })).toEqual({ total: 0, rows: [] });
    const { runId } = stored.buy(answer([rawRecord('a'), rawRecord('b', { JMileageCost: '60000' })]));
    stored.buy(answer([rawRecord('c', { Date: '2027-04-01' })]), { runId });
    const { handlers } = stored.awards;
    const scope: Scope = { kind: 'run', runId };
    expect(await reads.records('demo', { scope, ...window })).toEqual(
      await handlers.records({ scope, ...window }),
    );
    expect(await reads.facets('demo', JFK)).toEqual(await handlers.facets({ scope: JFK }));
    expect(await reads.calendar('demo', { scope, filter: {} })).toHaveLength(2);
  });

  it('passes on mapped failures as they are, and what SQLite throws by its code', async () => {
    reading = openReadingThread(file(), THREAD);
    const reads = reading.instead(notHere, SHORT_READS);
    await expect(reads.record(404)).rejects.toMatchObject({ failure: { code: 'not_found' } });
    stored.storage.db.exec('ALTER TABLE award_runs RENAME TO award_runs_gone');
    await expect(reads.searches('demo', TODAY)).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
    stored.storage.db.exec('ALTER TABLE award_runs_gone RENAME TO award_runs');
    expect(await reads.searches('demo', TODAY)).toEqual([]);
  });

  it('does not hold up the main thread, and holds up no writing, while it reads', async () => {
    reading = openReadingThread(file(), THREAD);
    const reads = reading.instead(notHere, SHORT_READS);
    stored.buy(answer([rawRecord('a')]));
    const facets = reads.facets('demo', JFK);
    stored.buy(answer([rawRecord('b')]));
    expect((await facets).routes[0]?.count).toBeGreaterThan(0);
    expect(await reads.records('demo', { scope: JFK, ...window })).toMatchObject({ total: 2 });
  });

  it('answers the newest short read first, and long ones after all short ones', async () => {
    const order: string[] = [];
    reading = openReadingThread(
      file(),
      program(`parentPort.postMessage({ kind: 'ready' });
        parentPort.on('message', ({ id, input }) => parentPort.postMessage({ kind: 'answer', id, value: input[0] }));`),
    );
    const reads = reading.instead(notHere, SHORT_READS);
    const noted = async (name: 'facets' | 'searches', words: string) => {
      order.push(String(await reads[name](words, JFK as never)));
    };
    await Promise.all([noted('facets', 'long'), noted('searches', 'first'), noted('searches', 'second')]);
    expect(order).toEqual(['second', 'first', 'long']);
  });

  it('is restarted when it dies, and the read is repeated once', async () => {
    const mark = join(folder, 'died');
    reading = openReadingThread(
      file(),
      program(`import { existsSync, writeFileSync } from 'node:fs';
        parentPort.postMessage({ kind: 'ready' });
        parentPort.on('message', ({ id, name }) => {
          if (name === 'runs' || !existsSync(${JSON.stringify(mark)})) {
            writeFileSync(${JSON.stringify(mark)}, '');
            process.exit(1);
          }
          parentPort.postMessage({ kind: 'answer', id, value: ['read'] });
        });`),
    );
    const reads = reading.instead(notHere, SHORT_READS);
    expect(await reads.searches('demo', TODAY)).toEqual(['read']);
    await expect(reads.runs({ searchId: 1 })).rejects.toMatchObject({ failure: { code: 'reading_failed' } });
    expect(await reads.searches('demo', TODAY)).toEqual(['read']);
  });

  it('logs why it died, and nothing of what it read', async () => {
    const written: string[] = [];
    reading = openReadingThread(
      file(),
      program(`parentPort.postMessage({ kind: 'ready' });
        parentPort.on('message', () => { throw Object.assign(new RangeError('JFK in May'), { code: 'ERR_OF_A_TEST' }); });`),
      (words) => written.push(words),
    );
    await expect(reading.instead(notHere, SHORT_READS).runs({ searchId: 1 })).rejects.toMatchObject({
      failure: { code: 'reading_failed' },
    });
    expect(written).toHaveLength(2);
    for (const words of written)
      expect(words).toMatch(/^the thread that reads ended: RangeError ERR_OF_A_TEST\n\s+at /u);
    expect(written.join()).not.toContain('JFK');
  });

  it('is replaced by the main thread where it cannot start', async () => {
    stored.buy(answer([rawRecord('a')]), { input: request() });
    reading = openReadingThread(file(), pathToFileURL(join(folder, 'not-there.js')));
    const reads = reading.instead({ searches: () => stored.awards.handlers.searches(undefined) }, [
      'searches',
    ]);
    expect(await reads.searches()).toHaveLength(1);
    expect(await reads.searches()).toHaveLength(1);
  });

  it('can be ended at any moment of its start, and during a read', async () => {
    const ended = join(folder, 'ended');
    const report = program(`import { appendFileSync } from 'node:fs';
      parentPort.postMessage({ kind: 'ready' });
      parentPort.on('message', ({ id }) => {
        for (let until = Date.now() + 50; Date.now() < until; );
        if (id !== undefined) parentPort.postMessage({ kind: 'answer', id, value: [] });
      });
      process.on('exit', (code) => appendFileSync(${JSON.stringify(ended)}, String(code)));`);
    for (const turns of [0, 1, 10]) {
      reading = openReadingThread(file(), report);
      const request = Promise.resolve(reading.instead(notHere, SHORT_READS).searches('demo', TODAY)).catch(
        () => {},
      );
      for (let turn = 0; turn < turns; turn++) await new Promise((next) => setImmediate(next));
      await reading.close();
      await request;
    }
    // A terminated thread reports 1.
    expect(readFileSync(ended, 'utf8')).toBe('000');
  });

  it('ends with an answer to pending reads, and leaves the file intact', async () => {
    reading = openReadingThread(file(), THREAD);
    const request = Promise.resolve(reading.instead(notHere, SHORT_READS).searches('demo', TODAY));
    const refused = expect(request).rejects.toMatchObject({ failure: { code: 'closing' } });
    await reading.close();
    await refused;
    expect(stored.storage.db.pragma('integrity_check', { simple: true })).toBe('ok');
  });
});
