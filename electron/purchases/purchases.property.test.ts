/**
 * The promises of the money path under any order of events: an approval pays at most once, nothing is bought without
 * one, nothing bought is lost, nothing exceeds the limits, every page is filed under its own run even where runs get
 * other numbers at any moment, and everything can be settled in the end. The service is a model with books of its own,
 * which know nothing of the journal.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import type { Books } from '../../test/support/service/books.ts';
import { scriptedDraws } from '../../test/support/service/draws.ts';
import { toolRefOf } from '../../test/support/service/listing.ts';
import { accountOf, createService } from '../../test/support/service/service.ts';
import type { Reply } from '../marketplace/http/answer.ts';
import type { Storage } from '../storage/open.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import {
  answered,
  failed,
  NOON,
  PRICE,
  purchaseDesk,
  type ServiceRequest,
  settled,
  usd,
} from './testing/purchase-desk.ts';

const SEQUENCES = Number(process.env.MILEPOST_SEQUENCES ?? propertyRuns(80, 10_000));
const TOOL = toolRefOf(0);
const ORIGIN = 'https://market.example';
const DAILY_CALLS = 6;
const POLLS_A_DAY = 2;
/** The number of a run: how often runs were renumbered, its search, and its page. */
const [NUMBERING, SEARCH] = [1_000_000, 10_000];

/** What the service does with the next order. */
const ORDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fine: {},
  wait_requested: { 'answer to an order': 'status 429' },
  service_error_before: { 'answer to an order': 'status 503' },
  refused_outright: { 'answer to an order': 'status 402' },
  service_error_after: { 'acknowledgement of an order': 'status 500' },
  refused_with_receipt: { 'course of a Call': 'refused and charged' },
  pending: { 'course of a Call': 'pending' },
  outcome_unknown: { 'course of a Call': 'unknown, then completed' },
};
/** What the network does with it. */
const WAYS = ['ack_lost', 'never_arrives', 'provably_not_sent', 'hangs', 'nonsense_after'] as const;

/** The service, what becomes of the next orders, and what it really did, whatever anybody heard. */
function marketplace(now: () => number) {
  const books: Books = { quotes: new Map(), calls: [], others: [] };
  const fates: string[] = [];
  let [fate, online] = ['fine', true];
  const draws = scriptedDraws(() => ({
    'life of a quote': 'a minute',
    'length of a Call': 'a day',
    ...ORDERS[fate],
  }));
  const service = createService({ origin: ORIGIN, now, draws, books });

  const script = (
    { role, members }: ServiceRequest,
    key: string,
    receivedAt: number,
  ): Reply | Promise<Reply> => {
    if (!online) return failed({ delivery: role === 'call' ? 'maybe' : 'not_sent' });
    fate = role === 'call' ? (fates.shift() ?? 'fine') : 'fine';
    if (fate === 'never_arrives') return failed({});
    if (fate === 'provably_not_sent') return failed({ delivery: 'not_sent' });
    const { status, body: said, beside, wait } = service.answer({ role, key, members });
    if (fate === 'ack_lost') return failed({});
    if (fate === 'hangs') return new Promise(() => {});
    if (status >= 400)
      return failed({ delivery: 'answered', status, code: 'problem', retryAfterMs: wait?.ms ?? null });
    const body =
      fate === 'nonsense_after'
        ? { kind: 'something_new' }
        : JSON.parse(JSON.stringify({ ...(said as object), ...beside }));
    const reply = answered(body, receivedAt);
    return reply.ok ? { ok: true, answer: { ...reply.answer, serverDate: now() } } : reply;
  };
  return {
    script,
    calls: books.calls,
    fates,
    setOnline: (on: boolean) => {
      online = on;
    },
    /** The service finishes whatever it was working on. */
    settleAll: service.recover,
  };
}
type Marketplace = ReturnType<typeof marketplace>;

