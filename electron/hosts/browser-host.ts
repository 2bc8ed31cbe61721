import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { LinearRouter } from 'hono/router/linear-router';
import { streamSSE } from 'hono/streaming';
import { SECRET_HEADER } from '#shared/secret-header.ts';
import { answeredLater, type NowOrLater } from './answered-later.ts';
import { isSame, notOfThisLaunch, onlyThisHost, onlyThisLaunch, refusedCrossing } from './browser-guard.ts';
import { eventLog, type LoggedEvent } from './event-log.ts';
import { type LaunchTokens, launchTokens } from './launch-tokens.ts';
import { servedPage } from './page.ts';
import { frames, requestServer, type Served } from './serve-request.ts';

const ADDRESS = '127.0.0.1';
/** The largest request of the contract is a form; a megabyte is far beyond any. */
const LARGEST_BODY = 1024 * 1024;
/** A comment is sent this often, milliseconds, so that both ends notice a stream that broke silently. */
const HEARTBEAT_MS = 15_000;
/** How long a connection is stored for the next request, milliseconds. */
const CONNECTION_OPEN_MS = 5 * 60_000;
/** How long a connection is stored for one answer, milliseconds. */
const PATIENCE_MS = 1_000;

/** Where a token is exchanged for the secret. */
const LAUNCH_PATH = '/api/-/launch';
/** How long an address works that is handed to a browser, milliseconds: as long as a browser takes to start. */
export const HANDED_OVER_MS = 60_000;

export type BrowserHostDeps = Served & {
  /** The folder of the built renderer. */
  rendererRoot: string;
  /** The address within the page that it opens at. */
  landing(): string;
  /** 0 takes any free port. */
  port: number;
  checkOutput: boolean;
  report: (where: string) => void;
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

const tooLarge = () =>
  refusedCrossing(413, 'invalid_input', 'This page sent more than any request can hold.');

/** `{ input }` as the page's connection sends it; null where the body is something else. */
async function readBody(request: HonoRequest): Promise<{ input?: unknown } | null> {
  if (!/^application\/json\b/iu.test(request.header('content-type') ?? '')) return null;
  const body: unknown = await request.json().catch(() => null);
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : null;
}

const answerFrom = (answer: NowOrLater): Response =>
  'now' in answer ? Response.json(answer.now) : Response.json(answer, { status: 202 });

/** An address that a terminal takes for one link: quotes and brackets would end it before its secret. */
const plain = (path: string): string => path.replace(/["'{}[\]<>()|\\^`]/gu, (sign) => `%${hexOf(sign)}`);
const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

/** Binds the contract to HTTP on the loopback interface, for an ordinary browser. Rejects where the port is taken. */
export async function startBrowserHost(deps: BrowserHostDeps): Promise<BrowserHost> {
  const secret = randomBytes(32).toString('base64url');
  const tokens = launchTokens(() => performance.now());
  const request = requestServer(deps);
  const page = servedPage({ root: deps.rendererRoot, preferences: deps.handlers.preferences });
  const slow = answeredLater(PATIENCE_MS);
  const log = eventLog();
  const unsubscribe = deps.subscribe(log.add);
  const closing = new AbortController();
  let port = deps.port;
  const withFragment = (fragment: string) => `http://${ADDRESS}:${port}${plain(deps.landing())}#${fragment}`;
  const address: BrowserHost['address'] = (given) => withFragment(tokens.issue(given));

  // Ready for the first request at once: the usual router is built by it, and is worth that over many routes alone.
  const app = new Hono({ router: new LinearRouter() });
  app.use(onlyThisHost(() => `${ADDRESS}:${port}`));
  app.use('/api/*', onlyThisLaunch(secret, LAUNCH_PATH));
  app.use('/api/*', async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
    context.header('x-content-type-options', 'nosniff');
  });

  app.post(LAUNCH_PATH, (context) => {
    const given = context.req.header(SECRET_HEADER) ?? '';
    return isSame(given, secret) || tokens.take(given) ? Response.json({ secret }) : notOfThisLaunch();
  });
  // For another browser: only a page that is in already gets one.
  app.post('/api/-/address', () => Response.json({ url: address({ forMs: HANDED_OVER_MS }) }));
  app.get('/api/events', (context) =>
    streamSSE(context, async (stream) => {
      const send = (event: LoggedEvent) =>
        stream.writeSSE({ id: event.id, event: event.name, data: JSON.stringify(event.payload) });
      const seen = context.req.header('last-event-id');
      // Nothing awaits between reading what was missed and listening, so no event can fall in between, and writes keep
      // their order. A new page hears where it begins: the id alone, which is no event to anybody.
      if (seen === undefined) void stream.writeSSE({ id: log.here(), data: '' });
      else for (const event of log.after(seen)) void send(event);
      const stop = log.listen((event) => void send(event));
      const heartbeat = setInterval(() => void stream.write(': still here\n\n'), HEARTBEAT_MS);
      try {
        await new Promise<void>((resolve) => {
          stream.onAbort(resolve);
          closing.signal.addEventListener('abort', () => resolve(), { once: true });
        });
      } finally {
        clearInterval(heartbeat);
        stop();
      }
    }),
  );

  app.post('/api/:group/:name', bodyLimit({ maxSize: LARGEST_BODY, onError: tooLarge }), async (context) => {
    const { group, name } = context.req.param();
    const body = await readBody(context.req);
    if (body === null)
      return refusedCrossing(400, 'invalid_input', 'This page sent something that is not JSON.');
    return answerFrom(await slow.soon(request(group, name, body.input)));
  });
  app.post('/api/-/later/:id', (context) => {
    const answer = slow.again(context.req.param('id'));
    return answer === undefined
      ? refusedCrossing(404, 'answer_lost', 'Milepost was restarted before it had answered. Try again.')
      : answerFrom(answer);
  });
  app.all('/api/*', () => refusedCrossing(404, 'unknown_request', 'Milepost has nothing at this address.'));
  app.get('*', (context) => page(new URL(context.req.url).pathname));

  app.onError((error) => {
    deps.report(`the browser host failed unexpectedly: ${frames(error)}`);
    return refusedCrossing(
      500,
      'internal',
      'Something went wrong inside Milepost. What was saved is safe; try again.',
    );
  });

  const server = await new Promise<Server>((resolve, reject) => {
    const started = serve({ fetch: app.fetch, hostname: ADDRESS, port: deps.port }, (info) => {
      port = info.port;
      resolve(started as Server);
    });
    // A user may look for longer than Node's five seconds before the next click.
    (started as Server).keepAliveTimeout = CONNECTION_OPEN_MS;
    started.once('error', reject);
  });

  return {
    url: withFragment(secret),
    address,
    close: async () => {
      unsubscribe();
      closing.abort();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
