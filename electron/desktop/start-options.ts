import { parseArgs } from 'node:util';
import type { NamedFolder } from '../hosts/data-folder.ts';
import { namedToOpen } from './opening.ts';

export type StartOptions = {
  /** The absolute path of the data folder. */
  dataDir: string;
  /** An address for this run, `demo`, or undefined for the stored choice. */
  marketplace: string | undefined;
  /** Serves an assistant over standard input and output, without a window. */
  mcp: boolean;
  /** Refreshes what is due and ends, without a window. */
  watch: boolean;
  /** Prints examples for the system's scheduler and ends. */
  printSchedule: boolean;
  /** Starts without a window, in the tray, as at login. */
  hidden: boolean;
  /** Links and files to open. */
  opens: readonly string[];
};

export type StartOptionsDeps = {
  /** Command-line arguments without the program's name. */
  args: readonly string[];
  packaged: boolean;
  platform: NodeJS.Platform;
  /** Resolves the named or default data folder to an absolute path. */
  folder: (named: string | undefined) => NamedFolder;
};

export type StartOptionsRead =
  | { ok: true; options: StartOptions }
  | {
      ok: false;
      words: string;
      /** Whether the program must exit before Electron opens anything. */
      atOnce: boolean;
    };

/**
 * Switches of Chromium and Node that let another program control the window, replace one of its processes, read its memory
 * or weaken the sandbox; and those of Blink that expose test-only features to a page.
 */
const OPENS_THE_PROGRAM =
  /^(?:remote-debugging-[a-z-]+|remote-allow-origins|inspect(?:-[a-z]+)*|debug(?:-[a-z]+)*|js-flags|load-extension|(?:enable|disable)-blink(?:-test)?-features|blink-settings|disable-extensions-except|disable-web-security|disable-kill-after-bad-ipc|expose-internals-for-testing|enable-experimental-web-platform-features|enable-privileged-webgl-extension|(?:trace|(?:enable-|background-|enable-background-)tracing)(?:-[a-z-]+)?|crash-dumps-dir|[a-z]+-startup-dialog|wait-for-debugger[a-z-]*|disable-site-isolation-trials|allow-running-insecure-content|allow-file-access-from-files|unsafely-[a-z-]+|[a-z]+-cmd-prefix|browser-subprocess-path|(?:[a-z]+-)?(?:plugin|gpu)-launcher|register-pepper-plugins|log-net-log|ssl-key-log-file|gtk-module)$/iu;

/** The name of a switch as Chromium parses it, trimmed; null for other arguments. Windows also accepts a slash. */
function switchName(arg: string, platform: NodeJS.Platform): string | null {
  const prefixed = platform === 'win32' ? /^(?:--?|\/)([^=]+)/u : /^--?([^=]+)/u;
  return prefixed.exec(arg.trim())?.[1] ?? null;
}

/**
 * Parses the command line. Unknown switches are accepted, since Chromium and development tools add their own; a packaged
 * program refuses those that give another program access.
 */
export function readStartOptions(deps: StartOptionsDeps): StartOptionsRead {
  const { args, packaged, platform } = deps;
  const opening = packaged
    ? args
        .map((arg) => switchName(arg, platform))
        .find((name) => name !== null && OPENS_THE_PROGRAM.test(name))
    : undefined;
  if (opening !== undefined)
    return {
      ok: false,
      atOnce: true,
      words: `Milepost does not start with --${opening}: another program could read your key and approve purchases through it. Start it without.`,
    };
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      'data-dir': { type: 'string' },
      marketplace: { type: 'string' },
      mcp: { type: 'boolean' },
      watch: { type: 'boolean' },
      'print-schedule': { type: 'boolean' },
      hidden: { type: 'boolean' },
    },
    strict: false,
  });
  const missing = (['data-dir', 'marketplace'] as const).find((name) => {
    const value: unknown = values[name];
    return value !== undefined && (typeof value !== 'string' || value === '' || value.startsWith('--'));
  });
  if (missing !== undefined)
    return {
      ok: false,
      atOnce: false,
      words:
        missing === 'data-dir' ? '--data-dir needs a folder.' : '--marketplace needs an address, or demo.',
    };
  const { 'data-dir': named, marketplace } = values;
  const folder = deps.folder(typeof named === 'string' ? named : undefined);
  if (!folder.ok) return { ...folder, atOnce: false };
  return {
    ok: true,
    options: {
      dataDir: folder.dataDir,
      marketplace: typeof marketplace === 'string' ? marketplace : undefined,
      mcp: values.mcp === true,
      watch: values.watch === true,
      printSchedule: values['print-schedule'] === true,
      hidden: values.hidden === true,
      opens: namedToOpen(positionals),
    },
  };
}
