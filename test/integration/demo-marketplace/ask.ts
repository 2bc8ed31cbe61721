import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import {
  type ControlledMarketplace,
  type ControlledOptions,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';

export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; text: string };

export type AskOptions = {
  method?: string;
  key?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
};

/** One plain HTTP request, with its complete answer. */
export async function ask(base: string, path: string, options: AskOptions = {}): Promise<Answer> {
  const { body, key, headers = {} } = options;
  const response = await fetch(`${base}${path}`, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = (response.headers.get('content-type') ?? '').includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: json && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {},
    text,
  };
}

const running: ControlledMarketplace[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((market) => market.close()));
});

/** A marketplace that is closed with the test. */
export async function startMarket(options: ControlledOptions = {}): Promise<ControlledMarketplace> {
  const market = await startControlledMarketplace(options);
  running.push(market);
  return market;
}

const AWARD_CAPABILITY = 'get.awardatlas.api-awards-search';
export const ROUTE = { origin_airport: 'JFK', destination_airport: 'LHR', take: 10 };

export async function toolRefOf(
  market: ControlledMarketplace,
  capabilityId = AWARD_CAPABILITY,
): Promise<string> {
  const { body } = await ask(market.baseUrl, '/api/v1/market-tools/list', { body: { limit: 100 } });
  const items = body.items as { capabilityId: string; toolRef: string }[];
  const found = items.find((item) => item.capabilityId === capabilityId);
  if (!found) throw new Error(`${capabilityId} is not listed`);
  return found.toolRef;
}

/** A quote for an input of a Tool; by default for ten rows of JFK to LHR. */
export async function quoteFor(
  market: ControlledMarketplace,
  key: string,
  input: Record<string, unknown> = ROUTE,
  capabilityId = AWARD_CAPABILITY,
): Promise<Answer> {
  const toolRef = await toolRefOf(market, capabilityId);
  return ask(market.baseUrl, '/api/v1/tools/quote', { key, body: { toolRef, input } });
}

export function callQuote(
  market: ControlledMarketplace,
  key: string,
  quoteRef: unknown,
  idempotencyKey: string,
) {
  return ask(market.baseUrl, '/api/v1/tools/call', { key, body: { quoteRef, idempotencyKey } });
}

/** Quotes and calls in one step. */
export async function buy(
  market: ControlledMarketplace,
  key: string,
  idempotencyKey: string,
): Promise<Answer> {
  const quote = await quoteFor(market, key);
  return callQuote(market, key, quote.body.quoteRef, idempotencyKey);
}

export function readStatus(
  market: ControlledMarketplace,
  key: string,
  callRef: unknown,
  afterVersion?: number,
) {
  const query = afterVersion === undefined ? '' : `?afterVersion=${afterVersion}`;
  return ask(market.baseUrl, `/api/v1/calls/${encodeURIComponent(String(callRef))}${query}`, { key });
}

/** A file for books, in a folder of its own. */
export const newBooksFile = (): string => join(mkdtempSync(join(tmpdir(), 'demo-books-')), 'books.sqlite');
