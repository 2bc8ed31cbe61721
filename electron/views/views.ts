import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import { type SavedView, savedViewSchema, viewPathSchema } from '#shared/contract/program/views.ts';
import { compareNames } from '#shared/formats.ts';
import { FIRST_OPENING } from '#shared/opening.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

const LAST = 'views.lastOfEach';
/** The name of the setting that holds saved views. */
export const SAVED_VIEWS = 'views.saved';
/** More first parts than there are screens; an address may have any. */
const MOST_REMEMBERED = 20;
/** The file is written so long after a change of view, ms, and when Milepost is closed: a click waits for no disk. */
const WRITE_AFTER_MS = 1_000;

export type ViewsDeps = {
  settings: StoredSettings;
  publish: Publish;
  /** UTC ms. */
  clock: () => number;
  /** Hears that the view that is open was stored. */
  stored?: () => void;
};

/** Which screen an address is of: its first part. */
const screenOf = (path: string): string => /^\/([^/?]*)/.exec(path)?.[1] ?? '';

/** Views that a user saved, and the last one of each screen: what stands in an address survives a restart. */
export function createViews({ settings, publish, clock, stored }: ViewsDeps): {
  /** Where the window opens: the view that was open last, else the search. */
  landing(): string;
  handlers: ContractHandlers['views'];
  /** Writes what was not written yet. */
  close(): void;
} {
  let last: readonly string[] | undefined;
  let isWritten = true;
  let timer: NodeJS.Timeout | undefined;
  function writeLast(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isWritten) return;
    try {
      settings.write(LAST, last);
    } catch {
      // A disk that takes no word says so where words count; the next start opens at an earlier view.
    }
    isWritten = true;
    stored?.();
  }
  /** The last view of each screen, the latest first. */
  function remembered(): readonly string[] {
    last ??= settings.read(LAST, z.array(viewPathSchema)) ?? [];
    return last;
  }
  const saved = (): SavedView[] => settings.read(SAVED_VIEWS, z.array(savedViewSchema)) ?? [];
  function write(views: readonly SavedView[]): void {
    settings.write(
      SAVED_VIEWS,
      views.toSorted((a, b) => compareNames(a.name, b.name)),
    );
    publish('changed', { topics: ['settings'] });
  }

  return {
    landing: () => remembered()[0] ?? FIRST_OPENING.landing,
    handlers: {
      list: saved,
      save({ name, path, replace }) {
        const before = saved();
        const others = before.filter((other) => compareNames(other.name, name) !== 0);
        if (replace !== true && others.length < before.length)
          fail('name_taken', 'Another view has this name.', {
            fields: { name: 'Another view has this name.' },
          });
        const viewId = Math.max(0, ...before.map((view) => view.viewId)) + 1;
        const view = { viewId, name, path, savedAt: clock() };
        write([...others, view]);
        return view;
      },
      remove({ viewId }) {
        write(saved().filter((view) => view.viewId !== viewId));
        return undefined;
      },
      remember({ path }) {
        const others = remembered().filter((other) => screenOf(other) !== screenOf(path));
        last = [path, ...others].slice(0, MOST_REMEMBERED);
        isWritten = false;
        timer ??= setTimeout(writeLast, WRITE_AFTER_MS).unref();
        return [...last];
      },
    },
    close: writeLast,
  };
}
