/**
 * `service.ts BOOKS`: a marketplace that answers with something hostile, drawn as large as a program may read, every answer
 * to an order half the time. Behind it stands the embedded one, which takes orders and writes its books to a file.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { startDemoMarketplace } from '../../electron/demo-marketplace/index.ts';

const MB = 1024 * 1024;
const repeated = (text: string, bytes: number): Buffer => Buffer.alloc(bytes, text);
const json = { 'content-type': 'application/json' };

/** Schemas that multiply: what one Tool may declare. */
const bomb = {
  type: 'object',
  properties: {
    a: { type: 'array', items: { allOf: Array(950).fill({ not: {} }) } },
    b: { $ref: '#/$defs/d0' },
  },
  $defs: Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `d${n}`,
      n === 39
        ? { type: 'integer' }
        : { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ]),
  ),
};
const operation = (operationId: string, n: number) => ({
  post: {
    operationId,
    summary: '/'.repeat(20_000),
    requestBody: {
      content: {
        'application/json': { schema: n % 3 === 0 ? bomb : { type: 'object', properties: { toolRef: {} } } },
      },
    },
    responses: { 200: { content: { 'application/json': { schema: bomb } } } },
  },
});
/** A document with three hundred operations more, which no role needs. */
const withMore = (text: string): string => {
  const document = JSON.parse(text) as { paths: object };
  const more = Array.from({ length: 300 }, (_, n) => [`/api/v1/${n}`, operation(`x.${n}`, n)]);
  return JSON.stringify({
    ...document,
    ...{ info: { title: ' '.repeat(200_000) } },
    paths: { ...Object.fromEntries(more), ...document.paths },
  });
};

type Attack = (response: ServerResponse, key: string) => void;
const body =
  (make: (key: string) => Buffer | string, headers: Record<string, string> = json, status = 200): Attack =>
  (response, key) => {
    response.writeHead(status, headers);
    response.end(make(key));
  };
const packed = (bytes: Buffer): Attack =>
  body(() => gzipSync(bytes), { ...json, 'content-encoding': 'gzip' });
const brackets = gzipSync(Buffer.concat([Buffer.from('['), repeated('[],', 24 * MB), Buffer.from('[]]')]));
const names = gzipSync(Buffer.from(`{${Array.from({ length: 400_000 }, (_, n) => `"k${n}":${n}`).join()}}`));
const endless = brotliCompressSync(Buffer.alloc(200 * MB), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
});
const halves = new Map<string, Buffer>();

const ATTACKS: readonly Attack[] = [
  (response, key) => {
    const half = key.slice(0, key.length / 2) || 'a';
    if (!halves.has(half)) halves.set(half, gzipSync(repeated(half, 33 * MB)));
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(halves.get(half));
  },
  body((key) => `{"echo":"${repeated(`${encodeURIComponent(key)} &#x2f; \\u002f`, 2 * MB)}"}`),
  (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(brackets),
  (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(names),
  (response) => response.writeHead(200, { ...json, 'content-encoding': 'br' }).end(endless),
  packed(repeated('1 ', 4 * MB)),
  body(() => `${'['.repeat(400_000)}${']'.repeat(400_000)}`),
  body(() =>
    JSON.stringify({
      kind: 'ok',
      items: Array.from({ length: 20_000 }, (_, n) => ({
        toolRef: `t${n}`,
        title: ' '.repeat(50),
        priceLabel: '1 '.repeat(80),
      })),
    }),
  ),
  body(() => JSON.stringify({ kind: 'found', tool: { toolRef: 'a', title: 'a', inputJsonSchema: bomb } })),
  body(() => 'x'.repeat(1_000), json, 205),
  body(
    () => JSON.stringify({ code: '/'.repeat(200_000), detail: ' '.repeat(200_000) }),
    { ...json, 'retry-after': '1' },
    500,
  ),
  body(() => '{}', { ...json, 'x-ratelimit-reset': '-'.repeat(8_000), 'x-note': ' '.repeat(8_000) }),
  (response) => {
    response.writeHead(200, json);
    response.write('{"a":"');
    const more = setInterval(() => response.write('x'.repeat(1_000)), 100);
    response.once('close', () => clearInterval(more));
  },
  (response) => response.destroy(),
];

const behind = await startDemoMarketplace({ booksFile: process.argv[2] ?? '' });
let own = '';

/** What the embedded marketplace answers, under this one's address. */
async function honest({ url, method, headers }: IncomingMessage, sent: Buffer) {
  const { host: _, connection: __, 'content-length': ___, 'accept-encoding': ____, ...rest } = headers;
  const body = sent.length === 0 ? null : new Uint8Array(sent);
  const init = { method: method ?? 'GET', headers: rest as Record<string, string>, body };
  const answer = await fetch(`${behind.baseUrl}${url}`, init);
  const type = answer.headers.get('content-type') ?? 'application/json';
  return {
    status: answer.status,
    type,
    text: (await answer.text()).replaceAll(behind.baseUrl, own),
  };
}

let next = 0;
const seen = { requests: 0 };
const server = createServer(async (request, response) => {
  const sent = await buffer(request).catch(() => Buffer.alloc(0));
  seen.requests += 1;
  const turn = next++;
  const { url = '', headers } = request;
  response.on('error', () => undefined);
  const attack = () =>
    ATTACKS[turn % ATTACKS.length]?.(
      response,
      headers.authorization?.replace('Bearer ', '') ?? 'a key that nobody sent',
    );
  const isOrder = /\/call$/u.test(url);
  // An order is taken, and its answer may be lost. A purchase also needs a document, a listing and a quote now and then.
  const answer = isOrder || turn % 3 > 0 ? await honest(request, sent).catch(() => null) : null;
  if (answer === null || turn % (isOrder ? 2 : 6) === 1) attack();
  else
    response
      .writeHead(answer.status, { 'content-type': answer.type })
      .end(url === '/openapi.json' && turn % 2 === 0 ? withMore(answer.text) : answer.text);
});
process.on('message', () => process.send?.(seen));
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', async () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  own = `http://127.0.0.1:${port}`;
  const listed = await fetch(`${behind.baseUrl}/api/v1/market-tools/list`, {
    ...{ method: 'POST', body: '{}', headers: json },
  });
  const { items } = (await listed.json()) as { items: { toolRef: string }[] };
  process.send?.({ port, key: behind.issueKey(), toolRef: items[0]?.toolRef });
});
