import { getRequestListener } from '@hono/node-server';
import { Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { LinearRouter } from 'hono/router/linear-router';
import { streamSSE } from 'hono/streaming';
import { isObject } from '#shared/json.ts';
import { SECRET_HEADER } from '#shared/secret-header.ts';
import { jsonScale } from '../marketplace/http/json-scale.ts';
import { isSame, notOfThisLaunch, refusedCrossing } from './browser-guard.ts';
import { deferredAnswers, type NowOrLater } from './deferred-answers.ts';
import { eventLog, type LoggedEvent } from './event-log.ts';
import type { PlainAnswer } from './page.ts';
import { frames, requestServer, type Served, type ServeRequest } from './serve-request.ts';

/** Bytes; far beyond the largest form. */
const LARGEST_BODY = 1024 * 1024;
/** Interval of comments, in milliseconds, so that both ends notice a broken stream. */
const HEARTBEAT_MS = 15_000;
/** How long a connection waits for one answer, in milliseconds. */
const PATIENCE_MS = 1_000;
/** Path at which a token is exchanged for the secret. */
const LAUNCH_PATH = '/api/-/launch';

export type BrowserApiDeps = {
  /** Resolves once the program is open; rejects if it cannot be opened. */
  served: Promise<Served>;
  /** The secret of this launch. */
  secret: string;
  /** Consumes a token; false if it is not valid. */
  takeToken(token: string): boolean;
  /** Issues an address for another browser. */
  address(): string;
  checkOutput: boolean;
  report: (where: string) => void;
};

const NOT_OPENED = {
  code: 'not_opened',
  message:
    'Milepost could not be opened, and ends. Its terminal says why. What was saved is safe; start it again.',
};

const answerOf = ({ body, ...answer }: PlainAnswer): Response => new Response(body, answer);
const refuse = (...refusal: Parameters<typeof refusedCrossing>): Response =>
  answerOf(refusedCrossing(...refusal));

const tooLarge = () => refuse(413, 'invalid_input', 'This page sent more than any request can hold.');

/** Values of a body: far more than the largest form or selection has, and read within ten milliseconds. */
const MAX_VALUES = 50_000;

/** The body `{ input }` of a request; null for any other body, and `heavy` for one that would hold this process. */
async function readBody(request: HonoRequest): Promise<{ input?: unknown } | 'heavy' | null> {
  if (!/^application\/json\b/iu.test(request.header('content-type') ?? '')) return null;
  const bytes = Buffer.from(await request.arrayBuffer());
  if (jsonScale().weigh(bytes).values > MAX_VALUES) return 'heavy';
  try {
    const body: unknown = JSON.parse(bytes.toString());
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

const answerFrom = (answer: NowOrLater): Response =>
  'now' in answer ? Response.json(answer.now) : Response.json(answer, { status: 202 });

/**
 * Serves `/api/`: the contract, its events, and the exchange of tokens. The caller has verified that requests are
 * addressed to this host.
 */
export function browserApi({ served, secret, takeToken, address, checkOutput, report }: BrowserApiDeps) {
  const request = served.then(
    (program) => requestServer({ ...program, checkOutput, report }),
    (): ServeRequest => async () => ({ ok: false, failure: NOT_OPENED }),
  );
  const slow = deferredAnswers(PATIENCE_MS);
  const log = eventLog();
  const unsubscribe = served.then(
    ({ subscribe }) => subscribe(log.add),
    () => () => undefined,
  );
  const closing = new AbortController();

  // Ready at once: the default router is built on the first request, which pays off only with many routes.
  const api = new Hono({ router: new LinearRouter() });
  api.use(async (context, next) => {
    if (context.req.path !== LAUNCH_PATH && !isSame(context.req.header(SECRET_HEADER) ?? '', secret))
      return answerOf(notOfThisLaunch());
    await next();
    context.header('cache-control', 'no-store');
  });

  api.post(LAUNCH_PATH, (context) => {
    const given = context.req.header(SECRET_HEADER) ?? '';
    return isSame(given, secret) || takeToken(given)
      ? Response.json({ secret })
      : answerOf(notOfThisLaunch());
  });
  // Only an authenticated page can get an address for another browser.
  api.post('/api/-/address', () => Response.json({ url: address() }));
  api.get('/api/events', (context) =>
    streamSSE(context, async (stream) => {
      const send = (event: LoggedEvent) =>
        stream.writeSSE({ id: event.id, event: event.name, data: JSON.stringify(event.payload) });
      const seen = context.req.header('last-event-id');
      // No await between reading missed events and listening, so that none is lost or reordered. A new page receives
      // only the current ID, which is not dispatched as an event.
      if (seen === undefined) void stream.writeSSE({ id: log.here(), data: '' });
      else for (const event of log.after(seen)) void send(event);
      const stop = log.listen((event) => void send(event));
      const heartbeat = setInterval(() => void stream.write(': still here\n\n'), HEARTBEAT_MS);
      const over = Promise.withResolvers<void>();
      const end = () => over.resolve();
      stream.onAbort(end);
      closing.signal.addEventListener('abort', end, { once: true });
      try {
        await over.promise;
      } finally {
        closing.signal.removeEventListener('abort', end);
        clearInterval(heartbeat);
        stop();
      }
    }),
  );

  api.post('/api/:group/:name', bodyLimit({ maxSize: LARGEST_BODY, onError: tooLarge }), async (context) => {
    const { group, name } = context.req.param();
    const body = await readBody(context.req);
    if (body === 'heavy') return tooLarge();
    if (body === null) return refuse(400, 'invalid_input', 'This page sent something that is not JSON.');
    return answerFrom(await slow.soon(request.then((ask) => ask(group, name, body.input))));
  });
  api.post('/api/-/later/:id', (context) => {
    const answer = slow.again(context.req.param('id'));
    return answer === undefined
      ? refuse(404, 'answer_lost', 'Milepost was restarted before it had answered. Try again.')
      : answerFrom(answer);
  });
  api.all('*', () => refuse(404, 'unknown_request', 'Milepost has nothing at this address.'));

  api.onError((error) => {
    report(`the browser host failed unexpectedly: ${frames(error)}`);
    return refuse(
      500,
      'internal',
      'Something went wrong inside Milepost. What was saved is safe; try again.',
    );
  });

  return {
    answer: getRequestListener(api.fetch),
    /** Ends the streams and unsubscribes from the program. */
    async close(): Promise<void> {
      closing.abort();
      (await unsubscribe)();
    },
  };
}
