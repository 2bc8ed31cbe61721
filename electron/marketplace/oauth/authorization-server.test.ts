import { describe, expect, test } from 'vitest';

import { requestFailed } from '../http/request-failure.ts';
import { readServer } from './authorization-server.ts';
import { readResourceMetadata } from './resource-metadata.ts';

const MARKET = 'https://market.example';

/** A server that has these documents, and the paths that were asked for. */
function serving(
  documents: Record<string, unknown>,
  otherwise: () => Response = () => new Response('', { status: 404 }),
) {
  const requested: string[] = [];
  const fetch = async (address: string | URL | Request) => {
    const { pathname } = new URL(String(address));
    requested.push(pathname);
    const document = documents[pathname];
    return document === undefined ? otherwise() : Response.json(document);
  };
  return { requested, fetch: fetch as never };
}

describe('the metadata of an authorization server', () => {
  test.each([
    ['', '/.well-known/oauth-authorization-server'],
    ['', '/.well-known/openid-configuration'],
    ['/tenant/1', '/.well-known/oauth-authorization-server/tenant/1'],
    ['/tenant/1', '/.well-known/openid-configuration/tenant/1'],
    ['/tenant/1', '/tenant/1/.well-known/openid-configuration'],
    ['/tenant/1', '/tenant/1/.well-known/oauth-authorization-server'],
    ['/tenant/', '/.well-known/oauth-authorization-server/tenant'],
  ])('of an issuer with the path "%s" is found at %s', async (path, place) => {
    const issuer = `https://auth.example${path}`;
    const { fetch, requested } = serving({ [place]: { issuer, token_endpoint: `${issuer}/token` } });
    expect(await readServer(issuer, MARKET, () => fetch)).toMatchObject({
      ok: true,
      server: { shown: { issuer } },
    });
    expect(new Set(requested).size).toBe(requested.length);
  });

  test.each<[string, () => Response]>([
    ['asks to wait', () => new Response('', { status: 429, headers: { 'retry-after': '30' } })],
    ['fails', () => new Response('', { status: 503 })],
    [
      'cannot be reached',
      () => {
        throw requestFailed('offline', 'not_sent', 'No network.');
      },
    ],
  ])('is asked for once where the server %s', async (_, otherwise) => {
    const { fetch, requested } = serving({}, otherwise);
    expect(await readServer('https://auth.example/a', MARKET, () => fetch)).toMatchObject({ ok: false });
    expect(requested).toHaveLength(1);
  });

  test('of another issuer is none', async () => {
    const { fetch } = serving({
      '/.well-known/oauth-authorization-server/a': { issuer: 'https://auth.example/b' },
    });
    expect(await readServer('https://auth.example/a', MARKET, () => fetch)).toMatchObject({ ok: false });
  });
});

test('the metadata of the resource is read at the address that the contract shows (§5.5)', async () => {
  const base = `${MARKET}/shop`;
  const body = { resource: base, authorization_servers: ['https://auth.example'] };
  const { fetch } = serving({ '/shop/.well-known/oauth-protected-resource': body });
  expect(await readResourceMetadata(base, fetch, () => 0)).toMatchObject({ matches: true });
});
