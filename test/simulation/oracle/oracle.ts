import type { Purchase, PurchaseSummary } from '#shared/contract/purchases.ts';
import type { Status } from '#shared/contract/status.ts';
import type { Amount } from '#shared/money.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { type BookedCall, type Books, type Charge, chargeAt, stateAt } from '../../support/service/books.ts';
import type { Answered } from '../../support/service/declared.ts';
import { ROWS } from '../../support/service/outputs.ts';
import type { Sent } from '../world/network.ts';
import type { Life } from '../world/virtual-time.ts';
import { backOffOracle } from './back-off.ts';
import type { Count, Violation } from './counts.ts';
import { dayOf, monthOf, type Rights, requestOf, rightsOf } from './rights.ts';

/** What the program shows at a moment, read through its contract as a screen does. */
export type Shown = {
  status: Status;
  purchases: readonly PurchaseSummary[];
  /** The idempotency key of each purchase that was ordered. */
  keys: ReadonlyMap<string, string>;
  /** The unsettled purchases, with all their details. */
  open: readonly Purchase[];
  /** Purchases with a stored output. */
  stored: ReadonlySet<string>;
  /** Purchases with an alarm, seen or not. */
  alarmed: ReadonlySet<string>;
  /** Purchases with an unseen alarm. */
  unseen: ReadonlySet<string>;
};

/** A run of results and its search. */
type Run = {
  exhausted: boolean | null;
  records: number;
  broken: number;
  remarks: readonly string[];
  criteria: unknown;
};

export type Oracle = {
  readonly violations: readonly Violation[];
  /** The rights by which anything may be ordered. */
  readonly rights: Rights;
  /** The number of comparisons, so that a history that compared nothing is noticed. */
  compared(): number;
  started(life: Life): void;
  sent(one: Sent): void;
  reached(one: Sent, answer: Answered): void;
  /** The user did something; `asksOfCalls` if it may poll a Call immediately. */
  acted(asksOfCalls?: boolean): void;
  failed(where: string, error: unknown): void;
  /** The history was abandoned because of too many events within a minute. */
  endlessEvents(): void;
  deadEnd(words: string): void;
  absence(where: string, proven: boolean, listedSince: number | null, ranAt: number): void;
  /** A run of results as it is shown. */
  run(run: Run): void;
  /** Records that are shown as removed. */
  removed(records: number): void;
  compare(shown: Shown): void;
  /** The service has recovered and everything possible was done. */
  finish(shown: Shown): void;
};

export type OracleOptions = {
  books: Books;
  now: () => number;
  wallClock: () => number;
  after: (ms: number, run: () => void) => void;
  /** Whether the data file accepts writes. */
  canWrite: () => boolean;
};

const WRITTEN_WITHIN_MS = 1_000;

const UNITS = 1_000_000;