/** Of two accounts. */
const KEYS = ['key-A', 'key-B'] as const;
const happens = <Kind extends string, Facts extends object = object>(
  weight: number,
  kind: Kind,
  facts = {} as { [Name in keyof Facts]: fc.Arbitrary<Facts[Name]> },
) => ({ weight, arbitrary: fc.record(facts).map((drawn) => ({ kind, ...(drawn as Facts) })) });
const event = fc.oneof(
  happens(5, 'quote', { search: fc.nat(2) }),
  happens(8, 'approve', { which: fc.nat(3), times: fc.integer({ min: 1, max: 3 }) }),
  happens(8, 'fate', { fate: fc.constantFrom(...Object.keys(ORDERS), ...WAYS) }),
  happens(4, 'pass', { ms: fc.constantFrom(500, 2_000, 5_000, 61_000) }),
  happens(2, 'batch', {
    search: fc.nat(2),
    pages: fc.integer({ min: 1, max: 4 }),
    affordable: fc.integer({ min: 0, max: 4 }),
    renumberAfter: fc.option(fc.nat(40)),
  }),
  happens(1, 'searches', {
    searches: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }),
    pages: fc.integer({ min: 1, max: 2 }),
    affordable: fc.integer({ min: 0, max: 6 }),
  }),
  happens(2, 'refreshByItself', { search: fc.nat(1) }),
  happens(1, 'revoke', { search: fc.nat(1) }),
  happens(1, 'stopBatches'),
  happens(2, 'setClockBack'),
  happens(3, 'crash'),
  happens(2, 'network', { online: fc.boolean() }),
  happens(3, 'checkAgain', { which: fc.nat(3) }),
  happens(3, 'resume', { which: fc.nat(3) }),
  happens(1, 'discard', { which: fc.nat(3) }),
  happens(1, 'otherKey', { key: fc.constantFrom(...KEYS) }),
);
type UserOrWorld = typeof event extends fc.Arbitrary<infer Event> ? Event : never;

/** What was thrown and is no mapped failure: a raw error of storage, parsing or programming. */
const unmapped: unknown[] = [];

/** Acts without waiting for a service that never answers. A mapped failure is a legal outcome of any act, and no other. */
const quietly = async (work: () => unknown): Promise<void> => {
  const done = (async () => work())().catch((error: unknown) => {
    if (!(error instanceof ContractFailure)) unmapped.push(error);
  });
  await Promise.race([done, settled().then(settled)]);
};

/** What the sequences came to, so that none of the promises holds because nothing ever happened. */
const reached = { calls: 0, completed: 0, unknown: 0 };

