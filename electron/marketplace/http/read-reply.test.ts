import { describe, expect, it } from 'vitest';
import { createOriginBudgets } from '../waits/origin-budget.ts';
import { readProblem } from './read-problem.ts';
import { createTransport } from './transport.ts';
import type { TransportDeps } from './transport-deps.ts';

const NOW = Date.UTC(2027, 2, 14, 12);

/** One read that is answered with this, and whose deadline ends once the head has come where `late`. */
async function attempt(
  response: (signal: AbortSignal) => Response,
  late = false,
  key: string | null = null,
  isOwn?: TransportDeps['isOwn'],
) {
  let end = () => {};
  const timing = {
    clock: () => NOW,
    monotonic: () => 0,
    random: () => 0,
    after: (_ms: number, run: () => void) => {
      end = run;
      return () => {};
    },
  };
  const { send } = createTransport({
    timing,
    clock: timing.clock,
    budgets: createOriginBudgets(timing),
    origin: 'https://market.example',
    keyFor: async () => key,
    ...(isOwn && { isOwn }),
    record: () => {},
    fetch: async (_url, init) => {
      if (late) setImmediate(() => end());
      return response(init?.signal as AbortSignal);
    },
  });
  const reply = await send({
    role: 'list',
    method: 'GET',
    url: new URL('https://market.example/list'),
    withKey: key !== null,
    isRead: true,
    once: true,
    urgent: false,
    deadlineMs: 10_000,
    maximumBytes: 100,
  });
  if (reply.ok) throw new Error('it was answered');
  return reply.failure;
}

const headers = { 'retry-after': '21' };
const broken = () =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{'));
      controller.error(new Error('broke off'));
    },
  });
/** A body that does not come before it is given up. */
const endless = (signal: AbortSignal) =>
  new ReadableStream({
    start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
  });

describe('a wait that the headers of an answer name (§7.1)', () => {
  it.each([
    ['is cut off', 'cut_off', () => new Response(broken(), { status: 429, headers })],
    ['is too large', 'too_large', () => new Response('x'.repeat(200), { status: 503, headers })],
    [
      'is no JSON',
      'unreadable',
      () => new Response('{', { headers: { ...headers, 'content-type': 'application/json' } }),
    ],
    [
      'is a web page',
      'rate_limited',
      () => new Response('<html>', { status: 429, headers: { ...headers, 'content-type': 'text/html' } }),
    ],
  ])('holds where its body %s', async (_how, code, response) => {
    expect(await attempt(response)).toMatchObject({ code, retryAfterMs: 21_000 });
  });

  it('is that of a network in between for as long as Milepost would wait by itself, and with 429 alone', async () => {
    const page = (status: number) => () =>
      new Response('<html>', { status, headers: { 'retry-after': '86400', 'content-type': 'text/html' } });
    expect(await attempt(page(429))).toMatchObject({ retryAfterMs: 300_000 });
    for (const status of [200, 404, 503, 511])
      expect(await attempt(page(status))).toMatchObject({ retryAfterMs: null });
  });

  it('is the service’s where its own problem names it, though no operation declares the request', async () => {
    const problem = (code: string) => () =>
      Response.json(
        { code, status: 503, title: 'Later' },
        { status: 503, headers: { 'retry-after': '86400' } },
      );
    const isOwn: TransportDeps['isOwn'] = ({ status, body, isDeclared }) => isDeclared(status, body) || null;
    expect(await attempt(problem('unavailable'), false, null, isOwn)).toMatchObject({
      retryAfterMs: 86_400_000,
    });
    expect(await attempt(problem('503'), false, null, isOwn)).toMatchObject({ retryAfterMs: 300_000 });
    const gateway = () =>
      Response.json({ code: 'Busy', status: 503 }, { status: 503, headers: { 'retry-after': '86400' } });
    expect(await attempt(gateway, false, null, isOwn)).toMatchObject({ retryAfterMs: 300_000 });
  });

  it('holds where the body had not come when the deadline ended', async () => {
    const failure = await attempt((signal) => new Response(endless(signal), { status: 429, headers }), true);
    expect(failure).toMatchObject({ code: 'timeout', status: 429, retryAfterMs: 21_000 });
  });
});

it('the beginning of a key that an answer ends in is in nothing that is stored, whatever ended it', async () => {
  const key = 'aek_live/4fQ9z+Kd72mNx0aB=31pWq';
  const failure = await attempt(
    () => new Response(`401: Bearer ${key.slice(0, 24)}`, { status: 401 }),
    false,
    key,
  );
  expect(Buffer.from(failure.bytes ?? []).toString()).toBe('401: Bearer ');
});

it.each<[unknown, object | null]>([
  ['down', null],
  [[], null],
  [
    { kind: 5, code: ['x'], detail: { a: 1 }, retryable: 'yes' },
    { code: null, detail: null, retryable: false },
  ],
  [
    { Kind: 'INTERNAL', CODE: 'shouted', Detail: 'why' },
    { kind: 'INTERNAL', code: 'shouted', detail: 'why' },
  ],
  [{ error: { kind: 'INTERNAL', code: 'inner', message: '<img>' } }, { code: 'inner', detail: '<img>' }],
])('of the problem %j what can be read is read, as data', (body, problem) => {
  const read = readProblem(body);
  if (problem === null) expect(read).toBeNull();
  else expect(read).toMatchObject(problem);
});
