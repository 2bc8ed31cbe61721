import { mkdtempSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SECRET_HEADER } from '#shared/secret-header.ts';
import { type BrowserHost, startBrowserHost } from '../../../electron/hosts/browser-host.ts';
import type { Served } from '../../../electron/hosts/serve-request.ts';
import { SECRET_OF_AN_ERROR, servedForTests } from './served-for-tests.ts';

let host: BrowserHost;
let stand: ReturnType<typeof servedForTests>;
let reports: string[];
let origin: string;
let secret: string;
let rendererRoot: string;

beforeEach(async () => {
  rendererRoot = mkdtempSync(join(tmpdir(), 'milepost-page-'));
  writeFileSync(
    join(rendererRoot, 'index.html'),
    '<html data-theme="system" data-formats="{}"><meta property="csp-nonce" nonce="__MILEPOST_STYLE_NONCE__"><p>page</p>',
  );
  writeFileSync(join(rendererRoot, 'app.js'), 'export {};');
  writeFileSync(join(rendererRoot, '..', 'outside.js'), 'secret');
  stand = servedForTests();
  reports = [];
  host = await startBrowserHost({
    ...stand.forBrowser,
    rendererRoot,
    report: (where) => reports.push(where),
  });
  const url = new URL(host.url);
  origin = url.origin;
  secret = url.hash.slice(1);
});
afterEach(() => host.close());

const headersOf = ({ hash }: URL) => ({
  [SECRET_HEADER]: hash.slice(1),
  'content-type': 'application/json',
});
const headers = () => headersOf(new URL(host.url));
const ask = (path: string, over: RequestInit = {}) =>
  fetch(`${origin}${path}`, { method: 'POST', headers: headers(), body: '{}', ...over });