async function play(events: readonly UserOrWorld[]): Promise<void> {
  const storage = emptyDataFile();
  let monotonic = 0;
  let opened: ReturnType<typeof purchaseDesk> | undefined;
  let serviceNow = NOON;
  const books = marketplace(() => serviceNow);
  let skew = 0;
  let key: string = KEYS[0];
  let pages = 0;
  /** How often runs were given other numbers, which is the head of each number. */
  let numbering = 0;
  const misfiled: unknown[] = [];
  /** What a merge does to the runs that are here. */
  const renumber = () => {
    numbering += 1;
    storage.db.exec(`UPDATE purchases SET run_id = run_id + ${NUMBERING}, continues_run = continues_run + ${NUMBERING};
      UPDATE standing_approvals SET run_id = run_id + ${NUMBERING}`);
  };
  const lastPageOf = storage.db
    .prepare<[number], string>('SELECT id FROM purchases WHERE run_id = ? ORDER BY rowid DESC')
    .pluck();
  const runOf = storage.db
    .prepare<[string], number | null>('SELECT run_id FROM purchases WHERE id = ?')
    .pluck();
  const limits = {
    perCall: PRICE,
    perDay: { ...PRICE, units: String(22_000 * DAILY_CALLS) },
    perMonth: usd(10_000_000),
  };
  const current = () => ({
    marketplace: ORIGIN,
    account: accountOf(key),
    keyMark: key,
    demo: false,
    scopes: null,
  });
  const start = () => {
    opened?.purchases.close();
    opened = purchaseDesk(':memory:', (request) => books.script(request, key, serviceNow + skew), {
      storage,
      accountContext: current,
      learnAccount: async () => current(),
      monotonic: () => monotonic,
      limits: () => limits,
      confirm: async () => true,
      // Each completed page names the next one of the run.
      interpret: ({ input, runId }) => {
        const run = numbering * NUMBERING + Number(input.search) * SEARCH;
        if (runId !== null && Math.trunc(runId / SEARCH) * SEARCH !== run) misfiled.push({ runId, run });
        return run + Number(input.page ?? 0);
      },
      nextPageOf: (run) => ({
        toolRef: TOOL,
        input: { search: Math.trunc((run % NUMBERING) / SEARCH), page: (run % SEARCH) + 1 + ++pages },
        after: lastPageOf.get(run) ?? '',
      }),
      whyUnfit: () => null,
      runEndingWith: (purchaseId) => runOf.get(purchaseId) ?? null,
    });
    opened.state.now = serviceNow + skew;
    return opened;
  };
  let desk = start();
  const pass = async (ms: number) => {
    serviceNow += ms;
    monotonic += ms;
    desk.pass(ms);
    await settled();
  };
  /** The key of the account that a purchase was made with. */
  const useKeyOf = ({ purchaseId }: Pick<Purchase, 'purchaseId'>) => {
    const owner = desk.storage.db
      .prepare<[string], string>('SELECT account FROM purchases WHERE id = ?')
      .pluck()
      .get(purchaseId);
    key = KEYS.find((one) => accountOf(one) === owner) ?? key;
  };
  const pick = async (which: number) => {
    const { items } = await desk.purchases.handlers.list({});
    return items[which % Math.max(1, items.length)];
  };

  const grants: (string | undefined)[] = [];

  for (const happening of events) {
    const { handlers } = desk.purchases;
    if (happening.kind === 'quote')
      await quietly(() => handlers.quote({ toolRef: TOOL, input: { search: happening.search } }));
    if (happening.kind === 'batch') {
      const approved = quietly(() =>
        handlers.approveBatch({
          requests: [{ toolRef: TOOL, input: { search: happening.search }, pages: happening.pages }],
          ceiling: { ...PRICE, units: String(22_000 * happening.affordable) },
        }),
      );
      if (happening.renumberAfter !== null) {
        for (let tick = 0; tick < happening.renumberAfter; tick++) await Promise.resolve();
        renumber();
      }
      await approved;
    }
    if (happening.kind === 'searches')
      await quietly(() =>
        handlers.approveBatch({
          requests: happening.searches.map((search) => ({
            toolRef: TOOL,
            input: { search },
            pages: happening.pages,
          })),
          ceiling: { ...PRICE, units: String(22_000 * happening.affordable) },
        }),
      );
    if (happening.kind === 'refreshByItself') {
      const { search } = happening;
      grants[search] ??= await permission(desk, search);
      await quietly(() => desk.purchases.spendUnderGrant(grants[search] ?? ''));
    }
    if (happening.kind === 'revoke' && grants[happening.search] !== undefined)
      await quietly(() => handlers.revokeGrant({ grantId: grants[happening.search] ?? '' }));
    if (happening.kind === 'stopBatches')
      for (const { batchId } of await handlers.batches({})) handlers.stopBatch({ batchId });
    if (happening.kind === 'fate') books.fates.push(happening.fate);
    if (happening.kind === 'pass') await pass(happening.ms);
    if (happening.kind === 'network') books.setOnline(happening.online);
    if (happening.kind === 'crash') desk = start();
    if (happening.kind === 'otherKey') {
      key = happening.key;
    }
    if (happening.kind === 'setClockBack') {
      skew -= 30_000;
      desk.state.now -= 30_000;
    }
    if ('which' in happening) {
      const purchase = await pick(happening.which);
      if (purchase !== undefined) {
        const { purchaseId } = purchase;
        if (happening.kind === 'approve') {
          const { quote } = await handlers.show({ purchaseId });
          if (quote !== null)
            await Promise.all(
              Array.from({ length: happening.times }, () =>
                quietly(() => handlers.approve({ purchaseId, shown: quote })),
              ),
            );
        } else await quietly(() => handlers[happening.kind]({ purchaseId }));
      }
    }
    await settled();
    check(desk, books);
    if (rows(desk).some(({ state }) => state === 'unknown')) reached.unknown += 1;
    expect(misfiled).toEqual([]);
    expect(unmapped.splice(0)).toEqual([]);
  }

  // In the end the network is there, each account’s key is stored in turn, the service finishes its work, and the user resumes.
  books.setOnline(true);
  books.fates.length = 0;
  books.settleAll();
  for (const own of KEYS) {
    key = own;
    desk = start();
    // What waits for its account goes on.
    await pass(400_000);
  }
  for (let round = 0; round < 3; round++) {
    for (const purchase of (await desk.purchases.handlers.list({})).items)
      if (purchase.state === 'unknown') {
        useKeyOf(purchase);
        const { purchaseId } = purchase;
        await quietly(() => desk.purchases.handlers.resume({ purchaseId }));
        const sent = rows(desk).find(({ id }) => id === purchaseId)?.idempotency_key;
        // Who knows the account knows that no Call was made.
        if (!books.calls.some(({ idempotencyKey }) => idempotencyKey === sent))
          await quietly(() => desk.purchases.handlers.placeCall({ purchaseId, callRef: null, isOwn: false }));
      }
    // As long as an order that was lost may be on its way, and more.
    await pass(400_000);
  }
  check(desk, books);
  for (const purchase of (await desk.purchases.handlers.list({})).items) {
    if (purchase.state === 'pending') {
      useKeyOf(purchase);
      await desk.purchases.handlers.checkAgain({ purchaseId: purchase.purchaseId });
    }
  }
  await everythingIsSettled(desk, books);
  reached.calls += books.calls.length;
  reached.completed += rows(desk).filter(({ state }) => state === 'completed').length;
  expect(unmapped.splice(0)).toEqual([]);
  desk.purchases.close();
  storage.close();
}

