import { ContractFailure } from '#shared/contract/failure.ts';
import { endOfDay, localDay } from '#shared/dates.ts';

/** A search that may be refreshed by itself. Times in UTC ms. */
export type Permitted = {
  grantId: string;
  searchId: number;
  /** When it is worth its next refresh. */
  dueAt: number;
  /** No refresh before this, because an earlier one failed; null where none did. */
  notBefore: number | null;
  /** Refreshes that were begun since one succeeded. */
  failures: number;
};

/** How a purchase under a permission stands; where it failed, why, and what wait the service named (§7.1). */
export type RefreshOutcome = {
  state: 'open' | 'bought' | 'failed';
  words: string;
  code: string | null;
  retryAfterMs: number | null;
};

/** What has come that a refresh may have failed for the want of: a key, an account or a marketplace; or a connection. */
export type Come = 'account' | 'connection';

export type ScheduledRefreshesDeps = {
  /** UTC ms. */
  clock: () => number;
  /** Runs `run` after `ms`; returns how to call it off. */
  after: (ms: number, run: () => void) => () => void;
  permitted: () => Promise<Permitted[]>;
  /** Whether the service can be reached and there is a key for it, as far as is known. */
  canBuy: () => boolean;
  /** Whether something is being bought, or was bought under a permission and is not settled. */
  busy: () => boolean;
  /** Buys the request of a permission once more within all that it says; resolves to the purchase. */
  buy: (grantId: string) => Promise<string>;
  outcome: (purchaseId: string) => RefreshOutcome;
  /** Writes down a refresh that was begun or failed, and when the next may be. */
  failed: (searchId: number, failures: number, words: string, notBefore: number) => void;
};

const HOUR_MS = 3_600_000;
const LONGEST_WAIT_MS = 24 * HOUR_MS;
/** A machine that slept, and a clock that was set, are noticed within this. */
const CHECK_EVERY_MS = 15 * 60_000;
/** What is refused for these reasons today may be bought tomorrow. */
const UNTIL_TOMORROW = new Set(['over_limit', 'not_granted']);

/** What brought nothing for one of these reasons is tried again once that has come which it failed for the want of. */
const FAILED_FOR_WANT_OF: Readonly<Record<Come, readonly string[]>> = {
  account: ['no_key', 'scope_missing', 'unauthenticated', 'permission_denied', 'not_granted'],
  connection: ['offline', 'timeout', 'connection_lost'],
};

/** An hour after the first failure, twice as long after each further one, at most a day. */
export const waitAfter = (failures: number): number =>
  Math.min(LONGEST_WAIT_MS, HOUR_MS * 2 ** Math.max(0, failures - 1));

/**
 * Refreshes by itself searches that the user gave a standing permission for, once their next refresh is due: one after
 * the other, never two at once, and once however many were missed while the program was closed or the machine slept,
 * because what is due is counted from the last refresh that was made. That one was begun is written down before anything
 * is asked, so that a refresh that ends badly, or with the program, is not repeated at once.
 */
export function createScheduledRefreshes(deps: ScheduledRefreshesDeps) {
  const begun = new Map<string, { searchId: number; failures: number }>();
  /** Why the last refresh of a search failed in this run of the program, where the service named no wait for it. */
  const failedFor = new Map<number, string>();
  /** When a connection that came back let a search be tried again. One that comes and goes does so once in an hour. */
  const triedAgain = new Map<number, number>();
  /** Searches whose own wait does not count any more. */
  const atOnce = new Set<number>();
  let callOff = () => {};
  let working = false;
  let again = false;
  let closed = false;

  function plan(come?: Come): void {
    if (closed) return;
    for (const [searchId, code] of failedFor) {
      if (come === undefined || !FAILED_FOR_WANT_OF[come].includes(code)) continue;
      const now = deps.clock();
      if (come === 'connection' && now - (triedAgain.get(searchId) ?? -HOUR_MS) < HOUR_MS) continue;
      triedAgain.set(searchId, now);
      failedFor.delete(searchId);
      atOnce.add(searchId);
    }
    again = working;
    if (working) return;
    working = true;
    callOff();
    step()
      .catch(() => sleep(CHECK_EVERY_MS))
      .finally(() => {
        working = false;
        if (again) plan();
      });
  }

  const sleep = (ms: number) => {
    callOff();
    if (!closed) callOff = deps.after(Math.min(CHECK_EVERY_MS, ms), () => plan());
  };

  async function step(): Promise<void> {
    recordOutcomes();
    // What is settled while permissions are read is not in what was read of it: `plan` is called for it once more.
    const wasBusy = deps.busy();
    const permitted = await deps.permitted();
    if (closed || permitted.length === 0) return;
    const now = deps.clock();
    const whenOf = ({ searchId, dueAt, notBefore }: Permitted) => {
      if (atOnce.has(searchId)) return dueAt;
      // One further away than any wait was written down by another clock.
      const bar = notBefore !== null && notBefore - now <= 2 * LONGEST_WAIT_MS ? notBefore : dueAt;
      return Math.max(dueAt, bar);
    };
    const [next] = permitted.toSorted((a, b) => whenOf(a) - whenOf(b));
    if (next === undefined) return;
    // What is due and cannot be bought now waits for `plan`: something is settled, or comes back into reach.
    sleep(whenOf(next) > now ? whenOf(next) - now : CHECK_EVERY_MS);
    if (whenOf(next) > now || !deps.canBuy() || wasBusy || deps.busy()) return;
    await refresh(next);
  }

  async function refresh({ grantId, searchId, failures: before }: Permitted): Promise<void> {
    const failures = before + 1;
    const now = deps.clock();
    atOnce.delete(searchId);
    failedFor.delete(searchId);
    const fail = (words: string, notBefore = now + waitAfter(failures)) =>
      deps.failed(searchId, failures, words, notBefore);
    fail('A scheduled refresh was begun and has brought no results yet.');
    try {
      begun.set(await deps.buy(grantId), { searchId, failures });
      recordOutcomes();
    } catch (error) {
      if (error instanceof ContractFailure) failedFor.set(searchId, error.failure.code);
      if (!(error instanceof ContractFailure)) fail('The refresh could not be made.');
      else if (UNTIL_TOMORROW.has(error.failure.code))
        fail(error.failure.message, endOfDay(localDay(now)) ?? now + LONGEST_WAIT_MS);
      else fail(error.failure.message);
    }
    again = true;
  }

  /** Says of each refresh that has ended without results why. One that brought them has shown so by its records. */
  function recordOutcomes(): void {
    for (const [purchaseId, { searchId, failures }] of begun) {
      const { state, words, code, retryAfterMs } = deps.outcome(purchaseId);
      if (state === 'open') continue;
      begun.delete(purchaseId);
      if (state === 'bought') continue;
      if (code !== null && retryAfterMs === null) failedFor.set(searchId, code);
      deps.failed(
        searchId,
        failures,
        words,
        deps.clock() + Math.max(waitAfter(failures), Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS)),
      );
    }
  }

  return {
    /** Something has changed: permissions, purchases, the network; and what has come with it. */
    plan,
    close(): void {
      closed = true;
      callOff();
    },
  };
}
