import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Background, OnClose } from '#shared/contract/program/background.ts';
import { endOfDay, localDay } from '#shared/dates.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

/** What the desktop offers to a program without a window; absent in the browser host. */
export type DesktopBackground = {
  tray: () => Background['tray'];
  login: () => Background['login'];
  /** False if the system did not accept it. */
  setLogin: (on: boolean) => boolean;
};

export type BackgroundDeps = {
  settings: StoredSettings;
  publish: Publish;
  /** UTC ms. */
  clock: () => number;
  desktop: DesktopBackground | null;
  /** Called when watching goes on. */
  onResumed: () => void;
};

const PAUSED_UNTIL = 'background.paused_until';
const ON_CLOSE = 'background.on_close';
const DAY_MS = 86_400_000;

const IN_A_BROWSER =
  'Milepost runs in a browser here and ends with its terminal. “npm run watch” refreshes what is due without a window.';

/** What Milepost does while its window is closed. */
export function createBackground({ settings, publish, clock, desktop, onResumed }: BackgroundDeps) {
  const pausedUntil = (): number | null => {
    const until = settings.read(PAUSED_UNTIL, z.number()) ?? 0;
    const now = clock();
    // Further ahead than a day, it was stored under another clock.
    return until > now && until - now <= DAY_MS + 3_600_000 ? until : null;
  };
  const onClose = (): OnClose => settings.read(ON_CLOSE, z.enum(['ask', 'tray', 'quit'])) ?? 'ask';
  const read = (): Background => ({
    pausedUntil: pausedUntil(),
    onClose: onClose(),
    tray: desktop?.tray() ?? { works: false, words: IN_A_BROWSER },
    login: desktop?.login() ?? { works: false, on: false, words: IN_A_BROWSER },
  });
  const changed = (): Background => {
    publish('changed', { topics: ['background', 'watchlist'] });
    return read();
  };
  const handlers: ContractHandlers['background'] = {
    read,
    pause({ today }) {
      if (today) settings.write(PAUSED_UNTIL, endOfDay(localDay(clock())));
      else settings.remove(PAUSED_UNTIL);
      if (!today) onResumed();
      return changed();
    },
    setOnClose({ onClose: next }) {
      const tray = read().tray;
      if (next === 'tray' && !tray.works) fail('no_tray', tray.words);
      settings.write(ON_CLOSE, next);
      return changed();
    },
    setLogin({ on }) {
      const { login } = read();
      if (!login.works) fail('no_login_items', login.words);
      if (desktop?.setLogin(on) !== true)
        fail('not_saved', 'The system did not accept it. Nothing was changed.');
      return changed();
    },
  };
  return { handlers, pausedUntil };
}
