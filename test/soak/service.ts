/** A marketplace that answers every request with something hostile, drawn as large as a program may read. */
import { createServer, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

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
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: ' '.repeat(200_000) },
  paths: Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [
      `/api/v1/${n}`,
      operation(
        ['tool.quote', 'tool.call', 'registry.tools.describe', 'registry.tools.list', `x.${n}`][n % 5] ?? 'x',
        n,
      ),
    ]),
  ),
});

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

let next = 0;
const seen = { requests: 0, orders: 0 };
const server = createServer((request, response) => {
  request.resume();
  seen.requests += 1;
  if (/call$/u.test(request.url ?? '') && request.method === 'POST') seen.orders += 1;
  const key = request.headers.authorization?.replace('Bearer ', '') ?? 'a key that nobody sent';
  response.on('error', () => undefined);
  if (request.url === '/openapi.json' && next % 2 === 0) response.writeHead(200, json).end(document);
  else ATTACKS[next % ATTACKS.length]?.(response, key);
  next += 1;
});
process.on('message', () => process.send?.(seen));
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});
