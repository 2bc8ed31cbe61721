/** A service that repeats the key in everything that it answers: the key leaves the main process on no way. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExportFormat } from '#shared/contract/export.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import type { App } from '../../../electron/app/app-deps.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';
import { openProduct, type Product, quoted, shownOf } from '../../support/product.ts';
import { productFetch } from '../../support/product-fetch.ts';
import { storedOutput } from '../../support/stored-output.ts';
import { backUp } from '../backup/backed-up.ts';

const each = (text: string, write: (character: string) => string) => [...text].map(write).join('');
const codeOf = (character: string) => character.charCodeAt(0).toString(16);

/** The key as a service may write it, and the part of it that gives it away. */
const SPELLINGS: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => `bEARER ${key}`,
  (key) => each(key, (one) => `%${codeOf(one)}`),
  (key) => each(key, (one) => `&#${one.charCodeAt(0)};`),
  (key) => each(key, (one) => `&#x${codeOf(one)};`),
  (key) => Buffer.from(key).toString('base64'),
  (key) => Buffer.from(`Bearer ${key}`).toString('base64url'),
  (key) => Buffer.from(key).toString('hex'),
];
const echoOf = (key: string) => SPELLINGS.map((spell) => `<${spell(key)}>`).join(' ');
const inHeader = (key: string) => echoOf(key).replace(/[\r\n]+/gu, ' ');

/** Members that hold text for people, which may be anything. */
const TEXTS = /^(?:title|detail|description|summary|message|note|reason|documentation|label)$/iu;

function echoed(value: unknown, echo: string): unknown {
  if (Array.isArray(value)) return value.map((item) => echoed(item, echo));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, part]) => [
    name,
    TEXTS.test(name) && typeof part === 'string' ? `${part} ${echo}` : echoed(part, echo),
  ]);
  return { ...Object.fromEntries(members), note: echo };
}

type Mode = 'as usual' | 'redirect' | 'refused' | 'page' | 'cut off' | 'not JSON';
let mode: Mode = 'as usual';
/** Requests that carried the key. */
let carried = 0;

async function echoing(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await productFetch(input, init);
  const key = /^Bearer (.+)$/u.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1];
  if (key === undefined) return response;
  carried += 1;
  const echo = echoOf(key);
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.delete('content-encoding');
  for (const name of [
    'x-note',
    'warning',
    'link',
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
    'payment-required',
  ])
    headers.set(name, `"${inHeader(key)}"`);
  headers.set(
    'www-authenticate',
    `Bearer resource_metadata="/m?k=${key}", error_description="${inHeader(key)}"`,
  );
  const problem = JSON.stringify(
    echoed(
      {
        title: 'No',
        detail: 'No',
        code: `code_${key}`,
        kind: key,
      },
      echo,
    ),
  );
  if (mode === 'redirect') {
    headers.set('location', `/elsewhere?key=${key}`);
    return new Response(null, { status: 302, headers });
  }
  if (mode === 'refused') return new Response(problem, { status: 403, headers });
  headers.set(
    'content-type',
    mode === 'page' ? 'text/html' : mode === 'not JSON' ? `text/${key}` : 'application/json',
  );
  if (mode === 'page') return new Response(`<title>${echo}</title>`, { status: 500, headers });
  if (mode === 'not JSON') return new Response(echo, { headers });
  const type = response.headers.get('content-type') ?? '';
  if (/event-stream/u.test(type)) return response;
  const text = await response.text();
  const body = text === '' ? text : JSON.stringify(echoed(JSON.parse(text), echo));
  return new Response(mode === 'cut off' ? body.slice(0, -9) : body, { status: response.status, headers });
}

let service: ControlledMarketplace;
let product: Product;
let key: string;
beforeAll(async () => {
  service = await startControlledMarketplace();
  key = service.issueKey();
  product = await openProduct({ marketplace: service.baseUrl, key, fetch: echoing });
  await product.startedUp;
});
afterAll(async () => {
  await product.close();
  await service.close();
  rmSync(product.dataDir, { recursive: true, force: true });
});

/** What gives the key away: half of it in any spelling. */
const givenAway = (text: string): string[] => {
  const middle = key.slice(4, -4);
  const plain = text.replace(/\s/gu, '').toLowerCase();
  return SPELLINGS.map((spell) => spell(middle).replace(/\s/gu, '').toLowerCase())
    .map((one) => (one.startsWith('bearer') ? one.slice(6) : one))
    .filter((one) => plain.includes(one) || plain.includes(one.replaceAll('\\', '\\\\')));
};

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

