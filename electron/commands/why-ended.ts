import { noNamespacesWords } from '../hosts/sandbox.ts';

/** How the Electron process ended. */
export type ElectronExit = {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of its standard error. */
  stderr: string;
  /** Whether this Linux restricts user namespaces to programs with a profile (Ubuntu since 23.10). */
  namespacesRestricted: boolean;
};

/** Why Electron ended, and whether a browser would work instead. */
export type EndReason = { words: string; browserInstead: boolean };

/** The exit codes of a launcher, a shell's script, for the signals of the user. */
const ENDED_BY_USER = new Set([129, 130, 143]);

/** What Chromium writes down where the system lets it make no sandbox. */
const NO_SANDBOX =
  /No usable sandbox|FATAL:\S*(?:credentials|sandbox\w*)\.cc|SUID sandbox helper binary|zygote_host_impl_linux|Failed to move to new namespace/u;

/** The line of its output that ended a program, or else the last one, in quotation marks; empty if there is none. */
function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((each) => each.includes('FATAL')) ?? lines.at(-1) ?? '';
  return line === ''
    ? ''
    : `, after “${line
        .replace(/\p{Cc}/gu, '')
        .slice(0, 200)
        .trim()}”`;
}

/**
 * Why Electron ended, by what it wrote down last; null if it ended normally or by a signal from the user. One that ended with
 * a code could not work here, as without a library or a display; one that was ended by a signal worked until then.
 */
export function endReason({ code, signal, stderr, namespacesRestricted }: ElectronExit): EndReason | null {
  if (code === 0 || signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP') return null;
  if (ENDED_BY_USER.has(code ?? 0)) return null;
  if (NO_SANDBOX.test(stderr))
    return { words: noNamespacesWords(namespacesRestricted), browserInstead: true };
  const said = lastWords(stderr);
  if (signal === null) return { words: `Electron ended with code ${code}${said}`, browserInstead: true };
  return {
    words: `Electron ended by ${signal}${said}. What it wrote down is in logs/milepost.log in the data folder. Start it again, or in your browser: npm run host`,
    browserInstead: false,
  };
}
