/**
 * Whatever a marketplace, its authorization server or its tool connection answers, as large as it may be and however it is
 * sent: it leaves the main process time for its page. The service is another process, so that all that this thread does counts.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { SYSTEM_TIMING } from '../../../electron/marketplace/waits/timing.ts';
import { openProduct, type Product, SEARCH } from '../../support/product.ts';
import { storedText } from '../../support/stored-output.ts';
import { heldBy } from '../../support/time-budget.ts';
import { pieces } from './hostile-pieces.ts';
import type { Hostile, Serving } from './hostile-service.ts';

const KB = 1024;
const MB = KB * KB;

const service = fork(join(import.meta.dirname, 'hostile-service.ts'), { execArgv: [] });
let product: Product;
let url = '';
/** All of the key but its end. */
let begunKey = '';
let dataDir = '';
let toolRef = '';

/** Returns how often the last one was met. */
async function answers(hostile: Hostile | null): Promise<number> {
  const set = once(service, 'message');
  service.send(hostile as object);
  const [{ met }] = (await set) as [Serving & { kind: 'set' }];
  return met;
}

const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });
beforeAll(async () => {
  const [serving] = (await once(service, 'message')) as [Serving & { kind: 'serving' }];
  url = serving.url;
  begunKey = serving.key.slice(0, -1);
  dataDir = mkdtempSync(join(tmpdir(), 'milepost-hostile-'));
  product = await openProduct({
    ...{ marketplace: url, key: serving.key, dataDir, checkOutput: false },
    // Between attempts of a read nothing happens: these pauses, of 1 to 3 s, are shortened.
    after: (ms, run) => SYSTEM_TIMING.after(ms >= 1_000 && ms <= 3_000 ? ms / 50 : ms, run),
  });
  await product.startedUp;
  const { handlers } = product;
  await handlers.settings.setLimits({
    limits: { perCall: usd('50000'), perDay: usd('900000000'), perMonth: usd('900000000') },
  });
  toolRef = (await handlers.awards.tools({ refresh: true })).tools[0]?.tool.toolRef ?? '';
  expect(toolRef).not.toBe('');
  // Everything is loaded and compiled before it is measured.
  for (const source of SOURCES) await attempt(source);
}, 120_000);
afterAll(async () => {
  await product.close();
  rmSync(dataDir, { recursive: true, force: true });
  service.kill('SIGKILL');
});

type Source = {
  name: string;
  on: string;
  most: number;
  type?: string;
  /** What may stand around the pieces. */
  around: readonly (readonly [string, string])[];
  pieces: readonly string[];
  ask: () => unknown;
  /** What once held it. */
  known?: readonly Partial<Hostile>[];
};

const plainly = ({ on, type = json }: Source): Hostile => ({
  ...{ on, headers: [`content-type: ${type}`], before: '', piece: '', bytes: 0, after: '' },
});

const handlers = () => product.handlers;
const json = 'application/json';
const describing = (title: string, end: string) =>
  [`{"kind":"found","tool":{"toolRef":"a",${title}`, `${end}}}`] as const;

