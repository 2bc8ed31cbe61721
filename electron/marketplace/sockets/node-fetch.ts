import { type LookupAddress, lookup as resolveHost } from 'node:dns';
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { type Duplex, pipeline, type Readable, type Transform } from 'node:stream';
import tls from 'node:tls';
import zlib from 'node:zlib';
import { ownEntry } from '#shared/own-entry.ts';
import { isLocalAddress, namesLocalHost } from './local-address.ts';
import { type ProxyFor, proxyBeyondLoopback } from './proxies.ts';
import { responseOf } from './response-of.ts';

/**
 * Ports that `fetch` refuses (fetch.spec.whatwg.org, bad port): servers of other protocols may act on an HTTP
 * request.
 */
const UNSAFE = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

const isUnsafePort = ({ port }: URL): boolean => port !== '' && UNSAFE.has(Number(port));

/** A `fetch` request, and whether it may go to this machine and local networks. */
export type FetchInit = RequestInit & { mayReachLocal?: boolean };

export type NodeFetchOptions = {
  proxyFor: ProxyFor;
  /** Resolves names; the system's resolver if absent. */
  lookup?: typeof resolveHost;
};

/** An error with only a code, which `networkError` interprets. */
class ConnectError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = 'ConnectError';
    this.code = code;
  }
}

const LARGEST_HEADERS = 64 * 1024;

/** Node's own certificates and, if Node can list them, the system's. */
function trusted(): tls.SecureContext {
  if (typeof tls.getCACertificates !== 'function') return tls.createSecureContext();
  const known = tls.getCACertificates('default');
  // Empty if OpenSSL's own store is in use, which a list would replace.
  if (known.length === 0) return tls.createSecureContext();
  return tls.createSecureContext({ ca: [...new Set([...known, ...tls.getCACertificates('system')])] });
}

/**
 * The `fetch` of both hosts, over Node's HTTP: the system's certificates and proxy; no cookies, cache or redirects;
 * any status, header or reason phrase that can be parsed. A name is resolved once, and the checked address is the one
 * connected to. Rejects with an error that has a `code`.
 */
