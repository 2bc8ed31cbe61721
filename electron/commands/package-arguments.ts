/** What electron-builder is told beside its configuration, by what the environment has to sign and to name. */
export type PackagePlan = { ok: true; args: string[]; notes: string[] } | { ok: false; words: string };

/** Where electron-builder looks for an identity to sign with. */
const IDENTITY = ['CSC_LINK', 'CSC_NAME', 'CSC_KEYCHAIN'];
const WINDOWS_IDENTITY = ['WIN_CSC_LINK', 'CSC_LINK', 'AZURE_TENANT_ID'];

const isSet = (env: NodeJS.ProcessEnv, names: readonly string[]) => names.some((name) => Boolean(env[name]));

/**
 * Decides how to sign. A release fails where it cannot be signed; anything else is signed with what is there, and
 * ad hoc on macOS without an identity, without which Apple Silicon starts no program.
 * @param args what stands behind `npm run package --`; `--release` makes it a release
 */
export function packagePlan(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): PackagePlan {
  const release = args.includes('--release');
  const passed = args.filter((arg) => arg !== '--release');
  const forMac = passed.some((arg) => /^(?:--mac|-m|--macos)$/u.test(arg)) || platform === 'darwin';
  const forWindows = passed.some((arg) => /^(?:--win|-w|--windows)$/u.test(arg)) || platform === 'win32';
  const forLinux = passed.some((arg) => /^(?:--linux|-l)$/u.test(arg)) || platform === 'linux';
  const { MILEPOST_HOMEPAGE: homepage, MILEPOST_MAINTAINER: maintainer } = env;
  if (release && forMac && !isSet(env, IDENTITY))
    return {
      ok: false,
      words: 'A release for macOS needs an identity to sign with: set CSC_LINK or CSC_NAME.',
    };
  if (release && forWindows && !forMac && !isSet(env, WINDOWS_IDENTITY))
    return { ok: false, words: 'A release for Windows needs a certificate to sign with: set WIN_CSC_LINK.' };
  const wantsDeb = forLinux && !passed.includes('--dir') && !/AppImage/iu.test(passed.join(' '));
  if (release && wantsDeb && !(homepage && maintainer))
    return {
      ok: false,
      words:
        'A deb names whom to write to and where the program is from: set MILEPOST_MAINTAINER ("Name <address>") and MILEPOST_HOMEPAGE.',
    };
  const withoutDeb = !release && wantsDeb && !(homepage && maintainer);
  return {
    ok: true,
    args: [
      ...passed,
      ...(release ? ['--config.forceCodeSigning=true'] : []),
      ...(forMac && !release && !isSet(env, IDENTITY)
        ? ['--config.mac.identity=-', '--config.mac.hardenedRuntime=false']
        : []),
      ...(homepage ? [`--config.extraMetadata.homepage=${homepage}`] : []),
      ...(maintainer ? [`--config.linux.maintainer=${maintainer}`] : []),
      ...(withoutDeb ? ['--config.linux.target=AppImage'] : []),
    ],
    notes: withoutDeb
      ? ['No deb is built: set MILEPOST_MAINTAINER and MILEPOST_HOMEPAGE, which it has to name.']
      : [],
  };
}
