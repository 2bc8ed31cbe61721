import { readFileSync } from 'node:fs';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { networkError } from '../../../electron/marketplace/sockets/network-error.ts';
import { createNodeFetch, type FetchInit } from '../../../electron/marketplace/sockets/node-fetch.ts';
import { type ProxyFor, readPacResult } from '../../../electron/marketplace/sockets/proxies.ts';

const pem = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../service-surface/certificates', `${name}.pem`), 'utf8');
const trusted = tls.getCACertificates('default');
beforeAll(() => tls.setDefaultCACertificates([...trusted, pem('authority'), pem('wrong-purpose')]));
afterAll(() => tls.setDefaultCACertificates(trusted));

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A service named other.example; `requested` counts the requests that reached it. */
async function service(certificate: string, options: ServerOptions = {}) {
  const requested: string[] = [];
  const server = createTlsServer(
    { cert: pem(certificate), key: pem('server-key'), ...options },
    (request, response) => {
      requested.push(request.url ?? '');
      response.end('{"answered":true}');
    },
  );
  return { port: await listening(server), requested };
}

const PLAIN = 'plain';

/** A proxy that connects every name to this machine; encrypted itself if it has a certificate. */
async function proxy(certificate: string = PLAIN) {
  const seen: string[] = [];
  const server: HttpServer =
    certificate === PLAIN
      ? createHttpServer()
      : createTlsServer({ cert: pem(certificate), key: pem('server-key') });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    seen.push(`CONNECT ${request.url}`);
    const through = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    through.on('error', () => socket.destroy());
    socket.on('error', () => through.destroy());
  });
  server.on('request', (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end('{"answered":true}');
  });
  return { port: await listening(server), seen };
}

/** A server that writes these bytes to whoever connects, and hangs up. */
const raw = (bytes: string | Buffer): Promise<number> =>
  listening(createServer((socket) => socket.once('data', () => socket.end(bytes))));

async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const pac =
  (result: string): ProxyFor =>
  async () =>
    readPacResult(result);