async function exported(handlers: App['handlers'], format: ExportFormat): Promise<string> {
  const what = {
    view: 'table' as const,
    scope: { kind: 'matching' as const, origins: ['JFK'], destinations: ['LHR'] },
    filter: {},
    sort: [],
    hidden: [],
  };
  const { exportId } = await handlers.export.begin({ what, format });
  let text = '';
  for (;;) {
    const piece = await handlers.export.next({ exportId });
    text += piece.text;
    if (piece.done) return text;
  }
}

/** Everything that a page, a file, a terminal or an assistant can get from the program; failures too. */
async function everythingFrom({ handlers, dataDir }: Product): Promise<Record<string, string>> {
  const reads: Record<string, () => unknown> = {
    status: () => handlers.status.read(undefined),
    setup: () => handlers.status.setup({ refresh: true }),
    settings: () => handlers.settings.read(undefined),
    key: () => handlers.key.check(undefined),
    keyStatus: () => handlers.key.status(undefined),
    bindings: () => handlers.marketplace.bindings(undefined),
    document: () => handlers.marketplace.refresh(undefined),
    freshness: () => handlers.catalogue.freshness({ from: 'service' }),
    catalogue: () => handlers.catalogue.list({ from: 'service', filters: {} }),
    search: () => handlers.catalogue.search({ from: 'service', query: 'award seats', filters: {} }),
    tools: () => handlers.awards.tools({ refresh: true }),
    balance: () => handlers.purchases.balance(undefined),
    reconcile: () => handlers.purchases.reconcileWithService(undefined),
    purchases: () => handlers.purchases.list({}),
    evidence: async () => {
      const { items } = await handlers.purchases.list({});
      return Promise.all(
        items.map(({ purchaseId }) =>
          Promise.all([handlers.purchases.evidence({ purchaseId }), handlers.purchases.show({ purchaseId })]),
        ),
      );
    },
    outputs: async () => {
      const { items } = await handlers.outputs.list({});
      return Promise.all(items.map(({ purchaseId }) => storedOutput(handlers, purchaseId)));
    },
    purchasesFile: () => handlers.purchases.export({ format: 'csv' }),
    statement: () => handlers.purchases.statement({ month: new Date().toISOString().slice(0, 7) }),
    activity: () => handlers.activity.list({ limit: 500 }),
    activityFile: () => handlers.activity.export({ format: 'csv' }),
    csv: () => exported(handlers, 'csv'),
    json: () => exported(handlers, 'json'),
    ics: () => exported(handlers, 'ics'),
    details: () => handlers.diagnostics.details(undefined),
    oauth: () => handlers.oauth.refresh(undefined),
    mcp: () => handlers.mcp.connect({ readonly: true }),
    mcpState: () => handlers.mcp.read(undefined),
    backup: async () => (await backUp({ handlers })).toString('latin1'),
    files: () =>
      filesBelow(dataDir)
        .map((file) => readFileSync(file, 'latin1'))
        .join('\n'),
  };
  const found: Record<string, string> = {};
  for (const [name, read] of Object.entries(reads))
    found[name] = await Promise.resolve()
      .then(read)
      .then((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')))
      .catch((error: unknown) => `failed ${String(error)} ${JSON.stringify(error)}`);
  return found;
}

const approve = async (bought: Purchase) => {
  await product.handlers.purchases.approve({ purchaseId: bought.purchaseId, shown: shownOf(bought) });
  await product.notified('purchases');
};

it.each<Mode>(['as usual', 'refused', 'redirect', 'page', 'cut off', 'not JSON'])(
  'a key that is repeated in an answer leaves the program on no way: %s',
  async (now) => {
    mode = 'as usual';
    const waiting = await quoted(product).catch(() => null);
    mode = now;
    const before = carried;
    if (waiting !== null) await approve(waiting).catch(() => undefined);
    await quoted(product)
      .then(approve)
      .catch(() => undefined);
    const found = await everythingFrom(product);
    expect(carried).toBeGreaterThan(before);
    for (const [name, text] of Object.entries(found)) expect(givenAway(text), name).toEqual([]);
  },
);
