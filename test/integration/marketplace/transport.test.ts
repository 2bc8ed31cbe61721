import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { ActivityRow } from '#shared/contract/program/activity.ts';
import type { Reply } from '../../../electron/marketplace/http/answer.ts';
import type { Outgoing } from '../../../electron/marketplace/http/outgoing.ts';
import { createTransport } from '../../../electron/marketplace/http/transport.ts';
import type { TransportDeps } from '../../../electron/marketplace/http/transport-deps.ts';
import { keylessFetch } from '../../../electron/marketplace/oauth/keyless-fetch.ts';
import { createOriginBudgets } from '../../../electron/marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING, type Timing } from '../../../electron/marketplace/waits/timing.ts';
import { productFetch } from '../../support/product-fetch.ts';
import { json, type LocalServer, startLocalServer } from './local-server.ts';

const KEY = 'ak_live_this_is_the_secret_0123456789';
const servers: LocalServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(answer: Parameters<typeof startLocalServer>[0]): Promise<LocalServer> {
  const server = await startLocalServer(answer);
  servers.push(server);
  return server;
}

function speakTo(origin: string, more: Partial<TransportDeps> = {}) {
  const rows: Omit<ActivityRow, 'id'>[] = [];
  const budgets = more.budgets ?? createOriginBudgets(more.timing ?? SYSTEM_TIMING);
  const transport = createTransport({
    fetch: productFetch,
    clock: Date.now,
    origin,
    budgets,
    keyFor: async () => KEY,
    record: (row) => rows.push(row),
    ...more,
  });
  const send = (outgoing: Partial<Outgoing> = {}, signal?: AbortSignal): Promise<Reply> =>
    transport.send(
      {
        role: 'describe',
        method: 'POST',
        url: new URL(`${origin}/thing`),
        body: '{}',
        withKey: false,
        isRead: true,
        urgent: false,
        deadlineMs: 5_000,
        maximumBytes: 1_000_000,
        ...outgoing,
      },
      signal,
    );
  return { budget: budgets.of(origin), send, rows };
}

/** Waits that end at once: each is recorded. Deadlines are not waits. */
function waitedFor() {
  const waits: number[] = [];
  const now = () => waits.reduce((sum, ms) => sum + ms, 0);
  const after: Timing['after'] = (ms, run) => {
    if (ms === 5_000) return SYSTEM_TIMING.after(ms, run);
    return SYSTEM_TIMING.after(1, () => {
      waits.push(Math.round(ms));
      run();
    });
  };
  return { waits, now, timing: { ...SYSTEM_TIMING, monotonic: now, after, random: () => 0 } };
}

const WRITE = { isRead: false, role: 'call' } as const;
const failureOf = (reply: Reply) => {
  if (reply.ok) throw new Error('It should have failed.');
  return reply.failure;
};

test('sends an id that the service accepts, and stores the returned one with the answer and the row', async () => {
  const server = await serve((_, response) => json(response, 200, {}, { 'x-ae-request-id': 'req_1' }));
  const { send, rows } = speakTo(server.url);
  const reply = await send();
  expect(reply.ok && reply.answer.requestId).toBe('req_1');
  const sent = server.received[0]?.headers['x-ae-request-id'];
  expect(sent).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);
  expect(rows).toEqual([
    expect.objectContaining({
      role: 'describe',
      path: '/thing',
      status: 200,
      attempt: 1,
      requestIdSent: sent,
      requestId: 'req_1',
      errorCode: null,
    }),
  ]);
});

test('the key is sent where it is required, and not otherwise', async () => {
  const server = await serve((_, response) => json(response, 200, {}));
  const { send } = speakTo(server.url);
  await send();
  await send({ withKey: true });
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual([undefined, `Bearer ${KEY}`]);
});

test('the key is not sent over plain HTTP to another machine, and nothing is sent', async () => {
  let called = 0;
  const { send } = speakTo('http://market.example', {
    fetch: () => {
      called++;
      return Promise.reject(new Error('never'));
    },
  });
  expect(failureOf(await send({ withKey: true }))).toMatchObject({
    code: 'key_needs_https',
    delivery: 'not_sent',
  });
  expect(called).toBe(0);
});

