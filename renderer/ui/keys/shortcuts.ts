import { ownEntry } from '#shared/own-entry.ts';

/**
 * Every key with a function of its own, as the list of shortcuts shows them. A screen's own are listed under its name.
 */
export type Shortcut = {
  /** As pressed: together with `+`, one after the other with a space. */
  keys: string;
  what: string;
};

/** The second key after G, for each screen by its path. */
export const SCREEN_KEYS: Readonly<Record<string, string>> = {
  '/': 's',
  '/trips': 'i',
  '/results': 'r',
  '/compare': 'c',
  '/watchlist': 'w',
  '/wallet': 'l',
  '/catalogue': 't',
  '/purchases': 'p',
  '/activity': 'a',
  '/settings': 'e',
};

/** The keys of a screen as they are shown: `G S`. */
export function keysOfScreen(path: string): string | undefined {
  const key = ownEntry(SCREEN_KEYS, path);
  return key === undefined ? undefined : `G ${key.toUpperCase()}`;
}

export const GENERAL_SHORTCUTS: readonly Shortcut[] = [
  { keys: 'Ctrl+K', what: 'Commands' },
  { keys: '?', what: 'Shortcuts' },
  { keys: 'Esc', what: 'Close' },
];

/** Those of the table of results and its record drawer. */
export const RESULT_SHORTCUTS: readonly Shortcut[] = [
  { keys: '↑', what: 'Previous row' },
  { keys: '↓', what: 'Next row' },
  { keys: 'Enter', what: 'Open the record' },
  { keys: '←', what: 'Previous record, in the drawer' },
  { keys: '→', what: 'Next record, in the drawer' },
  { keys: 'S', what: 'Star, or remove the star' },
  { keys: 'N', what: 'Note' },
  { keys: 'C', what: 'Compare its route' },
];
