import { ownEntry } from '#shared/own-entry.ts';
import { noNamespacesWords } from '../hosts/sandbox.ts';

/** How Electron ended, as far as it can be seen from outside. */
export type Ended = {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last of what it wrote to standard error. */
  said: string;
  /** Whether this Linux lets no program without a profile make user namespaces (Ubuntu since 23.10). */
  namespacesRestricted: boolean;
};

/** Why it ended, and whether another runtime, such as a browser, would do better. */
export type WhyEnded = { words: string; browserInstead: boolean };

const first = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1];

/** The true reason for an early end of Electron and what to do about it; null where it ended as it was asked to. */
export function whyEnded({ code, signal, said, namespacesRestricted }: Ended): WhyEnded | null {
  if (code === 0 || signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP') return null;
  const library = first(said, /error while loading shared libraries: ([^\s:]+)/u);
  if (library !== undefined)
    return {
      words: `Electron needs ${library}, which is not installed here. Install the package that has it (apt-file search ${library})`,
      browserInstead: true,
    };
  const noSandbox =
    /No usable sandbox|credentials\.cc.*Permission denied|SUID sandbox helper binary|zygote_host_impl_linux/u.test(
      said,
    );
  if (noSandbox) return { words: noNamespacesWords(namespacesRestricted), browserInstead: true };
  const needed = first(said, /version `(\w+_[\d.]+)' not found/u);
  if (needed !== undefined)
    return { words: `This system is older than Electron needs (${needed})`, browserInstead: true };
  if (/access\([^)]*\) \/dev\/shm|shared memory in \/dev\/shm/u.test(said))
    return { words: 'Electron needs /dev/shm, which cannot be written to here', browserInstead: true };
  if (
    /Missing X server|(?:cannot|Unable to) open (?:X )?display|Failed to connect to Wayland|Authorization required/iu.test(
      said,
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

/** What the system says of a runtime that is there and that it does not start. */
const NOT_STARTED: Readonly<Record<string, string>> = {
  ENOENT: 'this system has not the loader that it is built for (glibc; musl and NixOS have another)',
  ENOEXEC: 'it is built for another processor: remove node_modules and run npm ci on this machine',
  EACCES: 'it may not be executed: see the rights of its file, and whether its disk is mounted with noexec',
};

/** Why Electron did not start at all. */
export function whyNotStarted({ code = '', message }: NodeJS.ErrnoException): WhyEnded {
  const known = ownEntry(NOT_STARTED, code);
  return {
    words: `Electron cannot be started (${message})${known === undefined ? '' : `: ${known}`}`,
    browserInstead: true,
  };
}

/** Why Electron's runtime could not be fetched, from what its installer wrote. */
export function whyNotFetched(said: string): string {
  const status = first(said, /(?:status code|HTTPError|Response code)\D{0,12}(\d{3})/iu);
  if (/ENOSPC/u.test(said)) return 'the disk is full';
  if (/checksum|sha256|integrity/iu.test(said))
    return 'what was fetched is not what was published: fetch it again';
  if (/EACCES|EPERM|EROFS/u.test(said)) return 'its folder cannot be written to';
  if (/CERT|certificate|SSL|TLS/iu.test(said))
    return 'the certificate of its site is not trusted here: set NODE_EXTRA_CA_CERTS to the one of your network';
  if (status === '407')
    return 'the proxy wants a name and a password: name them in HTTPS_PROXY, or use another network';
  if (status !== undefined) return `its site answered ${status}`;
  if (/timed? ?out|ETIMEDOUT|SIGTERM/iu.test(said)) return 'its site did not answer in time';
  return 'its site cannot be reached: check the network, or HTTPS_PROXY, or unpack it and name its folder in ELECTRON_OVERRIDE_DIST_PATH';
}
