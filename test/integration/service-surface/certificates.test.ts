import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openProduct, type Product } from '../../support/product.ts';
import { json, type LocalServer, startLocalServer } from '../marketplace/local-server.ts';
import { failureOf } from './marketplace.ts';

const pem = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'certificates', `${name}.pem`), 'utf8');

const KEY = 'ak_live_certificate_test_0123456789';
const trusted = tls.getCACertificates('default');
beforeAll(() => tls.setDefaultCACertificates([...trusted, pem('authority')]));
afterAll(() => tls.setDefaultCACertificates(trusted));

let product: Product | undefined;
let server: Server | undefined;
let plain: LocalServer | undefined;
afterEach(async () => {
  await product?.close();
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  await plain?.close();
  product = undefined;
  server = undefined;
  plain = undefined;
});

const REPORT = { status: 'fresh' };

/** A marketplace with TLS and this certificate; `requested` counts the requests that reached it. */
async function serveTls(certificate: string): Promise<{ url: string; requested: string[] }> {
  const requested: string[] = [];
  server = createServer({ cert: pem(certificate), key: pem('server-key') }, (request, response) => {
    requested.push(`${request.url} ${request.headers.authorization ?? 'without a key'}`);
    json(response, request.url === '/openapi.json' ? 404 : 200, REPORT);
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return { url: `https://127.0.0.1:${(listening.address() as AddressInfo).port}`, requested };
}

test('a certificate of a trusted authority is accepted', async () => {
  const { url } = await serveTls('good');
  product = await openProduct({ marketplace: url, key: KEY });
  expect(await product.handlers.catalogue.freshness({ from: 'service' })).toMatchObject({ status: 'fresh' });
});

describe.each([
  ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['expired', 'CERT_HAS_EXPIRED'],
  ['other-name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('a certificate that is %s', (certificate, reason) => {
  test('is refused before anything is sent, and reported as what it is', async () => {
    const { url, requested } = await serveTls(certificate);
    product = await openProduct({ marketplace: url, key: KEY });
    const words = `The marketplace’s certificate was not accepted (${reason}). Nothing was sent to it.`;
    const failure = await failureOf(product.handlers.catalogue.freshness({ from: 'service' }));
    expect(failure).toMatchObject({ code: 'certificate', message: words });
    expect((await failureOf(product.handlers.marketplace.refresh(undefined))).message).toContain(words);
    expect(await product.row(undefined, 'freshness')).toMatchObject({
      status: null,
      requestId: null,
      bytes: 0,
      errorCode: 'certificate',
    });
    expect((await product.handlers.catalogue.freshness({ from: 'cached' })) ?? null).toBeNull();
    expect(requested).toEqual([]);
  });
});

test('plain HTTP to another machine is read without the key, and nothing that needs it is sent', async () => {
  plain = await startLocalServer((request, response) =>
    json(response, request.url === '/openapi.json' ? 404 : 200, REPORT),
  );
  const { url } = plain;
  product = await openProduct({
    marketplace: 'http://market.example',
    key: KEY,
    fetch: (address, init) => fetch(String(address).replace('http://market.example', url), init),
  });
  expect(await product.handlers.catalogue.freshness({ from: 'service' })).toMatchObject({ status: 'fresh' });
  const openapi = {
    openapi: '3.1.0',
    paths: {
      '/me': {
        get: {
          operationId: 'account',
          summary: 'Read the account',
          security: [{ key: [] }],
          responses: { 200: { description: 'ok' } },
        },
      },
    },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  };
  await plain.close();
  await product.close();
  plain = await startLocalServer((request, response) =>
    json(response, 200, request.url === '/openapi.json' ? openapi : { kind: 'authenticated', scopes: [] }),
  );
  const again = plain.url;
  product = await openProduct({
    marketplace: 'http://market.example',
    key: KEY,
    fetch: (address, init) => fetch(String(address).replace('http://market.example', again), init),
  });
  expect(await failureOf(product.handlers.key.check(undefined))).toMatchObject({
    code: 'key_needs_https',
    message: 'An access key goes out over HTTPS only. Give the marketplace’s https:// address in Settings.',
  });
  expect(plain.received.length).toBeGreaterThan(0);
  expect(plain.received.filter(({ url: path }) => path === '/me')).toEqual([]);
  for (const { headers } of plain.received) expect(headers.authorization).toBeUndefined();
});