type Desk = ReturnType<typeof purchaseDesk>;

/** Leave to buy a search by itself, so many times a day. */
async function permission({ purchases }: Desk, search: number): Promise<string> {
  const { grantId } = await purchases.handlers.giveGrant({
    toolRef: TOOL,
    input: { search },
    pages: 1,
    everyHours: 24,
    perDay: { ...PRICE, units: String(22_000 * POLLS_A_DAY) },
    until: '2027-04-30',
  });
  return grantId;
}

type JournalRow = {
  id: string;
  state: string;
  quote_ref: string | null;
  idempotency_key: string | null;
  call_ref: string | null;
  input: string;
  charged: string | null;
  batch_id: string | null;
  grant_id: string | null;
};

type Approved = {
  id: string;
  kind: 'batch' | 'grant';
  pages: number;
  ceiling: string;
  requests: string | null;
};

/** What the checks read of the data file, compiled once for each of them. */
function compiled(db: Storage['db']) {
  return {
    purchases: db.prepare<[], JournalRow>(
      'SELECT id, state, quote_ref, idempotency_key, call_ref, input, charged, batch_id, grant_id FROM purchases',
    ),
    approvals: db.prepare<[string], { event: string; actor: string }>(
      `SELECT event, actor FROM purchase_events WHERE purchase_id = ?
       AND event IN ('approved', 'approved_in_batch', 'approved_by_grant')`,
    ),
    standing: db.prepare<[], Approved>('SELECT id, kind, pages, ceiling, requests FROM standing_approvals'),
  };
}
const known = new WeakMap<Storage['db'], ReturnType<typeof compiled>>();
function reads(desk: Desk): ReturnType<typeof compiled> {
  const made = known.get(desk.storage.db) ?? compiled(desk.storage.db);
  known.set(desk.storage.db, made);
  return made;
}

const rows = (desk: Desk) => reads(desk).purchases.all();

