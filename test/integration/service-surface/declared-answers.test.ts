import { afterEach, beforeEach, expect, test } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';
import { openProduct, type Product, shownOf, until } from '../../support/product.ts';

/** What the product makes of services that declare their answers in ways of their own, over real HTTP. */

type Json = Record<string, unknown>;
/** How a service changes its document and its answers; `path` is that of the request. `type`: the answers' media type. */
type Service = {
  document?: (document: Json) => Json;
  answer?: (body: Json, path: string) => unknown;
  type?: string;
};

let demo: ControlledMarketplace;
let product: Product | null = null;

beforeEach(async () => {
  demo = await startControlledMarketplace();
});
afterEach(async () => {
  await product?.close();
  product = null;
  await demo.close();
});

async function open({ document = (one) => one, answer = (one) => one, type }: Service): Promise<Product> {
  const opened = await openProduct({
    marketplace: demo.baseUrl,
    key: demo.issueKey(),
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const { pathname } = new URL(String(input));
      if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response;
      const body = (await response.json()) as Json;
      const changed = pathname === '/openapi.json' ? document(body) : answer(body, pathname);
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      if (type !== undefined && pathname !== '/openapi.json') headers.set('content-type', type);
      return Response.json(changed, { status: response.status, headers });
    },
  });
  await opened.startedUp;
  product = opened;
  return opened;
}

const OVER = ['completed', 'refused', 'cancelled', 'pending', 'unknown', 'not_sent', 'not_quoted'];

async function quoted({ handlers }: Product, day = 1) {
  const [award] = (await handlers.awards.tools({ refresh: true })).tools;
  if (award === undefined) return null;
  const input = {
    origin_airport: 'JFK',
    destination_airport: 'LHR',
    cabin: 'business',
    start_date: `2027-03-${String(day).padStart(2, '0')}`,
    take: 10,
  };
  return requests.purchases.quote.output.parse(
    await handlers.purchases.quote({ toolRef: award.tool.toolRef, input }),
  );
}

async function bought(opened: Product, day = 1) {
  const purchase = await quoted(opened, day);
  if (purchase === null || purchase.quote === null) return purchase;
  const { purchaseId } = purchase;
  const { purchases } = opened.handlers;
  await purchases.approve({ purchaseId, shown: shownOf(purchase) });
  const show = async () => requests.purchases.show.output.parse(await purchases.show({ purchaseId }));
  await until(opened, async () => OVER.includes((await show()).state));
  return show();
}

/** Other words of the vocabulary for what is seen live. */
const RENAMED: Readonly<Record<string, string>> = {
  kind: 'outcome',
  toolRef: 'serviceId',
  quoteRef: 'quotation_id',
  callRef: 'ExecutionRef',
  price: 'totalPrice',
  expiresAt: 'validUntil',
  normalizedInput: 'effectiveInput',
  output: 'payload',
  usage: 'metering',
  receipt: 'invoice',
  chargeState: 'paymentStatus',
  units: 'minorUnits',
  exponent: 'scale',
  items: 'results',
  hasMore: 'has_next_page',
  nextCursor: 'nextPageToken',
  title: 'displayName',
  provider: 'publisher',
  inputJsonSchema: 'inputSchema',
  outputJsonSchema: 'outputSchema',
  scopes: 'grantedScopes',
  accountRef: 'accountId',
};
const NOT_RENAMED = new Set(['output', 'normalizedInput', 'inputJsonSchema', 'outputJsonSchema']);

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      RENAMED[name] ?? name,
      NOT_RENAMED.has(name) ? one : renamed(one),
    ]),
  );
}

/** Schemas of answers with other names; those of requests, and the amounts that requests use, as they are. */
function renamedDocument(document: Json): Json {
  const { schemas, ...components } = document.components as { schemas: Record<string, Json> };
  const changed = Object.entries(schemas).map(([name, schema]) => {
    if (/Request$|^(?:ToolFilters|ReconciliationEvidence|Problem)$/.test(name)) {
      const text = JSON.stringify(schema).replaceAll('schemas/Amount"', 'schemas/AmountOfRequest"');
      return [name, JSON.parse(text)];
    }
    const inNames = (part: unknown): unknown => {
      if (Array.isArray(part)) return part.map(inNames);
      if (typeof part !== 'object' || part === null) return part;
      return Object.fromEntries(
        Object.entries(part).map(([key, one]) => [
          key,
          key === 'required'
            ? (one as string[]).map((member) => RENAMED[member] ?? member)
            : key === 'properties'
              ? Object.fromEntries(
                  Object.entries(one as Json).map(([member, of]) => [RENAMED[member] ?? member, inNames(of)]),
                )
              : inNames(one),
        ]),
      );
    };
    return [name, inNames(schema)];
  });
  const all = { ...Object.fromEntries(changed), AmountOfRequest: schemas.Amount };
  return { ...document, components: { ...components, schemas: all } };
}

