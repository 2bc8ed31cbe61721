import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BrowserApiDeps } from './browser-api.ts';
import { isForThisHost, refusedCrossing } from './browser-guard.ts';
import { type LaunchTokens, launchTokens } from './launch-tokens.ts';
import { type PageDeps, type PlainAnswer, SAFE_HEADERS, servedPage } from './page.ts';
import type { Served } from './serve-request.ts';

// An import of the whole would load each member of it, a WebSocket among them: longer than all else before the page.
const { createServer } = process.getBuiltinModule('node:http');

const ADDRESS = '127.0.0.1';
/** How long a connection is stored for the next request, milliseconds. */
const CONNECTION_OPEN_MS = 5 * 60_000;

/** How long an address works that is handed to a browser, milliseconds: as long as a browser takes to start. */
export const HANDED_OVER_MS = 60_000;

export type BrowserHostDeps = Pick<BrowserApiDeps, 'checkOutput' | 'report'> & {
  /** The folder of the built renderer. */
  rendererRoot: string;
  theme: PageDeps['theme'];
  /** The address within the page that it opens at. */
  landing(): string;
  /** 0 takes any free port. */
  port: number;
  /** Asked for when a page first asks for anything; opens the program where it is not open yet. */
  served(): Promise<Served>;
};

export type BrowserHost = {
  /**
   * The address with the secret of this launch itself, for the program that started this one (`--json`) and may open it
   * as often as it likes. It belongs on no command line and in no user's history.
   */
  url: string;
  /** An address for a user's browser: what stands in its fragment works once, and is exchanged for the secret. */
  address(given?: Parameters<LaunchTokens['issue']>[0]): string;
  close(): Promise<void>;
};

/** An address that a terminal takes for one link: quotes and brackets would end it before its secret. */
const plain = (path: string): string => path.replace(/["'{}[\]<>()|\\^`]/gu, (sign) => `%${hexOf(sign)}`);
const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

/**
 * Serves the page and binds the contract to HTTP on the loopback interface, for an ordinary browser. The page needs
 * nothing but Node itself and is there at once; what it asks of the program is loaded with its first request. Rejects
 * where the port is taken.
 */
export async function startBrowserHost(deps: BrowserHostDeps): Promise<BrowserHost> {
  const secret = randomBytes(32).toString('base64url');
  const tokens = launchTokens(() => performance.now());
  const page = servedPage({ root: deps.rendererRoot, theme: deps.theme });
  let port = deps.port;
  const withFragment = (fragment: string) => `http://${ADDRESS}:${port}${plain(deps.landing())}#${fragment}`;
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

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value);
    const path = URL.parse(request.url ?? '', `http://${ADDRESS}`)?.pathname ?? '';
    const send = ({ status, headers, body }: PlainAnswer) =>
      void response.writeHead(status, headers).end(body);
    if (!isForThisHost(request.headers, `${ADDRESS}:${port}`, path))
      send(refusedCrossing(403, 'wrong_place', 'Milepost answers only the page that it opened itself.'));
    else if (path.startsWith('/api/')) {
      api ??= loadApi();
      const { answer: answerApi } = await api;
      // Who left meanwhile would be waited for until the end.
      if (!response.destroyed) await answerApi(request, response);
    } else if (request.method === 'GET' || request.method === 'HEAD') send(page(path));
    else send(refusedCrossing(404, 'unknown_request', 'Milepost has nothing at this address.'));
  };

  const server = await new Promise<Server>((resolve, reject) => {
    const started = createServer((request, response) => void answer(request, response));
    // A user may look for longer than Node's five seconds before the next click.
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
        // What is being answered now is sent before.
        setImmediate(() => server.closeAllConnections());
      });
      await Promise.all([closed, api?.then(({ close }) => close())]);
    },
  };
}
