import { describe, expect, it } from 'vitest';
import { createNetworkWatch } from './http/network-state.ts';
import { newRequestId } from './http/request-id.ts';
import { createTransport } from './http/transport.ts';
import { ownAnswers } from './own-answers.ts';
import { isDeclaredFailure } from './service/failure-forms.ts';
import { createOriginBudgets } from './waits/origin-budget.ts';
import { SYSTEM_TIMING } from './waits/timing.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const DOCUMENT = '{"openapi":"3.1.0","info":{}}';

/** A marketplace that gives one answer, and what is known of the network. */
function answering(
  isOwn: ReturnType<typeof ownAnswers>,
  status: number,
  text: string,
  init: Record<string, string>,
) {
  const network = createNetworkWatch({ clock: () => 0, pausedForMs: () => 0, onChange: () => {} });
  const timing = { ...SYSTEM_TIMING, clock: () => 0, monotonic: () => 0, after: () => () => {} };
  const transport = createTransport({
    timing,
    clock: timing.clock,
    budgets: createOriginBudgets(timing),
    origin: 'https://market.example',
    keyFor: async () => null,
    record: () => {},
    onSign: network.saw,
    isOwn,
    fetch: async () => new Response(status === 204 ? null : text, { status, headers: init }),
  });
  return { network, transport };
}

/** What the network's state is after one answer, and how the request ended. */
async function seenAfter(...answer: Parameters<typeof answering>) {
  const { network, transport } = answering(...answer);
  const reply = await transport.send({
    role: 'call',
    method: 'POST',
    url: new URL('https://market.example/call'),
    withKey: false,
    isRead: false,
    isDeclared: (status, body) => isDeclaredFailure([], status, body),
    urgent: false,
    deadlineMs: 1_000,
    maximumBytes: 100_000,
    body: '{}',
  });
  return { ...network.read(), reply };
}

const PAGE = '<!doctype html><title>Sign in to the hotel network</title>';
const DISGUISES: [string, number, string, Record<string, string>][] = [
  ['a page', 200, PAGE, { 'content-type': 'text/html' }],
  ['a page that says it is JSON', 200, PAGE, JSON_TYPE],
  ['a page with a mark before it', 200, `\ufeff  ${PAGE}`, JSON_TYPE],
  ['a page without a type', 200, PAGE, {}],
  ['a login that the network requires', 511, '{}', JSON_TYPE],
  ['a login that a proxy requires', 407, '', {}],
  ['a redirect', 302, '', { location: 'http://portal.example/' }],
  ['a redirect of an API', 307, '{}', { ...JSON_TYPE, location: 'https://portal.example/' }],
  ['a success in JSON of somebody else', 200, '{"status":"ok"}', JSON_TYPE],
  ['a login in JSON', 200, '{"error":"login_required","url":"http://portal.example"}', JSON_TYPE],
  ['nothing in JSON', 200, '{}', JSON_TYPE],
  ['a list in JSON', 200, '[]', JSON_TYPE],
  ['a gateway that forbids', 403, '{"message":"Forbidden"}', JSON_TYPE],
  [
    'a gateway that forbids as a problem',
    403,
    '{"title":"Forbidden","status":403}',
    { 'content-type': 'application/problem+json' },
  ],
  ['a gateway that knows no key', 401, '{"message":"No API key found in request"}', JSON_TYPE],
  ['a page of a provider', 503, PAGE, { 'content-type': 'text/html' }],
  ['a page of a firewall', 403, PAGE, { 'content-type': 'text/html' }],
  ['a text of a proxy', 502, 'Bad gateway', { 'content-type': 'text/plain' }],
  ['a page in XML', 404, '<?xml version="1.0"?><Error/>', { 'content-type': 'application/xml' }],
];

