import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../electron/demo-marketplace/http/operations.ts';
import { answerErrors } from '../../../electron/demo-marketplace/http/validation.ts';
import { ask, newBooksFile, startMarket } from './ask.ts';

type Document = {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, { operationId: string; security: unknown[] }>>;
};

describe('the published document', () => {
  it('names every operation of the service description with its method, path and security', async () => {
    const market = await startMarket();
    const { body } = await ask(market.baseUrl, '/openapi.json');
    const document = body as unknown as Document;
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: market.baseUrl }]);
    const published = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, security }]) => [
        operationId,
        method,
        path,
        security.length > 0,
      ]),
    );
    expect(published).toEqual([
      ['platform.catalogueStatus', 'get', '/api/v1/catalogue-status', false],
      ['registry.tools.list', 'post', '/api/v1/market-tools/list', false],
      ['registry.tools.search', 'post', '/api/v1/market-tools/search', false],
      ['registry.tools.describe', 'post', '/api/v1/market-tools/describe', false],
      ['registry.tools.compare', 'post', '/api/v1/market-tools/compare', false],
      ['tool.quote', 'post', '/api/v1/tools/quote', true],
      ['tool.call', 'post', '/api/v1/tools/call', true],
      ['call.list', 'get', '/api/v1/calls', true],
      ['call.status', 'get', '/api/v1/calls/{callRef}', true],
      ['call.cancel', 'post', '/api/v1/calls/{callRef}/cancel', true],
      ['agentAccess.whoami', 'get', '/api/v1/account', true],
      ['agentAccess.balance', 'post', '/api/v1/account/balance', true],
      ['platform.sandboxReference', 'post', '/api/v1/sandbox-reference', true],
    ]);
  });
});

describe('strictness', () => {
  it('refuses an unknown body member with 400 and names it', async () => {
    const market = await startMarket();
    const answer = await ask(market.baseUrl, '/api/v1/market-tools/search', {
      body: { query: 'award', nope: 1 },
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toMatchObject({
      kind: 'INVALID_ARGUMENT',
      code: 'invalid_request',
      retryable: false,
      status: 400,
    });
    expect(answer.body['invalid-params']).toEqual([{ name: 'nope', reason: 'is not a known member' }]);
    expect(answerErrors('Problem', answer.body)).toEqual([]);
  });

  it('refuses a repeated and an unknown query parameter', async () => {
    const market = await startMarket();
    const key = market.issueKey();
    const answer = await ask(market.baseUrl, '/api/v1/calls?limit=1&limit=2&x=1', { key });
    expect(answer.status).toBe(400);
    expect((answer.body['invalid-params'] as { name: string }[]).map(({ name }) => name)).toEqual([
      'limit',
      'x',
    ]);
  });

  it.each([
    [
      'another content type',
      { body: '{}', headers: { 'Content-Type': 'text/plain' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['a body that is too large', { body: { query: 'x'.repeat(70_000) } }, 413, 'PAYLOAD_TOO_LARGE'],
    ['a body that is not JSON', { body: '{"query":' }, 400, 'INVALID_ARGUMENT'],
    ['another method', { method: 'PUT' }, 405, 'METHOD_NOT_ALLOWED'],
  ])('answers %s with a problem', async (_what, options, status, kind) => {
    const market = await startMarket();
    const answer = await ask(market.baseUrl, '/api/v1/market-tools/search', options);
    expect([answer.status, answer.body.kind]).toEqual([status, kind]);
    expect(answerErrors('Problem', answer.body)).toEqual([]);
    if (status === 405) expect(answer.headers.get('allow')).toBe('POST');
  });

  it('answers an unknown path with 404 and a foreign Host with 421', async () => {
    const market = await startMarket();
    expect((await ask(market.baseUrl, '/api/v1/nothing')).body).toMatchObject({
      status: 404,
      kind: 'NOT_FOUND',
    });
    const status = await new Promise((resolve, reject) => {
      request(`${market.baseUrl}/openapi.json`, { headers: { Host: 'evil.example' } }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(421);
  });
});

describe('identity', () => {
  it('returns the request id that was sent, and creates one where none is valid', async () => {
    const market = await startMarket();
    const sent = (id: string) =>
      ask(market.baseUrl, '/api/v1/catalogue-status', { headers: { 'x-ae-request-id': id } });
    expect((await sent('abc_1-2')).headers.get('x-ae-request-id')).toBe('abc_1-2');
    expect((await sent('-bad')).headers.get('x-ae-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await ask(market.baseUrl, '/nothing')).headers.get('x-ae-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('needs a key for every protected operation, and its scope', async () => {
    const market = await startMarket();
    const reading = market.issueKey({ scopes: ['account:read'] });
    for (const operation of OPERATIONS.filter(({ scopes }) => scopes)) {
      const path = operation.path.replace('{callRef}', 'x');
      const options = operation.method === 'POST' ? { body: {} } : {};
      const without = await ask(market.baseUrl, path, options);
      expect([operation.id, without.status, without.body.kind]).toEqual([
        operation.id,
        401,
        'UNAUTHENTICATED',
      ]);
      expect(without.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource');
      expect((await ask(market.baseUrl, path, { ...options, key: 'ae_demo_wrong' })).status).toBe(401);
      if (operation.scopes?.[0] === 'market_tools:call') {
        const short = await ask(market.baseUrl, path, { ...options, key: reading });
        expect([operation.id, short.status, short.body.kind]).toEqual([
          operation.id,
          403,
          'PERMISSION_DENIED',
        ]);
      }
    }
  });

  it('keeps its identity and its accounts over restarts, and keys only as hashes', async () => {
    const booksFile = newBooksFile();
    const folder = dirname(booksFile);
    const first = await startMarket({ booksFile });
    const key = first.issueKey();
    const { identity, baseUrl } = first;
    await first.close();
    const second = await startMarket({ booksFile });
    expect(second.identity).toBe(identity);
    expect(second.baseUrl).not.toBe(baseUrl);
    expect((await ask(second.baseUrl, '/api/v1/account', { key })).body).toMatchObject({
      accountRef: 'account:demo',
    });
    for (const file of readdirSync(folder))
      expect(readFileSync(`${folder}/${file}`).includes(key)).toBe(false);
  });
});
