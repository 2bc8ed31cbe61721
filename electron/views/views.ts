import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import {
  MAX_VIEWS,
  type SavedView,
  savedViewSchema,
  viewPathSchema,
} from '#shared/contract/program/views.ts';
import { compareNames } from '#shared/formats.ts';
import { FIRST_OPENING } from '#shared/opening.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

const LAST = 'views.lastOfEach';
/** The name of the setting that holds saved views. */
export const SAVED_VIEWS = 'views.saved';
/** Most stored views; an address may have any first segment. */
const MAX_REMEMBERED = 20;
/** Delay of writes after a change of view, in ms, so that a click does not wait for the disk. */
const WRITE_AFTER_MS = 1_000;

export type ViewsDeps = {
  settings: StoredSettings;
  publish: Publish;
  /** Called when the open view has been stored. */
  stored?: () => void;
};

/** The screen of an address: its first segment. */
const screenOf = (path: string): string => /^\/([^/?]*)/.exec(path)?.[1] ?? '';

const nameTaken = (): never =>
  fail('name_taken', 'Another view has this name.', { fields: { name: 'Another view has this name.' } });

/** Stores saved views and the last view of each screen, so that both survive a restart. */
export function createViews({ settings, publish, stored }: ViewsDeps): {
  /** The path that the window opens at: the last open view, else the search. */
  landing(): string;
  handlers: ContractHandlers['views'];
  /** Writes pending changes. */
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
      // Write failures are reported elsewhere; the next start then opens an earlier view.
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
    settings.write(SAVED_VIEWS, views);
    publish('changed', { topics: ['settings'] });
  }
  const isNamed = (name: string) => (view: SavedView) => compareNames(view.name, name) === 0;

  return {
    landing: () => remembered()[0] ?? FIRST_OPENING.landing,
    handlers: {
      list: () =>
        saved().toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || compareNames(a.name, b.name)),
      save({ name, path, pinned = false, replace }) {
        const before = saved();
        if (replace !== true && before.some(isNamed(name))) nameTaken();
        const others = before.filter((other) => !isNamed(name)(other));
        if (others.length >= MAX_VIEWS)
          fail('too_many', `There are ${MAX_VIEWS} saved views already. Remove one, then save this one.`);
        const viewId = Math.max(0, ...before.map((view) => view.viewId)) + 1;
        const view = { viewId, name, path, pinned };
        write([...others, view]);
        return view;
      },
      change({ viewId, name, pinned }) {
        const before = saved();
        const view = before.find((each) => each.viewId === viewId);
        if (view === undefined) fail('not_found', 'This view is no longer stored.');
        const others = before.filter((each) => each !== view);
        if (name !== undefined && others.some(isNamed(name))) nameTaken();
        const after = { ...view, name: name ?? view.name, pinned: pinned ?? view.pinned };
        write([...others, after]);
        return after;
      },
      remove({ viewId }) {
        write(saved().filter((view) => view.viewId !== viewId));
        return undefined;
      },
      remember({ path }) {
        const others = remembered().filter((other) => screenOf(other) !== screenOf(path));
        last = [path, ...others].slice(0, MAX_REMEMBERED);
        isWritten = false;
        timer ??= setTimeout(writeLast, WRITE_AFTER_MS).unref();
        return [...last];
      },
    },
    close: writeLast,
  };
}
