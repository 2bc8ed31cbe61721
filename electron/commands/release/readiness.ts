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
};

/** Environment variables that a release needs, by system. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  mac: ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY_BASE64', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  win: ['CSC_LINK', 'CSC_KEY_PASSWORD'],
  // Named in the deb. Only the update descriptions of Linux are signed.
  linux: ['MILEPOST_MAINTAINER'],
};

/** Why a release must not be built, one sentence each; empty if it may be. */
export function releaseProblems({ system, tag, version, publicKey, env }: Release): string[] {
  const needed = ownEntry(NEEDED, system);
  if (needed === undefined) return [`There is no system "${system}": mac, win or linux.`];
  const missing = needed.filter((name) => !env[name]);
  return [
    ...(tag === `v${version}`
      ? []
      : [`The tag ${tag || '(none)'} is not v${version}, the version in package.json.`]),
    ...(publicKey === null
      ? [
          'electron/desktop/update-key.json holds no key: make one with electron/commands/release/make-update-key.ts.',
        ]
      : []),
    ...(missing.length === 0
      ? []
      : [`A release for ${system} needs these, which are not set: ${missing.join(', ')}.`]),
  ];
}
