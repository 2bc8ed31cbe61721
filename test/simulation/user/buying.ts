import type { Purchase } from '#shared/contract/purchases.ts';
import { requestOf } from '../oracle/rights.ts';
import {
  type Acts,
  asPurchase,
  DAY_MS,
  limitsOf,
  oneOf,
  orderKeyOf,
  pause,
  reportGrant,
  searchOf,
  toolRefOf,
  type User,
  usd,
} from './user.ts';

async function quote(user: User): Promise<Purchase | null> {
  const toolRef = await toolRefOf(user);
  if (toolRef === null) return null;
  const input = searchOf(user.draws);
  return asPurchase(await user.app.handlers.purchases.quote({ toolRef, input }));
}

async function approve(user: User, given: Purchase | null): Promise<unknown> {
  if (given?.state !== 'quoted' || given.quote === null) return 'nothing to approve';
  const { quoteRef, toolVersion, inputDigest, price, normalizedInput } = given.quote;
  if (!given.approvable.ok) return given.approvable.why;
  const secondAct = user.draws.choose('second act', 0.3, { 'not given': false, given: true });
  const origin = user.service().origin;
  return reportGrant(
    user.oracle.rights.approvesQuote(origin, quoteRef, requestOf(normalizedInput), secondAct),
    () =>
      user.app.handlers.purchases.approve({
        purchaseId: given.purchaseId,
        shown: { quoteRef, toolVersion, inputDigest, price },
        aboveAuthorisation: secondAct,
      }),
  );
}

/** Draws one of the purchases in these states; null if there are none. */
async function drawPurchase(user: User, states: readonly string[]): Promise<Purchase | null> {
  const { purchases } = user.app.handlers;
  const items = (await purchases.list({ limit: 100 })).items.filter(({ state }) => states.includes(state));
  const chosen = oneOf(user, 'which purchase', items);
  return chosen === null ? null : asPurchase(await purchases.show({ purchaseId: chosen.purchaseId }));
}

/**
 * Identifies a purchase's Call among the candidates, or states that there is none, as somebody who knows the account
 * can.
 */
export async function identifyCalls(
  { app, oracle, orderOf, hasCall }: User,
  purchaseId: string,
): Promise<unknown> {
  const { purchases } = app.handlers;
  oracle.acted(true);
  const { calls } = await purchases.callCandidates({ purchaseId });
  const key = await orderKeyOf(app, purchaseId);
  for (const { callRef } of calls) {
    oracle.acted(true);
    const isOwn = orderOf(callRef) === key;
    const { can } = asPurchase(await purchases.placeCall({ purchaseId, callRef, isOwn }));
    if (!can.placeCall) return calls.length;
  }
  if (key !== null && !hasCall(key)) await purchases.placeCall({ purchaseId, callRef: null, isOwn: false });
  return calls.length;
}

/** Polls a purchase again; its buyer knows the account. */
export async function pollAgain(user: User, { purchaseId, quote: terms }: Purchase): Promise<Purchase> {
  const { origin } = user.service();
  user.machine.ownAccount = () => terms !== null && user.isOfKeyInUse(origin, terms.quoteRef);
  return asPurchase(await user.app.handlers.purchases.checkAgain({ purchaseId }));
}

const OPEN = ['submitted', 'pending', 'unknown'];

/** One of the actions in the drawer of an open purchase. */
async function actOnOpenPurchase(user: User): Promise<unknown> {
  const given = await drawPurchase(user, OPEN);
  if (given === null) return null;
  const { can, purchaseId } = given;
  const { purchases } = user.app.handlers;
  const actions = [
    ...(can.checkAgain ? [() => pollAgain(user, given)] : []),
    ...(can.resume ? [() => purchases.resume({ purchaseId })] : []),
    ...(can.placeCall ? [() => identifyCalls(user, purchaseId)] : []),
    ...(can.cancel ? [() => purchases.cancel({ purchaseId })] : []),
  ];
  user.oracle.acted(true);
  return oneOf(user, 'way on', actions)?.();
}

