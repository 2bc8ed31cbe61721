import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Market } from './catalogue/market.ts';
import { HANDLERS, type Handlers } from './http/handlers.ts';
import { createHttpApp, type Gate } from './http/http-app.ts';
import { mcpEndpoint } from './mcp/mcp.ts';
import { oauthMounts } from './oauth/oauth.ts';
import { providerMount } from './provider.ts';
import { issueKey } from './purchases/accounts.ts';
import { createBooks } from './purchases/books.ts';
import { AIRPORT_TOOLS } from './tools/airport-tools.ts';
import { awardSearchTool } from './tools/award-search-tool.ts';
import { OTHER_TOOLS } from './tools/other-tools.ts';
import { seatOffersTool } from './tools/seat-offers-tool.ts';

type FetchCallback = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** The parts that an interception can use. */
export type InterceptedParts = {
  market: Market;
  /** The handler of every operation, each of which tests may replace. */
  handlers: Handlers;
  expireMcpSessions(): Promise<void>;
};

export type DemoMarketplaceOptions = {
  /** By default, or if 0, any free port. */
  port?: number;
  /** SQLite file for accounts, hashed keys, quotes, Calls and charges; by default, memory. */
  booksFile?: string;
  /** In UTC milliseconds; by default the system's clock. */
  clock?: () => number;
  /** How often award space changes, in milliseconds; by default, once a day. */
  awardStepMs?: number;
  /** Intercepts requests. */
  intercept?: (parts: InterceptedParts) => Gate;
};

export type DemoMarketplace = {
  /** http://127.0.0.1:PORT */
  baseUrl: string;
  /** The origin that serves GET /api/awards/search. */
  providerUrl: string;
  /** The stable ID of the books, the same across restarts and ports. */
  identity: string;
  /** Issues an access key, by default for the demo account. */
  issueKey(options?: { scopes?: string[]; account?: string }): string;
  close(): Promise<void>;
};

/** Serves on loopback only. @param port 0 for any free port */
export async function listen(fetch: FetchCallback, port: number): Promise<{ url: string; server: Server }> {
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

export const end = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Starts the embedded marketplace on loopback. It charges no real money. */
export async function startDemoMarketplace(options: DemoMarketplaceOptions = {}): Promise<DemoMarketplace> {
  const books = createBooks(options.booksFile ?? ':memory:');
  const clock = options.clock ?? Date.now;
  let origin = '';
  const market: Market = {
    books,
    clock,
    tools: [
      awardSearchTool(options.awardStepMs),
      seatOffersTool(options.awardStepMs),
      ...AIRPORT_TOOLS,
      ...OTHER_TOOLS,
    ],
    origin: () => origin,
    devicePollSeconds: 1,
  };
  const handlers = { ...HANDLERS };
  const mcp = mcpEndpoint(market, handlers);
  const app = createHttpApp(
    market,
    handlers,
    [providerMount(market), mcp.mount, ...oauthMounts(market)],
    options.intercept?.({ market, handlers, expireMcpSessions: mcp.expire }),
  );
  let server: Server | undefined;
  const close = async () => {
    await mcp.expire();
    if (server !== undefined) await end(server);
    books.close();
  };
  try {
    const main = await listen(app.fetch, options.port ?? 0);
    server = main.server;
    origin = main.url;
    return {
      baseUrl: origin,
      providerUrl: origin,
      identity: books.identity,
      issueKey: (wanted = {}) => issueKey(books, clock(), wanted),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
