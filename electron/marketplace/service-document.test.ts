import { expect, it } from 'vitest';
import type { Reply } from './http/answer.ts';
import { boundWithout } from './openapi/bound-by-contract.ts';
import type { PlainBindings } from './openapi/plain-binding.ts';
import { createServiceDocument } from './service-document.ts';
import type { DocumentSummary } from './untrusted/jobs.ts';
import type { Untrusted } from './untrusted/untrusted.ts';

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
  return { untrusted: { run } as unknown as Untrusted, isBinding, notify };
}

it('is not there before its roles are bound', async () => {
  const { untrusted, isBinding, notify } = worker();
  const document = createServiceDocument({
    fetchDocument: async () =>
      ({ ok: true, answer: { bytes: new Uint8Array(), requestId: null, receivedAt: 1 } }) as unknown as Reply,
    store: { read: () => null, write: async () => {} },
    base: new URL('https://market.example'),
    clock: () => 1,
    untrusted,
    manual: () => ({}),
    startAfter: null,
    onChange: () => {},
  });
  void document.refresh();
  await isBinding;
  const described = document.atLeastTried().then(() => document.bindings().describe);
  notify();
  expect(await described).toMatchObject({ bound: true });
});

it('is looked for again where the clock was set back since it was not found', async () => {
  const { untrusted } = worker();
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
    untrusted,
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
