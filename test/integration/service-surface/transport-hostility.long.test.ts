import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { openProduct, type Product } from '../../support/product.ts';
import { type LocalServer, startLocalServer } from '../marketplace/local-server.ts';
import { failureOf } from './marketplace.ts';

/** A service in a process of its own, so that its memory is not counted: it writes until nobody reads. */
const ENDLESS = `
  const { createServer } = require('node:http');
  const { createGzip } = require('node:zlib');
  const { Readable } = require('node:stream');
  const chunk = Buffer.alloc(1 << 20, 0x20);
  createServer((request, response) => {
    request.resume();
    if (request.url === '/openapi.json') return response.writeHead(404).end('{}');
    const packed = request.url.includes('catalogue-status');
    response.writeHead(200, { 'content-type': 'application/json', ...(packed ? { 'content-encoding': 'gzip' } : {}) });
    let sent = 0;
    const body = Readable.from((function* () { for (;;) { sent += chunk.length; yield chunk; } })());
    const out = packed ? body.pipe(createGzip()) : body;
    out.pipe(response);
    response.on('error', () => {}).on('close', () => { body.destroy(); console.log('cut ' + sent); });
  }).listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port); });
`;

/** The most that ArrayBuffers and the heap grow while `work` runs, in bytes. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  const held = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = held();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, held());
  }, 2);
  try {
    await work();
  } finally {
    clearInterval(sampling);
  }
  return most - before;
}

describe('a stream that never ends', () => {
  let endless: ChildProcess | undefined;
  let other: Product | undefined;
  afterEach(async () => {
    await other?.close();
    endless?.kill('SIGKILL');
  });

  test('uses no more memory than an answer may, plain or compressed, however often it comes, and is disconnected', async () => {
    const child = spawn(process.execPath, ['-e', ENDLESS], { stdio: ['ignore', 'pipe', 'inherit'] });
    endless = child;
    const lines = createInterface({ input: child.stdout });
    const [url] = (await once(lines, 'line')) as [string];
    let cut = 0;
    lines.on('line', (line: string) => {
      if (line.startsWith('cut ')) cut++;
    });
    const opened = await openProduct({ marketplace: url });
    other = opened;
    const MEGABYTE = 1024 * 1024;
    const peaks: number[] = [];
    for (let time = 0; time < 4; time++)
      peaks.push(
        await peakOf(async () => {
          const requested = [
            failureOf(opened.handlers.catalogue.search({ from: 'service', query: 'x' })),
            failureOf(opened.handlers.catalogue.freshness({ from: 'service' })),
          ];
          for (const failure of await Promise.all(requested)) expect(failure.code).toBe('too_large');
        }),
      );
    // Two at a time of 32 MB each, and what is not collected yet; the service would have continued for ever.
    for (const peak of peaks) expect(peak / MEGABYTE).toBeLessThan(160);
    while (cut < 8) await once(lines, 'line');
    // Nothing of it shows that the service answers.
    expect((await opened.handlers.status.read(undefined)).network.state).not.toBe('online');
  });
});

describe('a body that trickles', () => {
  let slow: LocalServer | undefined;
  let other: Product | undefined;
  afterEach(async () => {
    await other?.close();
    await slow?.close();
  });

  test('is given up at the deadline of its role, however lively it looks', async () => {
    slow = await startLocalServer((request, response) => {
      if (request.url === '/openapi.json') {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(drip));
    });
    other = await openProduct({ marketplace: slow.url });
    const almost = wait(9_900, 'almost');
    // §1.7: the award search has 10,000 ms, at the provider as well; the catalogue's freshness likewise.
    const givenUp = [
      failureOf(other.handlers.catalogue.freshness({ from: 'service' })),
      failureOf(
        other.handlers.marketplace.askProvider({
          address: slow.url,
          input: { origin_airport: 'LHR', destination_airport: 'JFK' },
        }),
      ),
    ];
    expect(await Promise.race([almost, ...givenUp])).toBe('almost');
    const [freshness, provider] = await Promise.all(givenUp);
    for (const failure of [freshness, provider])
      expect(failure).toMatchObject({ code: 'timeout', message: 'No answer came within 10000 ms.' });
    expect(await other.row(undefined, 'provider')).toMatchObject({ status: 200, errorCode: 'timeout' });
    // Given up once: a service that is too slow is not asked twice more.
    expect(slow.received.filter(({ url }) => url.startsWith('/api/awards/search'))).toHaveLength(1);
  });
});
