import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Market } from './catalogue/market.ts';
import { defaultBehaviour } from './control/behaviour.ts';
import { createControl, newSecret } from './control/control.ts';
import { cut, faultGate, type Seen } from './control/fault-gate.ts';
import { createFaults } from './control/faults.ts';
import { createHttpApp } from './http/http-app.ts';
import { mcpEndpoint } from './mcp/mcp.ts';
import { oauthMounts } from './oauth/oauth.ts';
import { providerMount } from './provider.ts';
import { issueKey } from './purchases/accounts.ts';
import { createBooks } from './purchases/books.ts';
import { AIRPORT_TOOLS } from './tools/airport-tools.ts';
import { awardSearchTool } from './tools/award-search-tool.ts';
import { OTHER_TOOLS } from './tools/other-tools.ts';
import { createUnfriendly } from './unfriendly/gate.ts';

export { openBooks } from './purchases/books-reader.ts';

type FetchCallback = Parameters<typeof createAdaptorServer>[0]['fetch'];

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

async function listen(fetch: FetchCallback, port: number): Promise<{ url: string; server: Server }> {
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
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
  const behaviour = defaultBehaviour();
  let origin = '';
  const market: Market = {
    books,
    behaviour,
    clock,
    tools: [awardSearchTool(() => behaviour.award), ...AIRPORT_TOOLS, ...OTHER_TOOLS],
    origin: () => origin,
  };
  const faults = createFaults();
  const seen: Seen = { counts: {}, last: [] };
  const mcp = mcpEndpoint(market);
  const unfriendly = createUnfriendly(behaviour);
  const app = createHttpApp(market, unfriendly.gate(faultGate(faults, seen), cut), [
    providerMount(market),
    mcp.mount,
    ...oauthMounts(market),
  ]);
  const servers: Server[] = [];
  const close = async () => {
    await mcp.expire();
    await Promise.all(servers.map(end));
    books.close();
  };
  try {
    const main = await listen(app.fetch, options.port ?? 0);
    servers.push(main.server);
    origin = main.url;
    const control = options.control && { port: 0, secret: newSecret(), ...options.control };
    let surface: { url: string; secret: string } | undefined;
    if (control) {
      const hooks = { expireMcpSessions: mcp.expire, announceMcpTools: mcp.announce };
      const { url, server } = await listen(
        createControl(market, { faults, seen, unfriendly }, control.secret, hooks).fetch,
        control.port,
      );
      servers.push(server);
      surface = { url, secret: control.secret };
    }
    return {
      baseUrl: origin,
      providerUrl: origin,
      identity: books.identity,
      issueKey: (wanted = {}) => issueKey(books, clock(), wanted),
      ...(surface ? { control: surface } : {}),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
