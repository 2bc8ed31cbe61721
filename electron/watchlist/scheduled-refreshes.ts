import { ContractFailure } from '#shared/contract/failure.ts';
import { endOfDay, localDay } from '#shared/dates.ts';

/** A search that may be refreshed automatically. Times in UTC ms. */
export type Permitted = {
  grantId: string;
  searchId: number;
  /** When its next refresh is due. */
  dueAt: number;
  /** Back-off after a failed refresh; null if none failed. */
  notBefore: number | null;
  /** Refreshes started since the last success. */
  failures: number;
};

/** State of a purchase under a permission; if it failed, why, and the service's retry delay (§7.1). */
export type RefreshOutcome = {
  state: 'open' | 'bought' | 'failed';
  words: string;
  code: string | null;
  retryAfterMs: number | null;
};

/** What became available: a key, an account or a marketplace; or a connection. */
export type Recovered = 'account' | 'connection';

export type ScheduledRefreshesDeps = {
  /** UTC ms. */
  clock: () => number;
  /** Runs `run` after `ms`; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void;
  permitted: () => Promise<Permitted[]>;
  /** Whether, as far as is known, the service is reachable and a key exists for it. */
  canBuy: () => boolean;
  /** Whether a purchase is being made, or one under a permission is not settled. */
  busy: () => boolean;
  /** Repeats the purchase of a permission within its limits; resolves to the purchase's ID. */
  buy: (grantId: string) => Promise<string>;
  outcome: (purchaseId: string) => RefreshOutcome;
  /** Stores that a refresh was started or failed, and the earliest time of the next. */
  failed: (searchId: number, failures: number, words: string, notBefore: number) => void;
};

const HOUR_MS = 3_600_000;
const LONGEST_WAIT_MS = 24 * HOUR_MS;
/** Bounds every timer, so that sleep and clock changes are noticed. */
const CHECK_EVERY_MS = 15 * 60_000;
/** Refusals that may no longer apply tomorrow. */
const UNTIL_TOMORROW = new Set(['over_limit', 'not_granted']);

/** Failure codes that are worth a retry once each of these is available again. */
const RETRIED_ON: Readonly<Record<Recovered, readonly string[]>> = {
  account: ['no_key', 'key_unread', 'scope_missing', 'unauthenticated', 'permission_denied', 'not_granted'],
  connection: ['offline', 'timeout', 'connection_lost'],
};

/** One hour after the first failure, doubled after each further one, at most a day. */
export const waitAfter = (failures: number): number =>
  Math.min(LONGEST_WAIT_MS, HOUR_MS * 2 ** Math.max(0, failures - 1));

/**
 * Refreshes searches with a standing permission automatically when due: one at a time, and only once however many
 * refreshes were missed, since the due time counts from the last refresh made. The start is stored before anything is
 * sent, so that a refresh that fails or is cut off is not repeated at once.
 */
export function createScheduledRefreshes(deps: ScheduledRefreshesDeps) {
  const started = new Map<string, { searchId: number; failures: number }>();
  /** Code of each search's last failure in this session, unless the service named a wait. */
  const failureCodes = new Map<number, string>();
  /** When each search was last retried because the connection returned: at most once an hour. */
  const retriedAt = new Map<number, number>();
  /** Searches whose back-off is waived. */
  const withoutBackOff = new Set<number>();
  let cancelTimer = () => {};
  let working = false;
  let again = false;
  let closed = false;

  function plan(recovered?: Recovered): void {
    if (closed) return;
    for (const [searchId, code] of failureCodes) {
      if (recovered === undefined || !RETRIED_ON[recovered].includes(code.toLowerCase())) continue;
      const now = deps.clock();
      if (recovered === 'connection' && now - (retriedAt.get(searchId) ?? -HOUR_MS) < HOUR_MS) continue;
      retriedAt.set(searchId, now);
      failureCodes.delete(searchId);
      withoutBackOff.add(searchId);
    }
    again = working;
    if (working) return;
    working = true;
    cancelTimer();
    step()
      .catch(() => sleep(CHECK_EVERY_MS))
      .finally(() => {
        working = false;
        if (again) plan();
      });
  }

  const sleep = (ms: number) => {
    cancelTimer();
    if (!closed) cancelTimer = deps.after(Math.min(CHECK_EVERY_MS, ms), () => plan());
  };

  async function step(): Promise<void> {
    recordOutcomes();
    // A purchase that settles while permissions are read makes them out of date; `plan` is then called again.
    const wasBusy = deps.busy();
    const permitted = await deps.permitted();
    if (closed || permitted.length === 0) return;
    const now = deps.clock();
    const whenOf = ({ searchId, dueAt, notBefore }: Permitted) => {
      if (withoutBackOff.has(searchId)) return dueAt;
      // A later time than any back-off was stored under another clock.
      const bar = notBefore !== null && notBefore - now <= 2 * LONGEST_WAIT_MS ? notBefore : dueAt;
      return Math.max(dueAt, bar);
    };
    const [next] = permitted.toSorted((a, b) => whenOf(a) - whenOf(b));
    if (next === undefined) return;
    // A due search that cannot be bought now waits for the next `plan`.
    sleep(whenOf(next) > now ? whenOf(next) - now : CHECK_EVERY_MS);
    if (whenOf(next) > now || !deps.canBuy() || wasBusy || deps.busy()) return;
    await refresh(next);
  }

  async function refresh({ grantId, searchId, failures: before }: Permitted): Promise<void> {
    const failures = before + 1;
    const now = deps.clock();
    withoutBackOff.delete(searchId);
    failureCodes.delete(searchId);
    const fail = (words: string, notBefore = now + waitAfter(failures)) =>
      deps.failed(searchId, failures, words, notBefore);
    fail('A scheduled refresh was begun and has brought no results yet.');
    try {
      started.set(await deps.buy(grantId), { searchId, failures });
      recordOutcomes();
    } catch (error) {
      if (error instanceof ContractFailure) failureCodes.set(searchId, error.failure.code);
      if (!(error instanceof ContractFailure)) fail('The refresh could not be made.');
      else if (UNTIL_TOMORROW.has(error.failure.code))
        fail(error.failure.message, endOfDay(localDay(now)) ?? now + LONGEST_WAIT_MS);
      else fail(error.failure.message);
    }
    again = true;
  }

  /** Stores why each finished refresh returned no results. Successful ones are recorded with their page. */
  function recordOutcomes(): void {
    for (const [purchaseId, { searchId, failures }] of started) {
      const { state, words, code, retryAfterMs } = deps.outcome(purchaseId);
      if (state === 'open') continue;
      started.delete(purchaseId);
      if (state === 'bought') continue;
      if (code !== null && retryAfterMs === null) failureCodes.set(searchId, code);
      deps.failed(
        searchId,
        failures,
        words,
        deps.clock() + Math.max(waitAfter(failures), Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS)),
      );
    }
  }

  return {
    /** To be called when permissions, purchases or the network change. */
    plan,
    /** Whether nothing will be refreshed before time passes or something changes. */
    isIdle: (): boolean => !working,
    /** Whether a purchase of a refresh is not settled yet. */
    isWaiting: (): boolean => started.size > 0,
    close(): void {
      closed = true;
      cancelTimer();
    },
  };
}
