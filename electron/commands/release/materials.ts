import type { LicenceNotice } from './notices.ts';

type Locked = { version?: string; name?: string; resolved?: string; integrity?: string };

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
  const locked = new Map<string, Locked>();
  for (const [path, found] of Object.entries(lock.packages)) {
    const name = found.name ?? path.split('node_modules/').at(-1) ?? '';
    locked.set(`${name}@${found.version}`, found);
  }
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
    components: notices.map(({ name, version, licence, homepage }) => {
      const found = locked.get(`${name}@${version}`);
      if (found?.integrity === undefined)
        throw new Error(`${name} ${version} is bundled and not in package-lock.json.`);
      return {
        type: name === 'electron' ? 'framework' : 'library',
        'bom-ref': packageUrl(name, version),
        name,
        version,
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
