import type { Purchase, PurchaseSummary } from '#shared/contract/purchases.ts';
import type { Status } from '#shared/contract/status.ts';
import type { Amount } from '#shared/money.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { type BookedCall, type Books, type Charge, chargeAt, stateAt } from '../service/books.ts';
import type { Answered } from '../service/service.ts';
import type { Sent } from '../world/network.ts';
import type { Life } from '../world/virtual-time.ts';
import { paceOracle } from './back-off.ts';
import type { Count, Violation } from './counts.ts';

/** What the program shows at a moment, read over its contract like a screen reads it. */
export type Shown = {
  status: Status;
  purchases: readonly PurchaseSummary[];
  /** The idempotency key of each purchase that was ordered. */
  keys: ReadonlyMap<string, string>;
  /** Those that are not settled, in full. */
  open: readonly Purchase[];
  /** Purchases of which an output is stored. */
  stored: ReadonlySet<string>;
  /** The purchases about which the program raised an alarm that is still to be seen, or was. */
  alarmed: ReadonlySet<string>;
};

export type Limits = { perCall: number; perDay: number; perMonth: number };

export type Oracle = {
  readonly violations: readonly Violation[];
  /** Looked at: the sum of what was compared, so that a history that compared nothing is seen. */
  compared(): number;
  started(life: Life): void;
  sent(one: Sent): void;
  reached(one: Sent, answer: Answered): void;
  acted(): void;
  /** The user approves, by hand or for what follows under the approval. */
  approves(request: string): void;
  allows(limits: Limits): void;
  failed(where: string, error: unknown): void;
  /** The program asked for so long without a wait that the history was given up. */
  circles(): void;
  absence(where: string, proven: boolean, listedSince: number | null, ranAt: number): void;
  compare(shown: Shown): void;
  /** The service has recovered and everything that could be done was done. */
  finish(shown: Shown): void;
};

export type OracleOptions = {
  books: Books;
  now: () => number;
  wallClock: () => number;
  after: (ms: number, run: () => void) => void;
  /** Whether the data file takes what is written to it. */
  canWrite: () => boolean;
};

const WRITTEN_WITHIN_MS = 1_000;

const UNITS = 1_000_000;

