import type { App } from '../app/app-deps.ts';
import { followChanges } from './follow-changes.ts';
import type { Questions } from './questions.ts';
import type { createTray } from './tray.ts';

export type KeepInTrayDeps = {
  app: Pick<App, 'handlers' | 'subscribe'>;
  /** Whether the desktop shows a tray. */
  hasTray: boolean;
  tray: ReturnType<typeof createTray>;
  /** Shows how much is new on the program's icon; 0 shows nothing. */
  badge: (unread: number) => void;
  choose: Questions['choose'];
  /** Closes the last window, which was held back for a question. */
  closeLast: () => void;
  report: (words: string) => void;
};

const QUESTION = {
  type: 'question' as const,
  message: 'Keep Milepost in the tray?',
  detail:
    'In the tray, Milepost goes on with what you permitted and tells you what your rules match. Otherwise it ends with its last window. Settings changes this later.',
  buttons: ['Keep in the tray', 'Quit'],
  defaultId: 0,
  cancelId: 2,
  noLink: true,
};

/**
 * What closing the last window does, as the user chose; the first time, they are asked. Keeps tray and badge up to date:
 * the badge also where there is no tray.
 */
export function keepInTray({ app, hasTray, tray, badge, choose, closeLast, report }: KeepInTrayDeps) {
  const { background, watchlist } = app.handlers;
  let onClose: 'ask' | 'tray' | 'quit' = 'quit';
  let isOpen = false;
  /** What the badge shows. */
  let shown = 0;
  let followed: ReturnType<typeof followChanges> | null = null;
  const isClosed = () => followed?.isClosed() === true;

  async function read(): Promise<void> {
    const now = await background.read(undefined);
    if (isClosed()) return;
    onClose = now.onClose;
    // The icon does not wait for what is new, which is read from the records.
    if (hasTray && onClose === 'tray') tray.show();
    else tray.hide();
    tray.update({ isPaused: now.pausedUntil !== null });
    const { entries } = await watchlist.digest(undefined);
    if (isClosed()) return;
    const unread = entries.reduce((sum, { matchCount }) => sum + matchCount, 0);
    tray.update({ unread });
    if (unread === shown) return;
    shown = unread;
    badge(unread);
  }
  async function ask(): Promise<void> {
    isOpen = true;
    try {
      const button = await choose(QUESTION);
      if (button > 1) return;
      await background.setOnClose({ onClose: button === 0 ? 'tray' : 'quit' });
      await read();
      closeLast();
    } finally {
      isOpen = false;
    }
  }

  return {
    /** Reads the choice; resolves once the tray is there if it was chosen. */
    async begin(): Promise<void> {
      try {
        ({ onClose } = await background.read(undefined));
        if (hasTray && onClose === 'tray') tray.show();
      } catch {
        // The data file is unusable, which the window says.
      }
      followed = followChanges(app, ['watchlist', 'background'], read, () =>
        report('the tray and the badge could not be brought up to date'),
      );
    },
    /** To be called before the last window closes; true if it stays until the user has answered. */
    lastCloses(): boolean {
      if (!hasTray || onClose !== 'ask') return false;
      if (!isOpen) void ask().catch(() => report('what closing does could not be stored'));
      return true;
    },
    /** Whether the program goes on without a window. */
    stays: (): boolean => hasTray && onClose === 'tray',
    close(): void {
      followed?.close();
      tray.hide();
      if (shown > 0) badge(0);
    },
  };
}
