import type { Answered } from '../../support/service/declared.ts';
import type { Sent } from '../world/network.ts';
import type { Life } from '../world/virtual-time.ts';
import type { Count } from './counts.ts';

/** The most orders of one purchase in the minute that begins with its first. */
const MAX_ORDERS = 5;
const MINUTE_MS = 60_000;
/** Polls of a Call in a minute that were answered: seven with intervals that double from a second, plus room for jitter. */
const MAX_READS_OF_CALL = 12;
const MAX_OF_ORIGIN = 240;
/** Quotes of the same request per act of the user, who may start the same search twice. */
const MAX_QUOTES_OF_ACT = 2;
/** The shortest back-off of the program, without jitter. */
const MIN_OWN_WAIT_MS = 995;
/** Waits are checked to the millisecond, allowing for the rounding of two clocks. */
const ROUNDING_MS = 5;
const READS = new Set([
  'openapi',
  'freshness',
  'list',
  'search',
  'describe',
  'compare',
  'callList',
  'callStatus',
  'account',
]);

const hasFailed = (ended: Sent['ended']): boolean =>
  ended !== null && (ended.status === null || ended.status >= 429);

type NamedWait = {
  of: string;
  ms: number;
  at: number;
  wallAt: number;
  life: Life;
  /** Whether it could be stored: otherwise only the run that received it knows it. */
  storable: boolean;
  /** Whether a program sent because the clock showed its end: it was over then, whatever the clock shows since. */
  seenOver: boolean;
};

/** A run that ends this soon after an answer may not have stored it. */
const WRITTEN_WITHIN_MS = 1_000;

/** The computer's clock when a request is sent; and a run's start, in true time and by that clock. */
type Now = { wall: number; startOf: (life: Life) => { at: number; wall: number } };

export type BackOffOracle = {
  sent(one: Sent, now: Now): void;
  reached(one: Sent, answer: Answered, now: { at: number; wallAt: number; storable: boolean }): void;
  /** The user did something that may send a request immediately, and if `asksOfCalls`, about Calls. */
  acted(at: number, asksOfCalls: boolean): void;
};