/** The document with every declared answer changed. */
function withAnswers(document: Json, change: (schema: Json) => Json): Json {
  const paths = structuredClone(document.paths) as Record<string, Record<string, Json>>;
  for (const operations of Object.values(paths))
    for (const { responses } of Object.values(operations)) {
      const content = (responses as Record<string, Json>)[200]?.content as Record<string, { schema: Json }>;
      for (const form of Object.values(content ?? {})) form.schema = change(form.schema);
    }
  return { ...document, paths };
}

/** The document with the declared answers of every operation under other statuses. */
function withResponses(document: Json, change: (responses: Json) => Json): Json {
  const paths = structuredClone(document.paths) as Record<string, Record<string, Json>>;
  for (const operations of Object.values(paths))
    for (const operation of Object.values(operations))
      operation.responses = change(operation.responses as Json);
  return { ...document, paths };
}

const SERVICES: Readonly<Record<string, Service>> = {
  'renames every member within the vocabulary': { document: renamedDocument, answer: renamed },
  'wraps its answers': {
    document: (document) =>
      withAnswers(document, (schema) => ({
        type: 'object',
        required: ['data'],
        properties: { data: schema, meta: { type: 'object', properties: { region: { type: 'string' } } } },
      })),
    answer: (data) => ({ data, meta: { region: 'eu' } }),
  },
  'declares its answers by a range of statuses, in parts, and as what may be null': {
    document: (document) =>
      withResponses(
        withAnswers(document, (schema) => ({ allOf: [schema, { description: 'as ever' }] })),
        ({ 200: success, ...others }) => ({ '2XX': success, ...others }),
      ),
  },
  'declares its answers under “default” alone': {
    document: (document) => withResponses(document, ({ 200: success }) => ({ default: success })),
  },
  'declares its answers as created': {
    document: (document) =>
      withResponses(document, ({ 200: success, ...others }) => ({ 201: success, ...others })),
  },
  'declares its answers as JSON of its own media type': {
    document: (document) =>
      withResponses(document, ({ 200: success, ...others }) => {
        const { content } = success as { content?: Record<string, unknown> };
        const [form] = Object.values(content ?? {});
        return { 200: { content: { 'application/vnd.market.v2+json': form } }, ...others };
      }),
    type: 'application/vnd.market.v2+json',
  },
  'declares no answer, and spells as it likes': {
    document: (document) => withAnswers(document, () => ({})),
    answer: (body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, one]) => [
          name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          one,
        ]),
      ),
  },
};

test.each(Object.keys(SERVICES))('a marketplace that %s is used in full', async (name) => {
  const opened = await open(SERVICES[name] ?? {});
  const { roles } = await opened.handlers.marketplace.bindings(undefined);
  expect(roles.filter(({ bound }) => bound === null).map(({ role }) => role)).toEqual([]);
  const quote = roles.find(({ role }) => role === 'quote')?.bound?.answer;
  expect(quote?.declared).toBe(!name.startsWith('declares no answer'));
  expect(quote?.lines.join()).toMatch(/price: \/[\w/]+ \(amount\)/);
  const purchase = await bought(opened);
  expect(purchase).toMatchObject({ state: 'completed', chargeState: 'paid', chargeAlarm: null });
  expect(purchase?.counted).toEqual(purchase?.price);
  const { searches } = opened.handlers.results;
  expect(await searches(undefined)).toHaveLength(1);
  expect((await demo.control.books()).calls).toHaveLength(1);
});