export function createNodeFetch({
  proxyFor,
  lookup = resolveHost,
}: NodeFetchOptions): typeof globalThis.fetch {
  const routesTo = proxyBeyondLoopback(proxyFor);
  let context: tls.SecureContext | undefined;
  const secureContext = () => {
    context ??= trusted();
    return context;
  };
  const agents = { pooled: agentsOf(true, secureContext), own: agentsOf(false, secureContext) };
  /**
   * A connection that stood idle may be closed, or dead after a sleep, as a request is sent on it. A read is sent again
   * then; what is not repeatable gets a connection of its own (RFC 9112 §9.3.1), so that it is not left unanswered.
   */
  const agentFor = (url: URL, { method = 'GET' }: FetchInit) =>
    agents[method === 'GET' || method === 'HEAD' ? 'pooled' : 'own'](url);

  const checkedLookup =
    (mayReachLocal: boolean): LookupFunction =>
    (hostname, options, callback) => {
      lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
        if (error) return callback(error, []);
        if (!mayReachLocal && addresses.some(({ address }) => isLocalAddress(address)))
          return callback(new ConnectError('LOCAL_ADDRESS'), []);
        if (options.all === true) return callback(null, addresses);
        const [first] = addresses;
        return first === undefined
          ? callback(new ConnectError('ENOTFOUND'), [])
          : callback(null, first.address, first.family);
      });
    };

  /** An open connection to a proxy, which outlives no abort. */
  const connected = (proxy: URL, signal: AbortSignal | null): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const { protocol, hostname: host, port } = hostOf(proxy);
      const place = { host, port: Number(port), ...(signal === null ? {} : { signal }) };
      const isSecure = protocol === 'https:';
      const socket = isSecure
        ? tls.connect({ ...place, servername: serverName(proxy), secureContext: secureContext() })
        : connect(place);
      socket.once(isSecure ? 'secureConnect' : 'connect', () => resolve(socket));
      // Later errors are those of the request on it.
      socket.on('error', () => reject(givenUp(signal) ?? new ConnectError('PROXY_UNREACHABLE')));
    });

  /** A connection through a proxy, which sees only the service's name and port. */
  const tunnel = async (url: URL, proxy: URL, signal: AbortSignal | null): Promise<Duplex> => {
    const socket = await connected(proxy, signal);
    return new Promise((resolve, reject) => {
      const target = `${url.hostname}:${url.port || '443'}`;
      const requested = http.request({
        createConnection: () => socket,
        method: 'CONNECT',
        path: target,
        headers: { host: target },
      });
      // Whatever the proxy answers: nothing else follows this method.
      requested.once('connect', ({ statusCode }: IncomingMessage) => {
        if (statusCode === 200) return resolve(socket);
        socket.destroy();
        reject(new ConnectError(statusCode === 407 ? 'PROXY_PASSWORD' : 'PROXY_REFUSED'));
      });
      requested.on('error', () => reject(givenUp(signal) ?? new ConnectError('PROXY_UNREACHABLE')));
      requested.end();
    });
  };

  /** The way out: direct, or the first reachable proxy. */
  const routed = async (url: URL, init: FetchInit): Promise<RequestOptions> => {
    const signal = init.signal ?? null;
    let failure = new ConnectError('PROXY_UNKNOWN');
    for (const route of await unlessAborted(routesTo(url), signal, failure)) {
      if (route.via === 'direct')
        return {
          ...hostOf(url),
          agent: agentFor(url, init),
          lookup: checkedLookup(init.mayReachLocal === true),
        };
      if (route.via === 'unsupported') {
        failure = new ConnectError('PROXY_UNSUPPORTED');
        continue;
      }
      try {
        // Without an agent: one would connect by itself, past the proxy.
        if (url.protocol === 'http:') {
          const socket = await connected(route.proxy, signal);
          const path = `${url.origin}${url.pathname}${url.search}`;
          return { ...hostOf(url), path, createConnection: () => socket };
        }
        const socket = await tunnel(url, route.proxy, signal);
        const { hostname: host } = hostOf(url);
        const safe = tls.connect({
          socket,
          host,
          servername: serverName(url),
          secureContext: secureContext(),
        });
        return { ...hostOf(url), createConnection: () => safe };
      } catch (error) {
        if (!(error instanceof ConnectError) || error.code !== 'PROXY_UNREACHABLE') throw error;
        failure = error;
      }
    }
    throw failure;
  };

  const nodeFetch = async (input: string | URL, init: FetchInit = {}): Promise<Response> => {
    const url = new URL(input);
    if (isUnsafePort(url)) throw new ConnectError('ERR_UNSAFE_PORT');
    if (init.mayReachLocal !== true && namesLocalHost(url)) throw new ConnectError('LOCAL_ADDRESS');
    init.signal?.throwIfAborted();
    const { bytes, headers } = prepared(init);
    const options = await routed(url, init);
    const request = (url.protocol === 'https:' ? https : http).request({
      path: `${url.pathname}${url.search}`,
      ...options,
      method: init.method ?? 'GET',
      maxHeaderSize: LARGEST_HEADERS,
    });
    // Not among the options: Node prints those of a new connection under NODE_DEBUG, and the key with them.
    for (const [name, value] of Object.entries({ ...headers, host: url.host }))
      request.setHeader(name, value);
    return answerTo(request, bytes, init, options.path !== undefined);
  };
  return (input, init) => nodeFetch(input instanceof Request ? input.url : input, init);
}

/** Agents for `http:` and `https:`, the second made when it is needed. */
function agentsOf(keepAlive: boolean, secureContext: () => tls.SecureContext) {
  const plain = new http.Agent({ keepAlive });
  let safe: https.Agent | undefined;
  return (url: URL) => {
    if (url.protocol !== 'https:') return plain;
    safe ??= new https.Agent({ keepAlive, secureContext: secureContext() });
    return safe;
  };
}

/** Why a request was given up; null if it was not. */
const givenUp = (signal: AbortSignal | null | undefined): unknown =>
  signal?.aborted === true ? signal.reason : null;

/** What `work` comes to, or the reason of the signal; a failure of it is `failure`. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | null, failure: Error): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const done = work.catch(() => {
    throw failure;
  });
  try {
    return await Promise.race([done, stopped.promise]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/**
 * Marks an error from before TLS secured the connection, for `networkError`: until then nothing of a request is sent.
 */
const withHandshake = (error: Error, { socket }: ClientRequest): Error =>
  socket instanceof tls.TLSSocket && 'secureConnecting' in socket && socket.secureConnecting === true
    ? Object.assign(error, { handshake: socket.authorizationError ? 'certificate' : 'failed' })
    : error;

