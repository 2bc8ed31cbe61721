import { randomUUID } from 'node:crypto';
import { type Amount, compareAmounts } from '#shared/money.ts';
import { findTool, type Market } from '../catalogue/market.ts';
import { type DemoPosture, type OfferedTool, priceDigestOf } from '../catalogue/tool.ts';
import { type JsonObject, jsonDigest } from '../http/json.ts';
import { checkInput } from '../http/validation.ts';
import { accountMoney, type Caller } from './accounts.ts';

const LIFETIME_MS = 5 * 60_000;

type QuoteRefusal = {
  code: string;
  retryable?: boolean;
  reason?: string;
  retryAfterMs?: number;
  requiredActions?: Record<string, unknown>[];
};

/** A stored quote. */
export type QuoteRow = {
  quoteRef: string;
  accountRef: string;
  toolRef: string;
  toolVersion: number;
  input: JsonObject;
  price: Amount;
  priceDigest: string;
  expiresAt: number;
};

const POSTURE_REFUSALS: Partial<Record<DemoPosture, QuoteRefusal>> = {
  setup_required: {
    code: 'pricing_setup_required',
    requiredActions: [
      {
        title: 'Finish the setup of this Tool',
        description: 'Its publisher has to confirm a price before it can be quoted.',
        cta: 'https://example.com/setup',
        ctaLabel: 'Open setup',
        status: 'open',
      },
    ],
  },
  inspection_required: { code: 'inspection_unavailable', reason: 'inspection_required' },
  temporarily_unavailable: { code: 'tool_not_ready', retryable: true, retryAfterMs: 30_000 },
};

const TOP_UP: JsonObject = {
  title: 'Add credit',
  description: 'The available balance does not cover the price.',
  cta: 'https://example.com/account/credit',
  ctaLabel: 'Add credit',
  status: 'open',
};

function refused(refusal: QuoteRefusal): JsonObject {
  const { code, retryable = false, reason, retryAfterMs, requiredActions } = refusal;
  return {
    kind: 'refused',
    code,
    retryable,
    correlationRef: `correlation:${randomUUID()}`,
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterMs === undefined
      ? {}
      : {
          continuation: { action: 'tool.quote', method: 'POST', path: '/api/v1/tools/quote', retryAfterMs },
        }),
    ...(requiredActions === undefined ? {} : { requiredActions }),
  };
}

/** The input with the defaults of its schema, or why it cannot be quoted. */
function examineInput(
  market: Market,
  tool: OfferedTool,
  input: JsonObject,
): { normalizedInput: JsonObject } | { reason: string } {
  const checked = checkInput(tool.inputJsonSchema, input);
  const invalid =
    'invalid' in checked
      ? checked.invalid
      : (tool.check?.(checked.normalizedInput, { now: market.clock() }) ?? []);
  if (invalid.length > 0)
    return { reason: invalid.map(({ name, reason }) => `${name} ${reason}`).join('; ') };
  return checked as { normalizedInput: JsonObject };
}

/** Quotes an input, or refuses to. Charges nothing; the quote is bound to the caller's account. */
export function quote(market: Market, caller: Caller, request: JsonObject): JsonObject {
  const tool = findTool(market, request.toolRef as string);
  if (!tool) return refused({ code: 'tool_not_found' });
  if (tool.posture !== 'callable')
    return refused(POSTURE_REFUSALS[tool.posture] ?? { code: 'tool_not_current', reason: tool.posture });
  if (!tool.run) return refused({ code: 'tool_unsupported' });
  const examined = examineInput(market, tool, request.input as JsonObject);
  if ('reason' in examined) return refused({ code: 'input_invalid', reason: examined.reason });
  const money = accountMoney(market.books, caller.accountRef);
  if (compareAmounts(tool.price, money.available) > 0) {
    return refused({ code: 'insufficient_balance', requiredActions: [TOP_UP] });
  }
  return commit(market, caller, tool, examined.normalizedInput);
}

function commit(market: Market, caller: Caller, tool: OfferedTool, input: JsonObject): JsonObject {
  const { price } = tool;
  const expiresAt = market.clock() + LIFETIME_MS;
  const money = accountMoney(market.books, caller.accountRef);
  const evidence = {
    account: caller.accountRef,
    tool: tool.toolRef,
    version: tool.version,
    input,
    price,
    expiresAt,
  };
  const quoteRef = `operation-commitment:v1:${jsonDigest({ ...evidence, nonce: randomUUID() })}`;
  saveQuote(market, {
    quoteRef,
    accountRef: caller.accountRef,
    toolRef: tool.toolRef,
    toolVersion: tool.version,
    input,
    price,
    priceDigest: priceDigestOf(tool, price),
    expiresAt,
  });
  return {
    kind: 'committed',
    quoteRef,
    toolRef: tool.toolRef,
    toolVersion: tool.version,
    expiresAt,
    normalizedInput: input,
    price,
    account: { accountRef: caller.accountRef, available: money.available },
    budget: { principalRef: caller.principalRef, maximumPerCall: money.maximumPerCall },
    policyRefs: ['policy:demo-spending'],
    evidenceDigest: `sha256:${jsonDigest(evidence)}`,
    continuation: { action: 'tool.call', method: 'POST', path: '/api/v1/tools/call', input: { quoteRef } },
  };
}

function saveQuote({ books }: Market, quoted: QuoteRow): void {
  books.database
    .prepare(`insert into quotes (quote_ref, account_ref, quote) values (?, ?, ?)
       on conflict (quote_ref) do update set quote = excluded.quote`)
    .run(quoted.quoteRef, quoted.accountRef, JSON.stringify(quoted));
}

/** A quote of this account; undefined if there is none. */
export function findQuote({ books }: Market, accountRef: string, quoteRef: string): QuoteRow | undefined {
  const found = books.database
    .prepare<[string, string], string>('select quote from quotes where quote_ref = ? and account_ref = ?')
    .pluck()
    .get(quoteRef, accountRef);
  return found === undefined ? undefined : (JSON.parse(found) as QuoteRow);
}
