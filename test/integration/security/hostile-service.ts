/**
 * The embedded marketplace in a process of its own, which answers whatever the test says with something hostile, written to
 * the connection byte by byte: an HTTP server of Node would not send all of it.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { startControlledMarketplace } from '../../support/marketplace/controlled-marketplace.ts';
import { repeated } from './hostile-pieces.ts';

export type Hostile = {
  /** Which requests it answers: the beginning of their path, or a part of a body (an MCP method). */
  on: string;
  status?: number;
  /** Written as they are. */
  headers: readonly string[];
  /** Before the head, so many answers of status 103. */
  early?: number;
  /**
   * `before`, `piece` repeated to so many bytes with the number of the repetition in place of `%N%`, `after`; the request's
   * own JSON-RPC id in place of `%ID%`.
   */
  before: string;
  piece: string;
  bytes: number;
  after: string;
  /** Transfer in chunks of so many bytes; by length where absent. */
  chunk?: number;
  /** After the length of each chunk. */
  extension?: string;
  /** After the last chunk, so many bytes of headers. */
  trailers?: number;
  /** As the header names them, from the innermost; `none` is named without being applied. */
  coding?: string;
  /**
   * How the connection is left: closed after the answer; half closed before it; open for ever after a part of it; reset.
   */
  leaves?: 'closed' | 'half closed' | 'open' | 'reset';
};

export type Serving = { kind: 'serving'; url: string; key: string } | { kind: 'set'; met: number };

let hostile: Hostile | null = null;
let met = 0;

const CODINGS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: (bytes) => zstdCompressSync(bytes),
};

function bodyOf({ before, piece, bytes, after, coding = '' }: Hostile, id: string): Buffer {
  const whole = Buffer.concat([
    Buffer.from(before.replace('%ID%', id)),
    repeated(piece, bytes),
    Buffer.from(after),
  ]);
  return coding.split(', ').reduce<Buffer>((coded, name) => CODINGS[name]?.(coded) ?? coded, whole);
}

function inChunks(body: Buffer, { chunk = body.length, extension = '', trailers = 0 }: Hostile): Buffer {
  const end = `0\r\n${repeated('x-a: b\r\n', trailers)}\r\n`;
  const aroundOne = `${chunk.toString(16)}${extension}\r\n\r\n`.length;
  const framed = Buffer.alloc(body.length + Math.ceil(body.length / chunk) * aroundOne + end.length);
  let to = 0;
  for (let at = 0; at < body.length; at += chunk) {
    const part = body.subarray(at, at + chunk);
    to += framed.write(`${part.length.toString(16)}${extension}\r\n`, to);
    to += part.copy(framed, to);
    to += framed.write('\r\n', to);
  }
  return framed.subarray(0, to + framed.write(end, to));
}

function attack(given: Hostile, id: string, socket: Duplex): void {
  met += 1;
  const { status = 200, headers, early = 0, chunk, coding, leaves = 'closed' } = given;
  const body = bodyOf(given, id);
  const framing = chunk === undefined ? `content-length: ${body.length}` : 'transfer-encoding: chunked';
  const coded = coding === undefined ? [] : [`content-encoding: ${coding.replace('none', 'gzip')}`];
  const head = [`HTTP/1.1 ${status} x`, ...headers, ...coded, framing, 'connection: close', '', ''];
  socket.on('error', () => undefined);
  socket.write('HTTP/1.1 103 Early\r\n\r\n'.repeat(early));
  socket.write(head.join('\r\n'));
  const sent = chunk === undefined ? body : inChunks(body, given);
  if (leaves === 'closed') socket.end(sent);
  else if (leaves === 'half closed') socket.end(sent.subarray(0, sent.length / 2));
  else socket.write(sent.subarray(0, sent.length - 1), () => leaves === 'reset' && socket.destroy());
}

const usual = http.Server.prototype.emit;
http.Server.prototype.emit = function emit(name: string, ...given: unknown[]): boolean {
  const pass = () => Reflect.apply(usual, this, [name, ...given]) as boolean;
  if (name !== 'request' || hostile === null) return pass();
  const [request, response] = given as [IncomingMessage, ServerResponse];
  const answers = hostile;
  if (request.url?.startsWith(answers.on) === true) {
    request.resume();
    attack(answers, '1', response.socket as Duplex);
    return true;
  }
  if (request.url?.startsWith('/mcp') !== true) return pass();
  if (request.method === 'GET') {
    // A stream that broke off is not resumed.
    response.writeHead(405).end();
    return true;
  }
  // Looked into before it is passed on: what was read is put back.
  request.once('readable', () => {
    const body = String(request.read() ?? '');
    if (body.includes(`"${answers.on}"`)) {
      const id = /"id":("[^"]*"|\d+)/u.exec(body)?.[1] ?? '1';
      attack(answers, id, response.socket as Duplex);
    } else {
      request.unshift(Buffer.from(body));
      pass();
    }
  });
  return true;
};

const demo = await startControlledMarketplace();
await demo.control.behave({ devicePollSeconds: 0.05 });
process.on('message', (next: Hostile | null) => {
  hostile = next;
  process.send?.({ kind: 'set', met } satisfies Serving);
  met = 0;
});
process.once('disconnect', () => process.exit());
process.send?.({ kind: 'serving', url: demo.baseUrl, key: demo.issueKey() } satisfies Serving);