test('nothing goes to another origin than the marketplace’s', async () => {
  const [own, other] = [
    await serve((_, response) => json(response, 200, {})),
    await serve((_, response) => json(response, 200, {})),
  ];
  const { send } = speakTo(own.url);
  expect(failureOf(await send({ url: new URL(`${other.url}/thing`) }))).toMatchObject({
    code: 'other_origin',
    delivery: 'not_sent',
  });
  expect(other.received).toEqual([]);
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is refused, and the key never reaches its target',
  async (status) => {
    const other = await serve((_, response) => json(response, 200, {}));
    const server = await serve((_, response) =>
      response.writeHead(status, { location: `${other.url}/elsewhere` }).end(),
    );
    const { send } = speakTo(server.url);
    expect(failureOf(await send({ withKey: true, ...WRITE }))).toMatchObject({
      code: 'redirected',
      delivery: 'answered',
      status,
    });
    expect(other.received).toEqual([]);
  },
);

test('without a key a protected request is not sent', async () => {
  const server = await serve((_, response) => json(response, 200, {}));
  const { send } = speakTo(server.url, { keyFor: async () => null });
  expect(failureOf(await send({ withKey: true }))).toMatchObject({ code: 'no_key', delivery: 'not_sent' });
  expect(server.received).toEqual([]);
});

test('a key with a line break is never sent and never repeated in a report', async () => {
  const server = await serve((_, response) => json(response, 200, {}));
  const { send, rows } = speakTo(server.url, { keyFor: async () => `${KEY}\r\nx-evil: 1` });
  const failure = failureOf(await send({ withKey: true }));
  expect(failure).toMatchObject({ code: 'key_unusable', delivery: 'not_sent' });
  expect(JSON.stringify([failure, rows])).not.toContain(KEY);
});

test('a key repeated in an answer is not stored', async () => {
  const server = await serve(({ headers }, response) =>
    json(response, 200, { seen: headers.authorization }, { 'x-ae-request-id': KEY }),
  );
  const { send, rows } = speakTo(server.url);
  const reply = await send({ withKey: true });
  expect(reply.ok && reply.answer.body).toEqual({ seen: 'Bearer [access key]' });
  expect(JSON.stringify([reply, rows])).not.toContain(KEY);
  expect(reply.ok && Buffer.from(reply.answer.bytes).toString()).not.toContain(KEY);
});

test('a refused connection is known not to have been sent', async () => {
  const server = await serve((_, response) => json(response, 200, {}));
  await server.close();
  const { send, rows } = speakTo(server.url);
  expect(failureOf(await send(WRITE))).toMatchObject({ code: 'offline', delivery: 'not_sent' });
  expect(rows[0]).toMatchObject({ status: null, errorCode: 'offline' });
});

test('a connection that closes without an answer may have been carried out, and a write is not repeated', async () => {
  const server = await serve((_, response) => response.destroy());
  const { send } = speakTo(server.url);
  expect(failureOf(await send(WRITE))).toMatchObject({ code: 'connection_lost', delivery: 'maybe' });
  expect(server.received).toHaveLength(1);
});

test('a read is repeated after a lost connection, at most twice, after waits of our own from a second on', async () => {
  const server = await serve((_, response, number) =>
    number < 3 ? response.destroy() : json(response, 200, { ok: true }),
  );
  const { waits, timing } = waitedFor();
  const { send, rows } = speakTo(server.url, { timing });
  expect((await send()).ok).toBe(true);
  expect(rows.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(waits).toEqual([1_000, 2_000]);
});

test('a failed read is not repeated within a second, whoever requests it', async () => {
  const server = await serve((_, response, number) => json(response, number === 1 ? 500 : 200, { ok: true }));
  const { waits, timing } = waitedFor();
  const { send } = speakTo(server.url, { timing });
  expect((await send()).ok).toBe(false);
  expect((await send({ body: '{"other":1}' })).ok).toBe(true);
  expect(waits).toEqual([]);
  expect((await send()).ok).toBe(true);
  expect((await send()).ok).toBe(true);
  expect(waits).toEqual([1_000]);
});

test.each([500, 502, 503, 504, 429])(
  'a write answered with %i is sent once, whatever the service suggests',
  async (status) => {
    const server = await serve((_, response) =>
      json(response, status, { retryable: true, retryAfterMs: 1 }, { 'retry-after': '0' }),
    );
    const { send } = speakTo(server.url);
    expect(failureOf(await send(WRITE))).toMatchObject({ delivery: 'answered', status });
    expect(server.received).toHaveLength(1);
  },
);

test('a 429 without a time is not repeated (§7.1)', async () => {
  const server = await serve((_, response) => json(response, 429, { code: 'too_many' }));
  const { send } = speakTo(server.url);
  expect(failureOf(await send())).toMatchObject({ code: 'rate_limited', problem: { code: 'too_many' } });
  expect(server.received).toHaveLength(1);
});

test.each([
  ['seconds', () => ({ headers: { 'retry-after': '1' }, body: {} })],
  [
    'an HTTP date',
    () => ({ headers: { 'retry-after': new Date(Date.now() + 2_000).toUTCString() }, body: {} }),
  ],
  ['the problem body', () => ({ headers: {}, body: { retryAfterMs: 900 } })],
])('a 429 that names its time in %s is waited for and then repeated', async (_, asks) => {
  const server = await serve((__, response, number) => {
    const { headers, body } = asks();
    if (number === 1) json(response, 429, body, headers as Record<string, string>);
    else json(response, 200, { ok: true });
  });
  const pauses: number[] = [];
  const { timing, now } = waitedFor();
  const { send, budget } = speakTo(server.url, { timing });
  budget.listen(() => pauses.push(budget.pausedForMs()));
  expect((await send()).ok).toBe(true);
  expect(pauses[0]).toBeGreaterThan(500);
  expect(now()).toBeGreaterThanOrEqual(Math.floor(pauses[0] ?? 0));
});

test('a 429 pauses the whole origin: another request waits for it, or fails unsent with the remaining time if long', async () => {
  const server = await serve((_, response, number) =>
    number === 1 ? json(response, 429, {}, { 'retry-after': '60' }) : json(response, 200, {}),
  );
  const { send, budget } = speakTo(server.url);
  expect(failureOf(await send())).toMatchObject({
    code: 'rate_limited',
    delivery: 'answered',
    retryAfterMs: 60_000,
  });
  const failure = failureOf(await send(WRITE));
  expect(failure).toMatchObject({ code: 'rate_limited', delivery: 'not_sent' });
  expect(failure.retryAfterMs).toBeGreaterThan(55_000);
  expect(budget.pausedForMs()).toBeGreaterThan(55_000);
  expect(server.received).toHaveLength(1);
});

test('a request cancelled before it was sent is known not to have been sent', async () => {
  const server = await serve((_, response) => json(response, 200, {}));
  const { send } = speakTo(server.url);
  expect(failureOf(await send(WRITE, AbortSignal.abort()))).toMatchObject({
    code: 'cancelled',
    delivery: 'not_sent',
  });
  expect(server.received).toEqual([]);
});

test('an answer that is too late is given up, and may have been carried out', async () => {
  const server = await serve(() => undefined);
  const { send } = speakTo(server.url);
  expect(failureOf(await send({ ...WRITE, deadlineMs: 100 }))).toMatchObject({
    code: 'timeout',
    delivery: 'maybe',
  });
});

test('a body that stops is given up at the deadline, and a success lost that way may have been carried out', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"a":');
  });
  const { send } = speakTo(server.url);
  expect(failureOf(await send({ ...WRITE, deadlineMs: 200 }))).toMatchObject({
    code: 'timeout',
    delivery: 'maybe',
    status: 200,
  });
});

