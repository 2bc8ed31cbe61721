import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Reply } from './http/answer.ts';
import { boundWithout } from './openapi/bound-by-contract.ts';
import type { CachedDocument } from './openapi/document-cache.ts';
import type { PlainBindings } from './openapi/plain-binding.ts';
import type { DocumentSummary } from './outside/jobs.ts';
import { type Outside, openOutside } from './outside/outside.ts';
import { createServiceDocument } from './service-document.ts';

const SUMMARY = { notices: [] } as unknown as DocumentSummary;
const BOUND = {
  ...boundWithout('', ''),
  describe: { bound: true, by: 'path', method: 'POST', path: '/describe', operation: null, why: '' },
} as unknown as PlainBindings;

/** A worker that opens a document at once, and binds its roles once it is told to. */
function worker() {
  const { promise: notified, resolve: notify } = Promise.withResolvers<void>();
  const { promise: isBinding, resolve: binds } = Promise.withResolvers<void>();
  const run = async (name: string) => {
    if (name === 'openDocument')
      return { ok: true, value: { ok: true, hash: 'h', summary: SUMMARY, packed: null, changes: [] } };
    binds();
    await notified;
    return { ok: true, value: { open: true, bindings: BOUND } };
  };
  return { outside: { run } as unknown as Outside, isBinding, notify };
}

/** A document that is fetched as `bytes`, or is cached. */
const documentFrom = (outside: Outside, bytes: Uint8Array, cached: CachedDocument | null = null) =>
  createServiceDocument({
    fetchDocument: async () =>
      ({ ok: true, answer: { bytes, requestId: null, receivedAt: 1 } }) as unknown as Reply,
    store: { read: () => cached, write: async () => {} },
    base: new URL('https://market.example'),
    clock: () => 1,
    outside,
    manual: () => ({}),
    startAfter: null,
    onChange: () => {},
  });

it('is not there before its roles are bound', async () => {
  const { outside, isBinding, notify } = worker();
  const document = documentFrom(outside, new Uint8Array());
  void document.refresh();
  await isBinding;
  const described = document.atLeastTried().then(() => document.bindings().describe);
  notify();
  expect(await described).toMatchObject({ bound: true });
});

it('is looked for again where the clock was set back since it was not found', async () => {
  const { outside } = worker();
  let now = 1_000_000_000;
  let requests = 0;
  const document = createServiceDocument({
    fetchDocument: async () => {
      requests += 1;
      return { ok: false, failure: { message: 'Not reached.' } } as unknown as Reply;
    },
    store: { read: () => null, write: async () => {} },
    base: new URL('https://market.example'),
    clock: () => now,
    outside,
    manual: () => ({}),
    startAfter: null,
    onChange: () => {},
  });
  await document.atLeastTried();
  const first = requests;
  await document.atLeastTried();
  expect(requests).toBe(first);
  now -= 86_400_000;
  await document.atLeastTried();
  expect(requests).toBeGreaterThan(first);
});

describe('an operation that takes more time or memory than it is given', () => {
  const values = (letter: string) => Array.from({ length: 60_000 }, (_, at) => `${letter}${at}`);
  /** What two long enumerations share is looked for value by value. */
  const endless = {
    type: 'object',
    properties: { quoteRef: { allOf: [{ enum: values('a') }, { enum: values('b') }] } },
  };
  const post = (operationId: string, schema: object, more: object = {}) => ({
    post: { operationId, requestBody: { content: { 'application/json': { schema } } }, ...more },
  });
  const quote = post('tool.quote', {
    type: 'object',
    required: ['toolRef', 'input'],
    properties: { toolRef: { type: 'string' }, input: { type: 'object' } },
  });
  const opened = async (paths: object, cached = false) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ openapi: '3.1.0', paths }));
    const outside = openOutside({ limitMs: 500 });
    const row = { hash: 'h', fetchedAt: 1, requestId: null, changes: [], changedAt: null };
    const document = documentFrom(outside, bytes, cached ? { ...row, packed: deflateRawSync(bytes) } : null);
    await (cached ? document.opened() : document.refresh());
    const made = await document.run('request', {
      role: 'quote',
      operationId: 'tool.quote',
      hand: null,
      members: { toolRef: 't', input: {} },
    });
    const found = await document.run('operations', { role: 'quote', find: '' });
    await outside.close();
    return { bound: document.bindings(), notices: document.notices(), made, found };
  };

  it.each([
    ['fetched', false],
    ['cached', true],
  ])('unbinds no role but what it would be bound to, in a document that is %s', async (_what, cached) => {
    const { bound, notices, made, found } = await opened(
      { '/call': post('tool.call.endless', endless), '/quote': quote },
      cached,
    );
    expect(bound.quote).toMatchObject({ bound: true, path: '/quote' });
    expect(bound.call).toMatchObject({ bound: false });
    expect(notices.filter((one) => one.includes('more time or memory'))).toEqual([
      expect.stringContaining('“POST /call”'),
    ]);
    expect(made).toMatchObject({ ok: true, value: { built: { ok: true } } });
    expect(found.ok && found.value.operations.map(({ operationId }) => operationId)).toEqual(['tool.quote']);
  });

  it('is not searched for without end where there are many', async () => {
    let opened = 0;
    const run = async (name: string, { without }: { without: number[] }) => {
      if (name === 'bindings') return { ok: false, why: 'it is too expensive', at: opened };
      opened += 1;
      expect(without).toHaveLength(opened - 1);
      return {
        ok: true,
        value: { ok: true, hash: 'h', summary: SUMMARY, packed: new Uint8Array(), changes: [] },
      };
    };
    const document = documentFrom({ run } as unknown as Outside, new Uint8Array());
    await document.refresh();
    expect(opened).toBe(6);
    expect(document.bindings().quote).toMatchObject({
      bound: false,
      why: expect.stringContaining('it is too expensive'),
    });
  });
});
