import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ContractFailure } from '#shared/contract/failure.ts';
import { requests } from '#shared/contract/index.ts';
import { plainText } from '#shared/plain-text.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { OPERATIONS } from '../../../electron/demo-marketplace/http/operations.ts';
import { hostileText, mutated, wordless } from '../../../electron/marketplace/testing/hostile-json.ts';
import { openProduct, type Product } from '../../support/product.ts';
import { underTimeBudget } from '../../support/under-time-budget.ts';
import { type Marketplace, openEmbedded } from './marketplace.ts';

underTimeBudget();

/*
 * Every role of the service answers arbitrary content, and the whole product continues: it never crashes, hangs or
 * loses what it stored, and everything that its handlers return matches the contract with the screens.
 */

const PATTERNS = OPERATIONS.map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

let market: Marketplace;
let product: Product;
/** The service's last genuine answer, by operation. */
const right = new Map<string, string>();
/** What an operation answers instead; the others pass through. */
let hostile: { on: string; bytes: Uint8Array<ArrayBuffer>; status: number } | null = null;
/** How many requests received such an answer. */
let met = 0;

function operationOf(url: URL, method: string): string {
  if (url.pathname === '/openapi.json') return 'openapi';
  if (url.pathname === '/api/awards/search') return 'provider';
  return PATTERNS.find((one) => one.method === method && one.pattern.test(url.pathname))?.id ?? 'none';
}

const between: typeof fetch = async (address, init) => {
  const on = operationOf(new URL(String(address)), init?.method ?? 'GET');
  if (hostile?.on === on) {
    met++;
    return new Response(hostile.bytes, {
      status: hostile.status,
      headers: { 'content-type': 'application/json', 'x-ae-request-id': 'hostile' },
    });
  }
  const response = await fetch(address, init);
  const bytes = await response.arrayBuffer();
  if (response.ok) right.set(on, Buffer.from(bytes).toString());
  return new Response(bytes, { status: response.status, headers: response.headers });
};

const ROUTE = { origin_airport: 'LHR', destination_airport: 'JFK', cabin: 'business', take: 10 };
let toolRef = '';
let refs: string[] = [];
let days = 0;

beforeAll(async () => {
  market = await openEmbedded();
  product = await openProduct({ marketplace: market.url, key: market.demo.issueKey(), fetch: between });
  const { handlers } = product;
  const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });
  await handlers.settings.setLimits({
    limits: { perCall: usd('50000'), perDay: usd('900000000'), perMonth: usd('900000000') },
  });
  await handlers.marketplace.refresh(undefined);
  toolRef = (await handlers.awards.tools({ refresh: true })).tools[0]?.tool.toolRef ?? '';
  refs = (await handlers.catalogue.list({ from: 'service' }))?.items.map((tool) => tool.toolRef) ?? [];
  expect([toolRef, ...refs].filter((ref) => ref !== '').length).toBeGreaterThan(3);
  await handlers.catalogue.freshness({ from: 'service' });
  await handlers.catalogue.describe({ from: 'service', toolRef });
  await handlers.catalogue.compare({ from: 'service', toolRefs: refs.slice(0, 3) });
  await handlers.key.check(undefined);
});
afterAll(async () => {
  await product.close();
  await market.demo.close();
});

const encoded = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));
const nested = (open: string, close: string, levels: number) =>
  encoded(`{"kind":${open.repeat(levels)}1${close.repeat(levels)}}`);