test('an endless body is cut at the limit', async () => {
  let stopped: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      if (!response.destroyed && response.write(' '.repeat(65_536))) setImmediate(more);
    };
    response.on('drain', more).on('close', () => stopped?.());
    more();
  });
  const { send } = speakTo(server.url);
  expect(failureOf(await send(WRITE))).toMatchObject({ code: 'too_large', delivery: 'maybe', status: 200 });
  await ended;
});

test('a body that decompresses beyond the limit is cut', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
  const server = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
  );
  const { send } = speakTo(server.url);
  expect(failureOf(await send())).toMatchObject({ code: 'too_large' });
});

test.each([
  ['', '{"half":', '{"half":'],
  [' within the key', `{"half":"${KEY.slice(0, 20)}`, '{"half":"'],
])(
  'a body that is truncated%s is reported with what arrived of it, and no part of the key',
  async (_, text, stored) => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write(text);
      setImmediate(() => response.destroy());
    });
    const { send } = speakTo(server.url);
    const failure = failureOf(await send({ ...WRITE, withKey: true }));
    expect(failure).toMatchObject({ code: 'cut_off', delivery: 'maybe', status: 200 });
    expect(Buffer.from(failure.bytes ?? []).toString()).toBe(stored);
  },
);

test.each([
  ['a web page', 'text/html', '<h1>Sign in</h1>', 'wrong_type'],
  ['a web page that is JSON', 'text/html', '{}', 'wrong_type'],
  ['text that is no JSON', 'text/plain', 'ok', 'wrong_type'],
  ['broken JSON', 'application/json', '{"a":', 'unreadable'],
  ['an empty body', 'application/json', '', 'unreadable'],
  ['JSON that is no UTF-8', 'application/json', Buffer.from([0x22, 0xff, 0x22]), 'unreadable'],
  ['senseless depth', 'application/json', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'unreadable'],
])('%s in place of an answer is reported, and its bytes are stored', async (_, type, body, code) => {
  const server = await serve((__, response) => response.writeHead(200, { 'content-type': type }).end(body));
  const { send } = speakTo(server.url);
  const failure = failureOf(await send(WRITE));
  expect(failure).toMatchObject({ code, delivery: 'maybe', status: 200 });
  expect(Buffer.from(failure.bytes ?? []).equals(Buffer.from(body))).toBe(true);
});

