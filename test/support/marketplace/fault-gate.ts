import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { isObject } from '#shared/json.ts';
import type { AppContext, Gate } from '../../../electron/demo-marketplace/http/http-app.ts';
import { problem } from '../../../electron/demo-marketplace/http/problem.ts';
import type { Fault, Faults } from './faults.ts';

/** Tells the adaptor that the socket was handled manually. */
const alreadySent = () => new Response(null, { headers: { 'x-hono-already-sent': 'true' } });

const outgoing = (context: AppContext): ServerResponse => context.env.outgoing as ServerResponse;

async function untilClosed(response: ServerResponse): Promise<void> {
  if (!response.destroyed && !response.socket?.destroyed) await once(response, 'close');
}

/** Cuts the socket. */
export function cut(context: AppContext): Response {
  outgoing(context).socket?.destroy();
  return alreadySent();
}

function statusAnswer(fault: Fault & { kind: 'status' }): Response {
  const headers = new Headers({ 'Content-Type': 'application/problem+json', ...fault.headers });
  if (fault.retryAfterSeconds !== undefined) headers.set('Retry-After', String(fault.retryAfterSeconds));
  if (fault.retryAfterDateInSeconds !== undefined) {
    headers.set('Retry-After', new Date(Date.now() + fault.retryAfterDateInSeconds * 1000).toUTCString());
  }
  if (fault.rateLimit) {
    headers.set('RateLimit-Limit', String(fault.rateLimit.limit));
    headers.set('RateLimit-Remaining', String(fault.rateLimit.remaining));
    headers.set('RateLimit-Reset', String(fault.rateLimit.reset));
  }
  const answer = { ...problem(fault.status, fault.code, 'An injected fault.'), ...fault.problem };
  return new Response(fault.body ?? JSON.stringify(answer), { status: fault.status, headers });
}

/** Writes an endless body, as fast as the reader accepts it. */
async function endless(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const chunk = `"${'x'.repeat(65_534)}",`;
  const body = function* () {
    yield '{"items":[';
    for (;;) yield chunk;
  };
  // Only the reader can end it, by disconnecting.
  await pipeline(Readable.from(body()), response).catch(() => undefined);
}

/** A small compressed body that decompresses to a very large one. */
async function gzipBomb(response: ServerResponse, megabytes: number): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
  const chunk = Buffer.alloc(1_048_576, 0x20);
  const body = function* () {
    for (let done = 0; done < megabytes; done += 1) yield chunk;
    yield Buffer.from('{}');
  };
  await pipeline(Readable.from(body()), createGzip(), response).catch(() => undefined);
}

/** Sends a body with a wrong content length, and ends the socket after it. */
async function withLength(
  response: ServerResponse,
  answer: Response,
  bytes: Buffer,
  length: number,
): Promise<void> {
  const headers = Object.fromEntries(answer.headers);
  response.strictContentLength = false;
  response.writeHead(answer.status, { ...headers, 'content-length': String(length), connection: 'close' });
  response.write(bytes, () => response.socket?.end());
  await untilClosed(response);
}

/** Corrupts a complete answer. */
async function corrupt(fault: Fault, context: AppContext): Promise<Response> {
  const answer = context.res;
  const response = outgoing(context);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { status } = answer;
  const rewritten = (body: string | Buffer, headers: Record<string, string> = {}) =>
    new Response(new Uint8Array(Buffer.from(body)), {
      status,
      headers: { ...Object.fromEntries(answer.headers), ...headers },
    });
  switch (fault.kind) {
    case 'drop_acknowledgement':
      return cut(context);
    case 'hang':
      await untilClosed(response);
      return alreadySent();
    case 'malformed_json':
      return rewritten(`${bytes.toString().slice(0, -1)}, "oops": `);
    case 'truncated_body':
      await withLength(response, answer, bytes.subarray(0, Math.floor(bytes.length / 2)), bytes.length);
      return alreadySent();
    case 'length_too_long':
      await withLength(response, answer, bytes, bytes.length + 1000);
      return alreadySent();
    case 'length_too_short':
      await withLength(response, answer, bytes, Math.max(1, bytes.length - 10));
      return alreadySent();
    case 'content_type':
      return rewritten(bytes, { 'content-type': fault.contentType });
    case 'replace_body':
      return rewritten(typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body));
    case 'change_members': {
      const body: unknown = JSON.parse(bytes.toString());
      const changed = isObject(body) ? { ...body, ...fault.set } : body;
      for (const member of fault.drop) if (isObject(changed)) delete changed[member];
      return rewritten(JSON.stringify(changed));
    }
    default:
      return rewritten(bytes);
  }
}

/** Answers a request instead of its operation; undefined if the fault does not. */
async function answerInstead(fault: Fault, context: AppContext): Promise<Response | undefined> {
  switch (fault.kind) {
    case 'drop_connection':
      return cut(context);
    case 'status':
      return statusAnswer(fault);
    case 'redirect':
      return new Response(null, { status: fault.status, headers: { Location: fault.location } });
    case 'endless_body':
      await endless(outgoing(context));
      return alreadySent();
    case 'gzip_bomb':
      await gzipBomb(outgoing(context), fault.megabytes);
      return alreadySent();
    case 'hang':
      if (fault.processed) return undefined;
      await untilClosed(outgoing(context));
      return alreadySent();
    default:
      return undefined;
  }
}

type SeenRequest = { endpoint: string; requestId: string; status: number };
export type Seen = { counts: Record<string, number>; last: SeenRequest[] };

const MAX_SEEN = 500;

/** Counts requests and applies the faults that were injected for them. */
export function faultGate(faults: Faults, seen: Seen): Gate {
  return async (endpoint, context, next) => {
    seen.counts[endpoint] = (seen.counts[endpoint] ?? 0) + 1;
    const entry: SeenRequest = { endpoint, requestId: context.get('requestId'), status: 0 };
    seen.last.push(entry);
    if (seen.last.length > MAX_SEEN) seen.last.shift();
    const matching = faults.takeMatching(endpoint);
    for (const fault of matching) if (fault.kind === 'delay') await wait(fault.ms);
    for (const fault of matching) {
      const answer = await answerInstead(fault, context);
      if (answer) return answer;
    }
    await next();
    entry.status = context.res.status;
    for (const fault of matching) {
      if (fault.kind === 'delay') continue;
      const answer = await corrupt(fault, context);
      // Hono would otherwise merge the previous answer's headers.
      context.res = undefined;
      context.res = answer;
    }
    return undefined;
  };
}