const FIXED: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
  ['arrays 100,000 levels deep', nested('[', ']', 100_000)],
  ['objects 100,000 levels deep', nested('{"a":', '}', 100_000)],
  ['depth that never closes', encoded('['.repeat(100_000))],
  ['objects 199 levels deep', nested('{"kind":', '}', 198)],
  ['a text of 4 MB', encoded(`{"kind":"${'x'.repeat(4_000_000)}"}`)],
  ['a number of a million digits', encoded(`{"kind":${'9'.repeat(1_000_000)}}`)],
  ['a hundred thousand names', encoded(`{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":0`).join()}}`)],
  ['a hundred thousand members of one name', encoded(`{${'"kind":"ok",'.repeat(100_000)}"kind":"ok"}`)],
  [
    'a list of two hundred thousand',
    encoded(`{"kind":"ok","items":[${'{"toolRef":"a"},'.repeat(200_000)}{}]}`),
  ],
  [
    'prototype names',
    encoded('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"kind":"ok","items":[]}'),
  ],
  ['half a surrogate', encoded('{"kind":"\\ud800","items":[{"toolRef":"\\udfff"}]}')],
  ['no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['a byte order mark', encoded('\ufeff{"kind":"ok","items":[]}')],
  ['null', encoded('null')],
  ['nothing', new Uint8Array(0)],
];

/** Values without text where readers look for some, within a genuine answer and in place of it. */
const wordlessFor = (on: string): readonly (readonly [Uint8Array<ArrayBuffer>, number])[] =>
  [{}, JSON.parse(right.get(on) ?? '{}')].flatMap((body) =>
    [200, 402].map((status) => [encoded(JSON.stringify(wordless(body))), status] as const),
  );

/** Each role receives a twentieth of them, so that every one is tried at several; all of them with `--all`. */
const fixedFor = (role: number) => FIXED.filter((_, index) => (index + role) % propertyRuns(20, 1) === 0);

/** A name that every object inherits, in place of a service's own word, or of all words of a genuine answer. */
const inheritedFor = (on: string): readonly (readonly [Uint8Array<ArrayBuffer>, number])[] =>
  ['__proto__', 'constructor'].flatMap((word) => {
    const words = { kind: word, code: word, reason: word, state: word, status: word };
    const everywhere = JSON.stringify(JSON.parse(right.get(on) ?? '{}'), (_, value) =>
      typeof value === 'string' ? word : value,
    );
    return [
      [encoded(JSON.stringify({ ...words, error: words })), 402] as const,
      [encoded(JSON.stringify({ ...words, charge: words, items: [words] })), 200] as const,
      [encoded(everywhere), 200] as const,
    ];
  });

/** Arbitrary content: random JSON, a genuine answer with one value replaced, a genuine answer cut anywhere. */
const anythingFor = (on: string): fc.Arbitrary<Uint8Array<ArrayBuffer>> => {
  const text = right.get(on) ?? '{"kind":"ok"}';
  return fc.oneof(
    hostileText.map(encoded),
    mutated(JSON.parse(text)).map((value) => encoded(JSON.stringify(value))),
    fc.nat(text.length).map((end) => encoded(text.slice(0, end))),
  );
};

const LONGEST_MESSAGE = 2_000;
/** A hanging request never answers; on a busy machine milliseconds can become seconds. */
const LONGEST_MS = 60_000;
const SLOWEST_MS = 300_000;

/** A handler's result matches the contract, or it fails with a message; and it ends. */
async function holds(output: z.ZodType, requested: () => unknown): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error('It hangs.')), LONGEST_MS);
  });
  try {
    output.parse(await Promise.race([Promise.resolve(requested()), deadline]));
  } catch (error) {
    if (!(error instanceof ContractFailure)) throw error;
    expect(error.failure.code).not.toBe('');
    const { message } = error.failure;
    expect(message).not.toBe('');
    // The service's text may be quoted, as one bounded line of visible characters.
    expect(message).toBe(plainText(message, LONGEST_MESSAGE));
  } finally {
    clearTimeout(late);
  }
}

type Attack = {
  on: string;
  runs: number;
  output: z.ZodType;
  /** What must exist before it can be requested. */
  prepare?: () => Promise<void>;
  ask: () => unknown;
};

const { catalogue, key, marketplace, purchases } = requests;
const handlers = () => product.handlers;

const ATTACKS: readonly Attack[] = [
  {
    on: 'platform.catalogueStatus',
    runs: 90,
    output: catalogue.freshness.output,
    ask: () => handlers().catalogue.freshness({ from: 'service' }),
  },
  {
    on: 'registry.tools.list',
    runs: 120,
    output: catalogue.list.output,
    ask: () => handlers().catalogue.list({ from: 'service' }),
  },
  {
    on: 'registry.tools.search',
    runs: 90,
    output: catalogue.search.output,
    ask: () => handlers().catalogue.search({ from: 'service', query: 'award seats' }),
  },
  {
    on: 'registry.tools.describe',
    runs: 120,
    output: catalogue.describe.output,
    ask: () => handlers().catalogue.describe({ from: 'service', toolRef }),
  },
  {
    on: 'registry.tools.compare',
    runs: 90,
    output: catalogue.compare.output,
    ask: () => handlers().catalogue.compare({ from: 'service', toolRefs: refs.slice(0, 3) }),
  },
  {
    on: 'agentAccess.whoami',
    runs: 60,
    output: key.check.output,
    ask: () => handlers().key.check(undefined),
  },
  {
    on: 'platform.sandboxReference',
    runs: 24,
    output: marketplace.askSandbox.output,
    ask: () => handlers().marketplace.askSandbox(undefined),
  },
  {
    on: 'provider',
    runs: 36,
    output: marketplace.askProvider.output,
    ask: () => handlers().marketplace.askProvider({ address: market.url, input: ROUTE }),
  },
  { on: 'tool.quote', runs: 36, output: purchases.show.output, ask: () => quoteAnew() },
  { on: 'tool.call', runs: 24, output: purchases.show.output, ask: () => callOnce() },
  {
    on: 'call.status',
    runs: 20,
    output: purchases.checkAgain.output,
    prepare: () => pending(),
    ask: () => handlers().purchases.checkAgain({ purchaseId: underWay }),
  },
  {
    on: 'call.cancel',
    runs: 20,
    output: purchases.cancel.output,
    prepare: () => pending(),
    ask: () => handlers().purchases.cancel({ purchaseId: underWay }),
  },
  {
    on: 'call.list',
    runs: 48,
    output: purchases.reconcileWithService.output,
    ask: () => handlers().purchases.reconcileWithService(undefined),
  },
  {
    on: 'agentAccess.balance',
    runs: 16,
    output: purchases.balance.output,
    ask: () => handlers().purchases.balance(undefined),
  },
];

/** A purchase whose Call is in progress. */
let underWay = '';
async function pending(): Promise<void> {
  if (underWay !== '') {
    const { state } = await handlers().purchases.show({ purchaseId: underWay });
    if (state === 'pending') return;
  }
  await market.control.behave({
    callPlans: [{ outcome: 'pending', polls: 1_000_000, retryAfterMs: 60_000 }],
  });
  hostile = null;
  const purchase = await callOnce();
  expect(purchase.state).toBe('pending');
  underWay = purchase.purchaseId;
}

/** A request without an open purchase. */
const quoteAnew = () => {
  days++;
  const day = new Date(Date.UTC(2027, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
  return handlers().purchases.quote({ toolRef, input: { ...ROUTE, start_date: day, end_date: day } });
};

async function callOnce() {
  const quoted = await quoteAnew();
  if (quoted.quote === null) return quoted;
  const { quoteRef, toolVersion, inputDigest, price } = quoted.quote;
  const { purchaseId } = quoted;
  await handlers().purchases.approve({ purchaseId, shown: { quoteRef, toolVersion, inputDigest, price } });
  for (;;) {
    const notified = product.notified('purchases');
    const purchase = await handlers().purchases.show({ purchaseId });
    if (!['approved', 'submitted'].includes(purchase.state)) return purchase;
    await notified;
  }
}

/** The program after an attack: the screens can be rendered, and what is stored is intact. */
async function checkProgram(): Promise<void> {
  hostile = null;
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  requests.status.read.output.parse(await handlers().status.read(undefined));
  requests.marketplace.bindings.output.parse(await handlers().marketplace.bindings(undefined));
  requests.activity.list.output.parse(await handlers().activity.list({ limit: 500 }));
  requests.purchases.list.output.parse(await handlers().purchases.list({}));
  requests.results.searches.output.parse(await handlers().results.searches(undefined));
  const listed = catalogue.list.output.parse(await handlers().catalogue.list({ from: 'service' }));
  expect(listed?.items.map((tool) => tool.toolRef)).toEqual(refs);
  const cached = catalogue.list.output.parse(await handlers().catalogue.list({ from: 'cached' }));
  expect(cached?.items).toEqual(listed?.items);
  const page = catalogue.describe.output.parse(
    await handlers().catalogue.describe({ from: 'service', toolRef }),
  );
  expect(page?.posture.state).toBe('callable');
  requests.awards.tools.output.parse(await handlers().awards.tools({ refresh: false }));
  await handlers().key.check(undefined);
  const file = new Database(join(product.dataDir, 'milepost.sqlite'), { readonly: true });
  try {
    expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
  } finally {
    file.close();
  }
}

describe.each(ATTACKS)('$on', ({ on, runs: all, output, prepare, ask }) => {
  const runs = propertyRuns(Math.ceil(all / 12), all);
  test(
    'answers with fixed hostile content, and the program survives',
    async () => {
      const before = met;
      const fixed = fixedFor(OPERATIONS.findIndex(({ id }) => id === on));
      for (const [, bytes] of fixed) {
        await prepare?.();
        hostile = { on, bytes, status: 200 };
        await holds(output, ask);
      }
      expect(met - before).toBeGreaterThanOrEqual(fixed.length);
      await checkProgram();
    },
    SLOWEST_MS,
  );

  test(
    'answers with inherited names or without words, and the program survives',
    async () => {
      const answers = [...inheritedFor(on), ...wordlessFor(on)];
      for (const [bytes, status] of answers.filter((_, index) => index % propertyRuns(2, 1) === 0)) {
        await prepare?.();
        hostile = { on, bytes, status };
        await holds(output, ask);
      }
      await checkProgram();
    },
    SLOWEST_MS,
  );

  test(
    'answers with anything, as a success and as a failure, and the program survives',
    async () => {
      const before = met;
      await provesInTime(
        0.75,
        [anythingFor(on), fc.constantFrom(200, 200, 200, 400, 402, 409)],
        async (bytes, status) => {
          await prepare?.();
          hostile = { on, bytes, status };
          await holds(output, ask);
          return bytes.length > 2;
        },
        { numRuns: runs },
      );
      expect(met - before).toBeGreaterThanOrEqual(runs);
      await checkProgram();
    },
    SLOWEST_MS,
  );
});

test('an arbitrary document never breaks the program, and the next valid one is used', async () => {
  const openapi = right.get('openapi') ?? '';
  const attack = async (bytes: Uint8Array<ArrayBuffer>) => {
    hostile = { on: 'openapi', bytes, status: 200 };
    await holds(marketplace.refresh.output, () => handlers().marketplace.refresh(undefined));
    requests.marketplace.bindings.output.parse(await handlers().marketplace.bindings(undefined));
    await holds(catalogue.freshness.output, () => handlers().catalogue.freshness({ from: 'service' }));
  };
  for (const [, bytes] of FIXED.slice(0, propertyRuns(6, FIXED.length))) await attack(bytes);
  await provesInTime(
    0.5,
    [
      fc.oneof(
        hostileText.map(encoded),
        mutated(JSON.parse(openapi)).map((value) => encoded(JSON.stringify(value))),
        fc.nat(openapi.length).map((end) => encoded(openapi.slice(0, end))),
      ),
    ],
    async (bytes) => {
      await attack(bytes);
      return bytes.length > 2;
    },
    { numRuns: propertyRuns(10, 200) },
  );
  hostile = null;
  await handlers().marketplace.refresh(undefined);
  await checkProgram();
}, 100_000);
