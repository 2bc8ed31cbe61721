import { setTimeout as pause } from 'node:timers/promises';
import type { Watched } from '#shared/contract/watchlist.ts';
import { plural } from '#shared/formats.ts';
import type { App } from '../app/app-deps.ts';
import { endInTime } from './end-in-time.ts';
import { WATCH_EXIT } from './exit-codes.ts';
import { holdDataFolder } from './single-instance.ts';

export type WatchRunDeps = {
  /** An absolute path. */
  dataDir: string;
  /** Opens the program without a window. */
  open: () => Promise<App>;
  /** Prints a line of the result. */
  print: (line: string) => void;
  /** Prints what went wrong. */
  say: (line: string) => void;
  /** Resolves when the run is to end early. */
  ended: Promise<unknown>;
};

/** A run ends by then, whatever it waits for; the next one goes on. */
const LONGEST_RUN_MS = 15 * 60_000;
/** How long it waits for a purchase that the service is about to settle. */
const LONGEST_WAIT_MS = 30_000;
const CHECK_EVERY_MS = 200;

/** Opens the program, waits until all that is due under standing permissions is done, and closes it. */
export async function runWatch(deps: WatchRunDeps): Promise<number> {
  const { dataDir, print, say } = deps;
  const held = holdDataFolder(dataDir);
  if (!held.ok) {
    say(held.isRunning ? `${held.words} It refreshes what is permitted itself.` : held.words);
    return held.isRunning ? WATCH_EXIT.inUse : WATCH_EXIT.cannotStart;
  }
  try {
    const app = await deps.open();
    try {
      return await watchOnce(app, deps);
    } finally {
      await endInTime(app.close, say);
    }
  } catch (error) {
    say('Something went wrong inside Milepost, which ends now. What was saved is safe.');
    if (error instanceof Error && 'code' in error) say(String(error.code));
    return WATCH_EXIT.cannotStart;
  } finally {
    held.release();
  }

  async function watchOnce(app: App, { ended }: WatchRunDeps): Promise<number> {
    const status = await app.handlers.status.read(undefined);
    if (status.storage.state === 'unusable') {
      say(status.storage.words);
      return WATCH_EXIT.cannotStart;
    }
    const { pausedUntil } = await app.handlers.background.read(undefined);
    if (pausedUntil !== null) {
      print('Watching is paused for today: nothing was refreshed.');
      return WATCH_EXIT.done;
    }
    const began = Date.now();
    const before = await app.handlers.watchlist.list(undefined);
    let stopped = false;
    void ended.then(() => {
      stopped = true;
    });
    let busyAt = began;
    for (;;) {
      const now = Date.now();
      const activity = app.activity();
      if (activity === 'busy') busyAt = now;
      if (activity === 'idle' || stopped || now - began >= LONGEST_RUN_MS || now - busyAt >= LONGEST_WAIT_MS)
        break;
      await pause(CHECK_EVERY_MS);
    }
    return reportOf(before, await app.handlers.watchlist.list(undefined), began);
  }

  function reportOf(before: readonly Watched[], after: readonly Watched[], began: number): number {
    const runs = new Map(before.map(({ searchId, lastRunId }) => [searchId, lastRunId]));
    const permitted = after.filter(({ grant, watched }) => grant !== null && watched);
    const refreshed = permitted.filter(({ searchId, lastRunId }) => runs.get(searchId) !== lastRunId);
    for (const { title, prices } of refreshed)
      print(`Refreshed: ${title}, ${plural(prices.at(-1)?.pages ?? 0, 'page')}.`);
    if (refreshed.length === 0) print('Nothing was refreshed.');
    const open = permitted.filter(({ openPurchase }) => openPurchase !== null);
    const failed = permitted.filter(
      (search) => search.trouble !== null && search.trouble.at >= began && !open.includes(search),
    );
    for (const { title, trouble } of failed) say(`Not refreshed: ${title}. ${trouble?.words ?? ''}`);
    for (const { title } of open) say(`Not settled yet: ${title}. The next run goes on with it.`);
    const left = permitted.filter(
      (search) =>
        !failed.includes(search) &&
        !open.includes(search) &&
        search.grant?.nextAt != null &&
        search.grant.nextAt <= Date.now(),
    );
    for (const { title } of left)
      say(`Due and not refreshed: ${title}. The service could not be reached, or there is no key for it.`);
    if (failed.length > 0 || left.length > 0) return WATCH_EXIT.notBought;
    return open.length > 0 ? WATCH_EXIT.open : WATCH_EXIT.done;
  }
}
