import { join } from 'node:path';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Notice } from '#shared/contract/watchlist.ts';
import { openedApp } from './composition.ts';
import { CREDITS } from './credits.ts';
import type { Clipboard } from './key/key.ts';
import type { Keychain } from './keychain.ts';
import { createPlaces } from './places/places.ts';
import type { Question } from './purchases/room.ts';
import { openStorage } from './storage/open.ts';
import { isStorageError, type StorageProblem, storageProblem } from './storage/problem.ts';
import { unusableHandlers } from './unusable-app.ts';

export type AppDeps = {
  /** The folder of the data file, the lock and the embedded marketplace's books. */
  dataDir: string;
  /** Electron's net.fetch, or the runtime's own. */
  fetch: typeof globalThis.fetch;
  keychain: Keychain;
  /** Opens a page in the person's browser; absent where the page itself shows a link. */
  openExternal?: (url: string) => Promise<void>;
  /** Null in the browser host, which has none. */
  clipboard: Clipboard | null;
  /** UTC ms. */
  clock: () => number;
  /**
   * Asks the person outside the page: a dialog of the system under Electron, the terminal in the browser host. Fails
   * with `confirmation_unavailable` where nobody can be asked.
   */
  confirm: (question: Question) => Promise<boolean>;
  /** An address given for this run, `demo`, or undefined for what the person chose before. */
  marketplace: string | undefined;
  /** A key given for this run, kept in memory alone. */
  keyFromStdin?: string;
  /** Shows what a look found, outside the page; absent where the page itself has to. */
  notify?: (notice: Notice) => void;
  /** Whether hosts check outputs too. */
  checkOutput: boolean;
  version: string;
};

export type App = {
  handlers: ContractHandlers;
  /** The address within the window that it opens at: the view that was open last. */
  landing(): string;
  subscribe(receive: (name: string, payload: unknown) => void): () => void;
  /** Addresses that the person keeps on boards. */
  links(): readonly string[];
  close(): Promise<void>;
};

/** Opens the data file and the product over it; over a file that cannot be used, a product that says so. */
export async function createApp(deps: AppDeps): Promise<App> {
  const listeners = new Set<(name: string, payload: unknown) => void>();
  const publish: Publish = (name, payload) => {
    for (const receive of listeners) receive(name, payload);
  };
  const subscribe = (receive: (name: string, payload: unknown) => void) => {
    listeners.add(receive);
    return () => void listeners.delete(receive);
  };
  const places = createPlaces();
  const about: ContractHandlers['about'] = { read: () => ({ version: deps.version, credits: [...CREDITS] }) };

  const unusable = (problem: StorageProblem): App => ({
    handlers: unusableHandlers(problem, { about, places: places.handlers }, deps.dataDir),
    landing: () => '/',
    subscribe,
    links: () => [],
    close: async () => {},
  });

  const opened = openStorage(join(deps.dataDir, 'milepost.sqlite'));
  if (!opened.ok) return unusable(opened.problem);
  const { storage } = opened;
  try {
    return await openedApp(deps, storage, { publish, subscribe, places, about });
  } catch (error) {
    // Damage inside a file shows only where it is read.
    storage.close();
    if (!isStorageError(error)) throw error;
    return unusable(storageProblem(error, storage.file));
  }
}
