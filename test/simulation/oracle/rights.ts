import {
  type BookedCall,
  type BookedQuote,
  type Books,
  chargeAt,
  quoteOf,
} from '../../support/service/books.ts';
import type { Sent } from '../world/network.ts';
import type { Count } from './counts.ts';

export type Limits = { perCall: number; perDay: number; perMonth: number };

/** What the program does with an act: accepts it, or refuses it, so that nothing may follow. */
export type Given = { taken: () => void; refused: () => void };

/**
 * The rights by which anything may be ordered: approvals of exactly one quote, approvals of so many pages of a request,
 * and permissions; and the limits that were in force.
 */
export type Rights = {
  /** @param request as it was shown that it would be carried out */
  approvesQuote(origin: string, quoteRef: string, request: string, secondAct: boolean): Given;
  approvesPages(requests: readonly string[], pages: number): Given;
  /** Millionths a day, until it is revoked. */
  permits(request: string, perDay: number): Given;
  revokes(request: string): void;
  /** From now on. */
  allows(limits: Limits): Given;
  /** Whether there is an alarm that the program shows and nobody has seen. */
  alarmed(stands: boolean): void;
  /** Anything is sent. */
  sent(): void;
  /** The first order of a purchase is sent. */
  ordered(one: Sent, key: string): void;
  compare(): void;
};

/** The request of an order or approval, whichever page of it, as a text that all its spellings share. */
export const requestOf = (input: unknown): string =>
  JSON.stringify(
    Object.entries((input ?? {}) as Record<string, unknown>)
      .filter(([name]) => name !== 'cursor' && name !== 'skip')
      .map(([name, value]) => [name, String(value).trim().toUpperCase()])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );

/** The day of a time, in the user's calendar, which is UTC here. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const monthOf = (at: number): string => dayOf(at).slice(0, 7);

type Permission = { request: string; perDay: number; from: number; until: number };
/** An approval by hand of the quote of this name. */
type Approval = { quote: string; request: string; secondAct: boolean; used: boolean; wallAt: number };
type InForce = { limits: Limits; from: number; until: number };
/**
 * By the computer's clock, which may have been set between the two: an order counts from its approval. Where nobody
 * approved its quote by hand, the program did so between the quote and the order, which may have had to wait.
 */
type Order = { byHand: boolean; approvedAt: number; wallAt: number };

