import { Hono } from 'hono';
import { z } from 'zod';
import type { InterceptedParts } from '../../../electron/demo-marketplace/index.ts';
import { issueKey } from '../../../electron/demo-marketplace/purchases/accounts.ts';
import { type Behaviour, usualBehaviour } from './behaviour.ts';
import { readCalls, readCharges } from './books-reader.ts';
import { type Faults, faultSchema } from './faults.ts';

/*
 * The control surface of a marketplace that tests start: on a port of its own, it speaks JSON.
 *
 *   GET    /state             { behaviour, seen }
 *   PATCH  /behaviour         members of the behaviour, each replaced (see behaviour.ts)
 *   POST   /faults            one fault (see faults.ts)
 *   DELETE /faults            clears every fault
 *   POST   /keys              { account?, scopes? }              -> { key }
 *   GET    /books             { identity, calls, charges }
 *   POST   /mcp/expire        every MCP session ends
 *   POST   /reset             behaviour, faults and counts as at the start
 */

/** What the surface changes; its only client is typed (`control-client.ts`). */
export type Controlled = InterceptedParts & {
  behaviour: Behaviour;
  faults: Faults;
  /** How many requests each endpoint has seen. */
  seen: Map<string, number>;
};

/** The control surface as an application of its own. */
export function createControl(controlled: Controlled): Hono {
  const { market, behaviour, faults, seen } = controlled;
  const app = new Hono();
  app.onError((error, context) =>
    context.json({ error: error.message }, error instanceof z.ZodError ? 400 : 500),
  );
  app.get('/state', (context) => context.json({ behaviour, seen: Object.fromEntries(seen) }));
  app.patch('/behaviour', async (context) => {
    Object.assign(behaviour, await context.req.json());
    return context.json(behaviour);
  });
  app.post('/faults', async (context) => {
    faults.inject(faultSchema.parse(await context.req.json()));
    return context.json({});
  });
  app.delete('/faults', (context) => {
    faults.clear();
    return context.json({});
  });
  app.post('/keys', async (context) => {
    const wanted = await context.req.json<{ account?: string; scopes?: string[] }>();
    return context.json({ key: issueKey(market.books, market.clock(), wanted) });
  });
  app.get('/books', (context) => {
    const { database, identity } = market.books;
    return context.json({ identity, calls: readCalls(database), charges: readCharges(database) });
  });
  app.post('/mcp/expire', async (context) => {
    await controlled.expireMcpSessions();
    return context.json({});
  });
  app.post('/reset', (context) => {
    Object.assign(behaviour, usualBehaviour());
    faults.clear();
    seen.clear();
    return context.json({});
  });
  return app;
}