/** What holds at every moment. */
function check(desk: Desk, books: Marketplace): void {
  const journal = rows(desk);
  const perQuote = new Map<string, number>();
  for (const call of books.calls) {
    const { quoteRef } = call.quote;
    perQuote.set(quoteRef, (perQuote.get(quoteRef) ?? 0) + 1);
    const purchase = journal.find((row) => row.idempotency_key === call.idempotencyKey);
    expect(purchase?.quote_ref).toBe(quoteRef);
    const approvals = reads(desk).approvals.all(purchase?.id ?? '');
    expect(approvals).toEqual([
      purchase?.batch_id != null
        ? { event: 'approved_in_batch', actor: 'main' }
        : purchase?.grant_id != null
          ? { event: 'approved_by_grant', actor: 'main' }
          : { event: 'approved', actor: 'user' },
    ]);
    // A Call that the books hold is settled with its own reference, or still open: never forgotten.
    expect(['submitted', 'pending', 'unknown', 'completed', 'refused']).toContain(purchase?.state);
    if (purchase?.call_ref != null) expect(purchase.call_ref).toBe(call.callRef);
  }
  checkStanding(desk, journal);
  expect([...perQuote.values()].every((count) => count === 1)).toBe(true);
  expect(books.calls.length).toBeLessThanOrEqual(DAILY_CALLS);
  const open = journal.filter((row) => ['approved', 'submitted', 'pending', 'unknown'].includes(row.state));
  expect(new Set(open.map((row) => row.input)).size).toBe(open.length);
}

/** An approval that stands for more than one quote never pays for more than it says, nor for anything else. */
function checkStanding(desk: Desk, journal: readonly JournalRow[]): void {
  for (const approved of reads(desk).standing.all()) {
    const sent = journal.filter(
      (row) => [row.batch_id, row.grant_id].includes(approved.id) && row.idempotency_key !== null,
    );
    const { units } = JSON.parse(approved.ceiling) as typeof PRICE;
    const paid = sent.filter(
      (row) => row.state !== 'not_sent' && !(row.state === 'refused' && row.charged === null),
    );
    // All of a sequence lies within one day, so that a permission's daily amount is an amount in all.
    expect(paid.length * 22_000).toBeLessThanOrEqual(Number(units));
    if (approved.kind === 'grant') {
      expect(new Set(sent.map((row) => row.input)).size).toBeLessThanOrEqual(1);
      continue;
    }
    expect(sent.length).toBeLessThanOrEqual(approved.pages);
    if (approved.requests !== null) checkSearches(JSON.parse(approved.requests), sent);
  }
}

/** No search of an approval is bought twice under it, nor further than its pages, nor one that it does not name. */
function checkSearches(
  requests: readonly { input: { search: number }; pages: number }[],
  sent: readonly JournalRow[],
): void {
  const bought = Map.groupBy(sent, (row) => (JSON.parse(row.input) as { search: number }).search);
  for (const [search, rows] of bought) {
    const request = requests.find(({ input }) => input.search === search);
    expect(rows.length).toBeLessThanOrEqual(request?.pages ?? 0);
    expect(new Set(rows.map((row) => row.input)).size).toBe(rows.length);
  }
}

/** What holds once everybody has done their part. */
async function everythingIsSettled(desk: Desk, books: Marketplace): Promise<void> {
  for (const row of rows(desk)) {
    expect(['submitted', 'pending', 'unknown']).not.toContain(row.state);
    const call = books.calls.find(({ idempotencyKey }) => idempotencyKey === row.idempotency_key);
    expect(row.state === 'completed' || (row.state === 'refused' && row.charged !== null)).toBe(
      call !== undefined,
    );
    if (row.state === 'completed') expect(desk.outputOf(row.id)).toEqual(call?.output);
  }
}

describe('whatever people, service, clock, crashes and network do', () => {
  it(`keeps the promises of the money path in ${SEQUENCES} sequences of events`, {
    timeout: 600_000,
  }, async () => {
    await provesInTime(
      0.45,
      [fc.array(event, { minLength: 4, maxLength: 24 })],
      async (events) => {
        const before = reached.calls;
        await play(events);
        return reached.calls > before;
      },
      {
        numRuns: SEQUENCES,
      },
    );
    expect(Object.values(reached).every((times) => times > SEQUENCES / 10)).toBe(true);
  });
});
