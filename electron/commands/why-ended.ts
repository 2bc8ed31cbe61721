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

/** Why Electron ended and what to do about it; null if it ended normally or by a signal from the user. */
export function endReason({ code, signal, stderr, namespacesRestricted }: ElectronExit): EndReason | null {
  if (code === 0 || signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP') return null;
  const library = firstMatch(stderr, /error while loading shared libraries: ([^\s:]+)/u);
  if (library !== undefined)
    return {
      words: `Electron needs ${library}, which is not installed here. Install the package that has it (apt-file search ${library})`,
      browserInstead: true,
    };
  const noSandbox =
    /No usable sandbox|credentials\.cc.*Permission denied|SUID sandbox helper binary|zygote_host_impl_linux/u.test(
      stderr,
    );
  if (noSandbox) return { words: noNamespacesWords(namespacesRestricted), browserInstead: true };
  const needed = firstMatch(stderr, /version `(\w+_[\d.]+)' not found/u);
  if (needed !== undefined)
    return { words: `This system is older than Electron needs (${needed})`, browserInstead: true };
  if (/access\([^)]*\) \/dev\/shm|shared memory in \/dev\/shm/u.test(stderr))
    return { words: 'Electron needs /dev/shm, which cannot be written to here', browserInstead: true };
  if (
    /Missing X server|(?:cannot|Unable to) open (?:X )?display|Failed to connect to Wayland|Authorization required/iu.test(
      stderr,
    )
  )
    return {
      words: 'Electron cannot reach the display that DISPLAY or WAYLAND_DISPLAY names',
      browserInstead: true,
    };
  return {
    words: `Electron ended ${signal === null ? `with code ${code}` : `by ${signal}`}${signal === 'SIGKILL' ? ', as a system does that runs out of memory' : ''}. What it wrote down is in logs/milepost.log in the data folder. Start it again, or in your browser: npm run host`,
    browserInstead: false,
  };
}

/** Why the system does not start an existing runtime, by error code. */
const START_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'this system has not the loader that it is built for (glibc; musl and NixOS have another)',
  ENOEXEC: 'it is built for another processor: remove node_modules and run npm ci on this machine',
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
