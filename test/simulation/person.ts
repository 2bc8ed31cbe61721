import type { Purchase } from '#shared/contract/purchases.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import type { App } from '../../electron/app/app-deps.ts';
import type { Draws } from './draws.ts';
import { type Limits, type Oracle, requestOf } from './oracle/oracle.ts';
import type { Service } from './service/service.ts';
import type { Machine } from './world/program.ts';

/** The user at the screens of one running program. */
export type Person = {
  app: App;
  draws: Draws;
  oracle: Oracle;
  machine: Machine;
  now: () => number;
  wallClock: () => number;
  /** The marketplace in use, as the history has it. */
  service: () => Service;
  origins: readonly string[];
  moved: (origin: string) => void;
};

export type Act = (user: Person) => Promise<unknown>;

const DAY_MS = 86_400_000;
const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });

export const limitsOf = ({ perCall, perDay, perMonth }: Limits) => ({
  perCall: usd(perCall),
  perDay: usd(perDay),
  perMonth: usd(perMonth),
});

/** Few requests, so that the same one is made again. */
function searchOf(draws: Draws): Record<string, unknown> {
  const destination_airport = draws.choose('destination', 0.6, {
    LHR: 'LHR',
    CDG: 'CDG',
    HND: 'HND',
    FRA: 'FRA',
  });
  return {
    origin_airport: 'JFK',
    destination_airport,
    cabin: 'business',
    start_date: '2027-03-01',
    take: 10,
  };
}

async function toolRefOf({ app }: Person): Promise<string | null> {
  const { handlers } = app;
  const known = (await handlers.awards.tools({ refresh: false })).tools.filter(
    ({ posture }) => posture.state === 'callable',
  );
  return (
    (known.at(-1) ?? (await handlers.awards.tools({ refresh: true })).tools.at(-1))?.tool.toolRef ?? null
  );
}

/** Whatever the contract gives in, the screens read it as it goes out. */
const asPurchase = (given: unknown): Purchase => given as Purchase;

async function quote(user: Person): Promise<Purchase | null> {
  const toolRef = await toolRefOf(user);
  if (toolRef === null) return null;
  const input = searchOf(user.draws);
  return asPurchase(await user.app.handlers.purchases.quote({ toolRef, input }));
}

async function approve(user: Person, given: Purchase | null): Promise<unknown> {
  if (given?.state !== 'quoted' || given.quote === null) return 'nothing to approve';
  const { quoteRef, toolVersion, inputDigest, price, normalizedInput } = given.quote;
  if (!given.approvable.ok) return given.approvable.why;
  user.oracle.approves(requestOf(normalizedInput));
  return user.app.handlers.purchases.approve({
    purchaseId: given.purchaseId,
    shown: { quoteRef, toolVersion, inputDigest, price },
    aboveAuthorisation: user.draws.choose('second act', 0.3, { 'not given': false, given: true }),
  });
}

/** One of the purchases that are in one of these states; null where there is none. */
async function one(user: Person, states: readonly string[]): Promise<Purchase | null> {
  const { purchases } = user.app.handlers;
  const items = (await purchases.list({ limit: 100 })).items.filter(({ state }) => states.includes(state));
  const chosen = items[user.draws.number('which purchase', Math.max(1, items.length))];
  return chosen === undefined ? null : asPurchase(await purchases.show({ purchaseId: chosen.purchaseId }));
}

const OPEN = ['submitted', 'pending', 'unknown'];

async function searchesToBuy(user: Person) {
  const toolRef = await toolRefOf(user);
  if (toolRef === null) return null;
  const input = searchOf(user.draws);
  user.oracle.approves(requestOf(input));
  return { toolRef, input };
}

