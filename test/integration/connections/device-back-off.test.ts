import { expect, test } from 'vitest';
import { createTransport } from '../../../electron/marketplace/http/transport.ts';
import { deviceFlow } from '../../../electron/marketplace/oauth/device-flow.ts';
import { createOriginBudgets } from '../../../electron/marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING } from '../../../electron/marketplace/waits/timing.ts';
import { productFetch } from '../../support/product-fetch.ts';
import { json, startLocalServer } from '../marketplace/local-server.ts';

/** An authorization server that answers the polls in the given order. */
async function polled(polls: readonly { status: number; body: unknown }[], interval?: number) {
  let next = 0;
  const server = await startLocalServer(({ url }, response) => {
    if (url === '/register') return json(response, 201, { client_id: 'c' });
    if (url === '/device')
      return json(response, 200, {
        device_code: 'd',
        user_code: 'ABCD',
        verification_uri: `${server.url}/page`,
        expires_in: 600,
        ...(interval === undefined ? {} : { interval }),
      });
    const poll = polls[next++];
    return json(response, poll?.status ?? 500, poll?.body ?? {}, { 'content-type': 'application/json' });
  });
  const waits: number[] = [];
  const transport = createTransport({
    fetch: productFetch,
    clock: Date.now,
    budgets: createOriginBudgets(SYSTEM_TIMING),
    origin: server.url,
    keyFor: async () => null,
    record: () => undefined,
  });
  const fetchAt = () =>
    transport.fetchAs({ role: 'oauth', withKey: false, deadlineMs: 5_000, maximumBytes: 65_536 });
  const metadata = {
    issuer: server.url,
    registration_endpoint: `${server.url}/register`,
    device_authorization_endpoint: `${server.url}/device`,
    token_endpoint: `${server.url}/token`,
  };
  try {
    const result = await deviceFlow(
      {
        ...{ server: metadata, scopes: ['a', 'b'], marketplace: server.url, resource: server.url, fetchAt },
        ...{ signal: new AbortController().signal, decide: () => undefined },
      },
      async (ms) => void waits.push(ms),
    ).catch((error: Error) => error);
    return { result, waits, received: server.received.slice(1) };
  } finally {
    await server.close();
  }
}

const pending = { status: 400, body: { error: 'authorization_pending' } };
const slow = { status: 400, body: { error: 'slow_down' } };
const granted = {
  status: 200,
  body: { access_token: 'k', token_type: 'bearer', scope: 'a', expires_in: 60 },
};

test('polls at the usual interval, five seconds slower at each request to slow down, and slower still where polls get lost', async () => {
  const { result, waits, received } = await polled([
    pending,
    slow,
    pending,
    { status: 503, body: {} },
    granted,
  ]);
  expect(waits).toEqual([5_000, 5_000, 10_000, 10_000, 20_000]);
  expect(result).toEqual({ key: 'k', scopes: ['a'], expiresIn: 60, clientId: 'c' });
  expect(new URLSearchParams(received[0]?.body).get('scope')).toBe('a b');
  expect(new URLSearchParams(received[0]?.body).get('resource')).toMatch(/^http:/);
});

test('keeps the intervals that the service names', async () => {
  expect((await polled([pending, granted], 2)).waits).toEqual([2_000, 2_000]);
});

test.each([
  [{ error: 'access_denied' }, 'denied'],
  [{ error: 'expired_token' }, 'ran out'],
  [{ error: 'something_new' }, 'refused'],
  [{ error: 42 }, 'does not fit'],
  [{ access_token: 7 }, 'does not fit'],
])('reports %j in our own words', async (body, words) => {
  const { result } = await polled([{ status: 400, body: { ...body, error_description: '<b>theirs</b>' } }]);
  if (!(result instanceof Error)) throw new Error('no failure');
  expect(result.message).toContain(words);
  expect(result.message).not.toContain('theirs');
});
