/** What electron-builder is given beside its configuration, by what the environment has to sign and to name. */
export type PackagePlan = { ok: true; args: string[]; notes: string[] } | { ok: false; words: string };

/** Where electron-builder looks for an identity to sign with. */
const IDENTITY = ['CSC_LINK', 'CSC_NAME', 'CSC_KEYCHAIN'];
const WINDOWS_IDENTITY = ['WIN_CSC_LINK', 'CSC_LINK', 'AZURE_TENANT_ID'];

const isSet = (env: NodeJS.ProcessEnv, names: readonly string[]) => names.some((name) => Boolean(env[name]));

const NAMED = {
  darwin: /^(?:--mac|-m|--macos)$/u,
  win32: /^(?:--win|-w|--windows)$/u,
  linux: /^(?:--linux|-l)$/u,
};
type System = keyof typeof NAMED;

/** The systems to build for: those that are named, else the one of this machine. */
function systemsOf(args: readonly string[], platform: NodeJS.Platform): Set<string> {
  const named = (Object.keys(NAMED) as System[]).filter((system) =>
    args.some((arg) => NAMED[system].test(arg)),
  );
  return new Set(named.length > 0 ? named : [platform]);
}

const refuse = (words: string): PackagePlan => ({ ok: false, words });

/**
 * Decides how to sign. A release fails where it cannot be signed; anything else is signed with what is there, and
 * ad hoc on macOS without an identity, without which Apple Silicon starts no program. A deb must name whom to write to
 * and where the program is from, which nothing here can know: without both none is built, and a release fails.
 * @param args what stands behind `npm run package --`; `--release` makes it a release
 */
export function packagePlan(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): PackagePlan {
  const release = args.includes('--release');
  const passed = args.filter((arg) => arg !== '--release');
  const systems = systemsOf(passed, platform);
  if (release && systems.has('darwin') && !isSet(env, IDENTITY))
    return refuse('A release for macOS needs an identity to sign with: set CSC_LINK or CSC_NAME.');
  if (release && systems.has('win32') && !isSet(env, WINDOWS_IDENTITY))
    return refuse('A release for Windows needs a certificate to sign with: set WIN_CSC_LINK.');

  const { MILEPOST_HOMEPAGE: homepage, MILEPOST_MAINTAINER: maintainer } = env;
  const asksForDeb = passed.includes('deb');
  const buildsDeb =
    systems.has('linux') && (asksForDeb || !passed.some((arg) => /^(?:--dir|AppImage)$/iu.test(arg)));
  const withoutDeb = buildsDeb && !(homepage && maintainer);
  if (withoutDeb && (release || asksForDeb))
    return refuse(
      'A deb names whom to write to and where the program is from: set MILEPOST_MAINTAINER ("Name <address>") and MILEPOST_HOMEPAGE.',
    );
  const adHoc = systems.has('darwin') && !release && !isSet(env, IDENTITY);
  return {
    ok: true,
    args: [
      ...passed,
      ...(release ? ['--config.forceCodeSigning=true'] : []),
      // What is hardened loads no library that the same team did not sign, and here is no team.
      ...(adHoc ? ['--config.mac.identity=-', '--config.mac.hardenedRuntime=false'] : []),
      ...(homepage ? [`--config.extraMetadata.homepage=${homepage}`] : []),
      ...(maintainer ? [`--config.linux.maintainer=${maintainer}`] : []),
      ...(withoutDeb ? ['--config.linux.target=AppImage'] : []),
    ],
    notes: withoutDeb
      ? ['No deb is built: set MILEPOST_MAINTAINER and MILEPOST_HOMEPAGE, which it has to name.']
      : [],
  };
}
