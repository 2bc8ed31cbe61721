import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openProduct, type Product } from '../../support/product.ts';
import { json } from '../marketplace/local-server.ts';
import { failureOf } from './marketplace.ts';

const pem = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'certificates', `${name}.pem`), 'utf8');

const KEY = 'ak_live_certificate_test_0123456789';
const trusted = tls.getCACertificates('default');
beforeAll(() => tls.setDefaultCACertificates([...trusted, pem('authority')]));
afterAll(() => tls.setDefaultCACertificates(trusted));

let product: Product | undefined;
let server: Server | undefined;
afterEach(async () => {
  await product?.close();
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  product = undefined;
  server = undefined;
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
