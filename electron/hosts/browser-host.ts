import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Opening } from '#shared/opening.ts';
import { SECRET_HEADER } from '#shared/secret-header.ts';
import { oldestGivesWay } from '../marketplace/sockets/oldest-gives-way.ts';
import type { BrowserApiDeps } from './browser-api.ts';
import { isForThisHost, isSame, refusedCrossing } from './browser-guard.ts';
import { type PlainAnswer, SAFE_HEADERS, servedPage } from './page.ts';
import type { Served } from './serve-request.ts';

type LaunchTokens = {
  /**
   * Issues a one-time token.
   * @param forMs validity in milliseconds; unlimited if absent
   * @param used called once it has been used
   */
  issue(given?: { forMs?: number; used?: () => void }): string;
  /** Consumes a token; false if it is not valid. */
  take(token: string): boolean;
};

/** Most unused tokens; the oldest are dropped. */
const MAX_WAITING = 100;

const digest = (token: string): string => createHash('sha256').update(token).digest('base64');

/**
 * One-time tokens for addresses that browsers are started with. Other users can read them on the command line, and they
 * stay in the browser's history, so they are worthless once used.
 * @param monotonic milliseconds of a monotonic clock
 */
export function launchTokens(monotonic: () => number): LaunchTokens {
  const waiting = new Map<string, { until: number; used: () => void }>();
  return {
    issue({ forMs = Number.POSITIVE_INFINITY, used = () => undefined } = {}) {
      const token = randomBytes(32).toString('base64url');
      waiting.set(digest(token), { until: monotonic() + forMs, used });
      const [oldest] = waiting.keys();
      if (waiting.size > MAX_WAITING && oldest !== undefined) waiting.delete(oldest);
      return token;
    },
    take(token) {
      const name = digest(token);
      const found = waiting.get(name);
      waiting.delete(name);
      if (found === undefined || monotonic() > found.until) return false;
      found.used();
      return true;
    },
  };
}

// A static import would also load WebSocket and more, which takes longer than everything else before the page.
const { createServer } = process.getBuiltinModule('node:http');

const ADDRESS = '127.0.0.1';
/** How long an idle connection is kept alive, in milliseconds. */
const CONNECTION_OPEN_MS = 5 * 60_000;
/** How long the head of a request may take, in milliseconds. */
const HEAD_MS = 5_000;
const CHECKED_EVERY_MS = 1_000;
/** In all; a browser opens six to a host. */
const MAX_CONNECTIONS = 1_000;
/** Of those on which nobody has shown the secret. */
const MAX_STRANGERS = 512;

/** How long an address passed to a browser is valid, in milliseconds: long enough for the browser to start. */
export const HANDED_OVER_MS = 60_000;

export type BrowserHostDeps = Pick<BrowserApiDeps, 'checkOutput' | 'report'> & {
  /** The folder of the built renderer. */
  rendererRoot: string;
  /** How the page begins, and the path that it opens at. */
  opening(): Opening;
  /** 0 selects any free port. */
  port: number;
  /** Called on the first request; opens the program if necessary. */
  served(): Promise<Served>;
};

export type BrowserHost = {
  /**
   * The address with the secret of this launch, for the program that started this one (`--json`), which may use it
   * repeatedly. It must not appear on a command line or in a browser's history.
   */
  url: string;
  /** An address for a user's browser; its fragment is a one-time token that is exchanged for the secret. */
  address(given?: Parameters<LaunchTokens['issue']>[0]): string;
  close(): Promise<void>;
};

/** Escapes characters at which a terminal would end the link before its secret. */
const plain = (path: string): string => path.replace(/["'{}[\]<>()|\\^`]/gu, (sign) => `%${hexOf(sign)}`);
const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

/**
 * Serves the page and the contract over HTTP on the loopback interface, for an ordinary browser. The page is served at
 * once with Node's own modules; the rest is loaded on the first API request. Rejects if the port is taken.
 */
export async function startBrowserHost(deps: BrowserHostDeps): Promise<BrowserHost> {
  const secret = randomBytes(32).toString('base64url');
  const tokens = launchTokens(() => performance.now());
  const page = servedPage({ root: deps.rendererRoot, opening: deps.opening });
  let port = deps.port;
  const withFragment = (fragment: string) =>
    `http://${ADDRESS}:${port}${plain(deps.opening().landing)}#${fragment}`;
  const address: BrowserHost['address'] = (given) => withFragment(tokens.issue(given));

  const loadApi = async () =>
    (await import('./browser-api.ts')).browserApi({
      ...deps,
      served: deps.served(),
      secret,
      takeToken: tokens.take,
      address: () => address({ forMs: HANDED_OVER_MS }),
    });
  let api: ReturnType<typeof loadApi> | undefined;

  /** Connections on which nobody has shown the secret. */
  let strangers = new Set<Socket>();

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value);
    const path = URL.parse(request.url ?? '', `http://${ADDRESS}`)?.pathname ?? '';
    const send = ({ status, headers, body }: PlainAnswer) =>
      void response.writeHead(status, headers).end(body);
    if (!isForThisHost(request.headers, `${ADDRESS}:${port}`, path))
      send(refusedCrossing(403, 'wrong_place', 'Milepost answers only the page that it opened itself.'));
    else if (path.startsWith('/api/')) {
      if (isSame(String(request.headers[SECRET_HEADER] ?? ''), secret)) strangers.delete(request.socket);
      api ??= loadApi();
      const { answer: answerApi } = await api;
      // Answering a closed connection would wait for ever.
      if (!response.destroyed) await answerApi(request, response);
    } else if (request.method === 'GET' || request.method === 'HEAD') send(page(path));
    else send(refusedCrossing(404, 'unknown_request', 'Milepost has nothing at this address.'));
  };

  const server = await new Promise<Server>((resolve, reject) => {
    const started = createServer(
      { headersTimeout: HEAD_MS, connectionsCheckingInterval: CHECKED_EVERY_MS },
      (request, response) => void answer(request, response),
    );
    started.maxConnections = MAX_CONNECTIONS;
    strangers = oldestGivesWay(started, MAX_STRANGERS);
    // Node's default of five seconds is shorter than a user's pause between clicks.
    started.keepAliveTimeout = CONNECTION_OPEN_MS;
    started.once('error', reject);
    started.listen(deps.port, ADDRESS, () => {
      const taken = started.address();
      if (typeof taken === 'object' && taken !== null) port = taken.port;
      resolve(started);
    });
  });

  return {
    url: withFragment(secret),
    address,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
        // Lets answers in progress be sent first.
        setImmediate(() => server.closeAllConnections());
      });
      await Promise.all([closed, api?.then(({ close }) => close())]);
    },
  };
}
