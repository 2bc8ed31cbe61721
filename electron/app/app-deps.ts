import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Notice } from '#shared/contract/watchlist.ts';
import type { Opening } from '#shared/opening.ts';
import type { Clipboard } from '../key/key.ts';
import type { Keychain } from '../key/keychain.ts';
import type { ProgramLog } from '../log/program-log.ts';
import type { Timing } from '../marketplace/waits/timing.ts';
import type { UpdaterHere } from '../updates/updates.ts';
import type { PlainQuestion } from './plain-question.ts';

export type AppDeps = {
  /** The folder of the data file, the lock and the embedded marketplace's books. */
  dataDir: string;
  /** The one of `createNodeFetch`, with the proxy that the host knows. */
  fetch: typeof globalThis.fetch;
  keychain: Keychain;
  /** Opens a page in the user’s browser; absent where the page itself shows a link. */
  openExternal?: (url: string) => Promise<void>;
  /** Null in the browser host, which has none. */
  clipboard: Clipboard | null;
  /** UTC ms. */
  clock: () => number;
  /** The system's where absent: milliseconds that only grow, timers, and numbers from 0 to below 1. */
  monotonic?: Timing['monotonic'];
  after?: Timing['after'];
  random?: Timing['random'];
  /**
   * Asks the user outside the page: a dialog of the system under Electron, the terminal in the browser host. Fails
   * with `confirmation_unavailable` where nobody can be asked.
   */
  confirm: (question: PlainQuestion) => Promise<boolean>;
  /** Whether the user acted by hand just before, as nothing but the main process sees it; absent in the browser host. */
  actedByHand?: () => boolean;
  /** An address given for this run, `demo`, or undefined for what the user chose before. */
  marketplace: string | undefined;
  /** A key given for this run, held in memory alone. */
  keyFromStdin?: string;
  /** Shows what a refresh found, outside the page; absent where the page itself has to. */
  notify?: (notice: Notice) => void;
  /** Asks outside the page where to save a file; absent where the browser downloads it. */
  chooseFile?: (name: string) => Promise<string | null>;
  /** What is written down of what went wrong; absent in tests. */
  log?: ProgramLog;
  /** Shows a file in the system's file manager after an act of the user's; absent where a browser shows the page. */
  showFile?: (file: string) => boolean;
  /** What this program updates itself with; absent where it runs from its source tree. */
  updater?: UpdaterHere;
  /** How an assistant's program starts what serves it; absent where nothing is built, as in tests. */
  mcpCommand?: { command: string; args: readonly string[] };
  /** The source tree that npm scripts run in; absent in a packed program, which has none. */
  programRoot?: string;
  /** The file of licence notices that the build wrote. */
  noticesFile?: string;
  /** Whether hosts check outputs too. */
  checkOutput: boolean;
  version: string;
  /** Holds what can wait until the first screen is there back until then; absent, nothing is held back. */
  whenShown?: (begin: () => void) => void;
};

export type App = {
  handlers: ContractHandlers;
  /** How the page begins now. */
  opening(): Opening;
  subscribe(receive: (name: string, payload: unknown) => void): () => void;
  /** Addresses that the user saved on boards. */
  links(): readonly string[];
  close(): Promise<void>;
};