/** What an order sent to other.example comes to. */
async function order(
  port: number,
  proxyFor: ProxyFor,
  { scheme = 'https', signal = null as AbortSignal | null } = {},
) {
  const fetch = createNodeFetch({
    proxyFor,
    // A direct connection to the name reaches this machine.
    lookup: ((_name: string, _options: unknown, done: (...of: unknown[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as never,
  });
  const init: FetchInit = { method: 'POST', body: '{}', mayReachLocal: true, signal };
  try {
    const answer = await fetch(`${scheme}://other.example:${port}/order`, init);
    return { status: answer.status, body: await answer.text() };
  } catch (error) {
    return networkError(error);
  }
}

const ANSWERED = { status: 200, body: '{"answered":true}' };
const DIRECT = pac('DIRECT');

describe('a secure request through a proxy', () => {
  test.each([
    ['PROXY 127.0.0.1', PLAIN],
    ['HTTPS 127.0.0.1', 'good'],
    ['HTTPS localhost', 'good'],
  ])('%s passes its tunnel and no other way', async (named, certificate) => {
    const { port, requested } = await service('other-name');
    const { port: at, seen } = await proxy(certificate);
    const fetch = createNodeFetch({ proxyFor: pac(`${named}:${at}`) });
    const answer = await fetch(`https://other.example:${port}/order`, { method: 'POST', body: '{}' });
    expect(await answer.text()).toBe('{"answered":true}');
    expect(seen).toEqual([`CONNECT other.example:${port}`]);
    expect(requested).toEqual(['/order']);
  });

  test('does not trust an encrypted proxy for a certificate of the service’s name', async () => {
    const { port, requested } = await service('other-name');
    const { port: at } = await proxy('other-name');
    expect(await order(port, pac(`HTTPS 127.0.0.1:${at}`))).toMatchObject({
      code: 'proxy',
      provablyNotSent: true,
    });
    expect(requested).toEqual([]);
  });

  test.each([
    ['a web page where a tunnel was asked for', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n<html>..'],
    ['nothing', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('that answers with %s is reported, and nothing was sent', async (_what, bytes) => {
    const at = await raw(bytes);
    expect(await order(1_234, pac(`PROXY 127.0.0.1:${at}`))).toMatchObject({ provablyNotSent: true });
  });
});

describe.each(['http', 'https'])('several ways to an address of %s', (scheme) => {
  test('are tried in their order until one can be reached', async () => {
    const { port } = scheme === 'https' ? await service('other-name') : await proxy();
    const { port: at, seen } = await proxy();
    const dead = await closedPort();
    const way = `PROXY 127.0.0.1:${dead}; HTTPS 127.0.0.1:${dead}; PROXY 127.0.0.1:${at}; DIRECT`;
    expect(await order(port, pac(way), { scheme })).toEqual(ANSWERED);
    expect(seen).toHaveLength(1);
    expect(await order(port, pac(`PROXY 127.0.0.1:${dead}; DIRECT`), { scheme })).toEqual(ANSWERED);
    expect(seen).toHaveLength(1);
  });

  test('that are all dead are reported as the proxy’s fault', async () => {
    const dead = await closedPort();
    expect(await order(1_234, pac(`SOCKS 127.0.0.1:9; PROXY 127.0.0.1:${dead}`), { scheme })).toMatchObject({
      code: 'proxy',
      words: expect.stringContaining('does not answer'),
    });
  });
});

describe('the settings of the system’s proxy', () => {
  test.each([
    ['are empty, which Electron answers if it could not find out', pac('')],
    ['cannot be read', () => Promise.reject(new Error('gone'))],
  ] satisfies [string, ProxyFor][])('that %s lead nowhere, not around the proxy', async (_what, proxyFor) => {
    const { port, requested } = await service('other-name');
    expect(await order(port, proxyFor)).toMatchObject({
      code: 'proxy',
      provablyNotSent: true,
      words: expect.stringContaining('settings'),
    });
    expect(requested).toEqual([]);
  });

  test('that are not known in time do not hold a request, which is not sent later', async () => {
    const { port, requested } = await service('other-name');
    const known = Promise.withResolvers<readonly [{ via: 'direct' }]>();
    const stop = new AbortController();
    const outcome = order(port, () => known.promise, { signal: stop.signal });
    stop.abort(new Error('late'));
    expect(await outcome).toMatchObject({ code: 'connection_lost' });
    known.resolve([{ via: 'direct' }]);
    expect(await order(port, DIRECT)).toEqual(ANSWERED);
    expect(requested).toHaveLength(1);
  });
});

describe('a client certificate', () => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('that is required over %s is reported', async (version) => {
    const { port, requested } = await service('other-name', {
      requestCert: true,
      rejectUnauthorized: true,
      ca: pem('authority'),
      minVersion: version,
      maxVersion: version,
    });
    expect(await order(port, DIRECT)).toMatchObject({
      code: 'client_certificate',
      // Over TLS 1.3 the service checks it after the request may have been sent.
      provablyNotSent: version === 'TLSv1.2',
    });
    expect(requested).toEqual([]);
  });

  test('that is required is known by its alert, whichever library reads it', () => {
    for (const code of [
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED', // Electron’s
      'ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN',
      'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    ])
      expect(networkError(Object.assign(new Error('x'), { code })).code).toBe('client_certificate');
  });
});

describe('before a connection is secure', () => {
  test.each([
    ['closes it', ''],
    ['refuses it', Buffer.from([21, 3, 3, 0, 2, 2, 49])],
    ['speaks plain HTTP', 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'],
    ['answers with rubbish', Buffer.alloc(70_000, 0x17)],
  ])('nothing was sent to a server that %s', async (_what, bytes) => {
    expect(await order(await raw(bytes), DIRECT)).toMatchObject({ provablyNotSent: true });
  });

  test('a certificate that is refused is called so, whatever is wrong with it', async () => {
    const { port, requested } = await service('wrong-purpose');
    expect(await order(port, DIRECT)).toMatchObject({
      code: 'certificate',
      provablyNotSent: true,
      words: expect.stringContaining('INVALID_PURPOSE'),
    });
    expect(requested).toEqual([]);
  });
});
