import type { App as ElectronApp, Menu } from 'electron';
import type { Trip } from '#shared/contract/trips.ts';
import { linkTo } from '#shared/milepost-link.ts';
import { plainText } from '#shared/plain-text.ts';
import type { App } from '../app/app-deps.ts';
import { followChanges } from './follow-changes.ts';

/** Most trips that are named, and the most characters of each name. */
const MOST = 5;
const LONGEST_NAME = 60;

export type RecentTripsDeps = {
  app: { handlers: Pick<App['handlers'], 'trips'>; subscribe: App['subscribe'] };
  platform: NodeJS.Platform;
  /** Electron's; it has a dock on macOS alone, and a jump list on Windows alone. */
  electron: Pick<ElectronApp, 'dock' | 'setUserTasks'>;
  menu: Pick<typeof Menu, 'buildFromTemplate'>;
  /** The program that Windows starts with a link to a trip, and what it is started with before the link. */
  program: { path: string; args: readonly string[] };
  open: (path: string) => void;
  report: (words: string) => void;
};

type Recent = { name: string; path: string };

/** An argument of a Windows command line. No path or link has a quotation mark; a backslash before one would escape it. */
const quoted = (arg: string): string => ['', arg.replace(/(?<!\\)\\+$/u, '$&$&'), ''].join('"');

/** What the trips changed last are called, and where they stand. */
const recentOf = (trips: readonly Pick<Trip, 'tripId' | 'title'>[]): Recent[] =>
  trips.slice(0, MOST).map(({ tripId, title }) => ({
    name: plainText(title, LONGEST_NAME),
    path: `/trips/${encodeURIComponent(tripId)}`,
  }));

/** The trips changed last, in the menu of the dock and in the jump list of Windows: each only opens its trip. */
export function recentTrips({ app, platform, electron, menu, program, open, report }: RecentTripsDeps) {
  // What an earlier start left in the jump list may be gone.
  let shown = '';

  function show(trips: readonly Recent[]): void {
    if (platform === 'darwin')
      electron.dock?.setMenu(
        menu.buildFromTemplate(trips.map(({ name, path }) => ({ label: name, click: () => open(path) }))),
      );
    // Tasks, since Windows hides a list of one's own for good once an entry that the user removed is set again.
    else
      electron.setUserTasks(
        trips.map(({ name, path }) => ({
          title: name,
          description: name,
          program: program.path,
          arguments: [...program.args, linkTo(path)].map(quoted).join(' '),
          iconPath: program.path,
          iconIndex: 0,
        })),
      );
  }
  async function read(): Promise<void> {
    const recent = recentOf(await app.handlers.trips.list(undefined));
    const next = JSON.stringify(recent);
    if (followed?.isClosed() === true || next === shown) return;
    show(recent);
    shown = next;
  }

  const isShown = platform === 'darwin' || platform === 'win32';
  const followed: ReturnType<typeof followChanges> | null = isShown
    ? followChanges(app, ['results'], read, () => report('the recent trips could not be shown'))
    : null;

  return { close: (): void => followed?.close() };
}
