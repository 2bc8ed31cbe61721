import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { issueKey } from './accounts.ts';
import { defaultBehaviour } from './behaviour.ts';
import { createBooks } from './books.ts';
import { createApp, type Gate } from './http-app.ts';
import type { Market } from './market.ts';
import { AIRPORT_TOOLS } from './tools/airport-tools.ts';
import { awardSearchTool } from './tools/award-search-tool.ts';
import { OTHER_TOOLS } from './tools/other-tools.ts';

export { type BookedCall, type BooksReader, type Charge, openBooks } from './books-reader.ts';

export type DemoMarketplaceOptions = {
  /** 0 or absent: any free port. */
  port?: number;
  /** SQLite file for accounts, keys (hashed), quotes, Calls and charges; absent: memory. */
  booksFile?: string;
  /** UTC milliseconds; default the system's clock. */
  clock?: () => number;
  /** The fault control surface, on a port of its own; it does not exist unless asked for. */
  control?: { port?: number; secret?: string };
};

export type DemoMarketplace = {
  /** http://127.0.0.1:PORT */
  baseUrl: string;
  /** Where GET /api/awards/search is served. */
  providerUrl: string;
  /** Stable id of these books, the same across restarts and ports. */
  identity: string;
  /** A new access key of the demo account (or of another one). */
  issueKey(options?: { scopes?: string[]; account?: string }): string;
  control?: { url: string; secret: string };
  close(): Promise<void>;
};

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const end = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Starts the embedded marketplace on loopback. Nothing that it sells is charged for real. */
export async function startDemoMarketplace(options: DemoMarketplaceOptions = {}): Promise<DemoMarketplace> {
  const books = createBooks(options.booksFile ?? ':memory:');
  const clock = options.clock ?? Date.now;
  let origin = '';
  const market: Market = {
    books,
    behaviour: defaultBehaviour(),
    clock,
    tools: [awardSearchTool((answer) => answer), ...AIRPORT_TOOLS, ...OTHER_TOOLS],
    origin: () => origin,
  };
  const open: Gate = async (_endpoint, _context, next) => {
    await next();
    return undefined;
  };
  const app = createApp(market, open, []);
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  try {
    origin = await listen(server, options.port ?? 0);
  } catch (error) {
    books.close();
    throw error;
  }
  return {
    baseUrl: origin,
    providerUrl: origin,
    identity: books.identity,
    issueKey: (wanted = {}) => issueKey(books, clock(), wanted),
    close: async () => {
      await end(server);
      books.close();
    },
  };
}
