import type { Answered } from '../service/service.ts';
import type { Sent } from '../world/network.ts';
import type { Life } from '../world/virtual-time.ts';
import type { Count } from './counts.ts';

/** At most so many orders of one purchase in the minute that begins with its first. */
const MOST_ORDERS = 5;
const MINUTE_MS = 60_000;
/** Doubling from a second with jitter, a Call is read seven times in a minute; this leaves room for any jitter. */
const MOST_READS_OF_CALL = 12;
const MOST_OF_ORIGIN = 240;
/** The least own wait: a second, less its jitter. */
const LEAST_OWN_WAIT_MS = 450;
/** Waits are held to the millisecond, give or take what rounding does to two clocks. */
const ROUNDING_MS = 5;

type Standing = {
  of: string;
  ms: number;
  at: number;
  wallAt: number;
  life: Life;
  /** Whether it could be written down: else only the run that heard of it knows it. */
  storable: boolean;
};

/** A run that ends sooner after an answer may not have come to writing it down. */
const WRITTEN_WITHIN_MS = 1_000;

export type PaceOracle = {
  sent(one: Sent, now: { wall: number; startOf: (life: Life) => number }): void;
  reached(one: Sent, answer: Answered, now: { at: number; wallAt: number; storable: boolean }): void;
  /** The user did something that may ask the service at once. */
  acted(at: number): void;
};

/** Holds what leaves the program to the waits that the service named, and to the program's own. */
export function paceOracle(notify: (count: Count, words: string) => void): PaceOracle {
  const waits: Standing[] = [];
  const orders = new Map<string, number[]>();
  const final = new Map<string, number>();
  const history: Sent[] = [];
  let actedAt = Number.NEGATIVE_INFINITY;

  const scopeOf = (wait: NonNullable<Answered['wait']>, one: Sent, status: number): string => {
    if (wait.of !== 'origin') return `${one.origin} ${wait.of}`;
    return status === 429 || status === 503 ? one.origin : `${one.origin} ${one.what}`;
  };
  const known = ({ storable, life, at }: Standing): boolean =>
    storable && (life.overAt === null || life.overAt - at > WRITTEN_WITHIN_MS);
  const callOf = ({ role, path }: Sent): string | null =>
    role === 'callStatus' ? decodeURIComponent(path.split('/')[4] ?? '') : null;

  function sent(one: Sent, now: { wall: number; startOf: (life: Life) => number }): void {
    const call = callOf(one);
    const scopes = [
      one.origin,
      `${one.origin} ${one.what}`,
      ...(call === null ? [] : [`${one.origin} ${call}`]),
    ];
    for (const wait of waits) {
      if (!scopes.includes(wait.of) || wait.at + ROUNDING_MS >= one.at) continue;
      // A second program on the folder that was there before has not read what the first was told.
      if (one.life !== wait.life && (now.startOf(one.life) < wait.at || !known(wait))) continue;
      if (one.at >= wait.at + wait.ms - ROUNDING_MS || now.wall >= wait.wallAt + wait.ms - ROUNDING_MS)
        continue;
      // The pace of one Call is the program's; the user may ask at any moment.
      if (wait.of !== one.origin && actedAt >= wait.at) continue;
      const waited = Math.round(one.at - wait.at);
      notify('waits cut short', `${one.role} after ${waited} ms where the service named ${wait.ms} ms`);
      waits.splice(waits.indexOf(wait), 1);
      break;
    }
    bounds(one, call);
    history.push(one);
  }

  function bounds(one: Sent, call: string | null): void {
    const recent = history.filter(({ at, origin }) => origin === one.origin && at > one.at - MINUTE_MS);
    const again = recent.findLast(({ what, life }) => what === one.what && life === one.life);
    const failed = again?.ended;
    // Two purchases may read the same list at a time: what was answered well since is not being tried again.
    const well = recent.some(
      ({ what, life, ended }) =>
        what === one.what &&
        life === one.life &&
        ended?.status != null &&
        ended.status < 429 &&
        ended.at >= (failed?.at ?? 0),
    );
    if (
      failed != null &&
      !well &&
      (failed.status === null || failed.status >= 429) &&
      one.at - failed.at < LEAST_OWN_WAIT_MS &&
      actedAt < failed.at
    )
      notify(
        'requests beyond the bounds',
        `${one.role} again ${Math.round(one.at - failed.at)} ms after it failed`,
      );
    const calm = actedAt < one.at - MINUTE_MS;
    if (
      call !== null &&
      calm &&
      recent.filter((other) => callOf(other) === call).length >= MOST_READS_OF_CALL
    )
      notify(
        'requests beyond the bounds',
        `a Call was read more than ${MOST_READS_OF_CALL} times in a minute`,
      );
    if (recent.length >= MOST_OF_ORIGIN)
      notify('requests beyond the bounds', `more than ${MOST_OF_ORIGIN} requests in a minute`);
    if (one.role !== 'call') return;
    const key = String(one.body.idempotencyKey);
    const times = [...(orders.get(key) ?? []), one.at];
    orders.set(key, times);
    const [first = one.at] = times;
    if (one.at - first < MINUTE_MS && times.length > MOST_ORDERS)
      notify('requests beyond the bounds', `${times.length} orders of one purchase in its first minute`);
    const ended = final.get(key);
    if (ended !== undefined && actedAt < ended)
      notify('requests beyond the bounds', 'an order was repeated that the service said must not be');
  }

  return {
    sent,
    reached: (one, answer, now) => {
      const { wait, status } = answer;
      if (wait !== null && wait.ms > 0)
        waits.push({ of: scopeOf(wait, one, status), ms: wait.ms, life: one.life, ...now });
      if (answer.final && one.role === 'call') final.set(String(one.body.idempotencyKey), now.at);
    },
    acted: (at) => {
      actedAt = at;
    },
  };
}
