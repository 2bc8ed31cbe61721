import { SCHEMA_VERSION } from '../../../../electron/demo-marketplace/catalogue/catalogue.ts';
import { STALE_AFTER_MS } from '../../../../electron/demo-marketplace/catalogue/freshness.ts';
import type { Market } from '../../../../electron/demo-marketplace/catalogue/market.ts';
import { type OfferedTool, priceDigestOf } from '../../../../electron/demo-marketplace/catalogue/tool.ts';
import type { Handler, Handlers } from '../../../../electron/demo-marketplace/http/handlers.ts';
import type { AppContext } from '../../../../electron/demo-marketplace/http/http-app.ts';
import type { JsonObject } from '../../../../electron/demo-marketplace/http/json.ts';
import { refuseWith } from '../../../../electron/demo-marketplace/http/problem.ts';
import type { Caller } from '../../../../electron/demo-marketplace/purchases/accounts.ts';
import { findCall } from '../../../../electron/demo-marketplace/purchases/call-record.ts';
import { call } from '../../../../electron/demo-marketplace/purchases/calls.ts';
import { findQuote, refused, saveQuote } from '../../../../electron/demo-marketplace/purchases/quotes.ts';
import type { Behaviour } from './behaviour.ts';
import { beginPlanned, cancelCall, createPlans, poll } from './planned-acts.ts';

const HOUR = 3_600_000;
const AGE_HOURS = { fresh: 1, stale: 40, failed: 5, absent: undefined } as const;
const REFRESH_STATES = { fresh: 'complete', stale: 'complete', failed: 'failed', absent: 'none' } as const;

/** When the catalogue was last read completely; undefined if never. */
function completedAt({ clock }: Market, { catalogue }: Behaviour): number | undefined {
  const hours = catalogue.ageHours ?? AGE_HOURS[catalogue.status];
  return hours === undefined || catalogue.status === 'absent' ? undefined : clock() - hours * HOUR;
}

const freshness =
  (behaviour: Behaviour): Handler =>
  (market) => {
    const { status, refreshState } = behaviour.catalogue;
    const completed = completedAt(market, behaviour);
    return {
      schemaVersion: 'catalogue-status:v1',
      status,
      refreshState: refreshState ?? REFRESH_STATES[status],
      ...(completed !== undefined && {
        generation: `generation:${new Date(completed).toISOString().slice(0, 10)}`,
        completedAt: completed,
        ageHours: Math.round((market.clock() - completed) / HOUR),
      }),
      ...(status === 'failed' && { lastError: 'directory_read_failed' }),
    };
  };

/** An answer of the catalogue, by a plain handler. */
const ofCatalogue =
  (behaviour: Behaviour, plain: Handler): Handler =>
  async (market, input, caller) => {
    const { status, unavailable, partialResults } = behaviour.catalogue;
    const reason = unavailable ?? (status === 'absent' ? 'source_unavailable' : undefined);
    const answer = await plain(market, input, caller);
    if (reason !== undefined && input.toolRef === undefined)
      return { kind: 'unavailable', schemaVersion: SCHEMA_VERSION, query: input.query, reason };
    const completed = completedAt(market, behaviour);
    return {
      ...answer,
      ...(partialResults !== undefined &&
        !['found', 'unavailable'].includes(String(answer.kind)) && { partialResults }),
      ...(answer.freshness !== undefined && {
        freshness: {
          source: 'facilitator_directory',
          state: status,
          ...(completed !== undefined && { completedAt: completed }),
          staleAfterMs: STALE_AFTER_MS,
        },
      }),
    };
  };

const quoting =
  (behaviour: Behaviour, plain: Handler): Handler =>
  async (market, request, caller) => {
    const injected = caller === undefined ? undefined : behaviour.quoteRefusals.shift();
    if (injected) return refused(injected);
    const answer = await plain(market, request, caller);
    return caller !== undefined && answer.kind === 'committed'
      ? otherTerms(market, behaviour, caller, answer)
      : answer;
  };