const hostOf = ({ protocol, hostname, port }: URL) => ({
  protocol,
  hostname: hostname.replace(/^\[|\]$/gu, ''),
  port: port || (protocol === 'https:' ? '443' : '80'),
});

/** RFC 6066 §3: an IP address is not a server name. */
const serverName = (url: URL): string => {
  const { hostname } = hostOf(url);
  return isIP(hostname) === 0 ? hostname : '';
};

function prepared(init: FetchInit): { bytes: Buffer | null; headers: Record<string, string> } {
  const headers = new Headers(init.headers);
  const { body } = init;
  if (body instanceof URLSearchParams && !headers.has('content-type'))
    headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  const bytes =
    body === undefined || body === null
      ? null
      : body instanceof Uint8Array
        ? Buffer.from(body)
        : Buffer.from(String(body));
  if (bytes !== null) headers.set('content-length', String(bytes.byteLength));
  else if (init.method !== undefined && !/^(?:GET|HEAD)$/u.test(init.method))
    headers.set('content-length', '0');
  if (!headers.has('accept')) headers.set('accept', '*/*');
  // Not deflate: some servers leave out its wrapping (RFC 9110 §8.4.1.2).
  headers.set('accept-encoding', 'gzip, br');
  return { bytes, headers: Object.fromEntries(headers) };
}

/** Sends the request and resolves with the answer's head; the body is streamed. */
function answerTo(
  request: ClientRequest,
  bytes: Buffer | null,
  { signal }: FetchInit,
  throughProxy: boolean,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let body: Readable | null = null;
    const abort = (): void => {
      const reason =
        signal?.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError');
      body?.destroy(reason);
      request.destroy(reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    request.once('close', () => signal?.removeEventListener('abort', abort));
    request.on('error', (error) => reject(givenUp(signal) ?? withHandshake(error, request)));
    // No other protocol was requested.
    request.once('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new ConnectError('ECONNRESET'));
    });
    request.once('response', (answer) => {
      try {
        if (throughProxy && answer.statusCode === 407) {
          answer.destroy();
          return reject(new ConnectError('PROXY_PASSWORD'));
        }
        body = decoded(answer);
        // An unread body that breaks off must not crash the program.
        body.on('error', () => undefined);
        resolve(responseOf(streamOf(body), { status: answer.statusCode ?? 0, headers: headersOf(answer) }));
      } catch (error) {
        request.destroy();
        reject(error);
      }
    });
    request.end(bytes ?? undefined);
  });
}

/**
 * A body as a stream of as large pieces as there are: a service may send it in chunks of a byte, which would each take a
 * hundred bytes of memory and a turn of every reader.
 */
function streamOf(body: Readable): ReadableStream<Uint8Array> {
  let hasMore = Promise.withResolvers<void>();
  const wake = () => {
    hasMore.resolve();
    hasMore = Promise.withResolvers();
  };
  for (const event of ['readable', 'end', 'error', 'close']) body.on(event, wake);
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const bytes = body.read() as Buffer | null;
        if (bytes !== null)
          return controller.enqueue(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        if (body.errored !== null) throw body.errored;
        if (body.readableEnded) return controller.close();
        if (body.destroyed) throw new ConnectError('ECONNRESET');
        await hasMore.promise;
      }
    },
    cancel: () => void body.destroy(),
  });
}

/** The headers byte for byte as Latin-1; an invalid one is left out. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    try {
      headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    } catch {
      // Its name or value is invalid.
    }
  }
  return headers;
}

/** Small chunks make unpacking a large answer exceed its deadline on a slow machine. */
const chunkSize = 256 * 1024;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib.createGunzip({ chunkSize, finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  'x-gzip': () => zlib.createGunzip({ chunkSize, finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  deflate: () => zlib.createInflate({ chunkSize, finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  br: () => zlib.createBrotliDecompress({ chunkSize }),
};
/** More codings are hostile. */
const MAX_CODINGS = 3;

/** The body without its content codings, last one first (RFC 9110 §8.4). An unknown coding is left in place. */
function decoded(answer: IncomingMessage): Readable {
  const codings = (answer.headers['content-encoding'] ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const steps = codings.reverse().map((coding) => ownEntry(DECODERS, coding));
  if (steps.length > MAX_CODINGS) throw new ConnectError('ECONNRESET');
  let body: Readable = answer;
  for (const step of steps) {
    if (step === undefined) break;
    body = pipeline(body, step(), () => undefined) as Transform; // the last of its streams
  }
  return body;
}
