import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
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
function cut(context: AppContext): Response {
  outgoing(context).socket?.destroy();
  return alreadySent();
}

function statusAnswer(fault: Fault & { kind: 'status' }): Response {
  const headers = new Headers({ 'Content-Type': 'application/problem+json', ...fault.headers });
  if (fault.retryAfterSeconds !== undefined) headers.set('Retry-After', String(fault.retryAfterSeconds));
  const answer = { ...problem(fault.status, fault.code, 'An injected fault.'), ...fault.problem };
  return new Response(fault.body ?? JSON.stringify(answer), { status: fault.status, headers });
}

/** Corrupts a complete answer. */
async function corrupt(fault: Fault, context: AppContext): Promise<Response> {
  const answer = context.res;
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { status } = answer;
  const rewritten = (body: string | Buffer) =>
    new Response(new Uint8Array(Buffer.from(body)), { status, headers: answer.headers });
  switch (fault.kind) {
    case 'drop_acknowledgement':
      return cut(context);
    case 'replace_body':
      return rewritten(typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body));
    case 'change_members': {
      if (!/json/.test(answer.headers.get('content-type') ?? '')) return rewritten(bytes);
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
    case 'hang':
      await untilClosed(outgoing(context));
      return alreadySent();
    default:
      return undefined;
  }
}

/** Counts requests and applies the faults that were injected for them. */
export function faultGate(faults: Faults, seen: Map<string, number>): Gate {
  return async (endpoint, context, next) => {
    seen.set(endpoint, (seen.get(endpoint) ?? 0) + 1);
    const matching = faults.takeMatching(endpoint);
    for (const fault of matching) if (fault.kind === 'delay') await wait(fault.ms);
    for (const fault of matching) {
      const answer = await answerInstead(fault, context);
      if (answer) return answer;
    }
    await next();
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
