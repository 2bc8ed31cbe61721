import { ownEntry } from '#shared/own-entry.ts';
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

const firstMatch = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1];

/** The exit codes of a launcher, a shell's script, for the signals of the user. */
const ENDED_BY_USER = new Set([129, 130, 143]);
/** The loader's or the shell's exit codes for what was never loaded. */
const NEVER_LOADED = new Set([126, 127]);

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

/** Why Electron ended and what to do about it; null if it ended normally or by a signal from the user. */
export function endReason({ code, signal, stderr, namespacesRestricted }: ElectronExit): EndReason | null {
  if (code === 0 || signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP') return null;
  if (ENDED_BY_USER.has(code ?? 0)) return null;
  const library = firstMatch(
    stderr,
    /(?:error while loading shared libraries: |Error loading shared library )([^\s:]+): (?:cannot open|No such file)/u,
  );
  if (library !== undefined)
    return {
      words: `Electron needs ${library}, which is not installed here. Install the package that has it (apt-file search ${library})`,
      browserInstead: true,
    };
  const noSandbox =
    /No usable sandbox|FATAL:\S*(?:credentials|sandbox\w*)\.cc|SUID sandbox helper binary|zygote_host_impl_linux|Failed to move to new namespace/u.test(
      stderr,
    );
  if (noSandbox) return { words: noNamespacesWords(namespacesRestricted), browserInstead: true };
  const needed = firstMatch(stderr, /version `(\w+_[\d.]+)' not found/u);
  if (needed !== undefined)
    return { words: `This system is older than Electron needs (${needed})`, browserInstead: true };
  if (stderr.includes('/dev/shm'))
    return { words: 'Electron needs /dev/shm, which cannot be written to here', browserInstead: true };
  if (
    /Missing X server|platform failed to initialize|(?:cannot|Unable to) open (?:X )?display|Failed to connect to Wayland|Authorization required|MIT-MAGIC-COOKIE/iu.test(
      stderr,
    )
  )
    return {
      words: 'Electron cannot reach the display that DISPLAY or WAYLAND_DISPLAY names',
      browserInstead: true,
    };
  if (/ICU data|snapshot file|Library not loaded/u.test(stderr))
    return {
      words: 'Electron’s runtime is incomplete: remove node_modules/electron and run npm ci',
      browserInstead: true,
    };
  const said = lastWords(stderr);
  if (NEVER_LOADED.has(code ?? 0))
    return { words: `Electron cannot be loaded here${said}`, browserInstead: true };
  const killed =
    signal === 'SIGKILL'
      ? ', as a system does that runs out of memory, or macOS where a signature is not accepted'
      : '';
  return {
    words: `Electron ended ${signal === null ? `with code ${code}` : `by ${signal}`}${killed}${said}. What it wrote down is in logs/milepost.log in the data folder. Start it again, or in your browser: npm run host`,
    browserInstead: false,
  };
}

/** Why the system does not start an existing runtime, by error code. */
const OTHER_PROCESSOR =
  'it is built for another processor: remove node_modules and run npm ci on this machine';
const START_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'this system has not the loader that it is built for (glibc; musl and NixOS have another)',
  ENOEXEC: OTHER_PROCESSOR,
  EFTYPE: OTHER_PROCESSOR,
  'Unknown system error -86': OTHER_PROCESSOR, // EBADARCH of macOS
  EACCES: 'it may not be executed: see the rights of its file, and whether its disk is mounted with noexec',
};

/** Why Electron did not start at all. */
export function startFailure({ code = '', message }: NodeJS.ErrnoException): EndReason {
  const known = ownEntry(START_FAILURES, code);
  return {
    words: `Electron cannot be started (${message})${known === undefined ? '' : `: ${known}`}`,
    browserInstead: true,
  };
}

/** Why Electron's runtime could not be downloaded, by its installer's output. */
export function downloadFailure(stderr: string): string {
  const status = firstMatch(stderr, /(?:status code|HTTPError|Response code)\D{0,12}(\d{3})/iu);
  if (/ENOSPC/u.test(stderr)) return 'the disk is full';
  if (/checksum|sha256|integrity/iu.test(stderr))
    return 'what was fetched is not what was published: fetch it again';
  if (/EACCES|EPERM|EROFS/u.test(stderr)) return 'its folder cannot be written to';
  if (/CERT|certificate|SSL|TLS/iu.test(stderr))
    return 'the certificate of its site is not trusted here: set NODE_EXTRA_CA_CERTS to the one of your network';
  if (status === '407')
    return 'the proxy wants a name and a password: name them in HTTPS_PROXY, or use another network';
  if (status !== undefined) return `its site answered ${status}`;
  if (/timed? ?out|ETIMEDOUT|SIGTERM/iu.test(stderr)) return 'its site did not answer in time';
  return 'its site cannot be reached: check the network, or HTTPS_PROXY, or unpack it and name its folder in ELECTRON_OVERRIDE_DIST_PATH';
}