export function rightsOf(options: {
  books: Books;
  now: () => number;
  wallClock: () => number;
  /** The least that is known to be charged for a Call, in millionths. */
  leastChargeOf: (call: BookedCall) => number;
  notify: (count: Count, words: string, once?: string) => void;
}): Rights & {
  /** When the first order of a purchase was sent, by the computer's clock; before everything where none was. */
  orderedAt(key: string): number;
} {
  const { books, now, wallClock, leastChargeOf, notify } = options;
  const approvals: Approval[] = [];
  const pages = new Map<string, number>();
  const permissions: Permission[] = [];
  let limits: InForce[] = [];
  const orders = new Map<string, Order>();
  let alarmedSince: number | null = null;
  /** How far the computer's clock was ahead of true time, from each moment on. */
  const clocks: { from: number; ahead: number }[] = [];
  const wallAtOf = (at: number): number => at + (clocks.findLast(({ from }) => from <= at)?.ahead ?? 0);

  const add = (to: Map<string, number>, name: string, more: number) =>
    void to.set(name, (to.get(name) ?? 0) + more);
  const orderedAt = (key: string): number => orders.get(key)?.wallAt ?? Number.NEGATIVE_INFINITY;

  function unattended(quote: BookedQuote, wall: number): void {
    const request = requestOf(quote.input);
    const permitted = permissions.filter(
      (one) => one.request === request && one.from <= quote.madeAt && one.until >= quote.madeAt,
    );
    if (permitted.length === 0 && (pages.get(request) ?? 0) === 0)
      notify('charged without approval', `ordered what nobody approved: ${request}`, 'ordered');
    if (quote.differs)
      notify('charged without approval', 'bought unattended: another request than was approved', 'differs');
    if (quote.above)
      notify('charged without approval', 'bought unattended: above what was authorised', 'above');
    if (alarmedSince !== null && quote.madeAt > alarmedSince)
      notify('charged without approval', 'bought unattended while an alarm stands', 'alarmed');
    if (permitted.length === 0 || (pages.get(request) ?? 0) > 0) return;
    const most = Math.max(...permitted.map(({ perDay }) => perDay));
    const charged = books.calls
      .filter((call) => orders.get(call.idempotencyKey)?.byHand === false)
      .filter((call) => requestOf(call.quote.input) === request)
      .filter((call) => dayOf(orderedAt(call.idempotencyKey)) === dayOf(wall))
      .reduce((sum, call) => sum + leastChargeOf(call), quote.most.units);
    if (charged > most)
      notify('limits passed', `${charged} millionths in a day under a permission of ${most}`, 'permission');
  }

  /** An order uses this approval. */
  function use(approval: Approval): void {
    approval.used = true;
    const quote = books.quotes.get(approval.quote);
    if (quote === undefined) return;
    if (approval.request !== requestOf(quote.input))
      notify('charged without approval', `approved ${approval.request}, ordered another request`, 'request');
    if ((quote.above || quote.differs) && !approval.secondAct)
      notify('charged without approval', 'bought beyond what was authorised without a second act', 'second');
  }

  function withinLimits(quote: BookedQuote, { approvedAt, wallAt }: Order, key: string): void {
    const meanwhile = limits.filter(({ until }) => until >= quote.madeAt);
    if (meanwhile.length === 0) return;
    const most = (which: keyof Limits) => Math.max(...meanwhile.map((of) => of.limits[which]));
    const spentIn = (periodOf: (at: number) => string): number => {
      const isIn = (order: Order | undefined) =>
        order !== undefined &&
        [order.approvedAt, order.wallAt].every((at) => periodOf(at) === periodOf(wallAt));
      if (periodOf(approvedAt) !== periodOf(wallAt)) return 0;
      return books.calls
        .filter((call) => call.idempotencyKey !== key && isIn(orders.get(call.idempotencyKey)))
        .reduce((sum, call) => sum + leastChargeOf(call), quote.most.units);
    };
    const [day, month] = [spentIn(dayOf), spentIn(monthOf)];
    const { units } = quote.most;
    if (units > most('perCall')) notify('limits passed', `a Call of ${units} above the limit for one Call`);
    if (day > most('perDay')) notify('limits passed', `${day} millionths in a day of ${most('perDay')}`);
    if (month > most('perMonth'))
      notify('limits passed', `${month} millionths in a month of ${most('perMonth')}`);
  }

  return {
    orderedAt,
    approvesQuote: (origin, quoteRef, request, secondAct) => {
      const given = {
        quote: quoteOf(origin, quoteRef),
        request,
        secondAct,
        used: false,
        wallAt: wallClock(),
      };
      approvals.push(given);
      const refused = () => {
        const unused = approvals.find((one) => one.quote === given.quote && !one.used);
        approvals.splice(approvals.indexOf(given), 1);
        if (!given.used) return;
        if (unused === undefined)
          notify('charged without approval', 'an approval was refused, and ordered all the same', 'refused');
        else use(unused);
      };
      return { taken: () => {}, refused };
    },
    approvesPages: (requests, count) => {
      for (const request of requests) add(pages, request, count);
      return {
        taken: () => {},
        refused: () => {
          for (const request of requests) add(pages, request, -count);
        },
      };
    },
    permits: (request, perDay) => {
      const given = { request, perDay, from: now(), until: Number.POSITIVE_INFINITY };
      permissions.push(given);
      return { taken: () => {}, refused: () => void permissions.splice(permissions.indexOf(given), 1) };
    },
    revokes: (request) => {
      for (const one of permissions) if (one.request === request) one.until = Math.min(one.until, now());
    },
    allows: (given) => {
      const before = limits;
      const set: InForce = { limits: given, from: now(), until: Number.POSITIVE_INFINITY };
      limits = [...limits, set];
      return {
        // Until then, the previous ones may be valid as well.
        taken: () => {
          for (const one of before) one.until = Math.min(one.until, now());
        },
        refused: () => {
          limits = limits.filter((one) => one !== set);
        },
      };
    },
    alarmed: (stands) => {
      alarmedSince = stands ? (alarmedSince ?? now()) : null;
    },
    sent: () => {
      const ahead = wallClock() - now();
      if (clocks.at(-1)?.ahead !== ahead) clocks.push({ from: now(), ahead });
    },
    ordered: (one, key) => {
      const name = quoteOf(one.origin, one.members.quoteRef);
      const quote = books.quotes.get(name);
      if (quote === undefined) return;
      const given = approvals.filter((one) => one.quote === name && !one.used);
      // Which of several it was is known once the others are refused; until then it counts as the one that allows the
      // most.
      const hand = given.find(({ secondAct }) => secondAct) ?? given[0];
      if (hand !== undefined) use(hand);
      else unattended(quote, one.wallAt);
      const order = {
        byHand: hand !== undefined,
        approvedAt: hand?.wallAt ?? wallAtOf(quote.madeAt),
        wallAt: one.wallAt,
      };
      withinLimits(quote, order, key);
      orders.set(key, order);
    },
    compare: () => {
      const bought = Map.groupBy(
        books.calls.filter(
          (call) =>
            orders.get(call.idempotencyKey)?.byHand !== true && (chargeAt(call, now())?.units ?? 0) > 0,
        ),
        (call) => requestOf(call.quote.input),
      );
      for (const [request, calls] of bought) {
        const permitted = permissions.some((one) => one.request === request);
        if (!permitted && calls.length > (pages.get(request) ?? 0))
          notify('charged without approval', `${calls.length} Calls under an approval of fewer`, request);
      }
    },
  };
}