test('a role whose answer declares no price is not used, with that reason', async () => {
  const opened = await open({
    document: (document) => JSON.parse(JSON.stringify(document).replaceAll('"price"', '"figure"')),
  });
  const { roles } = await opened.handlers.marketplace.bindings(undefined);
  expect(roles.find(({ role }) => role === 'quote')).toMatchObject({
    bound: null,
    why: expect.stringContaining('declares no price'),
  });
  expect(roles.find(({ role }) => role === 'call')?.bound).not.toBeNull();
});

test('a price that no vocabulary knows is mapped by hand, and what was chosen is confirmed and used', async () => {
  const renamed = (body: Json) =>
    JSON.parse(JSON.stringify(body).replaceAll('"price":', '"figure":')) as Json;
  const opened = await open({
    document: renamed,
    answer: (body, path) => (path === '/api/v1/tools/quote' ? renamed(body) : body),
  });
  const { marketplace } = opened.handlers;
  const binding = { role: 'quote', operationId: 'tool.quote', members: null };
  const { propose } = requests.marketplace;
  const proposed = async (answer: Record<string, string> | null) =>
    propose.output.parse(await marketplace.propose({ ...binding, answer }));
  expect(await proposed(null)).toMatchObject({ refusal: 'its answer declares no price', choices: {} });
  const wrong = { price: '/quoteRef' };
  expect((await proposed(wrong)).refusal).toBe('its answer declares no price');
  await expect(marketplace.bind({ ...binding, answer: wrong })).rejects.toMatchObject({
    failure: { code: 'not_bindable' },
  });
  expect(await proposed({ price: '/figure', nothing: '/figure' })).toMatchObject({
    refusal: null,
    choices: { price: '/figure' },
  });
  await marketplace.bind({ ...binding, answer: { price: '/figure' } });
  const { roles } = await marketplace.bindings(undefined);
  expect(roles.find(({ role }) => role === 'quote')?.bound?.answer?.lines).toContain(
    'price: /figure (amount)',
  );
  expect(await bought(opened)).toMatchObject({ state: 'completed', chargeState: 'paid', chargeAlarm: null });
});

/** Every place of a value in an answer, and the same answer with another one there. */
function* broken(body: unknown, path: readonly (string | number)[] = []): Generator<[string, Json]> {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    const at = [...path, name];
    for (const instead of [null, { odd: [typeof value] }])
      yield [`${at.join('/')}: ${typeof instead}`, { at, instead }];
    yield* broken(value, at);
  }
}

function withValue(body: unknown, [name, ...rest]: readonly string[], instead: unknown): unknown {
  if (name === undefined) return instead;
  if (Array.isArray(body))
    return body.map((one, at) => (String(at) === name ? withValue(one, rest, instead) : one));
  return { ...(body as Json), [name]: withValue((body as Json)[name], rest, instead) };
}

test.each(['/api/v1/tools/quote', '/api/v1/tools/call'])(
  'answers of %s that break their declaration in one field: nothing is claimed, lost or charged twice',
  async (endpoint) => {
    let seen: Json | null = null;
    let change: { at: string[]; instead: unknown } | null = null;
    const opened = await open({
      answer: (body, path) => {
        if (path !== endpoint) return body;
        seen ??= body;
        return change === null ? body : withValue(body, change.at, change.instead);
      },
    });
    await bought(opened, 1);
    const places = [...broken(seen)].filter(([where]) => !/^(?:output|normalizedInput)\/.*\//.test(where));
    expect(places.length).toBeGreaterThan(15);
    let day = 1;
    for (const [where, how] of places.slice(0, 40)) {
      const before = (await demo.control.books()).calls.length;
      change = how as { at: string[]; instead: unknown };
      day += 1;
      const purchase = await bought(opened, (day % 28) + 1).catch(
        (error: unknown) => error as { state?: string },
      );
      change = null;
      const made = (await demo.control.books()).calls.length - before;
      const said = JSON.stringify({ where, purchase });
      expect(made, said).toBeLessThanOrEqual(1);
      if (purchase === null || !('purchaseId' in purchase)) {
        expect(made, said).toBe(0);
        continue;
      }
      if (made === 1) {
        expect(['completed', 'unknown', 'pending'], said).toContain(purchase.state);
        expect(purchase.counted, said).not.toBeNull();
      } else expect(purchase.state, said).not.toBe('completed');
      if (purchase.state === 'completed')
        expect(await opened.handlers.outputs.read({ purchaseId: purchase.purchaseId }), said).toBeDefined();
    }
  },
  240_000,
);
