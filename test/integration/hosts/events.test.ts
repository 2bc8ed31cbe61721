import { createServer, type Server, connect as tcpConnect } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TOPICS } from '#shared/contract/index.ts';
import { type BrowserHost, startBrowserHost } from '../../../electron/hosts/browser-host.ts';
import { browserConnection } from '../../../renderer/api/browser-connection.ts';
import { fetchAsHost } from './fetch-as-host.ts';
import { servedForTests } from './served-for-tests.ts';

let host: BrowserHost;
let stand: ReturnType<typeof servedForTests>;
let closers: (() => void)[];

beforeEach(async () => {
  stand = servedForTests();
  closers = [];
  host = await start();
});
afterEach(async () => {
  for (const close of closers) close();
  await host.close();
});

const start = (port = 0) =>
  startBrowserHost({
    ...stand.forBrowser,
    rendererRoot: tmpdir(),
    port,
  });

/** The renderer's own connection to a host, with what it received. */
function page(of: BrowserHost, fetchOver: typeof fetch = fetch) {
  const url = new URL(of.url);
  const heard: string[] = [];
  const waiting = new Set<() => void>();
  const opened = Promise.withResolvers<void>();
  const connection = browserConnection({
    secret: url.hash.slice(1),
    fetch: async (path, init) => {
      const response = await fetchOver(new URL(String(path), url.origin), init);
      if (String(path) === '/api/events') opened.resolve();
      return response;
    },
  });
  closers.push(
    connection.listen((name, payload) => {
      heard.push(`${name} ${JSON.stringify(payload)}`);
      for (const wake of waiting) wake();
    }),
  );
  const until = async (count: number) => {
    while (heard.length < count) {
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
      });
    }
  };
  return { connection, heard, until, opened: opened.promise };
}

/** A connection between page and host that can be cut. */
async function wire(to: BrowserHost) {
  const port = Number(new URL(to.url).port);
  const cuts = new Set<() => void>();
  let up = true;
  const server: Server = createServer((near) => {
    if (!up) {
      near.destroy();
      return;
    }
    const far = tcpConnect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    cuts.add(cut);
    near.on('error', cut).on('close', cut);
    far.on('error', cut).on('close', cut);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const address = server.address();
  const here = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    /** `fetch` through it; the host is still addressed by its own name. */
    fetch: (async (url, init) => {
      const through = new URL(String(url));
      through.port = String(here);
      const { host: name } = new URL(to.url);
      return fetchAsHost(through, name, init);
    }) as typeof fetch,
    cut: () => {
      up = false;
      for (const cut of cuts) cut();
      cuts.clear();
    },
    mend: () => {
      up = true;
    },
  };
}

describe('events of the browser host', () => {
  it('reach the page in order', async () => {
    const { heard, until, opened } = page(host);
    await opened;
    stand.publish('changed', { topics: ['status'] });
    stand.publish('navigate', { to: '/results' });
    await until(2);
    expect(heard).toEqual(['changed {"topics":["status"]}', 'navigate {"to":"/results"}']);
  });

  it('from an interruption arrive afterwards, each once', async () => {
    const line = await wire(host);
    const { heard, until, opened } = page(host, line.fetch);
    await opened;
    stand.publish('changed', { topics: ['status'] });
    await until(1);
    line.cut();
    stand.publish('changed', { topics: ['results'] });
    stand.publish('changed', { topics: ['purchases'] });
    line.mend();
    await until(3);
    stand.publish('changed', { topics: ['activity'] });
    await until(4);
    expect(heard.map((line) => JSON.parse(line.slice(8)).topics[0])).toEqual([
      'status',
      'results',
      'purchases',
      'activity',
    ]);
  });

  it('that are too many to be buffered arrive as: everything may have changed', async () => {
    const line = await wire(host);
    const { heard, until, opened } = page(host, line.fetch);
    await opened;
    line.cut();
    for (let count = 0; count < 600; count += 1) stand.publish('changed', { topics: ['status'] });
    line.mend();
    await until(1);
    expect(heard).toEqual([`changed ${JSON.stringify({ topics: TOPICS })}`]);
  });

  it('from before a page opened are not sent to it', async () => {
    stand.publish('changed', { topics: ['status'] });
    const { heard, until, opened } = page(host);
    await opened;
    stand.publish('changed', { topics: ['results'] });
    await until(1);
    expect(heard).toEqual(['changed {"topics":["results"]}']);
  });

  it('are subscribed before anything is read, so that no change of it is missed', async () => {
    const requested: string[] = [];
    const mayBegin = Promise.withResolvers<void>();
    const { connection } = page(host, async (url, init) => {
      const { pathname } = new URL(String(url));
      requested.push(pathname);
      if (pathname === '/api/events') await mayBegin.promise;
      return fetch(url, init);
    });
    const reading = connection.call('places', 'suggestAirports', { text: 'fra', limit: 5 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(requested).toEqual(['/api/events']);
    mayBegin.resolve();
    expect(await reading).toMatchObject({ ok: true });
    expect(requested).toEqual(['/api/events', '/api/places/suggestAirports']);
  });

  it('that could not be sent at first do not prevent reads, and then report that everything may have changed', async () => {
    const line = await wire(host);
    line.cut();
    const { connection, heard, until } = page(host, line.fetch);
    await expect(connection.call('places', 'suggestAirports', { text: 'fra', limit: 5 })).rejects.toThrow();
    line.mend();
    // What the page claims of a host that does not answer is read again at once, everything else once it answers.
    await until(2);
    expect(heard).toEqual(['changed {"topics":["status"]}', `changed ${JSON.stringify({ topics: TOPICS })}`]);
  });

  it('reach every page', async () => {
    const pages = [page(host), page(host), page(host)];
    await Promise.all(pages.map((each) => each.opened));
    stand.publish('changed', { topics: ['status'] });
    await Promise.all(pages.map((each) => each.until(1)));
    expect(pages.map((each) => each.heard.length)).toEqual([1, 1, 1]);
  });
});
