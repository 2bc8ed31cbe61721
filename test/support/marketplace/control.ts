import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import type { InterceptedParts } from '../../../electron/demo-marketplace/index.ts';
import { issueKey } from '../../../electron/demo-marketplace/purchases/accounts.ts';
import { type AccountChange, changeAccount, emptyBooks, type SettledAs, settleCall } from './books.ts';
import { readCalls, readCharges } from './books-reader.ts';
import { type ControlledBehaviour, usualBehaviour } from './controlled-behaviour.ts';
import type { Seen } from './fault-gate.ts';
import { type Faults, faultSchema } from './faults.ts';

/*
 * The control surface of a marketplace that tests start: on a port and with a secret of its own
 * (`Authorization: Bearer <secret>` on every request), it speaks JSON.
 *
 *   GET    /state             { behaviour, faults, seen: { counts, last } }
 *   PATCH  /behaviour         members of the behaviour, each replaced (see controlled-behaviour.ts)
 *   POST   /faults            one fault (see faults.ts)          -> { id }
 *   DELETE /faults            clears every fault
 *   DELETE /faults/:id        clears one
 *   POST   /account           { account?, balance?, scopes? }
 *   POST   /keys              { account?, scopes? }              -> { key }
 *   POST   /calls/settle      { callRef, to: completed | refused | cancelled }
 *   GET    /books             { identity, calls, charges }
 *   POST   /mcp/expire        every MCP session ends
 *   POST   /reset             { books?: boolean }: behaviour, faults and counts as at the start; books emptied too
 */

/** What the surface changes; its only client is typed (`control-client.ts`). */
export type Controlled = InterceptedParts & {
  behaviour: ControlledBehaviour;
  faults: Faults;
  seen: Seen;
};

function sameSecret(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The control surface as an application of its own. */
export function createControl(controlled: Controlled, secret: string): Hono {
  const { market, behaviour, faults, seen } = controlled;
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
  app.get('/state', (context) => context.json({ behaviour, faults: faults.list(), seen }));
  app.patch('/behaviour', async (context) => {
    Object.assign(behaviour, await context.req.json());
    return context.json(behaviour);
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
  app.post('/account', async (context) => {
    changeAccount(market, await context.req.json<AccountChange>());
    return context.json({});
  });
  app.post('/keys', async (context) => {
    const wanted = await context.req.json<{ account?: string; scopes?: string[] }>();
    return context.json({ key: issueKey(market.books, market.clock(), wanted) });
  });
  app.post('/calls/settle', async (context) => {
    const { callRef, to } = await context.req.json<{ callRef: string; to: SettledAs }>();
    return context.json({ settled: settleCall(market, callRef, to) });
  });
  app.get('/books', (context) => {
    const { database, identity } = market.books;
    return context.json({ identity, calls: readCalls(database), charges: readCharges(database) });
  });
  app.post('/mcp/expire', async (context) => {
    await controlled.expireMcpSessions();
    return context.json({});
  });
  app.post('/reset', async (context) => {
    const { books } = await context.req.json<{ books?: boolean }>();
    Object.assign(behaviour, usualBehaviour());
    faults.clear();
    seen.counts = {};
    seen.last = [];
    if (books) emptyBooks(market);
    return context.json({});
  });
  return app;
}
