import { ownEntry } from '#shared/own-entry.ts';

export type Release = {
  system: string;
  /** The tag that the release is built from. */
  tag: string;
  /** From package.json. */
  version: string;
  /** The public key for updates that the program contains. */
  publicKey: string | null;
  env: NodeJS.ProcessEnv;
  /** Electron's installed version, when each of its versions was published (ISO 8601), and now (UTC ms). */
  electron: { version: string; published: Readonly<Record<string, string>>; now: number };
};

/** Environment variables that a release needs, by system. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  mac: ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY_BASE64', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  win: ['CSC_LINK', 'CSC_KEY_PASSWORD'],
  // Named in the deb and the rpm. Only the update descriptions of Linux are signed.
  linux: ['MILEPOST_MAINTAINER'],
};

const FORTNIGHT_MS = 14 * 86_400_000;

/** The three numbers of a stable version; null for a prerelease and for what is no version. */
function stable(version: string): number[] | null {
  const found = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/u.exec(version);
  return found === null ? null : found.slice(1).map(Number);
}
const isNewer = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((part, place) => part !== other[place]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
};

/** The newest stable Electron that is newer than the installed one and has been out for more than a fortnight. */
function missedElectron({ version, published, now }: Release['electron']): string | undefined {
  const installed = stable(version);
  if (installed === null) return undefined;
  return Object.entries(published)
    .filter(([, at]) => now - Date.parse(at) > FORTNIGHT_MS)
    .flatMap(([name]) => [stable(name) ?? []])
    .filter((parts) => parts.length > 0 && isNewer(parts, installed))
    .reduce<number[] | undefined>((best, parts) => (best && !isNewer(parts, best) ? best : parts), undefined)
    ?.join('.');
}

/** Why a release must not be built, one sentence each; empty if it may be. */
export function releaseProblems({ system, tag, version, publicKey, env, electron }: Release): string[] {
  const needed = ownEntry(NEEDED, system);
  if (needed === undefined) return [`There is no system "${system}": mac, win or linux.`];
  const missing = needed.filter((name) => !env[name]);
  const newer = missedElectron(electron);
  return [
    ...(tag === `v${version}`
      ? []
      : [`The tag ${tag || '(none)'} is not v${version}, the version in package.json.`]),
    ...(publicKey === null
      ? [
          'electron/desktop/update-key.json holds no key: make one with electron/commands/release/make-update-key.ts.',
        ]
      : []),
    ...(newer === undefined
      ? []
      : [
          `Electron ${electron.version} is more than two weeks behind: ${newer} carries security fixes that it lacks.`,
        ]),
    ...(missing.length === 0
      ? []
      : [`A release for ${system} needs these, which are not set: ${missing.join(', ')}.`]),
  ];
}