test('JSON declared as plain text is still read', async () => {
  const server = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('{"a":1}'),
  );
  const reply = await speakTo(server.url).send();
  expect(reply.ok && reply.answer.body).toEqual({ a: 1 });
});

test.each([
  [400, 'invalid_request'],
  [401, 'unauthenticated'],
  [402, 'payment_required'],
  [403, 'permission_denied'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [409, 'conflict'],
  [410, 'gone'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type'],
  [418, 'problem'],
  [500, 'service_failed'],
])('status %i is reported as %s with the service’s own problem as data', async (status, code) => {
  const problem = {
    type: 'about:blank',
    title: 'T',
    status,
    detail: '<b>D</b>',
    kind: 'K',
    code: 'c_o_d_e',
  };
  const server = await serve((_, response) =>
    json(response, status, problem, { 'x-ae-request-id': 'req_2' }),
  );
  const failure = failureOf(await speakTo(server.url).send(WRITE));
  expect(failure).toMatchObject({
    code,
    status,
    delivery: 'answered',
    requestId: 'req_2',
    problem: { code: 'c_o_d_e', detail: '<b>D</b>' },
  });
  expect(failure.message).not.toContain('<b>');
});

test('at most four requests are in progress at a time, and urgent ones go before those that wait', async () => {
  let underWay = 0;
  let most = 0;
  const open: (() => void)[] = [];
  const server = await serve((_, response) => {
    most = Math.max(most, ++underWay);
    open.push(() => {
      underWay--;
      json(response, 200, {});
    });
  });
  const { send } = speakTo(server.url);
  const path = (name: string) => ({ url: new URL(`${server.url}/${name}`) });
  const all = ['1', '2', '3', '4', '5', '6'].map((name) => send(path(name)));
  const urgent = send({ ...path('urgent'), ...WRITE, urgent: true });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  while (server.received.length < 4) await turn();
  open.shift()?.();
  while (server.received.length < 5) await turn();
  while (server.received.length < 7) {
    open.shift()?.();
    await turn();
  }
  for (const finish of open) finish();
  await Promise.all([...all, urgent]);
  expect(most).toBeLessThanOrEqual(4);
  expect(server.received[4]?.url).toBe('/urgent');
});

test('an answer contains the service’s own time, and when it arrived', async () => {
  const server = await serve((_, response) =>
    json(response, 200, {}, { date: 'Wed, 04 Nov 2026 10:00:00 GMT' }),
  );
  const reply = await speakTo(server.url, { clock: () => 42 }).send();
  expect(reply.ok && reply.answer).toMatchObject({ serverDate: Date.UTC(2026, 10, 4, 10), receivedAt: 42 });
});

/** A clock that is set by hand. */
function driven() {
  let now = Date.UTC(2026, 10, 22);
  const timing: Timing = { clock: () => now, monotonic: () => now, random: () => 0, after: () => () => {} };
  const pass = (ms: number) => {
    now += ms;
  };
  return { timing, pass, now: () => now };
}

test('for a wait of zero our own waits apply, from a second, doubling, until the service accepts something', () => {
  const world = driven();
  const budget = createOriginBudgets(world.timing).of('https://a.example');
  const waits = Array.from({ length: 4 }, () => {
    budget.learn({ status: 429, retryAfterMs: 0, retryable: null });
    const ms = budget.pausedForMs();
    world.pass(ms);
    return ms;
  });
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
  budget.learn({ status: 200, retryAfterMs: null, retryable: null });
  budget.learn({ status: 503, retryAfterMs: 0, retryable: null });
  expect(budget.pausedForMs()).toBe(1_000);
});

test.each([
  [500, { 'retry-after': '60' }, {}],
  [502, { 'retry-after': '60' }, {}],
  [400, {}, { error: { retryAfterMs: 60_000 } }],
  [307, { 'retry-after': '60', location: '/' }, {}],
  [429, {}, { error: { details: [{ retry_after: 60 }] } }],
])(
  'an origin with status %i that names a wait (%j %j) is left alone for that long',
  async (status, headers, body) => {
    const server = await serve((_, response) =>
      json(response, status, body, headers as Record<string, string>),
    );
    const { send } = speakTo(server.url);
    expect(failureOf(await send())).toMatchObject({ status, retryAfterMs: 60_000 });
    expect(failureOf(await send())).toMatchObject({ code: 'rate_limited', delivery: 'not_sent' });
    expect(server.received).toHaveLength(1);
  },
);

test('what the service calls not retryable is not repeated, whatever wait it also names', async () => {
  const server = await serve((_, response) =>
    json(response, 429, { error: { retryable: false } }, { 'retry-after': '1' }),
  );
  const { send } = speakTo(server.url);
  expect(failureOf(await send()).problem?.retryable).toBe(false);
  expect(server.received).toHaveLength(1);
});

test('a wait in the body alone holds back every request to the origin, when named in another protocol', async () => {
  const server = await serve((_, response) => json(response, 429, { error: { retryAfterMs: 60_000 } }));
  const budgets = createOriginBudgets(SYSTEM_TIMING);
  const fetchAt = keylessFetch({ fetch, clock: Date.now, record: () => {}, budgets });
  const answer = await fetchAt(server.url)(`${server.url}/token`);
  expect(await answer.json()).toEqual({ error: { retryAfterMs: 60_000 } });
  expect(failureOf(await speakTo(server.url, { budgets }).send())).toMatchObject({
    code: 'rate_limited',
    delivery: 'not_sent',
  });
  expect(server.received).toHaveLength(1);
  budgets.close();
});

test('a refusal in another protocol has its own status and body', async () => {
  const server = await serve((_, response) => json(response, 777, { code: 'unusual' }));
  const answer = await keylessFetch({
    fetch: productFetch,
    clock: Date.now,
    record: () => {},
    budgets: createOriginBudgets(SYSTEM_TIMING),
  })(server.url)(server.url);
  expect([answer.status, answer.ok, await answer.json()]).toEqual([777, false, { code: 'unusual' }]);
});

test('a clock that is set ahead shortens no wait', () => {
  let clock = 0;
  const budget = createOriginBudgets({ ...SYSTEM_TIMING, clock: () => clock }).of('https://a.example');
  budget.learn({ status: 429, retryAfterMs: 100_000, retryable: null });
  clock = 10 * 24 * 3_600_000;
  expect(budget.pausedForMs()).toBeGreaterThan(99_000);
});

test('a wait of many years does not overflow a timer', async () => {
  const budgets = createOriginBudgets(SYSTEM_TIMING);
  const budget = budgets.of('https://a.example');
  budget.learn({ status: 429, retryAfterMs: 999_999_999_000, retryable: null });
  let known = 0;
  budget.listen(() => known++);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(known).toBe(0);
  budgets.close();
});