/** Connects until it comes to an end, one way or another. */
async function connecting(): Promise<void> {
  await handlers().oauth.connect({ scopes: ['market_tools:call'] });
  for (let waits = 0; waits < 100; waits++) {
    const { connecting } = await handlers().oauth.read(undefined);
    if (connecting.state !== 'starting' && connecting.state !== 'waiting') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await handlers().oauth.cancel(undefined);
}

/** A search is not bought again while what became of its order is unknown. */
let bought = 0;
async function buying(): Promise<void> {
  bought += 1;
  const quoted = await handlers().purchases.quote({ toolRef, input: { ...SEARCH, take: 10 + bought } });
  if (quoted.quote === null) return;
  const { purchaseId } = quoted;
  const { quoteRef, toolVersion, inputDigest, price } = quoted.quote;
  await handlers().purchases.approve({ purchaseId, shown: { quoteRef, toolVersion, inputDigest, price } });
  for (let waits = 0; waits < 200; waits++) {
    const { state } = await handlers().purchases.show({ purchaseId });
    if (!['approved', 'submitted'].includes(state)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const RPC = '{"jsonrpc":"2.0","id":%ID%,"result":';
const SOURCES: readonly Source[] = [
  {
    name: 'a document',
    on: '/openapi.json',
    most: 16 * MB,
    around: [
      ['{"openapi":"3.1.0","info":{"title":"', '"},"paths":{}}'],
      ['{"openapi":"3.1.0","info":{"title":"a"},"paths":{', '"/z":{}}}'],
      [
        '{"openapi":"3.1.0","info":{"title":"a"},"paths":{"/a":{"get":{"operationId":"a","parameters":[',
        '{}]}}}}',
      ],
      ['openapi: 3.1.0\ninfo:\n  title: ', '\n'],
      ['openapi: 3.1.0\na: &a [', ']\n'],
    ],
    pieces: [
      '"/a":{"get":{"operationId":"tool.quote","summary":"/////"}},',
      '{"$ref":"#/paths"},',
      '*a,',
      '&a [',
      '- a\n',
      '? ',
      ': ',
    ],
    ask: () => handlers().marketplace.refresh(undefined),
  },
  {
    name: 'a list of Tools',
    on: '/api/v1/market-tools/list',
    most: 4 * MB,
    around: [
      ['{"kind":"ok","items":[', '{}]}'],
      ['{"kind":"ok","items":[{"toolRef":"a","title":"', '"}]}'],
      ['{"kind":"ok",', '"a":0}'],
    ],
    pieces: [
      '{"toolRef":"a","title":"b","priceLabel":"1 1 1"},',
      '{"toolRef":"a","provider":{"name":"a"},"tags":["a","b","c"]},',
      '"items":[],',
    ],
    ask: () => handlers().catalogue.list({ from: 'service' }),
    known: [{ before: '{"a":"', piece: 'a', bytes: 990_000, after: '"}', chunk: 1 }],
  },
  {
    name: 'what a search found',
    on: '/api/v1/market-tools/search',
    most: 4 * MB,
    around: [
      ['{"kind":"ok","items":[', '{}]}'],
      ['{"kind":"ok","candidates":[{"toolRef":"a","title":"', '"}]}'],
    ],
    pieces: ['{"toolRef":"a","title":"awards seats"},', '"awards",', ' awards'],
    ask: () => handlers().catalogue.search({ from: 'service', query: 'awards seats' }),
  },
  {
    name: 'a Tool with its schema',
    on: '/api/v1/market-tools/describe',
    most: 4 * MB,
    around: [
      describing('"title":"', '"'),
      describing('"title":"a","inputJsonSchema":{"type":"object","properties":{', '"z":{}}}'),
      describing('"title":"a","inputJsonSchema":{"allOf":[', '{}]}'),
      describing('"title":"a","examples":[', '{}]'),
    ],
    pieces: [
      '"__proto__":{"type":"array","items":{"enum":[1,2]}},',
      '{"$ref":"#"},',
      '{"a":{"b":[1,"2"]}},',
      '{"pattern":"^(a+)+$"},',
      '{"dependentSchemas":{"a":{"uniqueItems":true}},"propertyNames":{"pattern":"(a|a)*b"}},',
    ],
    ask: () => handlers().catalogue.describe({ from: 'service', toolRef }),
  },
  {
    name: 'a quote',
    on: '/api/v1/tools/quote',
    most: MB,
    around: [
      ['{"kind":"quote","quote":{"quoteRef":"a","price":{"currency":"USD","amount":"', '"}}}'],
      ['{"kind":"quote","quote":{"quoteRef":"a","details":[', '{}]}}'],
    ],
    pieces: ['1 ', '0', '9', '{"total":"1 1 1"},'],
    ask: () => handlers().purchases.quote({ toolRef, input: SEARCH }),
  },
  {
    name: 'a receipt',
    on: '/api/v1/tools/call',
    most: 32 * MB,
    around: [
      ['{"kind":"completed","callRef":"a","charge":{"currency":"USD","amount":"', '"}}'],
      ['{"kind":"completed","callRef":"a","output":{"data":[', '{}],"hasMore":false}}'],
      ['{"kind":"completed","callRef":"a","receipt":{"total":"', '"}}'],
    ],
    pieces: [
      '1 ',
      '0',
      '{"ID":"a","RouteID":"b","Date":"2027-03-01","YMileageCost":"1 1 1"},',
      '{"a":[{"b":{}}]},',
      '%KEY%',
      '%BASE64%',
    ],
    ask: buying,
    known: [
      // What a search for the key looks into most.
      { before: '{"a":"', piece: '\\\\u002f%2F&#47;', bytes: 31 * MB, after: '"}' },
      {
        before:
          '{"kind":"completed","callRef":"a","output":{"data":[{"ID":"a","Date":"2027-03-01","Source":"',
        piece: '\\u202e',
        bytes: 7_900_000,
        after: '"}],"hasMore":false}}',
      },
      { before: '{"kind":"', piece: '\\u202e', bytes: 31 * MB, after: '"}' },
      { before: '{"kind":"completed","callRef":[', piece: '{},', bytes: 31 * MB, after: '0]}' },
      {
        before: '{"kind":"completed","callRef":"a",',
        piece: '"a%N%":null,',
        bytes: 20 * MB,
        after: '"z":0}',
      },
      {
        before: '{"kind":"completed","callRef":"a","output":{',
        piece: '"a%N%":0,',
        bytes: 7 * MB,
        after: '"z":0}}',
      },
    ],
  },
  {
    name: 'the list of Calls',
    on: '/api/v1/calls',
    most: 4 * MB,
    around: [
      ['{"kind":"ok","items":[', '{}]}'],
      ['{"items":[{"callRef":"', '"}]}'],
    ],
    pieces: [
      '{"callRef":"a","charge":{"currency":"USD","amount":"1"},"state":"completed"},',
      '{"callRef":"a"},',
    ],
    ask: () => handlers().purchases.reconcileWithService(undefined),
  },
  {
    name: 'metadata of the resource',
    on: '/.well-known/oauth-protected-resource',
    most: 256 * KB,
    around: [
      ['{"resource":"URL","authorization_servers":["URL"],"scopes_supported":[', '"a"]}'],
      ['{"resource":"URL","authorization_servers":[', '"URL"]}'],
      ['{"resource":"', '"}'],
    ],
    pieces: ['"a",', '"URL",', 'http://', '/', '[],'],
    ask: () => handlers().oauth.refresh(undefined),
  },
  {
    name: 'metadata of the authorization server',
    on: '/.well-known/oauth-authorization-server',
    most: 256 * KB,
    around: [
      ['{"issuer":"URL","token_endpoint":"URL/oauth/token","scopes_supported":[', '"a"]}'],
      ['{"issuer":"URL', '"}'],
      ['{"issuer":"URL","token_endpoint":"URL/', '"}'],
    ],
    pieces: ['"a",', '/', '%2F', '{"a":1},'],
    ask: () => handlers().oauth.refresh(undefined),
  },
  {
    name: 'a code for the browser',
    on: '/oauth/device_authorization',
    most: 256 * KB,
    around: [
      ['{"device_code":"a","user_code":"', '","verification_uri":"URL","expires_in":1}'],
      ['{"device_code":"a","user_code":"b","verification_uri":"URL/', '","expires_in":1}'],
    ],
    pieces: ['A', '-', '/', ' ', '%'],
    ask: connecting,
  },
  {
    name: 'a new key',
    on: '/oauth/token',
    most: 256 * KB,
    around: [
      ['{"access_token":"aek_live_4fQ9zKd72mNx0aB31pWq","token_type":"bearer","scope":"', '"}'],
      ['{"access_token":"', '","token_type":"bearer"}'],
      ['{"error":"', '"}'],
    ],
    pieces: ['a ', 'aek_live_4fQ9zKd72mNx0aB31pW ', ' ', '\\\\u0020', 'a'],
    ask: connecting,
    known: [
      {
        before: '{"access_token":"aek_live_4fQ9zKd72mNx0aB31pWq","token_type":"bearer","scope":"',
        piece: 'a ',
        bytes: 250_000,
        after: '"}',
      },
    ],
  },
  ...(
    [
      [json, RPC, '}'],
      ['text/event-stream', `data: ${RPC}`, '}\n\n'],
      ['text/event-stream', `:"\ndata: ${RPC}`, '}\n\n'],
      ['text/event-stream', `id: "\rdata: ${RPC}`, '}\r\r'],
    ] as const
  ).flatMap(([type, before, after], index): Source[] => [
    {
      name: `the tools of a connection, as ${type} (${index})`,
      on: 'tools/list',
      most: 8 * MB,
      type,
      around: [
        [`${before}{"tools":[`, `{}]}${after}`],
        [`${before}{"tools":[{"name":"`, `"}]}${after}`],
        ['', `\n\n${before}{"tools":[]}${after}`],
      ],
      pieces: [
        '{"name":"a","inputSchema":{"type":"object"}},',
        '[],',
        ...(type === json
          ? []
          : [
              'data: {}\n\n',
              'data: {"jsonrpc":"2.0","method":"a"}\n\n',
              ':\n',
              'data: \n',
              'id: a\n\n',
              '\r',
              'retry: 1\n\n',
            ]),
      ],
      ask: async () => {
        await handlers().mcp.disconnect(undefined);
        await handlers().mcp.connect({ readonly: true });
      },
    },
    {
      name: `what a tool answers, as ${type} (${index})`,
      on: 'tools/call',
      most: 8 * MB,
      type,
      around: [
        [`${before}{"content":[`, `{}]}${after}`],
        [`${before}{"content":[{"type":"text","text":"`, `"}]}${after}`],
      ],
      pieces: [
        '{"type":"text","text":"{}"},',
        '[],',
        '\\"a\\":',
        ...(type === json ? [] : ['\ndata: ', 'data: {}\n\n']),
      ],
      ask: () => handlers().mcp.tryTool({ name: toolName, input: {} }),
      known: [
        { before, piece: '[],', bytes: 8_000_000, after: `[]${after}` },
        ...(type === json ? [] : [{ piece: 'data: {}\n\n', bytes: 4_000_000, coding: 'gzip' } as const]),
      ],
    },
  ]),
];
let toolName = 'none';

const HEADERS = [
  'link',
  'warning',
  'retry-after',
  'ratelimit',
  'x-ratelimit-reset',
  'www-authenticate',
  'set-cookie',
  'x-ae-request-id',
  'payment-required',
  'date',
  'content-type',
  'deprecation',
  'sunset',
  'x-note',
];
const headerPiece = fc.constantFrom(
  '-',
  ' ',
  ',',
  ';',
  '<',
  '"',
  'a=',
  'a="b",',
  '<a>;rel="next",',
  'Bearer ',
  '/',
  '\\',
  '1 ',
  '(',
  '\t',
  '%2F',
  'Basic realm="',
);
const header = fc
  .tuple(
    fc.constantFrom(...HEADERS),
    fc.array(headerPiece, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(0, 100, 8_000, 15_000),
  )
  .map(([name, pieces, bytes]) => `${name}: ${Buffer.alloc(bytes, pieces.join(''))}`);

/** As many short headers as are read, or a few long ones. */
const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  fc.array(header, { minLength: 1, maxLength: 4 }),
  fc.tuple(header, fc.constantFrom(1_900)).map(([one, count]) => Array(count).fill(one.slice(0, 30))),
);

const FRAMINGS: readonly Pick<Hostile, 'chunk' | 'extension' | 'trailers' | 'coding'>[] = [
  ...[{}, {}, { chunk: 65_536 }, { chunk: 1 }, { chunk: 3 }],
  ...[
    { chunk: 4_096, extension: `;a=${'b'.repeat(4_000)}` },
    { chunk: 1, extension: ';a' },
  ],
  ...[
    { chunk: 65_536, trailers: 60_000 },
    { chunk: 65_536, trailers: 1_000_000 },
  ],
  ...['gzip', 'br', 'zstd', 'deflate', 'gzip, gzip', 'br, gzip', 'none', 'a', ','].map((coding) => ({
    coding,
  })),
];

const hostileFrom = ({ on, most, type, around, pieces: own }: Source): fc.Arbitrary<Hostile> =>
  fc
    .record({
      around: fc.constantFrom(...around, ...around, ['', ''] as const),
      piece: pieces(own),
      bytes: fc.constantFrom(most - 600, most - 600, Math.min(most - 600, 990_000)),
      status: fc.constantFrom(200, 200, 200, 200, 400, 402),
      framing: fc.constantFrom(...FRAMINGS),
      headers,
      early: fc.constantFrom(0, 0, 0, 5_000),
      leaves: fc.constantFrom('closed', 'closed', 'closed', 'closed', 'half closed', 'reset'),
    })
    .map(({ around: [before, after], piece, bytes, framing, headers, ...more }) => {
      const at = (text: string) =>
        text
          .replaceAll('URL', url)
          .replaceAll('%KEY%', begunKey)
          .replaceAll('%BASE64%', Buffer.from(begunKey).toString('base64'));
      return {
        on,
        ...more,
        headers: [`content-type: ${type ?? json}`, ...headers],
        before: at(before),
        piece: at(piece),
        // So many chunks of a byte are no more bytes on their way than the largest answer has.
        bytes: (framing.chunk ?? KB) < 10 ? Math.min(bytes, 990_000) : bytes,
        after: at(after),
        ...framing,
      };
    });

/** Asks, and takes an answer or a refusal in words. */
async function attempt({ ask }: Pick<Source, 'ask'>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof ContractFailure)) throw error;
    expect(error.failure.message).not.toBe('');
  }
}

/** Opens the connection again, which an answer may have ended. */
async function connectTools(): Promise<void> {
  await answers(null);
  await attempt({ ask: () => handlers().mcp.connect({ readonly: true }) });
  toolName = (await handlers().mcp.read(undefined)).tools[0]?.name ?? 'none';
}

describe.each(SOURCES)('$name', (source) => {
  it('as large as it may be leaves the main process time', async () => {
    await connectTools();
    await provesInTime(
      0.9,
      [hostileFrom(source)],
      async (hostile) => {
        await answers(hostile);
        const held = await heldBy(() => attempt(source), { alone: true });
        expect(held).toBeNull();
        const met = await answers(null);
        // A document that can be read leaves nothing to ask for.
        if (source === SOURCES[0]) await attempt(source);
        return met > 0;
      },
      {
        numRuns: propertyRuns(3, 40) + (source.known ?? []).length,
        endOnFailure: true,
        examples: (source.known ?? []).map((known) => [[{ ...plainly(source), ...known }]]),
      },
    );
  }, 600_000);
});

describe('a stored answer to an order', () => {
  it.each([
    ['with an output', '{"kind":"completed","callRef":"a","output":{"data":[', '{}]}}'],
    ['that was not understood', '{"kind":"other","data":[', '{}]}'],
  ])(
    '%s, as large as it may be, is shown and proved in turns',
    async (_, before, after) => {
      const piece = '{"ID":"a","RouteID":"b","Date":"2027-03-01","YMileageCost":"70000"},';
      await answers({
        ...plainly({ ...SOURCES[0], on: '/api/v1/tools/call' } as Source),
        before,
        piece,
        after,
        bytes: 31 * MB,
      });
      await attempt({ ask: buying });
      await answers(null);
      const { items } = await handlers().outputs.list({});
      const { purchaseId = '' } = items[0] ?? {};
      let text = '';
      const held = await heldBy(
        async () => {
          text = await storedText(handlers(), purchaseId);
          await handlers().outputs.read({ purchaseId });
          await handlers().purchases.evidence({ purchaseId });
          await handlers().purchases.show({ purchaseId });
        },
        { alone: true },
      );
      expect(text.length).toBeGreaterThan(30 * MB);
      expect(held).toBeNull();
    },
    300_000,
  );
});

/** Redirects without end, of each status, to the place itself and elsewhere. */
describe('redirects', () => {
  const redirect = fc.record({
    source: fc.constantFrom(...SOURCES),
    status: fc.constantFrom(300, 301, 302, 303, 307, 308, 399),
    to: fc.constantFrom(
      '',
      '?',
      'URL/x',
      '//127.0.0.1:9/',
      'http://[::1]/',
      'data:,a',
      'javascript:a',
      '\t',
      'URL',
    ),
    long: fc.constantFrom(0, 15_000),
  });
  it('are followed from nowhere', async () => {
    await provesInTime(
      0.85,
      [redirect],
      async ({ source, status, to, long }) => {
        await connectTools();
        const location = `location: ${to.replace('URL', url)}${'a'.repeat(long)}`;
        await answers({ ...plainly(source), status, headers: [location], before: 'a' });
        const held = await heldBy(() => attempt(source), { alone: true });
        expect(held).toBeNull();
        // A read is repeated at most twice, and the three ways of reading a resource's metadata are each tried.
        const met = await answers(null);
        expect(met).toBeLessThan(12);
        if (source === SOURCES[0]) await attempt(source);
        return met > 0;
      },
      { numRuns: propertyRuns(8, 200), endOnFailure: true },
    );
  }, 600_000);
});
