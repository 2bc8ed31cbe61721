import { spawn } from 'node:child_process';
import type { LookupAddress, lookup } from 'node:dns';
import { getEventListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { createReach, type ReachQuestion } from '../../../electron/marketplace/http/reach.ts';
import { createTransport } from '../../../electron/marketplace/http/transport.ts';
import { createNodeFetch, type FetchInit } from '../../../electron/marketplace/sockets/node-fetch.ts';
import {
  environmentProxy,
  type ProxyFor,
  readPacResult,
} from '../../../electron/marketplace/sockets/proxies.ts';
import { createOriginBudgets } from '../../../electron/marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING } from '../../../electron/marketplace/waits/timing.ts';
import { json, startLocalServer } from './local-server.ts';

const NODE_FETCH = new URL('../../../electron/marketplace/sockets/node-fetch.ts', import.meta.url);

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const direct: ProxyFor = async () => [{ via: 'direct' }];

/** A service that writes these bytes and hangs up. */
async function raw(bytes: Buffer | string): Promise<string> {
  const server: TcpServer = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const fetchDirect = createNodeFetch({ proxyFor: direct });

test('what is sent leaves nothing that waits for its signal', async () => {
  const { signal } = new AbortController();
  const init: FetchInit = { signal, mayReachLocal: true };
  const base = await raw('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok');
  for (let sent = 0; sent < 3; sent++) expect(await (await fetchDirect(base, init)).text()).toBe('ok');
  await expect.poll(() => getEventListeners(signal, 'abort')).toEqual([]);
});

test.each(['POST', 'PUT', 'DELETE'])(
  'a %s is never sent on a connection that stood idle, which its server may be closing',
  async (method) => {
    const met = new WeakSet<object>();
    const server = await startLocalServer((_, response) => {
      // What arrives as an idle connection is closed is lost.
      if (response.socket !== null && met.has(response.socket)) response.socket.destroy();
      else response.end('answered');
      if (response.socket !== null) met.add(response.socket);
    });
    closing.push(server.close);
    const send = async (init: FetchInit) =>
      (await fetchDirect(server.url, { ...init, mayReachLocal: true } as FetchInit)).text();
    expect(await send({})).toBe('answered');
    for (let time = 0; time < 3; time++) expect(await send({ method })).toBe('answered');
    await expect(send({})).rejects.toMatchObject({ code: 'ECONNRESET' });
  },
);
const transportTo = (url: string, fetch: typeof globalThis.fetch = fetchDirect) => {
  const reach = createReach({
    fetch,
    own: () => [new URL(url).origin],
    allowed: { read: () => [], write: () => {} },
    confirm: async () => false,
  });
  const transport = createTransport({
    fetch: reach.fetch,
    clock: Date.now,
    budgets: createOriginBudgets(SYSTEM_TIMING),
    origin: new URL(url).origin,
    keyFor: async () => null,
    record: () => {},
  });
  return transport.send({
    role: 'call',
    method: 'POST',
    url: new URL(`${url}/thing`),
    body: '{}',
    withKey: false,
    isRead: false,
    urgent: true,
    deadlineMs: 5_000,
    maximumBytes: 1_000,
  });
};

const JSON_BODY = 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

describe('an answer that is odd and legal enough to be parsed', () => {
  test.each([
    ['a header with raw UTF-8', Buffer.from(`HTTP/1.1 200 OK\r\nx-note: a – b\r\n${JSON_BODY}`)],
    [
      'a header with a Latin-1 byte',
      Buffer.from(`HTTP/1.1 200 OK\r\nx-note: caf\xe9\r\n${JSON_BODY}`, 'latin1'),
    ],
    ['a reason phrase that is not ASCII', Buffer.from(`HTTP/1.1 200 Très bien – ✓\r\n${JSON_BODY}`)],
    ['no reason phrase', Buffer.from(`HTTP/1.1 200 \r\n${JSON_BODY}`)],
    ['a header that came twice', Buffer.from(`HTTP/1.1 200 OK\r\nx-a: 1\r\nx-a: 2\r\n${JSON_BODY}`)],
    [
      'answers that come before it',
      Buffer.from(
        `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n${JSON_BODY}`,
      ),
    ],
    ['a header of a name that objects have', Buffer.from(`HTTP/1.1 200 OK\r\n__proto__: a\r\n${JSON_BODY}`)],
    ['a header of 8 kB', Buffer.from(`HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(8_000)}\r\n${JSON_BODY}`)],
    ['an empty header', Buffer.from(`HTTP/1.1 200 OK\r\nx-a:\r\n${JSON_BODY}`)],
  ])('%s is read', async (_, bytes) => {
    const requested = await transportTo(await raw(bytes));
    expect(requested.ok && requested.answer.body).toEqual({});
  });

  test.each([999, 600, 799])('status %i is reported as what it is', async (status) => {
    const requested = await transportTo(await raw(`HTTP/1.1 ${status} Odd – ✓\r\n${JSON_BODY}`));
    expect(!requested.ok && requested.failure).toMatchObject({ status, delivery: 'answered' });
  });

  test.each([
    ['204 with a body', `HTTP/1.1 204 No\r\n${JSON_BODY}`, 'unreadable'],
    ['205 with a body', `HTTP/1.1 205 Reset\r\n${JSON_BODY}`, 'unreadable'],
    ['304 that nobody asked for', `HTTP/1.1 304 Same\r\n${JSON_BODY}`, 'redirected'],
    [
      '101 that nobody asked for',
      'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n{}',
      'connection_lost',
    ],
    ['what is not packed as it says', `HTTP/1.1 200 OK\r\ncontent-encoding: br\r\n${JSON_BODY}`, 'cut_off'],
    [
      'a length that is too short',
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n{}',
      'unreadable',
    ],
    ['two lengths', `HTTP/1.1 200 OK\r\ncontent-length: 9\r\n${JSON_BODY}`, 'connection_lost'],
    [
      'a piece without a length',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n',
      'cut_off',
    ],
    [
      '200 kB of headers',
      `HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(200_000)}\r\n${JSON_BODY}`,
      'connection_lost',
    ],
    ['a zero byte in a header', `HTTP/1.1 200 OK\r\nx-a: a\0b\r\n${JSON_BODY}`, 'connection_lost'],
  ])('%s ends at once with a message, and proves nothing about an order', async (_, text, code) => {
    const requested = await transportTo(await raw(text));
    expect(!requested.ok && requested.failure).toMatchObject({
      code,
      message: expect.stringMatching(/\.$/u),
      // A redirect is an answer; its meaning for an order is decided by its status.
      delivery: code === 'redirected' ? 'answered' : 'maybe',
    });
  });

  test.each([
    ['anything but HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['a folded header', `HTTP/1.1 200 OK\r\nretry-after:\r\n 120\r\n${JSON_BODY}`],
    ['lines without a carriage return', 'HTTP/1.1 200 OK\ncontent-length: 2\n\n{}'],
    ['a status of four digits', `HTTP/1.1 2000 OK\r\n${JSON_BODY}`],
  ])('%s is no HTTP, which is said at once', async (_what, bytes) => {
    const requested = await transportTo(await raw(bytes));
    expect(!requested.ok && requested.failure).toMatchObject({
      code: 'connection_lost',
      delivery: 'maybe',
      message: expect.stringContaining('not valid HTTP'),
    });
  });

  test('is not invited to use a packing that servers understand in two ways', async () => {
    const server = await startLocalServer((_, response) => json(response, 200, {}));
    closing.push(server.close);
    await transportTo(server.url);
    expect(server.received[0]?.headers['accept-encoding']).toBe('gzip, br');
  });
});

test('a name is looked up once, and the checked address is the one that is connected to', async () => {
  const server = await startLocalServer((_, response) => json(response, 200, {}));
  closing.push(() => server.close());
  const { port } = new URL(server.url);
  let lookups = 0;
  // Public at the first look-up, this machine at the second.
  const rebinding = ((_name: string, _options: unknown, done: (e: null, found: LookupAddress[]) => void) =>
    done(null, [{ address: lookups++ === 0 ? '192.0.2.1' : '127.0.0.1', family: 4 }])) as typeof lookup;
  const fetch = createNodeFetch({ proxyFor: direct, lookup: rebinding });
  const stop = AbortSignal.timeout(300);
  await expect(fetch(`http://rebinding.example:${port}/`, { signal: stop })).rejects.toThrow();
  expect(lookups).toBe(1);
  await expect(fetch(`http://rebinding.example:${port}/`)).rejects.toMatchObject({ code: 'LOCAL_ADDRESS' });
  expect(server.received).toEqual([]);
});

describe.each(['127.0.0.1', '0x7f.1', '[fd00::1]', 'printer.local'])('%s', (host) => {
  test('is confirmed outside the page, and nothing is sent without that', async () => {
    const sent: string[] = [];
    const questions: ReachQuestion[] = [];
    let origins: readonly string[] = [];
    let answer = false;
    const reach = createReach({
      fetch: async (url) => {
        sent.push(String(url));
        return Response.json({});
      },
      own: () => [],
      allowed: {
        read: () => origins,
        write: (next) => {
          origins = next;
        },
      },
      confirm: async (question) => {
        questions.push(question);
        return answer;
      },
    });
    const url = new URL(`https://${host}:8443/x`);
    await expect(reach.fetch(url)).rejects.toMatchObject({ code: 'LOCAL_ADDRESS' });
    await expect(fetchDirect(url)).rejects.toMatchObject({ code: 'LOCAL_ADDRESS' });
    expect(await reach.ask(url)).toBe(false);
    await expect(reach.fetch(url)).rejects.toThrow();
    expect(sent).toEqual([]);
    answer = true;
    expect(await reach.ask(url)).toBe(true);
    await reach.fetch(url);
    expect(await reach.ask(url)).toBe(true);
    expect(sent).toEqual([url.href]);
    expect(questions).toHaveLength(2);
    expect(questions[0]?.title).toContain(url.origin);
  });
});

test.each([
  ['https://market.example', ['93.184.216.34'], null],
  ['http://market.example', ['93.184.216.34'], /without encryption/],
  ['https://market.example', ['93.184.216.34', '10.0.0.1'], /own network/],
  ['https://[2606:4700::1]', [], null],
  ['https://8.8.8.8', [], null],
])('%s at %j is asked about as %s', async (address, found, words) => {
  const questions: ReachQuestion[] = [];
  const reach = createReach({
    fetch: fetchDirect,
    own: () => [],
    allowed: { read: () => [], write: () => {} },
    confirm: async (question) => {
      questions.push(question);
      return true;
    },
    addressesOf: async () => found,
  });
  expect(await reach.ask(new URL(address))).toBe(true);
  if (words === null) expect(questions).toEqual([]);
  else expect(questions[0]?.words).toMatch(words);
});

describe('an answer of any status', () => {
  /** Statuses of an HTTP answer that has a beginning and never ends. */
  const statuses = [...Array(100).keys()]
    .map((n) => 200 + n * 4 + (n % 4))
    .concat([204, 205, 304, 301, 407, 429, 599, 999]);

  test('leaves no connection open, whatever follows its headers and whoever asked', async () => {
    const open = new Set<object>();
    let status = 200;
    const server = createTcpServer((socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket)).on('error', () => undefined);
      // No end, or one that never comes: what is not read has to be destroyed.
      socket.once('data', () => {
        socket.write(`HTTP/1.1 ${status} Any\r\ncontent-type: text/plain\r\ncontent-length: 900000\r\n\r\n`);
        socket.write('x'.repeat(100_000));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const before = readdirSync('/proc/self/fd').length;
    const reach = createReach({
      fetch: fetchDirect,
      own: () => [url],
      allowed: { read: () => [], write: () => {} },
      confirm: async () => false,
    });
    const transport = createTransport({
      fetch: reach.fetch,
      clock: Date.now,
      // The service is left alone for a while after some of them.
      budgets: {
        ...createOriginBudgets(SYSTEM_TIMING),
        of: () => createOriginBudgets(SYSTEM_TIMING).of(url),
      },
      origin: url,
      keyFor: async () => null,
      record: () => {},
    });
    // The body of a refusal is waited for until its deadline.
    const limits = { role: 'mcp', withKey: false, deadlineMs: 100, maximumBytes: 50_000 };
    for (const one of statuses) {
      status = one;
      await transport.send({
        ...{ role: 'call', method: 'POST', url: new URL(`${url}/thing`), body: '{}', withKey: false },
        ...{ isRead: false, urgent: true, deadlineMs: 2_000, maximumBytes: 50_000 },
      });
      // Whoever asked reads nothing of it.
      await transport
        .fetchAs(limits)(url, { method: 'POST', body: '{}' })
        .catch(() => undefined);
    }
    await expect.poll(() => open.size).toBe(0);
    await expect.poll(() => readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before + 2);
  });
});

describe('a permission', () => {
  const lead = (address: string) =>
    createNodeFetch({
      proxyFor: direct,
      lookup: ((_host: string, _options: unknown, done: (...found: unknown[]) => void) =>
        done(null, [{ address, family: 4 }])) as unknown as NonNullable<
        Parameters<typeof createNodeFetch>[0]['lookup']
      >,
    });
  const reaching = (given: { fetch: typeof globalThis.fetch; found: readonly string[] }) => {
    let permissions: readonly string[] = [];
    const questions: string[] = [];
    const reach = createReach({
      fetch: given.fetch,
      own: () => [],
      allowed: {
        read: () => permissions,
        write: (next) => {
          permissions = next;
        },
      },
      confirm: async ({ words }) => {
        questions.push(String(words));
        return true;
      },
      addressesOf: async () => given.found,
    });
    return { reach, questions };
  };

  test.each(['127.0.0.1', '127.8.9.1', '0.0.0.0'])(
    'for an unencrypted address does not let its name lead to %s',
    async (address) => {
      let connections = 0;
      const server = createServer((_request, response) => response.end());
      server.on('connection', () => connections++);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closing.push(() => void server.close());
      const { port } = server.address() as { port: number };
      const { reach } = reaching({ fetch: lead(address), found: ['93.184.216.34'] });
      const url = new URL(`http://market.example:${port}/x`);
      expect(await reach.ask(url)).toBe(true);
      expect(await reach.askToUse(url)).toBe(true);
      await expect(reach.fetch(url)).rejects.toMatchObject({ code: 'LOCAL_ADDRESS' });
      expect(connections).toBe(0);
    },
  );

  test('for a local address is asked for anew where its name led elsewhere before', async () => {
    const found = ['93.184.216.34'];
    const { reach, questions } = reaching({ fetch: fetchDirect, found });
    const url = new URL('http://market.example/x');
    await reach.ask(url);
    found[0] = '192.168.1.4';
    await reach.ask(url);
    await reach.ask(url);
    expect(questions).toEqual([
      expect.stringMatching(/without encryption/u),
      expect.stringMatching(/own network/u),
    ]);
  });
});

/** A proxy that answers CONNECT with `status`, and forwards plain requests unless it is 407. */
async function proxy(status: number): Promise<{ url: URL; seen: string[] }> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (status === 407) return void response.writeHead(407).end();
    const { host, headers } = { host: new URL(request.url ?? ''), headers: request.headers };
    const on = forward(
      {
        port: host.port,
        hostname: '127.0.0.1',
        path: host.pathname,
        method: request.method ?? 'GET',
        headers,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(on);
  });
  server.on('connect', (request, socket) => {
    seen.push(`${request.method} ${request.url}`);
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const [, port] = (request.url ?? '').split(':');
    const through = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    through.on('error', () => socket.destroy());
    socket.on('error', () => through.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), seen };
}

describe('the proxy of the system', () => {
  test('forwards a plain request completely', async () => {
    const service = await startLocalServer((_, response) => json(response, 200, { through: true }));
    closing.push(() => service.close());
    const { url, seen } = await proxy(200);
    const fetch = createNodeFetch({ proxyFor: async () => [{ via: 'proxy', proxy: url }] });
    const target = service.url.replace('127.0.0.1', 'market.example');
    expect(await (await fetch(`${target}/thing`)).json()).toEqual({ through: true });
    expect(seen).toEqual([`GET ${target}/thing`]);
  });

  test.each(['127.0.0.1', 'localhost'])('is not used for %s, whatever names it', async (host) => {
    const service = await startLocalServer((_, response) => json(response, 200, { straight: true }));
    closing.push(() => service.close());
    const { url, seen } = await proxy(200);
    const fetch = createNodeFetch({ proxyFor: async () => readPacResult(`PROXY ${url.host}`) });
    const init: FetchInit = { headers: { authorization: 'Bearer aek' }, mayReachLocal: true };
    const answer = await fetch(service.url.replace('127.0.0.1', host), init);
    expect(await answer.json()).toEqual({ straight: true });
    expect(seen).toEqual([]);
  });

  test.each([
    ['https://market.example', 407, /asks for a password/],
    ['http://market.example', 407, /asks for a password/],
    ['https://market.example', 403, /does not let Milepost through/],
  ])(
    'to %s that answers %i is reported with a message, and nothing was sent',
    async (address, status, words) => {
      const { url } = await proxy(status);
      const requested = await transportTo(
        address,
        createNodeFetch({ proxyFor: async () => [{ via: 'proxy', proxy: url }] }),
      );
      expect(!requested.ok && requested.failure).toMatchObject({ code: 'proxy', delivery: 'not_sent' });
      expect(!requested.ok && requested.failure.message).toMatch(words);
    },
  );

  test.each([
    ['PROXY 127.0.0.1:1', /does not answer/],
    ['PROXY [::1]:1', /does not answer/],
    ['PROXY :0', /of a kind/],
    ['SOCKS5 127.0.0.1:1', /of a kind that Milepost does not speak/],
  ])('that is %s is reported with a message', async (pac, words) => {
    const fetch = createNodeFetch({ proxyFor: async () => readPacResult(pac) });
    const requested = await transportTo('https://market.example', fetch);
    expect(!requested.ok && requested.failure.message).toMatch(words);
  });

  test.each([
    ['https://a.example', { HTTPS_PROXY: 'http://p.example:8080' }, 'http://p.example:8080/'],
    ['http://a.example', { HTTPS_PROXY: 'http://p.example:8080' }, 'direct'],
    ['http://a.example', { http_proxy: 'p.example:3128' }, 'http://p.example:3128/'],
    ['https://x.a.example', { HTTPS_PROXY: 'http://p.example', NO_PROXY: '.a.example' }, 'direct'],
    [
      'https://a.example:8443',
      { HTTPS_PROXY: 'http://p.example', NO_PROXY: 'a.example:443' },
      'http://p.example/',
    ],
    ['https://a.example', { HTTPS_PROXY: 'http://p.example', NO_PROXY: '*' }, 'direct'],
    ['http://127.0.0.1:5', { ALL_PROXY: 'http://p.example' }, 'direct'],
    ['https://a.example', { ALL_PROXY: 'socks5://p.example' }, 'unsupported'],
    ['https://a.example', { HTTPS_PROXY: '' }, 'direct'],
    ['https://a.example', { HTTPS_PROXY: ' ', ALL_PROXY: 'http://p.example' }, 'http://p.example/'],
    ['https://[2001:db8::5]', { HTTPS_PROXY: 'http://p.example', NO_PROXY: '2001:db8::5' }, 'direct'],
    ['http://app.localhost', { HTTP_PROXY: 'http://p.example' }, 'direct'],
    ['http://[::ffff:127.0.0.1]', { HTTP_PROXY: 'http://p.example' }, 'direct'],
  ])('of the environment for %s with %j is %s', async (address, environment, expected) => {
    const [route] = await environmentProxy(environment)(new URL(address));
    expect(route?.via === 'proxy' ? route.proxy.href : route?.via).toBe(expected);
  });
});

test('prints no header of a request under Node’s debug output, even for a new connection', async () => {
  const served = createServer((_, response) => response.end('{}'));
  await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
  const { port } = served.address() as AddressInfo;
  const program = `
    const { createNodeFetch } = await import(${JSON.stringify(NODE_FETCH.href)});
    const fetch = createNodeFetch({ proxyFor: async () => [{ via: 'direct' }] });
    const headers = { authorization: 'Bearer a-key-of-this-test' };
    const answer = await fetch('http://127.0.0.1:${port}/', { headers, mayReachLocal: true });
    process.stdout.write(String(answer.status));
    process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, NODE_DEBUG: '*' },
  });
  const [printed, debugged] = await Promise.all([text(child.stdout), text(child.stderr)]);
  served.close();
  expect(printed).toBe('200');
  expect(debugged).toContain('createConnection');
  expect(debugged).not.toContain('a-key-of-this-test');
});