/** A request with headers that `fetch` does not allow. */
function raw(
  path: string,
  given: Record<string, string>,
  method = 'GET',
  at = origin,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${at}${path}`, { method, headers: given }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('the browser host', () => {
  it('listens on the loopback interface with a long secret in the fragment only', () => {
    const url = new URL(host.url);
    expect(url.hostname).toBe('127.0.0.1');
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(url.search).toBe('');
  });

  it('answers a request of the contract', async () => {
    const response = await ask('/api/about/read');
    expect(await response.json()).toEqual({
      ok: true,
      value: { version: '1.2.3', credits: [], updatedFrom: null },
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('passes input to the handler as the contract parses it', async () => {
    await ask('/api/places/suggestAirports', {
      body: JSON.stringify({ input: { text: 'fra', limit: 5, more: 1 } }),
    });
    expect(stand.heard).toEqual([{ text: 'fra', limit: 5 }]);
  });

  it('passes a mapped failure on as it is', async () => {
    const response = await ask('/api/places/airports', {
      body: JSON.stringify({ input: { codes: ['FRA'] } }),
    });
    expect(await response.json()).toEqual({
      ok: false,
      failure: { code: 'not_found', message: 'Mapped on purpose.', requestId: 'req_1' },
    });
  });

  it('reports an unexpected error without any of its text, to the page and to the log', async () => {
    const response = await ask('/api/places/suggestCarriers', {
      body: JSON.stringify({ input: { text: 'lh', limit: 5 } }),
    });
    const answer = await response.text();
    expect(answer).toContain('"internal"');
    expect(reports).toHaveLength(1);
    expect(answer + reports.join()).not.toContain(SECRET_OF_AN_ERROR);
  });

  it('refuses input outside the contract, naming the member and not the value', async () => {
    const response = await ask('/api/places/suggestAirports', {
      body: JSON.stringify({ input: { text: 'fra', limit: 'aek_value' } }),
    });
    const answer = await response.text();
    expect(answer).toContain('invalid_input');
    expect(answer).toContain('limit');
    expect(answer).not.toContain('aek_value');
    expect(stand.heard).toEqual([]);
  });

  it('notices an answer outside the contract while outputs are checked', async () => {
    expect(await (await ask('/api/settings/read')).json()).toMatchObject({
      ok: false,
      failure: { code: 'invalid_output' },
    });
  });

  it.each(['/api/about/write', '/api/__proto__/toString', '/api/about/constructor', '/api/nothing'])(
    'does not know %s',
    async (path) => {
      expect(await (await ask(path)).json()).toMatchObject({
        ok: false,
        failure: { code: 'unknown_request' },
      });
    },
  );

  it.each([
    ['levels of lists', '['.repeat(400_000), ']'.repeat(400_000)],
    ['levels of records', '{"a":'.repeat(150_000), `1${'}'.repeat(150_000)}`],
    ['lists beside each other', `[${'[],'.repeat(300_000)}`, '0]'],
  ])('refuses %s, of which there are more than it reads, in words', async (_, begin, end) => {
    const body = `{"input":{"text":${begin}${end},"limit":5}}`;
    const answer = await ask('/api/places/suggestAirports', { body });
    // Before it is parsed: the contract would refuse it too, and later.
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ failure: { code: 'invalid_input' } });
    expect(reports).toEqual([]);
  });

  it('answers its page while other programs open connections without end', async () => {
    // Its connection is its own from its first request on.
    await (await ask('/api/about/read')).json();
    const { port } = new URL(origin);
    const strangers = new Set<Socket>();
    for (let batch = 0; batch < 30; batch++) {
      for (let one = 0; one < 100; one++) {
        const socket = connect(Number(port), '127.0.0.1');
        strangers.add(socket);
        socket.on('error', () => undefined).once('close', () => strangers.delete(socket));
        // Half of them begin a request and never end it.
        if (one % 2 === 0) socket.write('GET / HTTP/1.1\r\n');
      }
      expect(await (await ask('/api/about/read')).json()).toMatchObject({ ok: true });
    }
    // Those still in the system's queue are closed when their turn comes.
    await expect.poll(() => strangers.size, { timeout: 30_000 }).toBeLessThan(1_000);
    for (const socket of strangers) socket.destroy();
  });

  it('refuses a request without the secret, or with another one', async () => {
    for (const wrong of ['', 'x', `${secret}x`, secret.toLowerCase()]) {
      const response = await ask('/api/about/read', { headers: { ...headers(), [SECRET_HEADER]: wrong } });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ failure: { code: 'wrong_secret' } });
    }
    expect((await fetch(`${origin}/api/events`)).status).toBe(401);
  });

  it('lets an address in once, exchanging what stands in it for the secret', async () => {
    const address = new URL(host.address());
    const token = address.hash.slice(1);
    expect([address.origin, address.search]).toEqual([origin, '']);
    expect(token).not.toBe(secret);
    const enter = () =>
      fetch(`${origin}/api/-/launch`, { method: 'POST', headers: { [SECRET_HEADER]: token } });
    const bearer = { ...headers(), [SECRET_HEADER]: token };
    expect((await ask('/api/about/read', { headers: bearer })).status).toBe(401);
    const first = await enter();
    expect(await first.json()).toEqual({ secret });
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect((await enter()).status).toBe(401);
    expect((await ask('/api/about/read', { headers: bearer })).status).toBe(401);
    expect((await ask('/api/-/address', { headers: bearer })).status).toBe(401);
  });

  it('returns a page for an address opened in another browser', async () => {
    const { url } = (await (await ask('/api/-/address')).json()) as { url: string };
    const entered = await ask('/api/-/launch', {
      headers: { ...headers(), [SECRET_HEADER]: new URL(url).hash.slice(1) },
    });
    expect(await entered.json()).toEqual({ secret });
  });

  it('does not take the secret from the query or a cookie', async () => {
    const { [SECRET_HEADER]: _, ...without } = headers();
    for (const cookie of [`${SECRET_HEADER}=${secret}`, `secret=${secret}`])
      expect((await raw(`/api/events?secret=${secret}`, { ...without, cookie })).status).toBe(401);
  });

  it.each(['evil.example', 'localhost', '127.0.0.1', '127.0.0.1:1', 'evil.example:80'])(
    'refuses a request that is addressed to the host "%s"',
    async (name) => {
      expect((await raw('/api/about/read', { ...headers(), host: name }, 'POST')).status).toBe(403);
      expect((await raw('/', { host: name })).status).toBe(403);
    },
  );

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost'])(
    'refuses a request that comes from the origin %s, secret or not',
    async (from) => {
      expect((await raw('/api/about/read', { ...headers(), origin: from }, 'POST')).status).toBe(403);
    },
  );

  it('refuses what a browser marks as sent by another site', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect((await raw('/api/about/read', { ...headers(), 'sec-fetch-site': site }, 'POST')).status).toBe(
        403,
      );
    expect((await raw('/', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });

  it('states with every answer, including refusals, that no other site may load, frame or sniff it', async () => {
    const get = { method: 'GET', body: null };
    const answers = [
      await ask('/', get),
      await ask('/nowhere.js', get),
      await ask('/%00', get),
      await ask('/'),
      await ask('/api/about/read', { headers: {} }),
      await ask('/api/about/read', { headers: { ...headers(), origin: 'null' } }),
      await ask('/api/about/read'),
      await ask('/api/about/nothing'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 404, 401, 403, 200, 200]);
    for (const { status, headers: given } of answers)
      for (const [name, value] of [
        ['x-content-type-options', 'nosniff'],
        ['cross-origin-resource-policy', 'same-origin'],
        ['cross-origin-opener-policy', 'same-origin'],
        ['referrer-policy', 'no-referrer'],
        ['x-frame-options', 'DENY'],
      ] as const)
        expect(given.get(name), `${status} ${name}`).toBe(value);
  });

  it('allows no other site to read it: there is no CORS', async () => {
    const preflight = await raw(
      '/api/about/read',
      { origin, 'access-control-request-method': 'POST' },
      'OPTIONS',
    );
    expect(preflight.status).toBe(401);
    const response = await ask('/api/about/read', { headers: { ...headers(), origin } });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('refuses a body that is too large, is not JSON, or does not say that it is', async () => {
    expect((await raw('/api/about/read', { ...headers(), 'content-length': '1100000' }, 'POST')).status).toBe(
      413,
    );
    expect((await ask('/api/about/read', { body: '{' })).status).toBe(400);
    expect(
      (await ask('/api/about/read', { headers: { [SECRET_HEADER]: secret, 'content-type': 'text/plain' } }))
        .status,
    ).toBe(400);
  });

  it('releases the app when it closes, and then refuses connections', async () => {
    await host.close();
    expect(stand.receivers.size).toBe(0);
    await expect(ask('/api/about/read')).rejects.toThrow();
  });

  it('prints an address that is one link everywhere, and leads to the same view', async () => {
    stand.opening.landing = `/results?scope={"kind":"several","runIds":[1,2]}&filter=(a)`;
    const other = await startBrowserHost({ ...stand.forBrowser, rendererRoot: tmpdir() });
    await other.close();
    expect(other.url).toMatch(/^[\w:/.?=&%,#-]+$/u);
    const { pathname, searchParams } = new URL(other.url);
    expect([pathname, searchParams.get('scope')]).toEqual(['/results', '{"kind":"several","runIds":[1,2]}']);
  });

  it('serves its page before the program is open, and answers the page’s requests once it is', async () => {
    const opened = Promise.withResolvers<Served>();
    let opens = 0;
    const served = () => {
      opens += 1;
      return opened.promise;
    };
    const early = await startBrowserHost({ ...stand.forBrowser, rendererRoot, served });
    const url = new URL(early.url);
    expect(await (await fetch(`${url.origin}/`)).text()).toContain('<p>page</p>');
    expect(opens).toBe(0);
    const read = () =>
      fetch(`${url.origin}/api/about/read`, { method: 'POST', headers: headersOf(url), body: '{}' });
    const answers = [read(), read()];
    await expect.poll(() => opens).toBe(1);
    opened.resolve(await stand.forBrowser.served());
    for (const answer of answers) expect(await (await answer).json()).toMatchObject({ ok: true });
    expect(opens).toBe(1);
    await early.close();
  });

  it('authenticates a request before it opens the program for it', async () => {
    const served = vi.fn(stand.forBrowser.served);
    const early = await startBrowserHost({ ...stand.forBrowser, rendererRoot, served });
    const url = new URL(early.url);
    for (const foreign of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect(
        (await raw('/api/about/read', { ...headersOf(url), ...foreign }, 'POST', url.origin)).status,
      ).toBe(403);
    expect(served).not.toHaveBeenCalled();
    await early.close();
  });

  it('reports to its page where the program cannot be opened', async () => {
    const opened = Promise.withResolvers<Served>();
    const early = await startBrowserHost({ ...stand.forBrowser, rendererRoot, served: () => opened.promise });
    const url = new URL(early.url);
    const answer = fetch(`${url.origin}/api/about/read`, {
      method: 'POST',
      headers: headersOf(url),
      body: '{}',
    });
    // It is in: the token exchange, which needs no program, is answered after it.
    await fetch(`${url.origin}/api/-/launch`, { method: 'POST', headers: headersOf(url) });
    opened.promise.catch(() => early.close());
    opened.reject(new Error(SECRET_OF_AN_ERROR));
    const said = await (await answer).text();
    expect(said).toContain('Milepost could not be opened');
    expect(said).not.toContain(SECRET_OF_AN_ERROR);
  });
});

describe('the page that the browser host serves', () => {
  it('has a policy that allows no inline script and no external resource', async () => {
    const response = await fetch(origin);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toMatch(/https?:/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('has a new style nonce each time', async () => {
    const read = async () => {
      const response = await fetch(origin);
      const nonce = /nonce="([^"]+)"/.exec(await response.text())?.[1] ?? '';
      expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
      return nonce;
    };
    const first = await read();
    expect(first).toMatch(/^[\w+/]{22}==$/);
    expect(await read()).not.toBe(first);
  });

  it('answers every screen with the page, whatever dots and colons its name has', async () => {
    for (const path of [
      '/results',
      '/catalogue/operation:v1:abc',
      '/catalogue/get.someone.api-awards-search',
    ])
      expect(await (await fetch(`${origin}${path}`)).text()).toContain('<p>page</p>');
  });

  it('names the chosen theme and formats, and nothing that could be more than text', async () => {
    const pageOf = async () => (await fetch(`${origin}/`)).text();
    expect(await pageOf()).toContain('<html data-theme="system" data-formats="{}">');
    stand.opening.theme = 'dark';
    stand.opening.formats = { dates: 'ymd', times: '"><script>&amp;$&' };
    const page = await pageOf();
    expect(page).toContain('<html data-theme="dark" data-formats="{&#34;dates&#34;:&#34;ymd&#34;');
    expect(page).toContain('&#62;&#60;script&#62;&#38;amp;$&#38;');
  });

  it('serves its scripts by type, and answers 404 for missing ones', async () => {
    expect((await fetch(`${origin}/app.js`)).headers.get('content-type')).toContain('text/javascript');
    expect((await fetch(`${origin}/none.js`)).status).toBe(404);
  });

  it.each([
    '/../outside.js',
    '/..%2foutside.js',
    '/%2e%2e%2foutside.js',
    '/x/..%5c..%5coutside.js',
    '/%00.js',
    '/%zz.js',
  ])('does not leave its folder by %s', async (path) => {
    const { status, text } = await raw(path, {});
    expect(status === 400 || status === 404).toBe(true);
    expect(text).not.toContain('secret');
  });
});