/** Error texts of SQLite and JavaScript, which are not for users. */
const RAW =
  /constraint failed|SQLITE_|no such (?:table|column)|is not a function|Cannot read prop|Unexpected token|\bundefined\b|\[object/;

/** Millionths of the currency's unit; amounts here are small enough for a number. */
const millionths = ({ units, exponent }: Amount): number => (Number(units) * UNITS) / 10 ** exponent;

/** How a run states that rows of it may be missing (`electron/awards/coverage/page-fit.ts`). */
const STATES_GAPS = /left records out|repeats records/;

/** Compares what the program shows and sends with the books that it never sees. */
export function createOracle({ books, now, wallClock, after, canWrite }: OracleOptions): Oracle {
  const violations: Violation[] = [];
  const reported = new Set<string>();
  const notify = (count: Count, words: string, once = words): void => {
    if (reported.has(`${count} ${once}`)) return;
    reported.add(`${count} ${once}`);
    violations.push({ count, words, at: now() });
  };
  const backOff = backOffOracle((count, words) => notify(count, words, count));
  const starts = new Map<Life, { at: number; wall: number }>();
  /** Orders whose Call the program knows, from an answer or by its purchase's reference. */
  const knownOrders = new Set<string>();
  let compared = 0;

  /** The least that the program must count as charged for a Call, in the currency of the limits. */
  function leastChargeOf(call: BookedCall): number {
    const charge = chargeAt(call, now());
    if (charge === null || charge.units <= 0) return 0;
    if (charge.currency !== 'USD') return call.quote.price.units;
    // A stated charge counts only if the program knows which purchase the Call belongs to.
    if (call.statedCharge !== null && knownOrders.has(call.idempotencyKey))
      return call.statedCharge.currency === 'USD' ? call.statedCharge.units : 0;
    return Math.min(charge.units, call.quote.price.units);
  }
  const rights = rightsOf({ books, now, wallClock, leastChargeOf, notify });
  const ordered = new Set<string>();
  const leastSpending = (within: (wallAt: number, key: string) => boolean): number =>
    books.calls
      .filter(({ idempotencyKey }) => within(rights.orderedAt(idempotencyKey), idempotencyKey))
      .reduce((sum, call) => sum + leastChargeOf(call), 0);

  /** Calls with a stated charge that differs from the approval, if the program knew their purchase by then. */
  const unexpectedCharges = new Set<BookedCall>();
  function collectUnexpectedCharges(): void {
    for (const call of books.calls) {
      const isUnexpected = call.justStated.some(
        ({ charge, inUnseenState }) =>
          inUnseenState ||
          charge.currency !== 'USD' ||
          charge.units > call.quote.most.units ||
          charge.units < 0,
      );
      if (isUnexpected && knownOrders.has(call.idempotencyKey)) unexpectedCharges.add(call);
      call.justStated = [];
    }
  }

  function compareCalls({ purchases, keys, stored }: Shown): void {
    const others = new Set(books.others.map(({ callRef }) => callRef));
    for (const { callRef } of purchases)
      if (callRef !== null && others.has(callRef))
        notify('charged and forgotten', 'a purchase bears the Call of another program', 'another');
    const byKey = new Map(purchases.map((purchase) => [keys.get(purchase.purchaseId), purchase]));
    for (const call of books.calls) {
      compared += 1;
      const charge = chargeAt(call, now());
      if (charge === null) continue;
      const purchase = byKey.get(call.idempotencyKey);
      const short = call.callRef.slice(-6);
      if (purchase === undefined) {
        notify('charged and forgotten', `Call ${short} is in the books and in no purchase`);
        continue;
      }
      if (isUnresolved(purchase.state)) continue;
      const counted = purchase.counted === null ? null : millionths(purchase.counted);
      if (purchase.state !== 'completed' && charge.units > 0 && (counted ?? 0) < leastChargeOf(call))
        notify('charged and written off', `Call ${short} is charged, and its purchase ${purchase.state}`);
      if (purchase.state === 'completed' && !stored.has(purchase.purchaseId))
        notify('charged and forgotten', `the output of Call ${short} is not stored`);
    }
  }

  /** Reports a request that was charged twice, the second time while the first charge was not shown. */
  function findDoubleCharges({ purchases, keys }: Shown): void {
    const settled = new Set(
      purchases
        .filter(({ state, counted }) => state === 'completed' || counted !== null)
        .map(({ purchaseId }) => keys.get(purchaseId)),
    );
    const requests = Map.groupBy(
      books.calls.filter((call) => (chargeAt(call, now())?.units ?? 0) > 0),
      ({ quote, origin, account }) => `${origin} ${account} ${requestOf(quote.input)}`,
    );
    for (const [request, calls] of requests) {
      const unsettled = calls.filter(({ idempotencyKey }) => !settled.has(idempotencyKey));
      if (
        calls.length > 1 &&
        unsettled.length > 0 &&
        calls.some(({ madeAt }) => madeAt > (unsettled[0]?.madeAt ?? 0))
      )
        notify('charged twice', `one request has ${calls.length} charges, one of them unseen`, request);
    }
    const keysOfCalls = Map.groupBy(
      books.calls,
      ({ idempotencyKey, origin }) => `${origin} ${idempotencyKey}`,
    );
    for (const [key, calls] of keysOfCalls)
      if (calls.length > 1) notify('charged twice', 'one order is two Calls', key);
  }

  function compareSpending({ status, purchases, keys }: Shown): void {
    const wall = wallClock();
    // An order counts on the day of its approval: it may have had to wait since, and the clock may have been set.
    const createdAtByKey = new Map(purchases.map((one) => [keys.get(one.purchaseId), one.createdAt]));
    const isToday = (at: number) => dayOf(at) === dayOf(wall);
    const shown = (amounts: readonly Amount[]) =>
      amounts
        .filter(({ currency }) => currency === 'USD')
        .reduce((sum, amount) => sum + millionths(amount), 0);
    const month = leastSpending((at) => monthOf(at) === monthOf(wall));
    const day = leastSpending((at, key) => isToday(at) && isToday(createdAtByKey.get(key) ?? at));
    if (shown(status.spending.month) < month)
      notify(
        'spending below the books',
        `${shown(status.spending.month)} shown of ${month} millionths`,
        'month',
      );
    if (shown(status.spending.today) < day)
      notify(
        'spending below the books',
        `${shown(status.spending.today)} shown of ${day} millionths today`,
        'day',
      );
  }

  function findDeadEnds({ open }: Shown): void {
    for (const { state, can, nextPollAt, approvable } of open) {
      const hasAction =
        state === 'quoted'
          ? approvable.ok || can.discard
          : state === 'submitted' ||
            state === 'approved' ||
            can.checkAgain ||
            can.resume ||
            nextPollAt !== null;
      if (!hasAction) notify('dead ends', `nothing can be done about a purchase that is ${state}`);
    }
  }

  function compare(shown: Shown): void {
    if (shown.status.storage.state !== 'ready') return;
    for (const { purchaseId, callRef } of shown.purchases)
      if (callRef !== null) knownOrders.add(shown.keys.get(purchaseId) ?? '');
    collectUnexpectedCharges();
    compareCalls(shown);
    findDoubleCharges(shown);
    compareSpending(shown);
    findDeadEnds(shown);
    rights.compare();
    rights.alarmed(shown.unseen.size > 0);
  }

  return {
    violations,
    rights,
    compared: () => compared,
    started: (life) => void starts.set(life, { at: now(), wall: wallClock() }),
    sent: (one) => {
      rights.sent();
      backOff.sent(one, { wall: wallClock(), startOf: (life) => starts.get(life) ?? { at: 0, wall: 0 } });
      const key = String(one.members.idempotencyKey);
      if (one.role !== 'call' || ordered.has(key)) return;
      ordered.add(key);
      rights.ordered(one, key);
    },
    reached: (one, answer) => {
      const storable = canWrite();
      backOff.reached(one, answer, { at: now(), wallAt: wallClock(), storable });
      // A charge counts as stated only once the program had time to store it.
      after(WRITTEN_WITHIN_MS, () => {
        if (!storable || !canWrite() || one.life.over) return;
        if (one.role === 'call' && answer.status < 300 && answer.text !== '')
          knownOrders.add(String(one.members.idempotencyKey));
        answer.reached();
      });
    },
    acted: (asksOfCalls = false) => backOff.acted(now(), asksOfCalls),
    failed: (where, error) => {
      const failure = (error as { failure?: { code?: unknown; message?: unknown } } | null)?.failure;
      const words = typeof failure?.message === 'string' ? failure.message : '';
      if (words !== '' && failure?.code !== 'internal' && !RAW.test(words)) return;
      notify('errors without words', `${where}: ${error instanceof Error ? error.message : String(error)}`);
    },
    endlessEvents: () => notify('requests beyond the bounds', 'the program asks without an end', 'circle'),
    deadEnd: (words) => notify('dead ends', words, 'bought'),
    absence: (where, proven, listedSince, ranAt) => {
      if (proven && listedSince !== null && listedSince <= ranAt)
        notify(
          'absences wrongly claimed',
          `${where} says that the award search is not in the catalogue`,
          where,
        );
    },
    run: ({ exhausted, records, broken, remarks, criteria }) => {
      if (exhausted === true && records + broken < ROWS && !remarks.some((one) => STATES_GAPS.test(one)))
        notify(
          'absences wrongly claimed',
          `a run is complete with ${records} of ${ROWS} records: ${JSON.stringify(criteria)}`,
          'run',
        );
    },
    removed: (records) => {
      if (records > 0)
        notify('absences wrongly claimed', `${records} records are shown as removed`, 'removed');
    },
    compare,
    finish: (shown) => {
      if (shown.status.storage.state !== 'ready') {
        notify('never settled', 'the data file cannot be used any more');
        return;
      }
      compare(shown);
      for (const purchase of shown.purchases)
        if (isUnresolved(purchase.state))
          notify('never settled', `a purchase is ${purchase.state} for ever`, `is ${purchase.state}`);
      const byKey = new Map(shown.purchases.map((one) => [shown.keys.get(one.purchaseId), one]));
      for (const call of books.calls) {
        const purchase = byKey.get(call.idempotencyKey);
        if (purchase === undefined) continue;
        if (stateAt(call, now()).kind === 'completed' && purchase.state !== 'completed')
          notify(
            'never settled',
            `a Call that was carried out is ${purchase.state}`,
            `done, ${purchase.state}`,
          );
        if (unexpectedCharges.has(call) && !shown.alarmed.has(purchase.purchaseId))
          notify(
            'charges without an alarm',
            `${words(call.statedCharge)} for ${words(call.quote.price)}`,
            'odd',
          );
      }
    },
  };
}

const words = (charge: Charge | null): string =>
  charge === null ? 'nothing' : `${charge.currency} ${charge.units / UNITS}`;
