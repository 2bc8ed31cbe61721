const SYSTEMS = ['mac', 'win', 'linux'];
const ARCHITECTURES = ['x64', 'arm64'];

export type BuildArguments =
  | {
      ok: true;
      args: string[];
      /** The repository's address. */
      homepage: string;
    }
  | { ok: false; words: string };

/** The arguments of `npm run package` for a release. `repository`: "owner/name" on GitHub, which will host its updates. */
export function buildArguments({
  system,
  arch,
  repository,
}: {
  system: string;
  arch: string;
  repository: string;
}): BuildArguments {
  if (!SYSTEMS.includes(system) || !ARCHITECTURES.includes(arch))
    return {
      ok: false,
      words: `Name a system (${SYSTEMS.join(', ')}) and an architecture (${ARCHITECTURES.join(', ')}).`,
    };
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/u.exec(repository) ?? [];
  if (owner === undefined || name === undefined)
    return {
      ok: false,
      words: 'GITHUB_REPOSITORY names no repository ("owner/name"), and so no update channel.',
    };
  return {
    ok: true,
    homepage: `https://github.com/${owner}/${name}`,
    args: [
      '--release',
      `--${system}`,
      `--${arch}`,
      '--config.publish.provider=github',
      `--config.publish.owner=${owner}`,
      `--config.publish.repo=${name}`,
      ...(system === 'mac' ? ['--config.mac.notarize=true'] : []),
    ],
  };
}