/** A committed quote with other terms, in its answer and in the books. */
function otherTerms(market: Market, behaviour: Behaviour, caller: Caller, answer: JsonObject): JsonObject {
  const { price = answer.price, normalised } = behaviour.quoting;
  const input = { ...(answer.normalizedInput as JsonObject), ...normalised };
  const digest = priceDigestOf({ toolRef: answer.toolRef as string }, price as OfferedTool['price']);
  const quoted = findQuote(market, caller.accountRef, answer.quoteRef as string);
  if (quoted !== undefined)
    saveQuote(market, { ...quoted, price: price as OfferedTool['price'], priceDigest: digest, input });
  return { ...answer, price, normalizedInput: input };
}

const calling =
  (behaviour: Behaviour, plain: Handler): Handler =>
  async (market, request, caller) => {
    if (caller === undefined) return plain(market, request, caller);
    const { quoteRef, idempotencyKey } = request as { quoteRef: string; idempotencyKey: string };
    const earlier = findCall(market, caller.accountRef, { idempotencyKey });
    const { repeatedOrderStatus: status } = behaviour;
    if (earlier?.quoteRef === quoteRef && status !== null)
      return refuseWith(status, 'quote_consumed', 'The quote is no longer good.');
    return call(market, caller, request, (_market, row, quote) =>
      beginPlanned(market, row, quote, behaviour.callPlans.shift() ?? { ...behaviour.callPlan }),
    );
  };

const status =
  (_behaviour: Behaviour, plain: Handler): Handler =>
  async (market, request, caller) => {
    const retryAfterMs = caller === undefined ? 0 : poll(market, caller, request.callRef as string);
    const answer = await plain(market, request, caller);
    return answer.kind === 'unchanged' ? { ...answer, retryAfterMs } : answer;
  };

const sandbox =
  (behaviour: Behaviour, plain: Handler): Handler =>
  (market, input, caller) =>
    behaviour.sandboxReference
      ? { result: `reference:${String(input.request ?? '')}` }
      : plain(market, input, caller);

/** Replaces the handlers of a marketplace by those that follow `behaviour`. */
export function turnKnobs(market: Market, handlers: Handlers, behaviour: Behaviour): void {
  createPlans(market);
  const wrap = (id: string, by: (behaviour: Behaviour, plain: Handler) => Handler) => {
    const plain = handlers[id];
    if (plain !== undefined) handlers[id] = by(behaviour, plain);
  };
  wrap('platform.catalogueStatus', freshness);
  for (const name of ['list', 'search', 'describe', 'compare']) wrap(`registry.tools.${name}`, ofCatalogue);
  wrap('tool.quote', quoting);
  wrap('tool.call', calling);
  wrap('call.status', status);
  wrap('platform.sandboxReference', sandbox);
  wrap(
    'call.cancel',
    (_behaviour, plain) => (at, input, caller) =>
      caller === undefined ? plain(at, input, caller) : cancelCall(at, caller, input),
  );
}

/** The Tools as changed. */
export const changedTools = (tools: readonly OfferedTool[], behaviour: Behaviour): OfferedTool[] =>
  tools.flatMap((tool) => {
    const { hidden = false, ...change } = behaviour.tools[tool.capabilityId] ?? {};
    return hidden ? [] : [{ ...tool, ...change }];
  });

/** Rewrites the metadata of OAuth. */
export async function rewriteMetadata(context: AppContext, { oauth }: Behaviour): Promise<void> {
  if (!context.req.path.startsWith('/.well-known/')) return;
  const { status, headers } = context.res;
  const { device_authorization_endpoint: device, ...metadata } = (await context.res.json()) as JsonObject;
  const codeOnly = device !== undefined && !oauth.deviceFlow;
  const changed = {
    ...metadata,
    ...(codeOnly
      ? { grant_types_supported: ['authorization_code'] }
      : device !== undefined && { device_authorization_endpoint: device }),
    ...(oauth.resource !== undefined && metadata.resource !== undefined && { resource: oauth.resource }),
  };
  // Hono would otherwise merge the previous answer's headers.
  context.res = undefined;
  context.res = new Response(JSON.stringify(changed), { status, headers });
}
