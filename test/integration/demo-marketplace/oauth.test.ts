import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ControlledMarketplace } from '../../support/marketplace/controlled-marketplace.ts';

import { ask, startMarket } from './ask.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const REDIRECT = 'http://127.0.0.1/callback';

type Json = Record<string, unknown>;

async function post(
  market: ControlledMarketplace,
  path: string,
  form: Record<string, string>,
  origin?: string,
) {
  const response = await fetch(`${market.baseUrl}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(origin === undefined ? {} : { Origin: origin }),
    },
    body: new URLSearchParams(form),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith('{') ? (JSON.parse(text) as Json) : {},
  };
}

async function register(market: ControlledMarketplace, more: Json = {}): Promise<string> {
  const body = {
    client_name: 'A <program>',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', DEVICE_GRANT],
    ...more,
  };
  const answer = await ask(market.baseUrl, '/oauth/register', { body });
  expect(answer.status).toBe(201);
  return String(answer.body.client_id);
}

function proofKey() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

const hidden = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';

/** Goes through the consent page as a user would; returns where the browser is sent. */
async function consent(
  market: ControlledMarketplace,
  clientId: string,
  challenge: string,
  decision: Record<string, string>,
) {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: 'http://127.0.0.1:49152/callback',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 's1',
  });
  const page = await ask(market.baseUrl, `/oauth/authorize?${query}`);
  expect(page.text).toContain('A &lt;program&gt;');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const sent = await post(market, '/oauth/authorize', { request: hidden(page.text, 'request'), ...decision });
  return new URL(sent.headers.get('location') ?? 'about:blank');
}

const ALLOW = { decision: 'allow', 'scope:market_tools:call': 'on', 'scope:account:read': 'on' };

describe('registration', () => {
  it.each([
    [{ redirect_uris: ['http://elsewhere.example/cb'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT], grant_types: ['password'] }, 'invalid_client_metadata'],
  ])('refuses %j', async (body, error) => {
    const market = await startMarket();
    const answer = await ask(market.baseUrl, '/oauth/register', { body });
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });
});

describe('the authorization code', () => {
  it('issues a key with the allowed scopes, for one use of the code by whom it was made for', async () => {
    const market = await startMarket();
    const client_id = await register(market);
    const { verifier, challenge } = proofKey();
    const back = await consent(market, client_id, challenge, {
      decision: 'allow',
      'scope:account:read': 'on',
    });
    expect(back.origin + back.pathname).toBe('http://127.0.0.1:49152/callback');
    expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual(['s1', market.baseUrl]);
    const form = {
      grant_type: 'authorization_code',
      client_id,
      code: back.searchParams.get('code') ?? '',
      redirect_uri: 'http://127.0.0.1:49152/callback',
      code_verifier: verifier,
    };
    for (const wrong of [
      { code_verifier: 'x' },
      { client_id: await register(market) },
      { redirect_uri: REDIRECT },
    ])
      expect((await post(market, '/oauth/token', { ...form, ...wrong })).body.error).toBe('invalid_grant');
    const token = await post(market, '/oauth/token', form);
    expect(token.body).toMatchObject({ token_type: 'Bearer', scope: 'account:read' });
    const key = String(token.body.access_token);
    const whoami = await ask(market.baseUrl, '/api/v1/account', { key });
    expect(whoami.body).toMatchObject({ scopes: ['account:read'], authorityMode: 'read_only' });
    expect((await post(market, '/oauth/token', form)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('never redirects to an address that is not the client’s, and requires PKCE', async () => {
    const market = await startMarket();
    const client_id = await register(market);
    const authorize = (more: Record<string, string>) =>
      ask(
        market.baseUrl,
        `/oauth/authorize?${new URLSearchParams({ client_id, response_type: 'code', ...more })}`,
      );
    expect((await authorize({ redirect_uri: 'https://evil.example/' })).status).toBe(400);
    const without = await authorize({ redirect_uri: REDIRECT });
    expect(new URL(without.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
  });

  it('accepts forms from its own pages only', async () => {
    const market = await startMarket();
    const answer = await post(market, '/oauth/authorize', { request: 'x' }, 'https://evil.example');
    expect(answer.status).toBe(403);
  });
});

describe('the device flow', () => {
  async function device(market: ControlledMarketplace) {
    const client_id = await register(market, { grant_types: [DEVICE_GRANT], redirect_uris: [] });
    const { body } = await post(market, '/oauth/device_authorization', {
      client_id,
      scope: 'market_tools:call',
    });
    const poll = () =>
      post(market, '/oauth/token', {
        grant_type: DEVICE_GRANT,
        client_id,
        device_code: String(body.device_code),
      });
    return { started: body, poll, userCode: String(body.user_code) };
  }

  it('waits for the user, slows down hasty polls, and issues the key once', async () => {
    let now = Date.UTC(2026, 10, 20);
    const market = await startMarket({ clock: () => now });
    const { started, poll, userCode } = await device(market);
    expect((await poll()).body.error).toBe('authorization_pending');
    expect((await poll()).body.error).toBe('slow_down');
    now += Number(started.interval) * 1000;
    expect((await poll()).body.error).toBe('authorization_pending');
    const page = await fetch(String(started.verification_uri_complete)).then((answer) => answer.text());
    expect(page).toContain('market_tools:call');
    expect(page).not.toContain('account:read');
    const typed = userCode.toLowerCase().replace('-', ' ');
    expect((await post(market, '/oauth/device', { user_code: typed, ...ALLOW })).text).toContain(
      'Access allowed',
    );
    const token = await poll();
    expect(token.body).toMatchObject({ token_type: 'Bearer', scope: 'market_tools:call' });
    expect(
      (await ask(market.baseUrl, '/api/v1/account', { key: String(token.body.access_token) })).status,
    ).toBe(200);
    expect((await poll()).body.error).toBe('invalid_grant');
  });
});
