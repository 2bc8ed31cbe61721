import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import { UPDATE_SCHEDULES, type UpdateSchedule, type UpdateState } from '#shared/contract/program/updates.ts';
import { DAY_MS } from '#shared/dates.ts';
import { plural, waitLabel } from '#shared/formats.ts';
import { LONG_WAIT_MS } from '../marketplace/waits/by-hand.ts';
import { isStorageError } from '../storage/problem.ts';
import { channelWait } from './channel-wait.ts';
import { isSigned, updateInfoSchema } from './signature.ts';

/** Downloads and installs updates: electron-updater under Electron, a double in tests. */
export type Updater = {
  /** The channel's description of a newer version, not yet validated; null if there is none. */
  check(): Promise<unknown>;
  /** Downloads the version of the last check and verifies its checksums, until `stop`. */
  download(onPercent: (percent: number) => void, stop: AbortSignal): Promise<void>;
  /** Lets the system verify the download, if it does so; rejects if it is refused. */
  prepare(): Promise<void>;
  /** Quits, installs and restarts; calls `failed` if nothing was installed. */
  install(failed: () => void): void;
};

/** This program's updater, or where its updates come from instead. */
export type UpdaterHere =
  | { works: true; updater: Updater; publicKey: string }
  | { works: false; words: string };

/** Stores the schedule and the time of the last check. */
type UpdateMemory = {
  read<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> | undefined;
  write(name: string, value: unknown): void;
  /** Names of what is stored and could not be read. */
  unread?(): readonly string[];
};

export type UpdatesDeps = {
  here: UpdaterHere;
  memory: UpdateMemory;
  publish: Publish;
  /** UTC ms. */
  clock: () => number;
  /** Runs a function after `ms`; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void;
  /** Describes purchases in progress; null if there are none. */
  inFlight: () => string | null;
  /** Asks the user outside the page. */
  confirm: (question: { title: string; words: string; detail: string }) => Promise<boolean>;
};

const SCHEDULE = 'updates.schedule';
const CHECKED_AT = 'updates.checkedAt';

const PERIOD_MS: Readonly<Record<UpdateSchedule, number>> = {
  never: Number.POSITIVE_INFINITY,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
};
/** How often the schedule is checked, since a long timer stops while the machine sleeps; milliseconds. */
const POLL_EVERY_MS = 60 * 60_000;
/** Delay of the first check, so that it does not slow the start; milliseconds. */
const FIRST_CHECK_MS = 60_000;
/** Time limits, since Electron's requests and downloads have none; milliseconds. */
const CHECK_WITHIN_MS = 60_000;
const PIECE_WITHIN_MS = 120_000;
/** Enough to unpack the program and verify its signature on a slow machine; milliseconds. */
const PREPARE_WITHIN_MS = 300_000;
/** The least time between two checks, which doubles with each failure, up to the longest; milliseconds. */
const CHECKS_APART_MS = 5_000;
const LONGEST_APART_MS = 600_000;
/** How often an update that waits for a purchase checks again; milliseconds. */
const CHECK_AGAIN_MS = 2_000;

const NOT_REACHED =
  'The update channel could not be read, so it is not known whether there is a newer version. Check the network and try again.';
const NOT_SIGNED =
  'The update channel offers a version that is not signed by Milepost’s makers. It was not downloaded. If this happens again, report it (see SECURITY.md).';
const NOT_DOWNLOADED =
  'The new version could not be downloaded, or was not what its makers signed. Nothing was installed. Try again.';
const NOT_INSTALLED =
  'The new version could not be installed: the system did not allow it, or it did not accept the download. This version goes on. Try again, or install it by hand.';

const triedJustNow = (ms: number) =>
  `The last attempt failed just now. Check again in ${plural(Math.ceil(ms / 1000), 'second')}.`;

const channelWaits = (ms: number, mayAskOnce: boolean) =>
  `The update channel asked to wait: ${waitLabel(ms)} to go. ${mayAskOnce ? 'What is automatic waits. You may check once by hand all the same.' : 'Check for updates after that.'}`;

