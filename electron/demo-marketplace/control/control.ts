import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Market } from '../catalogue/market.ts';
import {
  DEMO_ACCOUNT,
  issueKey,
  revokeKeys,
  setBalance,
  setMaximumPerCall,
  setScopes,
} from '../purchases/accounts.ts';
import { readCalls, readCharges } from '../purchases/books-reader.ts';
import { settleCall } from '../purchases/call-acts.ts';
import type { Unfriendly } from '../unfriendly/gate.ts';
import { UNFRIENDLINESSES } from '../unfriendly/index.ts';
import { behaviourSchema, defaultBehaviour } from './behaviour.ts';
import type { Seen } from './fault-gate.ts';
import { type Faults, faultSchema } from './faults.ts';

/*
 * The fault control surface. It exists only where the marketplace was started with `control`, on a port and with a
 * secret of its own (`Authorization: Bearer <secret>` on every request), and speaks JSON.
 *
 *   GET    /state             { behaviour, faults, seen: { counts, last } }
 *   PATCH  /behaviour         members of the behaviour, each replaced whole (see behaviour.ts)
 *   POST   /faults            one fault (see faults.ts)          -> { id }
 *   DELETE /faults            clears every fault
 *   DELETE /faults/:id        clears one
 *   GET    /unfriendly        every unfriendliness: { kind, row, shows, active }
 *   POST   /unfriendly        { kind }: shows it until all are ended
 *   DELETE /unfriendly        ends all of them
 *   POST   /account           { account?, balance?, maximumPerCallUnits?, scopes?, revokeKeys? }
 *   POST   /keys              { account?, scopes? }              -> { key }
 *   POST   /quotes/expire     every open quote ends now
 *   POST   /calls/settle      { callRef, to: completed | refused | cancelled }
 *   GET    /books             { identity, calls, charges }
 *   POST   /mcp/expire        every MCP session ends
 *   POST   /mcp/list-changed  tells every MCP session that the list of tools has changed
 *   POST   /reset             { books?: boolean }: behaviour, faults and counts as at the start; books emptied too
 */

export type ControlHooks = { expireMcpSessions(): Promise<void>; announceMcpTools(): Promise<void> };

const accountChange = z.strictObject({
  account: z.string().default(DEMO_ACCOUNT),
  balance: z.strictObject({ currency: z.string(), units: z.string(), exponent: z.int() }).exactOptional(),
  maximumPerCallUnits: z.string().regex(/^\d+$/).exactOptional(),
  scopes: z.array(z.string()).exactOptional(),
  revokeKeys: z.boolean().default(false),
});
export type AccountChange = z.input<typeof accountChange>;
const keyRequest = z.strictObject({
  account: z.string().exactOptional(),
  scopes: z.array(z.string()).exactOptional(),
});
const settlement = z.strictObject({ callRef: z.string(), to: z.enum(['completed', 'refused', 'cancelled']) });
const resetRequest = z.strictObject({ books: z.boolean().default(false) });

export const newSecret = (): string => randomBytes(24).toString('base64url');

function sameSecret(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function emptyBooks(market: Market): void {
  market.books.database.transaction(() => {
    for (const table of ['commands', 'charges', 'calls', 'quotes']) {
      market.books.database.exec(`delete from ${table}`);
    }
  })();
}

/** The control surface as an application of its own. */
export function createControl(
  market: Market,
  { faults, seen, unfriendly }: { faults: Faults; seen: Seen; unfriendly: Unfriendly },
  secret: string,
  hooks: ControlHooks,
): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    const given = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
    if (!sameSecret(given, secret))
      return context.json({ error: 'The control surface needs its secret.' }, 401);
    await next();
    return undefined;
  });
  app.onError((error, context) =>
    context.json({ error: error.message }, error instanceof z.ZodError ? 400 : 500),
  );
  app.get('/state', (context) => context.json({ behaviour: market.behaviour, faults: faults.list(), seen }));
  app.patch('/behaviour', async (context) => {
    Object.assign(market.behaviour, behaviourSchema.partial().parse(await context.req.json()));
    return context.json(market.behaviour);
  });
  app.post('/faults', async (context) =>
    context.json({ id: faults.inject(faultSchema.parse(await context.req.json())).id }),
  );
  app.delete('/faults', (context) => {
    faults.clear();
    return context.json({});
  });
  app.delete('/faults/:id', (context) => {
    faults.clear(Number(context.req.param('id')));
    return context.json({});
  });
  app.get('/unfriendly', (context) =>
    context.json(
      UNFRIENDLINESSES.map(({ kind, row, shows }) => ({
        kind,
        row,
        shows,
        active: unfriendly.active().includes(kind),
      })),
    ),
  );
  app.post('/unfriendly', async (context) => {
    unfriendly.show(z.strictObject({ kind: z.string() }).parse(await context.req.json()).kind);
    return context.json({});
  });
  app.delete('/unfriendly', (context) => {
    unfriendly.end();
    return context.json({});
  });
  app.post('/account', async (context) => {
    const change = accountChange.parse(await context.req.json());
    if (change.balance) setBalance(market.books, change.account, change.balance);
    if (change.maximumPerCallUnits)
      setMaximumPerCall(market.books, change.account, change.maximumPerCallUnits);
    if (change.scopes) setScopes(market.books, change.account, change.scopes);
    if (change.revokeKeys) revokeKeys(market.books, change.account, market.clock());
    return context.json({});
  });
  app.post('/keys', async (context) => {
    const wanted = keyRequest.parse(await context.req.json());
    return context.json({ key: issueKey(market.books, market.clock(), wanted) });
  });
  app.post('/quotes/expire', (context) => {
    market.books.database.prepare('update quotes set expires_at = min(expires_at, ?)').run(market.clock());
    return context.json({});
  });
  app.post('/calls/settle', async (context) => {
    const { callRef, to } = settlement.parse(await context.req.json());
    return context.json({ settled: settleCall(market, callRef, to) });
  });
  app.get('/books', (context) => {
    const { database, identity } = market.books;
    return context.json({ identity, calls: readCalls(database), charges: readCharges(database) });
  });
  app.post('/mcp/expire', async (context) => {
    await hooks.expireMcpSessions();
    return context.json({});
  });
  app.post('/mcp/list-changed', async (context) => {
    await hooks.announceMcpTools();
    return context.json({});
  });
  app.post('/reset', async (context) => {
    const { books } = resetRequest.parse(await context.req.json());
    Object.assign(market.behaviour, defaultBehaviour());
    unfriendly.end();
    faults.clear();
    seen.counts = {};
    seen.last = [];
    if (books) emptyBooks(market);
    return context.json({});
  });
  return app;
}
