/** Arguments for electron-builder and notes for the user, or why nothing can be built. */
export type PackagePlan = { ok: true; args: string[]; notes: string[] } | { ok: false; words: string };

/** Where electron-builder finds a signing identity. */
const MAC_IDENTITY = ['CSC_LINK', 'CSC_NAME', 'CSC_KEYCHAIN'];
const WINDOWS_IDENTITY = ['WIN_CSC_LINK', 'CSC_LINK', 'AZURE_TENANT_ID'];

const isSet = (env: NodeJS.ProcessEnv, names: readonly string[]) => names.some((name) => Boolean(env[name]));

const SYSTEM_FLAGS = {
  darwin: /^(?:--mac|-m|--macos)$/u,
  win32: /^(?:--win|-w|--windows)$/u,
  linux: /^(?:--linux|-l)$/u,
};
type System = keyof typeof SYSTEM_FLAGS;

/** The systems to build for: those named in the arguments, otherwise this machine's. */
function systemsOf(args: readonly string[], platform: NodeJS.Platform): Set<string> {
  const named = (Object.keys(SYSTEM_FLAGS) as System[]).filter((system) =>
    args.some((arg) => SYSTEM_FLAGS[system].test(arg)),
  );
  return new Set(named.length > 0 ? named : [platform]);
}

const refuse = (words: string): PackagePlan => ({ ok: false, words });

/**
 * Decides how to sign and what to build. A release must be signed. Other builds are signed if possible; without an
 * identity, ad hoc on macOS, since Apple Silicon requires a signature. A deb and an rpm need a maintainer and a homepage from
 * the environment: without them neither is built, and a release fails.
 * @param args the arguments after `npm run package --`; `--release` makes it a release
 */
export function packagePlan(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): PackagePlan {
  const release = args.includes('--release');
  const passed = args.filter((arg) => arg !== '--release');
  const systems = systemsOf(passed, platform);
  if (release && systems.has('darwin') && !isSet(env, MAC_IDENTITY))
    return refuse('A release for macOS needs an identity to sign with: set CSC_LINK or CSC_NAME.');
  if (release && systems.has('win32') && !isSet(env, WINDOWS_IDENTITY))
    return refuse('A release for Windows needs a certificate to sign with: set WIN_CSC_LINK.');

  const {
    MILEPOST_HOMEPAGE: homepage,
    MILEPOST_MAINTAINER: maintainer,
    ELECTRON_OVERRIDE_DIST_PATH: runtime,
  } = env;
  const wants = ['deb', 'rpm'].some((kind) => passed.includes(kind));
  const builds =
    systems.has('linux') && (wants || !passed.some((arg) => /^(?:--dir|AppImage|flatpak)$/iu.test(arg)));
  const skips = builds && !(homepage && maintainer);
  if (skips && (release || wants))
    return refuse(
      'A deb or an rpm names whom to write to and where the program is from: set MILEPOST_MAINTAINER ("Name <address>") and MILEPOST_HOMEPAGE.',
    );
  const adHoc = systems.has('darwin') && !release && !isSet(env, MAC_IDENTITY);
  return {
    ok: true,
    args: [
      ...passed,
      ...(release ? ['--config.forceCodeSigning=true'] : []),
      // The hardened runtime loads only libraries signed by the same team; an ad-hoc signature has none.
      ...(adHoc ? ['--config.mac.identity=-', '--config.mac.hardenedRuntime=false'] : []),
      ...(runtime ? [`--config.electronDist=${runtime}`] : []),
      ...(homepage ? [`--config.extraMetadata.homepage=${homepage}`] : []),
      ...(maintainer ? [`--config.linux.maintainer=${maintainer}`] : []),
      ...(skips ? ['--config.linux.target=AppImage'] : []),
    ],
    notes: skips
      ? [
          'No deb and no rpm is built: set MILEPOST_MAINTAINER and MILEPOST_HOMEPAGE, which they have to name.',
        ]
      : [],
  };
}