/** Texts of SQLite and of the language: whoever wrote them did not write them for the user. */
const RAW =
  /constraint failed|SQLITE_|no such (?:table|column)|is not a function|Cannot read prop|Unexpected token|\bundefined\b|\[object/;

/** Millionths of the currency's unit; amounts here are small enough for a number. */
const millionths = ({ units, exponent }: Amount): number => (Number(units) * UNITS) / 10 ** exponent;

/** The request that an order or an approval is about, whichever page of it, as a text that two equal ones share. */
export const requestOf = (input: unknown): string =>
  JSON.stringify(
    Object.entries((input ?? {}) as Record<string, unknown>)
      .filter(([name]) => name !== 'cursor' && name !== 'skip')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const monthOf = (at: number): string => dayOf(at).slice(0, 7);

/** Compares what the program shows and sends with the books that it never sees. */
export function createOracle({ books, now, wallClock, after, canWrite }: OracleOptions): Oracle {
  const violations: Violation[] = [];
  const known = new Set<string>();
  const notify = (count: Count, words: string, once = words): void => {
    if (known.has(`${count} ${once}`)) return;
    known.add(`${count} ${once}`);
    violations.push({ count, words, at: now() });
  };
  const pace = paceOracle((count, words) => notify(count, words, count));
  const starts = new Map<Life, number>();
  const firstOrders = new Map<string, { at: number; wallAt: number }>();
  const approved = new Map<string, number>();
  const limits: Limits[] = [];
  /** The orders of which the program knows the Call: it was told in answer to them, or their purchase bears its reference. */
  const placed = new Set<string>();
  let compared = 0;

  /** What is known to be charged for a Call, or must be counted as if it were, in the currency of the limits. */
  function floorOf(call: BookedCall): number {
    const charge = chargeAt(call, now());
    if (charge === null || charge.units <= 0) return 0;
    if (charge.currency !== 'USD') return call.quote.price.units;
    // Read by a reference that cannot be placed, it may be the charge of another's Call: known is what has a purchase.
    if (call.toldCharge !== null && placed.has(call.idempotencyKey))
      return call.toldCharge.currency === 'USD' ? call.toldCharge.units : 0;
    return Math.min(charge.units, call.quote.price.units);
  }
  const orderedAt = (call: BookedCall): number =>
    firstOrders.get(call.idempotencyKey)?.wallAt ?? Number.NEGATIVE_INFINITY;
  const floors = (within: (wallAt: number) => boolean, without: string): number =>
    books.calls
      .filter((call) => call.idempotencyKey !== without && within(orderedAt(call)))
      .reduce((sum, call) => sum + floorOf(call), 0);

  function firstOrder(one: Sent, key: string): void {
    firstOrders.set(key, { at: one.at, wallAt: one.wallAt });
    const quote = books.quotes.get(String(one.body.quoteRef));
    if (quote === undefined || limits.length === 0) return;
    const price = quote.price.units;
    const most = (which: keyof Limits) => Math.max(...limits.map((of) => of[which]));
    const wall = one.wallAt;
    const day = floors((at) => dayOf(at) === dayOf(wall), key) + price;
    const month = floors((at) => monthOf(at) === monthOf(wall), key) + price;
    if (price > most('perCall')) notify('limits passed', `a Call of ${price} above the limit for one Call`);
    if (day > most('perDay')) notify('limits passed', `${day} millionths in a day of ${most('perDay')}`);
    if (month > most('perMonth'))
      notify('limits passed', `${month} millionths in a month of ${most('perMonth')}`);
  }

  const isOdd = (call: BookedCall): boolean => {
    const charge = call.toldCharge;
    if (charge === null) return false;
    return charge.currency !== 'USD' || charge.units > call.quote.price.units || charge.units < 0;
  };

  function compareCalls({ purchases, keys, stored }: Shown): void {
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
      if (!approved.has(requestOf(call.quote.input)))
        notify('charged without approval', `Call ${short} was never approved`);
      if (isUnresolved(purchase.state)) continue;
      const counted = purchase.counted === null ? null : millionths(purchase.counted);
      if (purchase.state !== 'completed' && charge.units > 0 && (counted ?? 0) < floorOf(call))
        notify('charged and written off', `Call ${short} is charged, and its purchase ${purchase.state}`);
      if (purchase.state === 'completed' && !stored.has(purchase.purchaseId))
        notify('charged and forgotten', `the output of Call ${short} is not stored`);
    }
  }

  /** One request charged for two approvals, the second of which was given while the first was charged and not shown as it. */
  function compareTwice({ purchases, keys }: Shown): void {
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
      const astray = calls.filter(({ idempotencyKey }) => !settled.has(idempotencyKey));
      if (
        calls.length > 1 &&
        astray.length > 0 &&
        calls.some(({ madeAt }) => madeAt > (astray[0]?.madeAt ?? 0))
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

  function compareSpending({ status }: Shown): void {
    const wall = wallClock();
    const shown = (amounts: readonly Amount[]) =>
      amounts
        .filter(({ currency }) => currency === 'USD')
        .reduce((sum, amount) => sum + millionths(amount), 0);
    const month = floors((at) => monthOf(at) === monthOf(wall), '');
    const day = floors((at) => dayOf(at) === dayOf(wall), '');
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

  function compareWays({ open }: Shown): void {
    for (const { state, can, nextPollAt, approvable } of open) {
      const way =
        state === 'quoted'
          ? approvable.ok || can.discard
          : state === 'submitted' ||
            state === 'approved' ||
            can.checkAgain ||
            can.resume ||
            nextPollAt !== null;
      if (!way) notify('dead ends', `nothing can be done about a purchase that is ${state}`);
    }
  }

  function compare(shown: Shown): void {
    if (shown.status.storage.state !== 'ready') return;
    for (const { purchaseId, callRef } of shown.purchases)
      if (callRef !== null) placed.add(shown.keys.get(purchaseId) ?? '');
    compareCalls(shown);
    compareTwice(shown);
    compareSpending(shown);
    compareWays(shown);
  }

  return {
    violations,
    compared: () => compared,
    started: (life) => void starts.set(life, now()),
    sent: (one) => {
      pace.sent(one, { wall: wallClock(), startOf: (life) => starts.get(life) ?? 0 });
      const key = String(one.body.idempotencyKey);
      if (one.role === 'call' && !firstOrders.has(key)) firstOrder(one, key);
    },
    reached: (one, answer) => {
      const storable = canWrite();
      pace.reached(one, answer, { at: now(), wallAt: wallClock(), storable });
      // Told is what the program had time to write down: a run that was killed before that has to be told again.
      after(WRITTEN_WITHIN_MS, () => {
        if (!storable || !canWrite() || one.life.over) return;
        if (one.role === 'call' && answer.status < 300) placed.add(String(one.body.idempotencyKey));
        answer.reached();
      });
    },
    acted: () => pace.acted(now()),
    approves: (request) => void approved.set(request, (approved.get(request) ?? 0) + 1),
    allows: (of) => void limits.push(of),
    failed: (where, error) => {
      const failure = (error as { failure?: { code?: unknown; message?: unknown } } | null)?.failure;
      const words = typeof failure?.message === 'string' ? failure.message : '';
      if (words !== '' && failure?.code !== 'internal' && !RAW.test(words)) return;
      notify('errors without words', `${where}: ${error instanceof Error ? error.message : String(error)}`);
    },
    circles: () => notify('requests beyond the bounds', 'the program asks without an end', 'circle'),
    absence: (where, proven, listedSince, ranAt) => {
      if (proven && listedSince !== null && listedSince <= ranAt)
        notify(
          'absences wrongly claimed',
          `${where} says that the award search is not in the catalogue`,
          where,
        );
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
        if (isOdd(call) && !shown.alarmed.has(purchase.purchaseId))
          notify(
            'charges without an alarm',
            `${words(call.toldCharge)} for ${words(call.quote.price)}`,
            'odd',
          );
      }
    },
  };
}

const words = (charge: Charge | null): string =>
  charge === null ? 'nothing' : `${charge.currency} ${charge.units / UNITS}`;
