/** For tests: purchases over a real data file, and a marketplace whose answers are written in the test. */
import type { Amount } from '#shared/money.ts';
import type { Marketplace, Reply, RequestFailure, Role } from '../../marketplace/http/answer.ts';
import { openOutputs } from '../../outputs/outputs.ts';
import type { Storage } from '../../storage/open.ts';
import { openDataFile } from '../../storage/testing/empty-data-file.ts';
import type { CurrentAccount, PurchasesDeps, ToolFacts } from '../journal/purchase-context.ts';
import { createPurchases, type Purchases } from '../purchases.ts';

export type ServiceRequest = { role: Role; members: Readonly<Record<string, unknown>> };
export type Script = (request: ServiceRequest) => Reply | Promise<Reply>;

/** Some noon, in UTC ms. */
export const NOON = Date.UTC(2027, 2, 14, 12);

export const PRICE = { currency: 'USD', units: '22000', exponent: 6 };
export const usd = (units: number): Amount => ({ ...PRICE, units: String(units) });
export const TOOL = `operation:v1:${'a'.repeat(64)}`;

/** An answer with `body`, as it would come over HTTP. */
export function answered(body: unknown, receivedAt = NOON): Reply {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return {
    ok: true,
    answer: {
      status: 200,
      body: JSON.parse(JSON.stringify(body)),
      bytes,
      requestId: 'req-1',
      receivedAt,
      serverDate: receivedAt,
    },
  };
}

export function failed(failure: Partial<RequestFailure>): Reply {
  return {
    ok: false,
    failure: {
      code: 'offline',
      delivery: 'maybe',
      message: 'The connection broke.',
      status: null,
      requestId: null,
      retryAfterMs: null,
      problem: null,
      body: null,
      ...failure,
    },
  };
}

export const committedQuote = (expiresAt: number, quoteRef: string, input: unknown) => ({
  kind: 'committed',
  quoteRef,
  toolRef: TOOL,
  toolVersion: '1',
  expiresAt,
  normalizedInput: input,
  price: PRICE,
});

export const completedCall = (callRef: string, output: unknown = { data: [] }) => ({
  kind: 'completed',
  callRef,
  toolRef: TOOL,
  output,
  evidenceHash: 'e',
  usage: { usageRef: 'u', observedAt: 1, chargeState: 'paid', amount: PRICE, priceDigest: 'd' },
});

/** A Call that was taken, and is worked on. */
export const pendingCall = (more: object = {}): Reply => answered({ kind: 'pending', callRef: 'c', ...more });

/** The status of a Call. */
export const foundCall = (state: string, more: object = {}): Reply =>
  answered({ kind: 'found', callRef: 'c', version: 2, toolRef: TOOL, state, ...more });

/** The status of a Call that was carried out. */
export const finishedCall = (callRef: string): Reply =>
  foundCall('terminal', { callRef, result: completedCall(callRef) });

/** The status of a Call of which nothing is new. */
export const unchangedCall = (retryAfterMs?: number): Reply =>
  answered({ kind: 'unchanged', version: 1, retryAfterMs });

/** All Calls of the account. */
export const callsListed = (items: readonly object[] = [], more: object = {}): Reply =>
  answered({ kind: 'available', items, hasMore: false, ...more });

/** What the catalogue knows of the Tool. */
export const TOOL_FACTS: ToolFacts = {
  toolId: 'capability:award-search',
  interpretation: 'award_search',
  listedPrice: PRICE,
  listedAuthorisation: PRICE,
  declaredDefaults: {},
  title: 'Award search',
  providerName: 'Seats',
  callable: { ok: true },
  dataUse: [],
  effects: [],
};

/** A desk where purchases can be made: a clock that is moved by hand, alarms that ring when set off, a script for the service. */
export function purchaseDesk(file: string, script: Script, overrides: Partial<PurchasesDeps> = {}) {
  const storage: Storage = overrides.storage ?? openDataFile(file);
  const alarmed = new Set<string>();
  const state = {
    now: NOON,
    ids: 0,
    accountContext: {
      marketplace: 'https://market.example',
      account: 'acct',
      keyMark: 'mark',
      demo: false,
      scopes: null,
    } as CurrentAccount,
    requested: [] as ServiceRequest[],
    alarms: new Set<{ at: number; run: () => void }>(),
    script,
    interpreted: [] as string[],
    /** Why no order can be sent. */
    unsendable: null as string | null,
    /** What the user was notified of charges outside the page. */
    known: [] as string[],
  };
  const marketplace: Marketplace = {
    origin: 'https://market.example',
    ask: async (role, members) => {
      state.requested.push({ role, members });
      return state.script({ role, members });
    },
    whyNot: async () => state.unsendable,
    available: () => ({ ok: true }),
  };
  const deps: PurchasesDeps = {
    storage,
    clock: () => state.now,
    monotonic: () => state.now,
    after: (ms, run) => {
      const alarm = { at: state.now + ms, run };
      state.alarms.add(alarm);
      return () => state.alarms.delete(alarm);
    },
    random: () => 0,
    newId: () => `${file}-${++state.ids}-${Math.random()}`,
    publishChange: () => {},
    marketplace: () => marketplace,
    learnAccount: async () => state.accountContext,
    accountContext: () => state.accountContext,
    limits: () => ({
      perCall: { ...PRICE, units: '50000' },
      perDay: { ...PRICE, units: '1000000' },
      perMonth: { ...PRICE, units: '10000000' },
    }),
    toolFacts: () => TOOL_FACTS,
    checkInput: (_toolRef, input) => ({ ok: true, input, title: 'a search' }),
    interpret: ({ purchaseId }) => {
      state.interpreted.push(purchaseId);
      return 7;
    },
    nextPageOf: () => null,
    whyUnfit: () => null,
    runEndingWith: () => null,
    confirm: async () => false,
    notifyCharge: ({ purchaseId, mark, words }) => {
      const event = `${purchaseId} ${mark}`;
      if (!alarmed.has(event)) state.known.push(words);
      alarmed.add(event);
    },
    ...overrides,
  };
  const purchases: Purchases = createPurchases(deps);
  return {
    state,
    storage,
    purchases,
    outputOf: openOutputs(storage).outputOf,
    /** What the service was asked in a role. */
    requestsOf: (wanted: Role) => state.requested.filter(({ role }) => role === wanted),
    calls: () => state.requested.filter(({ role }) => role === 'call'),
    /** Moves the clock and rings every alarm that is due. */
    pass(ms: number) {
      state.now += ms;
      for (const alarm of [...state.alarms].filter(({ at }) => at <= state.now)) {
        state.alarms.delete(alarm);
        alarm.run();
      }
    },
    close() {
      purchases.close();
      storage.close();
    },
  };
}
export type Desk = ReturnType<typeof purchaseDesk>;

/** Lets everything that is waiting on settled promises go on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