/** Everything that a screen offers, by what the user would call it. */
export const ACTS: Readonly<Record<string, Act>> = {
  'buys a search': async (user) => approve(user, await quote(user)),
  'buys two searches at once': async (user) => {
    const [first, second] = await Promise.all([quote(user), quote(user)]);
    return Promise.all([approve(user, first), approve(user, second)]);
  },
  'asks for a quote': quote,
  'approves a quote': async (user) => approve(user, await one(user, ['quoted'])),
  'approves a quote twice': async (user) => {
    const given = await one(user, ['quoted']);
    return Promise.all([approve(user, given), approve(user, given)]);
  },
  'discards a quote': async (user) => {
    const given = await one(user, ['quoted']);
    return given && user.app.handlers.purchases.discard({ purchaseId: given.purchaseId });
  },
  'checks again': async (user) => {
    const given = await one(user, OPEN);
    if (given === null || !given.can.checkAgain) return null;
    return user.app.handlers.purchases.checkAgain({ purchaseId: given.purchaseId });
  },
  'sends the order again': async (user) => {
    const given = await one(user, ['unknown']);
    if (given === null || !given.can.resume) return null;
    return user.app.handlers.purchases.resume({ purchaseId: given.purchaseId });
  },
  cancels: async (user) => {
    const given = await one(user, ['pending']);
    if (given === null || !given.can.cancel) return null;
    return user.app.handlers.purchases.cancel({ purchaseId: given.purchaseId });
  },
  'sees a charge': async ({ app }) => {
    const [alarmed] = await app.handlers.purchases.alarms(undefined);
    if (alarmed === undefined) return null;
    return app.handlers.purchases.seeCharge({ purchaseId: alarmed.purchaseId, mark: alarmed.alarm.mark });
  },
  'compares with the service': ({ app }) =>
    Promise.resolve(app.handlers.purchases.reconcileWithService(undefined)),
  'looks at the balance': ({ app }) => Promise.resolve(app.handlers.purchases.balance(undefined)),
  'looks at the accounts': async ({ app }) => [
    await app.handlers.purchases.accounts({}),
    await app.handlers.purchases.export({ format: 'csv' }),
  ],
  'looks for award searches': async (user) => {
    const ranAt = user.now();
    const { absence } = await user.app.handlers.awards.tools({ refresh: true });
    user.oracle.absence('Search', absence?.proven === true, user.service().listedSince(), ranAt);
    return absence;
  },
  'searches the catalogue': async (user) => {
    const ranAt = user.now();
    const found = await user.app.handlers.catalogue.search({ from: 'service', query: 'award seat search' });
    user.oracle.absence(
      'the catalogue search',
      found?.absence?.proven === true && found.items.length === 0,
      user.service().listedSince(),
      ranAt,
    );
    return found?.absence;
  },
  'lists the catalogue': async (user) => {
    const ranAt = user.now();
    const found = await user.app.handlers.catalogue.list({ from: 'service' });
    user.oracle.absence(
      'the catalogue list',
      found?.absence?.proven === true && found.items.length === 0,
      user.service().listedSince(),
      ranAt,
    );
    return found?.absence;
  },
  'opens a Tool': async (user) => {
    const toolRef = await toolRefOf(user);
    return toolRef && user.app.handlers.catalogue.describe({ from: 'service', toolRef });
  },
  'changes the limits': async (user) => {
    const perCall = user.draws.choose('limit for a Call', 0.4, { much: 100_000, little: 30_000 });
    const perDay = user.draws.choose('limit for a day', 0.5, { much: 1_000_000, little: 60_000 });
    const limits = { perCall, perDay, perMonth: 5 * perDay };
    user.oracle.allows(limits);
    return user.app.handlers.settings.setLimits({ limits: limitsOf(limits) });
  },
  'approves further pages': async (user) => {
    const purchase = await searchesToBuy(user);
    if (purchase === null) return null;
    return user.app.handlers.purchases.approveBatch({ ...purchase, pages: 2, ceiling: usd(100_000) });
  },
  'gives a standing permission': async (user) => {
    const purchase = await searchesToBuy(user);
    if (purchase === null) return null;
    const until = new Date(user.wallClock() + 3 * DAY_MS).toISOString().slice(0, 10);
    return user.app.handlers.purchases.giveGrant({ ...purchase, perDay: usd(50_000), until });
  },
  'stores a key': async (user) => {
    const key = user.draws.choose('key', 0.6, {
      'of the same account': 'key-A-0000000000000001',
      'another of the same account': 'key-A-0000000000000002',
      'of another account': 'key-B-0000000000000003',
    });
    user.machine.clipboard = key;
    return user.app.handlers.key.storeFromClipboard(undefined);
  },
  'removes the key': ({ app }) => Promise.resolve(app.handlers.key.forget(undefined)),
  'changes the marketplace': async (user) => {
    const address = user.draws.choose('marketplace', 0.5, {
      'the first': user.origins[0] ?? '',
      'the second': user.origins[1] ?? '',
    });
    user.moved(address);
    return user.app.handlers.settings.setMarketplace({ address });
  },
  'fetches the document again': ({ app }) => Promise.resolve(app.handlers.marketplace.refresh(undefined)),
  'stops waiting': ({ app }) => Promise.resolve(app.handlers.marketplace.cancelWait(undefined)),
  'opens what was held back': ({ app }) => Promise.resolve(app.handlers.marketplace.open(undefined)),
  'looks at the setup': ({ app }) => Promise.resolve(app.handlers.status.setup({ refresh: true })),
  'stops a batch': async ({ app }) => {
    const running = (await app.handlers.purchases.batches({})).find(({ state }) => state === 'running');
    return running && app.handlers.purchases.stopBatch({ batchId: running.batchId });
  },
};

/** What a user does who wants every purchase settled: looks again, and where nothing is found lets it be sent again. */
export async function settlesAll(
  { app }: Pick<Person, 'app'>,
  failed: (error: unknown) => void,
): Promise<number> {
  const { purchases } = app.handlers;
  const open = (await purchases.list({ limit: 1000 })).items.filter(({ state }) => isUnresolved(state));
  for (const { purchaseId } of open) {
    try {
      const hovered = asPurchase(await purchases.show({ purchaseId }));
      const again = hovered.can.checkAgain ? asPurchase(await purchases.checkAgain({ purchaseId })) : hovered;
      if (again.can.resume) await purchases.resume({ purchaseId });
    } catch (error) {
      failed(error);
    }
  }
  return open.length;
}
