import { expect, it } from 'vitest';
import type { Reply } from './http/answer.ts';
import { boundWithout } from './openapi/bound-by-contract.ts';
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
      return { ok: true, value: { ok: true, hash: 'h', summary: SUMMARY, packed: null } };
    binds();
    await notified;
    return { ok: true, value: { open: true, bindings: BOUND } };
  };
  return { outside: { run } as unknown as Outside, isBinding, notify };
}

/** A document that is fetched as `bytes`. */
const documentFrom = (
  outside: Outside,
  bytes: Uint8Array,
  fetchDocument = async () =>
    ({ ok: true, answer: { bytes, requestId: null, receivedAt: 1 } }) as unknown as Reply,
) =>
  createServiceDocument({
    fetchDocument,
    store: { read: () => null, write: () => {} },
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
    store: { read: () => null, write: () => {} },
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

it('is fetched anew where the user asks during a fetch, whose answer may be older', async () => {
  const { outside, notify } = worker();
  notify();
  const answers: (() => void)[] = [];
  const fetchDocument = async (): Promise<Reply> => {
    await new Promise<void>((answer) => answers.push(answer));
    return {
      ok: true,
      answer: { bytes: new Uint8Array(), requestId: null, receivedAt: 1 },
    } as unknown as Reply;
  };
  const document = documentFrom(outside, new Uint8Array(), fetchDocument);
  void document.refresh();
  await expect.poll(() => answers.length).toBe(1);
  const requested = [document.refreshAnew(), document.refreshAnew()];
  answers[0]?.();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  expect(await Promise.all(requested)).toMatchObject([{ ok: true }, { ok: true }]);
  expect(answers).toHaveLength(2);
});

it('binds nothing and says why where the document takes more time or memory than it is given', async () => {
  const values = (letter: string) => Array.from({ length: 60_000 }, (_, at) => `${letter}${at}`);
  /** What two long enumerations share is looked for value by value. */
  const endless = {
    type: 'object',
    properties: { quoteRef: { allOf: [{ enum: values('a') }, { enum: values('b') }] } },
  };
  const call = {
    post: { operationId: 'tool.call', requestBody: { content: { 'application/json': { schema: endless } } } },
  };
  const bytes = new TextEncoder().encode(JSON.stringify({ openapi: '3.1.0', paths: { '/call': call } }));
  const outside = openOutside({ limitMs: 500 });
  const document = documentFrom(outside, bytes);
  await document.refresh();
  await outside.close();
  expect(document.bindings().call).toMatchObject({
    bound: false,
    why: expect.stringContaining('more time or memory'),
  });
});