/** Buying, and everything about what was bought. */
export const BUYING: Acts = {
  'buys a search': async (user) => approve(user, await quote(user)),
  'buys two searches at once': async (user) => {
    const [first, second] = await Promise.all([quote(user), quote(user)]);
    return Promise.all([approve(user, first), approve(user, second)]);
  },
  'asks for a quote': quote,
  'approves a quote': async (user) => approve(user, await drawPurchase(user, ['quoted'])),
  'approves a quote twice': async (user) => {
    const given = await drawPurchase(user, ['quoted']);
    return Promise.all([approve(user, given), approve(user, given)]);
  },
  'discards a quote': async (user) => {
    const given = await drawPurchase(user, ['quoted']);
    return given && user.app.handlers.purchases.discard({ purchaseId: given.purchaseId });
  },
  'buys the next page': async (user) => {
    const bought = await drawPurchase(user, ['completed']);
    if (bought === null || bought.runId === null) return null;
    const { results, purchases } = user.app.handlers;
    const { run } = await results.scope({ scope: { kind: 'run', runId: bought.runId } });
    const last = run?.calls.at(-1);
    if (run?.next == null || last === undefined) return null;
    const { toolRef, input } = run.next;
    return approve(user, asPurchase(await purchases.quote({ toolRef, input, after: last.purchaseId })));
  },
  'checks again': async (user) => {
    const given = await drawPurchase(user, OPEN);
    if (given === null || !given.can.checkAgain) return null;
    user.oracle.acted(true);
    return pollAgain(user, given);
  },
  'sends the order again': async (user) => {
    const given = await drawPurchase(user, ['unknown']);
    if (given === null || !given.can.resume) return null;
    user.oracle.acted(true);
    return user.app.handlers.purchases.resume({ purchaseId: given.purchaseId });
  },
  'says whose Calls are': async (user) => {
    const given = await drawPurchase(user, ['unknown']);
    return given?.can.placeCall ? identifyCalls(user, given.purchaseId) : null;
  },
  cancels: async (user) => {
    const given = await drawPurchase(user, ['pending']);
    if (given === null || !given.can.cancel) return null;
    user.oracle.acted(true);
    return user.app.handlers.purchases.cancel({ purchaseId: given.purchaseId });
  },
  'goes on with what is open': actOnOpenPurchase,
  'buys and insists': async (user) => {
    await approve(user, await quote(user));
    await pause(5_000);
    const lost = await drawPurchase(user, ['unknown']);
    if (lost === null || !lost.can.resume) return null;
    const { purchaseId } = lost;
    const { purchases } = user.app.handlers;
    user.oracle.acted(true);
    const again = asPurchase(await purchases.resume({ purchaseId }));
    await pause(360_000);
    user.oracle.acted(true);
    return again.can.checkAgain && pollAgain(user, again);
  },
  'sees a charge': async ({ app, oracle }) => {
    const [alarmed] = await app.handlers.purchases.alarms(undefined);
    if (alarmed === undefined) return null;
    oracle.rights.alarmed(false);
    return app.handlers.purchases.seeCharge({ purchaseId: alarmed.purchaseId, mark: alarmed.alarm.mark });
  },
  'compares with the service': ({ app }) =>
    Promise.resolve(app.handlers.purchases.reconcileWithService(undefined)),
  'looks at the balance': ({ app }) => Promise.resolve(app.handlers.purchases.balance(undefined)),
  'looks at the accounts': async ({ app }) => [
    await app.handlers.purchases.accounts({}),
    await app.handlers.purchases.export({ format: 'csv' }),
    await app.handlers.purchases.statement({ month: '2026-11' }),
  ],
  'changes the limits': async (user) => {
    const perCall = user.draws.choose('limit for a Call', 0.4, { much: 100_000, little: 30_000 });
    const perDay = user.draws.choose('limit for a day', 0.5, { much: 1_000_000, little: 60_000 });
    const limits = { perCall, perDay, perMonth: 5 * perDay };
    return reportGrant(user.oracle.rights.allows(limits), () =>
      user.app.handlers.settings.setLimits({ limits: limitsOf(limits) }),
    );
  },
};

/** Approvals for more than one quote. */
export const STANDING: Acts = {
  'approves further pages': async (user) => {
    const toolRef = await toolRefOf(user);
    if (toolRef === null) return null;
    const input = searchOf(user.draws);
    const pages = user.draws.choose('pages of a batch', 0.6, { two: 2, one: 1, three: 3 });
    return reportGrant(user.oracle.rights.approvesPages([requestOf(input)], pages), () =>
      user.app.handlers.purchases.approveBatch({
        requests: [{ toolRef, input, pages }],
        ceiling: usd(100_000),
      }),
    );
  },
  'refreshes the watchlist': async (user) => {
    const { watchlist, purchases } = user.app.handlers;
    const requests = (await watchlist.list(undefined)).flatMap(({ watched, refresh, openPurchase }) =>
      watched && refresh.toolRef !== null && openPurchase === null
        ? [{ toolRef: refresh.toolRef, input: refresh.input, pages: Math.max(1, refresh.pages) }]
        : [],
    );
    if (requests.length === 0) return null;
    const pages = Math.max(...requests.map((request) => request.pages));
    return reportGrant(
      user.oracle.rights.approvesPages(
        requests.map(({ input }) => requestOf(input)),
        pages,
      ),
      () => purchases.approveBatch({ requests, ceiling: usd(150_000) }),
    );
  },
  'gives a standing permission': async (user) => {
    const toolRef = await toolRefOf(user);
    if (toolRef === null) return null;
    const input = searchOf(user.draws);
    const until = new Date(user.wallClock() + 3 * DAY_MS).toISOString().slice(0, 10);
    return reportGrant(user.oracle.rights.permits(requestOf(input), 50_000), () =>
      user.app.handlers.purchases.giveGrant({
        toolRef,
        input,
        pages: 1,
        everyHours: 24,
        perDay: usd(50_000),
        until,
      }),
    );
  },
  'takes a permission back': async (user) => {
    const { purchases } = user.app.handlers;
    const grants = (await purchases.grants(undefined)).filter(({ state }) => state === 'in_force');
    const grant = oneOf(user, 'which permission', grants);
    if (grant === null) return null;
    await purchases.revokeGrant({ grantId: grant.grantId });
    return user.oracle.rights.revokes(requestOf(grant.input));
  },
  'stops a batch': async ({ app }) => {
    const running = (await app.handlers.purchases.batches({})).find(({ state }) => state === 'running');
    return running && app.handlers.purchases.stopBatch({ batchId: running.batchId });
  },
};
