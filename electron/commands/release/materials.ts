import type { LicenceNotice } from './notices.ts';

type Locked = {
  version?: string;
  name?: string;
  resolved?: string;
  integrity?: string;
  dependencies?: Readonly<Record<string, string>>;
};

export type BillDeps = {
  program: { name: string; version: string; license: string };
  /** Everything that the program contains. */
  notices: readonly LicenceNotice[];
  lock: { packages: Readonly<Record<string, Locked>> };
};

/** In package URLs, the @ of a scope is escaped, its slash is not. */
const packageUrl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Converts npm's integrity ("sha512-" and base64) to hexadecimal. */
const hexadecimal = (integrity: string) =>
  Buffer.from(integrity.replace(/^sha512-/u, ''), 'base64').toString('hex');

/**
 * A bill of materials in CycloneDX 1.6 of what the program contains, without build tools. Throws if a package in it is not
 * in package-lock.json.
 */
export function billOfMaterials({ program, notices, lock }: BillDeps) {
  const locked = new Map<string, Locked & { path: string }>();
  for (const [path, found] of Object.entries(lock.packages)) {
    const name = found.name ?? path.split('node_modules/').at(-1) ?? '';
    locked.set(`${name}@${found.version}`, { ...found, path });
  }
  const inProgram = new Set(notices.map(({ name, version }) => packageUrl(name, version)));
  /** The installed package that `name` is to the package at `path`: the nearest one above it. */
  const nearest = (path: string, name: string): string | undefined => {
    for (let above = path; ; above = above.slice(0, above.lastIndexOf('/node_modules/'))) {
      const found = lock.packages[`${above}/node_modules/${name}`];
      if (found?.version !== undefined) return packageUrl(found.name ?? name, found.version);
      if (!above.includes('/node_modules/')) break;
    }
    const atTop = lock.packages[`node_modules/${name}`];
    return atTop?.version === undefined ? undefined : packageUrl(atTop.name ?? name, atTop.version);
  };
  /** What of the program a package uses: what the build left out of it is none of its relations here. */
  const usedBy = ({ path, dependencies = {} }: Locked & { path: string }): string[] =>
    Object.keys(dependencies)
      .map((name) => nearest(path, name))
      .filter((url): url is string => url !== undefined && inProgram.has(url));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: program.name,
        version: program.version,
        'bom-ref': packageUrl(program.name, program.version),
        licenses: [{ license: { id: program.license } }],
      },
    },
    dependencies: [
      { ref: packageUrl(program.name, program.version), dependsOn: [...inProgram] },
      ...notices.flatMap(({ name, version }) => {
        const found = locked.get(`${name}@${version}`);
        return found === undefined ? [] : [{ ref: packageUrl(name, version), dependsOn: usedBy(found) }];
      }),
    ],
    components: notices.map(({ name, version, licence, homepage, supplier }) => {
      const found = locked.get(`${name}@${version}`);
      if (found?.integrity === undefined)
        throw new Error(`${name} ${version} is bundled and not in package-lock.json.`);
      return {
        type: name === 'electron' ? 'framework' : 'library',
        'bom-ref': packageUrl(name, version),
        name,
        version,
        ...(supplier !== null && { supplier: { name: supplier } }),
        purl: packageUrl(name, version),
        hashes: [{ alg: 'SHA-512', content: hexadecimal(found.integrity) }],
        licenses: [{ expression: licence }],
        externalReferences: [
          ...(found.resolved === undefined ? [] : [{ type: 'distribution', url: found.resolved }]),
          ...(homepage === null ? [] : [{ type: 'website', url: homepage }]),
        ],
      };
    }),
  };
}
