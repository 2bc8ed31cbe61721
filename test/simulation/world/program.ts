import type { Notice } from '#shared/contract/watchlist.ts';
import { createApp } from '../../../electron/app/app.ts';
import type { App } from '../../../electron/app/app-deps.ts';
import type { Keychain } from '../../../electron/key/keychain.ts';
import type { Disk } from './disk.ts';
import type { Network } from './network.ts';
import type { Life, VirtualTime } from './virtual-time.ts';

/** The keychain, the clipboard and a backup of this machine; they outlive every run of the program. */
export type Machine = {
  keys: Map<string, string>;
  clipboard: string;
  /** The user's answer to questions outside the page. */
  confirms: boolean;
  /** Whether the user knows that the purchase in question was made with the account of the key in use. */
  ownAccount: () => boolean;
  backup: Buffer | null;
};

/** One run of the program as its host composes it. */
export type Program = {
  readonly life: Life;
  readonly app: App;
  /** Everything that it announced outside its page. */
  readonly notices: Notice[];
  /** Does something within it. An answer after the run is over never arrives. */
  ask<Result>(work: (app: App) => Result | Promise<Result>): Promise<Result>;
};

export type ProgramOptions = {
  dataDir: string;
  marketplace: string;
  machine: Machine;
  network: Network;
  time: VirtualTime;
  disk: Disk;
  notices: Notice[];
  name: string;
};

/** Starts the program. Resolves to null where its life ended before it was open. */
export async function startProgram(options: ProgramOptions): Promise<Program | null> {
  const { machine, network, time } = options;
  const life: Life = { name: options.name, over: false, overAt: null };
  const { clipboard, keys } = machine;
  const keychain: Keychain = {
    store: async (origin, key) => {
      if (!life.over) keys.set(origin, key);
      return { ok: true };
    },
    read: async (origin) => keys.get(origin) ?? null,
    forget: async (origin) => {
      if (!life.over) keys.delete(origin);
      return { ok: true };
    },
    works: async () => ({ works: true, words: '' }),
  };
  const opening = time.as(life, () =>
    createApp({
      dataDir: options.dataDir,
      fetch: network.fetchFor(life),
      keychain,
      clipboard: { readText: () => machine.clipboard || clipboard, clear: () => {} },
      clock: time.wallClock,
      // Passed in: the system's was read before chance was replaced. Its timers are read when they are set.
      random: time.random,
      confirm: async ({ title }) =>
        machine.confirms && (!title.includes('the account of the key in use') || machine.ownAccount()),
      marketplace: options.marketplace === '' ? undefined : options.marketplace,
      notify: (notice) => void options.notices.push(notice),
      checkOutput: false,
      version: '0.0.0',
    }).catch((error: unknown) => {
      if (life.over) return null;
      throw error;
    }),
  );
  let app: App | null | undefined;
  let failed: unknown;
  opening.then(
    (opened) => {
      app = opened;
    },
    (error: unknown) => {
      failed = error;
    },
  );
  for (let tries = 0; tries < 50 && app === undefined && failed === undefined; tries++) await time.settle();
  if (failed !== undefined) throw failed;
  if (app === undefined || app === null) return null;
  const opened = app;
  return {
    life,
    app: opened,
    notices: options.notices,
    ask: (work) => {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
      if (life.over) return promise as Promise<never>;
      time.as(life, () =>
        (async () => work(opened))().then(
          (result) => {
            if (!life.over) resolve(result as Awaited<ReturnType<typeof work>>);
          },
          (error: unknown) => {
            if (!life.over) reject(error);
          },
        ),
      );
      return promise as Promise<never>;
    },
  };
}
