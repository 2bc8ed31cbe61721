import { getRequestListener } from '@hono/node-server';
import { Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { LinearRouter } from 'hono/router/linear-router';
import { streamSSE } from 'hono/streaming';
import { SECRET_HEADER } from '#shared/secret-header.ts';
import { answeredLater, type NowOrLater } from './answered-later.ts';
import { isSame, notOfThisLaunch, refusedCrossing } from './browser-guard.ts';
import { eventLog, type LoggedEvent } from './event-log.ts';
import type { PlainAnswer } from './page.ts';
import { frames, requestServer, type Served, type ServeRequest } from './serve-request.ts';

/** The largest request of the contract is a form; a megabyte is far beyond any. */
const LARGEST_BODY = 1024 * 1024;
/** A comment is sent this often, milliseconds, so that both ends notice a stream that broke silently. */
const HEARTBEAT_MS = 15_000;
/** How long a connection is stored for one answer, milliseconds. */
const PATIENCE_MS = 1_000;
/** Where a token is exchanged for the secret. */
const LAUNCH_PATH = '/api/-/launch';

export type BrowserApiDeps = {
  /** Resolves once the program is open; rejects where it cannot be. */
  served: Promise<Served>;
  /** Of this launch. */
  secret: string;
  /** Whether a token works now; from then on it does not. */
  takeToken(token: string): boolean;
  /** An address for another browser. */
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

/** `{ input }` as the page's connection sends it; null where the body is something else. */
async function readBody(request: HonoRequest): Promise<{ input?: unknown } | null> {
  if (!/^application\/json\b/iu.test(request.header('content-type') ?? '')) return null;
  const body: unknown = await request.json().catch(() => null);
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : null;
}

const answerFrom = (answer: NowOrLater): Response =>
  'now' in answer ? Response.json(answer.now) : Response.json(answer, { status: 202 });

/**
 * What the page asks below `/api/`: the contract, its events, and the way in. Answers as soon as what it needs is there;
 * that a request was addressed to this host was looked at before.
 */
export function browserApi({ served, secret, takeToken, address, checkOutput, report }: BrowserApiDeps) {
  const request = served.then(
    (program) => requestServer({ ...program, checkOutput, report }),
    (): ServeRequest => async () => ({ ok: false, failure: NOT_OPENED }),
  );
  const slow = answeredLater(PATIENCE_MS);
  const log = eventLog();
  const unsubscribe = served.then(
    ({ subscribe }) => subscribe(log.add),
    () => () => undefined,
  );
  const closing = new AbortController();

  // Ready for the first request at once: the usual router is built by it, and is worth that over many routes alone.
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
  // For another browser: only a page that is in already gets one.
  api.post('/api/-/address', () => Response.json({ url: address() }));
  api.get('/api/events', (context) =>
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

  api.post('/api/:group/:name', bodyLimit({ maxSize: LARGEST_BODY, onError: tooLarge }), async (context) => {
    const { group, name } = context.req.param();
    const body = await readBody(context.req);
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
    /** Ends the streams and hears nothing more of the program. */
    async close(): Promise<void> {
      closing.abort();
      (await unsubscribe)();
    },
  };
}