/**
 * Updates of the program itself: checks on the user's schedule, downloads and installs only on request, accepts only what
 * the makers have signed, and never restarts during a purchase.
 */
export function createUpdates({ here, memory, publish, clock, after, inFlight, confirm }: UpdatesDeps): {
  handlers: ContractHandlers['updates'];
  close(): void;
} {
  let state: UpdateState = { step: 'unchecked' };
  let closed = false;
  /** When this process last checked, in case it could not be stored. */
  let checkedHere: number | null = null;
  /** The retry delay that the channel requested, in ms from `since` in UTC ms, and whether the user has checked in spite of it. */
  let wait = { since: 0, ms: 0, isSpent: false };
  const leftOf = ({ since, ms }: { since: number; ms: number }) => {
    const passed = clock() - since;
    // Negative if the clock was set back; then the elapsed time is unknown.
    return passed < 0 ? 0 : Math.max(ms - passed, 0);
  };
  const waitLeft = () => leftOf(wait);
  const mayAskOnce = () => waitLeft() >= LONG_WAIT_MS && !wait.isSpent;
  const waitWords = () => channelWaits(waitLeft(), mayAskOnce());
  /** Milepost's own wait, since a page can request any number of checks and downloads. */
  let ownWait = { since: 0, ms: 0 };
  let failures = 0;
  const leaveAlone = () => {
    ownWait = { since: clock(), ms: Math.min(CHECKS_APART_MS * 2 ** failures, LONGEST_APART_MS) };
  };
  const failed = (error: unknown, words: string) => {
    failures += 1;
    leaveAlone();
    const ms = channelWait(error, clock());
    // Asking once by hand is asking once, also where the channel says the same again.
    if (ms !== null) wait = { since: clock(), ms, isSpent: wait.isSpent && waitLeft() > 0 };
    move({ step: 'failed', words: waitLeft() > 0 ? waitWords() : words });
  };
  const cancels = new Set<() => void>();
  const later = (ms: number, run: () => void) => {
    const cancel = after(ms, () => {
      cancels.delete(cancel);
      run();
    });
    cancels.add(cancel);
    return cancel;
  };
  /** Fails if `work` takes longer than the limit. `more` restarts the time. */
  const within = <Done>(
    ms: number,
    work: (more: () => void) => Promise<Done>,
    stop?: AbortController,
  ): Promise<Done> => {
    const late = Promise.withResolvers<never>();
    let cancel = () => {};
    const more = () => {
      cancel();
      cancel = later(ms, () => {
        stop?.abort();
        late.reject(new Error('nothing came'));
      });
    };
    more();
    return Promise.race([work(more), late.promise]).finally(() => cancel());
  };

  const move = (next: UpdateState) => {
    state = next;
    if (!closed) publish('changed', { topics: ['updates'] });
  };
  // A choice that cannot be read may have been never.
  const schedule = () =>
    memory.read(SCHEDULE, z.enum(UPDATE_SCHEDULES)) ??
    (memory.unread?.().includes(SCHEDULE) === true ? 'never' : 'weekly');
  const checkedAt = () => checkedHere ?? memory.read(CHECKED_AT, z.number()) ?? null;
  const rememberCheck = () => {
    checkedHere = clock();
    try {
      memory.write(CHECKED_AT, checkedHere);
    } catch (error) {
      // The result of the check is valid all the same.
      if (!isStorageError(error)) throw error;
    }
  };
  const read = () => ({
    self: here.works
      ? { works: true, words: 'Updates are downloaded and installed only when you say so.' }
      : { works: false, words: here.words },
    schedule: schedule(),
    checkedAt: checkedAt(),
    state,
  });
  const updaterOrFail = () => (here.works ? here : fail('no_updates', here.words));

  async function check(isByHand = false): Promise<void> {
    const { updater, publicKey } = updaterOrFail();
    // A check must not discard a download in progress or completed.
    if (['checking', 'downloading', 'ready', 'waiting', 'installing'].includes(state.step)) return;
    if (waitLeft() > 0 && !(isByHand && mayAskOnce())) return move({ step: 'failed', words: waitWords() });
    const left = leftOf(ownWait);
    if (left > 0)
      return state.step === 'failed' ? move({ step: 'failed', words: triedJustNow(left) }) : undefined;
    if (waitLeft() > 0) wait.isSpent = true;
    move({ step: 'checking' });
    leaveAlone();
    try {
      const offered = await within(CHECK_WITHIN_MS, () => updater.check());
      if (closed) return;
      rememberCheck();
      if (offered === null) {
        failures = 0;
        return move({ step: 'newest' });
      }
      const info = updateInfoSchema.safeParse(offered);
      if (!info.success || !isSigned(info.data, publicKey))
        return move({ step: 'failed', words: NOT_SIGNED });
      move({ step: 'found', version: info.data.version });
    } catch (error) {
      if (!closed) failed(error, NOT_REACHED);
    }
  }

  async function download(version: string): Promise<void> {
    const { updater } = updaterOrFail();
    move({ step: 'downloading', version, percent: 0 });
    try {
      const stop = new AbortController();
      const showing = (more: () => void) => (percent: number) => {
        more();
        const complete = Math.floor(percent);
        if (state.step === 'downloading' && complete !== state.percent)
          move({ step: 'downloading', version, percent: complete });
      };
      await within(PIECE_WITHIN_MS, (more) => updater.download(showing(more), stop.signal), stop);
      failures = 0;
      move({ step: 'ready', version });
    } catch (error) {
      failed(error, NOT_DOWNLOADED);
    }
  }

  /** Installs now, or once no purchase is in progress. */
  function installOnceFree(version: string): void {
    if (closed) return;
    const words = inFlight();
    if (words === null) {
      move({ step: 'installing', version });
      updaterOrFail().updater.install(() => move({ step: 'failed', words: NOT_INSTALLED }));
      return;
    }
    if (state.step !== 'waiting' || state.words !== words) move({ step: 'waiting', version, words });
    later(CHECK_AGAIN_MS, () => installOnceFree(version));
  }

  function checkSchedule(): void {
    later(POLL_EVERY_MS, checkSchedule);
    try {
      // If the clock was set back, the last check seems to be in the future.
      if (Math.abs(clock() - (checkedAt() ?? 0)) >= PERIOD_MS[schedule()]) void check();
    } catch (error) {
      // A locked data file is read again at the next check.
      if (!isStorageError(error)) throw error;
    }
  }
  if (here.works) later(FIRST_CHECK_MS, checkSchedule);

  return {
    handlers: {
      read,
      setSchedule: ({ schedule: next }) => {
        updaterOrFail();
        memory.write(SCHEDULE, next);
        publish('changed', { topics: ['updates'] });
        return read();
      },
      check: async () => {
        await check(true);
        return read();
      },
      download: () => {
        updaterOrFail();
        if (state.step !== 'found')
          fail('nothing_found', 'There is no version to download. Check for updates first.');
        void download(state.version);
        return read();
      },
      install: async () => {
        const { updater } = updaterOrFail();
        if (state.step !== 'ready')
          fail('nothing_ready', 'No new version is downloaded. Check for updates and download it first.');
        const { version } = state;
        const allowed = await confirm({
          title: `Install Milepost ${version} and restart?`,
          words: 'Milepost closes, is replaced by the new version and starts again.',
          detail: 'If the data file has to be changed, a copy of it as it is now is left beside it.',
        });
        if (!allowed) fail('not_confirmed', 'Nothing was installed.');
        if (state.step !== 'ready') return read();
        move({ step: 'installing', version });
        try {
          await within(PREPARE_WITHIN_MS, () => updater.prepare());
          installOnceFree(version);
        } catch {
          if (!closed) move({ step: 'failed', words: NOT_INSTALLED });
        }
        return read();
      },
    },
    close: () => {
      closed = true;
      for (const cancel of cancels) cancel();
    },
  };
}