/** Checks that everything sent respects the waits that the service named, and the program's own. */
export function backOffOracle(notify: (count: Count, words: string) => void): BackOffOracle {
  const waits: NamedWait[] = [];
  const orders = new Map<string, number[]>();
  const final = new Map<string, number>();
  /** Requests to each origin within the last minute. */
  const recentByOrigin = new Map<string, Sent[]>();
  let acts: number[] = [];
  let requestedCallsAt = Number.NEGATIVE_INFINITY;

  const scopeOf = (wait: NonNullable<Answered['wait']>, one: Sent): string =>
    wait.of === 'origin' ? one.origin : `${one.origin} ${wait.of}`;
  const isKnownToOthers = ({ storable, life, at }: NamedWait): boolean =>
    storable && (life.overAt === null || life.overAt - at > WRITTEN_WITHIN_MS);
  const callOf = ({ role, members }: Sent): string | null =>
    role === 'callStatus' ? String(members.callRef) : null;

  function sent(one: Sent, now: Now): void {
    const call = callOf(one);
    const scopes = [one.origin, ...(call === null ? [] : [`${one.origin} ${call}`])];
    for (const wait of waits) {
      if (!scopes.includes(wait.of) || wait.at + ROUNDING_MS >= one.at) continue;
      // Every program on the folder reads the waits that another received, whether it was running before or not.
      const start = now.startOf(one.life);
      if (one.life !== wait.life && !isKnownToOthers(wait)) continue;
      if (one.at >= wait.at + wait.ms - ROUNDING_MS) continue;
      // Across a restart, and for a Call, there is only the computer's clock, whatever it shows.
      const byClock = one.life !== wait.life || wait.of !== one.origin;
      const ends = wait.wallAt + wait.ms - ROUNDING_MS;
      wait.seenOver ||= byClock && now.wall >= ends;
      if (byClock && wait.seenOver) continue;
      // If a clock showed its end at the program's start it was over, whatever the clock shows since.
      if (one.life !== wait.life && start.wall >= ends) continue;
      // The interval of one Call is a hint for automatic polls; the user may poll at any time.
      if (wait.of !== one.origin && requestedCallsAt >= wait.at) continue;
      const waited = Math.round(one.at - wait.at);
      notify('waits cut short', `${one.role} after ${waited} ms where the service named ${wait.ms} ms`);
      waits.splice(waits.indexOf(wait), 1);
      break;
    }
    checkBounds(one, call);
  }

  function checkBounds(one: Sent, call: string | null): void {
    const recent = (recentByOrigin.get(one.origin) ?? []).filter(({ at }) => at > one.at - MINUTE_MS);
    acts = acts.filter((at) => at > one.at - MINUTE_MS);
    recentByOrigin.set(one.origin, [...recent, one]);
    const again = recent.findLast(({ what, life }) => what === one.what && life === one.life);
    const failed = again?.ended;
    // Two purchases may read the same list at once: what succeeded since is not a retry.
    const hasSucceededSince = recent.some(
      ({ what, life, ended }) =>
        what === one.what &&
        life === one.life &&
        ended?.status != null &&
        ended.status < 429 &&
        ended.at >= (failed?.at ?? 0),
    );
    // Reads are always spaced. The user may retry other requests immediately, and may have requested a quote again while
    // its first request was waiting.
    const timesSent = recent.filter(({ what, life }) => what === one.what && life === one.life).length + 1;
    const byUser =
      !READS.has(one.role) &&
      (acts.some((at) => at >= (failed?.at ?? 0)) ||
        (one.role === 'quote' && timesSent <= MAX_QUOTES_OF_ACT * acts.length));
    if (
      failed != null &&
      !failed.givenUp &&
      !hasSucceededSince &&
      !byUser &&
      hasFailed(failed) &&
      one.at - failed.at < MIN_OWN_WAIT_MS
    )
      notify(
        'requests beyond the bounds',
        `${one.role} again ${Math.round(one.at - failed.at)} ms after it failed`,
      );
    const isAutomatic = requestedCallsAt < one.at - MINUTE_MS;
    // What failed is read again between two polls, spaced as above.
    const polls = recent.filter((other) => callOf(other) === call && !hasFailed(other.ended));
    if (call !== null && isAutomatic && polls.length >= MAX_READS_OF_CALL)
      notify(
        'requests beyond the bounds',
        `a Call was read more than ${MAX_READS_OF_CALL} times in a minute`,
      );
    if (recent.length >= MAX_OF_ORIGIN)
      notify('requests beyond the bounds', `more than ${MAX_OF_ORIGIN} requests in a minute`);
    if (one.role !== 'call') return;
    const key = String(one.members.idempotencyKey);
    const times = [...(orders.get(key) ?? []), one.at];
    orders.set(key, times);
    const [first = one.at] = times;
    if (one.at - first < MINUTE_MS && times.length > MAX_ORDERS)
      notify('requests beyond the bounds', `${times.length} orders of one purchase in its first minute`);
    const ended = final.get(key);
    if (ended !== undefined && requestedCallsAt < ended)
      notify('requests beyond the bounds', 'an order was repeated that the service said must not be');
  }

  return {
    sent,
    reached: (one, answer, now) => {
      const { wait } = answer;
      if (wait !== null && wait.ms > 0)
        waits.push({ of: scopeOf(wait, one), ms: wait.ms, life: one.life, seenOver: false, ...now });
      if (answer.final && one.role === 'call') final.set(String(one.members.idempotencyKey), now.at);
    },
    acted: (at, asksOfCalls) => {
      acts.push(at);
      if (asksOfCalls) requestedCallsAt = at;
    },
  };
}