/** What even a service that names no requests never sends. */
const NEVER_ITS_OWN: typeof DISGUISES = [
  ['a text', 200, 'Please sign in to continue', { 'content-type': 'text/plain' }],
  ['a text that says it is JSON', 200, 'Access denied by policy', JSON_TYPE],
  ['a script', 200, 'window.location="http://portal.example"', { 'content-type': 'text/javascript' }],
  ['an image', 200, 'GIF89a\u0001', { 'content-type': 'image/gif' }],
  ['a page of two bytes a letter', 200, [...PAGE].join('\u0000'), JSON_TYPE],
  ['a provider that did not reach it', 522, 'error code: 522', { 'content-type': 'text/plain' }],
  ['a provider that cannot find it', 530, '{"message":"Origin DNS error"}', JSON_TYPE],
  ['a provider that forbids', 403, '{"cloudflare_error":true,"error_code":1020}', JSON_TYPE],
  ['a login of a company proxy', 401, '', { 'www-authenticate': 'Basic realm="Proxy"' }],
  ['a login of a domain', 401, '{}', { ...JSON_TYPE, 'www-authenticate': 'Negotiate, NTLM' }],
  ['the state of a portal', 200, '{"captive":true}', { 'content-type': 'application/captive+json' }],
  ['the state of a portal that says it is JSON', 200, '{"captive":true,"user-portal-url":"x"}', JSON_TYPE],
];

describe('what answers in the place of the service', () => {
  it.each(NEVER_ITS_OWN)(
    'is no answer of a service that names no requests: %s',
    async (_name, status, text, init) => {
      for (const before of [null, true, false] as const)
        expect(await seenAfter(ownAnswers(before), status, text, init)).toMatchObject({
          state: 'offline',
          instead: true,
        });
    },
  );

  it.each(DISGUISES)('is never online, and proves nothing: %s', async (_name, status, text, init) => {
    for (const before of [null, true] as const) {
      const shown = await seenAfter(ownAnswers(before), status, text, init);
      expect(shown).toMatchObject({ state: 'offline', instead: true });
      if (!shown.reply.ok) {
        // A redirect of an order was not followed; nothing else says what became of it.
        expect(shown.reply.failure.delivery).toBe(status >= 300 && status < 400 ? 'answered' : 'maybe');
        expect(shown.reply.failure.message).not.toContain('This access key');
      }
    }
  });

  it.each(DISGUISES)('is never online to a tool connection: %s', async (_name, status, text, init) => {
    const stateAfter = async (headers: Record<string, string>) => {
      const { network, transport } = answering(ownAnswers(null), status, text, headers);
      const fetchAs = transport.fetchAs({
        ...{ role: 'mcp', withKey: false, deadlineMs: 1_000, maximumBytes: 100_000 },
      });
      await fetchAs('https://market.example/mcp').catch(() => undefined);
      return network.read().state;
    };
    expect(await stateAfter(init)).not.toBe('online');
    if (status === 200 && init === JSON_TYPE && text !== PAGE)
      expect(await stateAfter({ ...init, 'x-ae-request-id': newRequestId() })).toBe('online');
  });

  it('is not the service, whose every answer names its request, whatever the answer says', async () => {
    const isOwn = ownAnswers(null);
    const id = { 'x-ae-request-id': newRequestId() };
    for (const status of [200, 400, 401, 403, 404, 429, 500, 503])
      expect(await seenAfter(isOwn, status, '{}', { ...JSON_TYPE, ...id })).toMatchObject({
        state: 'online',
      });
    expect(await seenAfter(isOwn, 200, '{"kind":"ok","toolRef":"x"}', JSON_TYPE)).toMatchObject({
      instead: true,
    });
  });

  it('is not a service that names no requests, once it has shown its document', async () => {
    const isOwn = ownAnswers(null);
    const problem = { type: 'about:blank', title: 'No', status: 404, code: 'quote_not_found' };
    const known = () => seenAfter(isOwn, 404, JSON.stringify(problem), JSON_TYPE);
    expect(await known()).toMatchObject({ instead: true });
    expect(await seenAfter(isOwn, 200, DOCUMENT, JSON_TYPE)).toMatchObject({ state: 'online' });
    expect(await known()).toMatchObject({ state: 'online', reply: { failure: { delivery: 'answered' } } });
    const bearer = { 'www-authenticate': 'Bearer realm="market"' };
    expect(await seenAfter(isOwn, 401, '', bearer)).toMatchObject({ state: 'online' });
    expect(await seenAfter(isOwn, 200, PAGE, JSON_TYPE)).toMatchObject({ instead: true });
  });
});
