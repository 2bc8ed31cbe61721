import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Notice } from '#shared/contract/watchlist.ts';
import type { Opening } from '#shared/opening.ts';
import type { OpenedFiles } from '../files/opened-files.ts';
import type { Clipboard } from '../key/key.ts';
import type { Keychain } from '../key/keychain.ts';
import type { ProgramLog } from '../log/program-log.ts';
import type { Timing } from '../marketplace/waits/timing.ts';
import type { DesktopBackground } from '../settings/background.ts';
import type { StartProcess } from '../threads/started-process.ts';
import type { UpdaterHere } from '../updates/updates.ts';
import type { PlainQuestion } from './plain-question.ts';

export type AppDeps = {
  /** The folder with the data file, the lock and the embedded marketplace's books. */
  dataDir: string;
  /** From `createNodeFetch`, with the host's proxy. */
  fetch: typeof globalThis.fetch;
  keychain: Keychain;
  /** Opens a page in the user’s browser; absent if the page itself shows a link. */
  openExternal?: (url: string) => Promise<void>;
  /** Null in the browser host. */
  clipboard: Clipboard | null;
  /** UTC ms. */
  clock: () => number;
  /** Monotonic milliseconds, timers and random numbers in [0, 1); the system's if absent. */
  monotonic?: Timing['monotonic'];
  after?: Timing['after'];
  random?: Timing['random'];
  /**
   * Asks the user outside the page: by a system dialog under Electron, in the terminal in the browser host. Fails with
   * `confirmation_unavailable` if there is neither.
   */
  confirm: (question: PlainQuestion) => Promise<boolean>;
  /** Whether the main process has just seen an input of the user; absent in the browser host. */
  actedByHand?: () => boolean;
  /** The address for this run, or `demo`; undefined for the stored choice. */
  marketplace: string | undefined;
  /** A key for this run, only held in memory. */
  keyFromStdin?: string;
  /** Shows what a refresh found outside the page, or else calls `inPage`; absent if the page itself shows it. */
  notify?: (notice: Notice, inPage: () => void) => void;
  /** The tray and the start at login; absent in the browser host. */
  desktop?: DesktopBackground;
  /** Whether nobody sees the program, which runs what is permitted and ends. */
  isUnattended?: boolean;
  /** Asks outside the page where to save a file; absent if the browser downloads it. */
  chooseFile?: (name: string) => Promise<string | null>;
  /** Files that the system handed over to be opened; absent in the browser host. */
  openedFiles?: OpenedFiles;
  /** The error log; absent in tests. */
  log?: ProgramLog;
  /** Shows a file in the system's file manager after a user action; absent in the browser host. */
  showFile?: (file: string) => boolean;
  /** The updater; absent when running from the source tree. */
  updater?: UpdaterHere;
  /** The command with which assistants start the MCP server; absent without a build, as in tests. */
  mcpCommand?: { command: string; args: readonly string[] };
  /** The source tree in which npm scripts run; absent in a packaged program. */
  programRoot?: string;
  /** The licence notices written by the build. */
  noticesFile?: string;
  /** Whether hosts also validate outputs. */
  checkOutput: boolean;
  /** How processes are started; forked if absent. */
  startProcess?: StartProcess;
  version: string;
  /** Delays `begin` until the first screen is shown; if absent, nothing is delayed. */
  whenShown?: (begin: () => void) => void;
};

export type App = {
  handlers: ContractHandlers;
  /** The page's initial theme, formats and landing screen. */
  opening(): Opening;
  subscribe(receive: (name: string, payload: unknown) => void): () => void;
  /** External addresses that the user saved in trips. */
  links(): readonly string[];
  /** What of a purchase is under way, in words; null if nothing is. */
  inFlight(): string | null;
  /**
   * `busy` while something that is due is being done; `waiting` while the service is about to settle a refresh; `idle` once
   * nothing remains to be done, as far as it can be done now.
   */
  activity(): 'busy' | 'waiting' | 'idle';
  /** Looks at once at all that waits for a time: to be called after the machine slept. */
  afterSleep(): void;
  /** @param doing receives what is being closed, in words */
  close(doing?: (what: string) => void): Promise<void>;
};
