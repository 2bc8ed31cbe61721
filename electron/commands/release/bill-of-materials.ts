/**
 * `node bill-of-materials.ts FILE`: writes what ships in CycloneDX, as npm states it: every package that the program
 * depends on or contains, with relations, hashes and suppliers. What only builds it is left out.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, root } from './command.ts';
import type { LicenceNotice } from './notices.ts';

type Component = {
  name: string;
  version: string;
  'bom-ref': string;
  author?: string;
  properties: { name: string }[];
};
type Relation = { ref: string; dependsOn: string[] };

const file = process.argv[2] ?? exitWith('Name the file to write.');
const notices: LicenceNotice[] = JSON.parse(readFileSync(join(root, 'out/main/notices.json'), 'utf8'));
const contained = new Set(notices.map(({ name, version }) => `${name}@${version}`));
const bill = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    shell: process.platform === 'win32',
  }),
);
const components: Component[] = bill.components.filter(
  ({ name, version, properties }: Component) =>
    contained.has(`${name}@${version}`) ||
    properties.every((property) => property.name !== 'cdx:npm:package:development'),
);
const refs = new Set([bill.metadata.component['bom-ref'], ...components.map((each) => each['bom-ref'])]);
const shipped = {
  ...bill,
  components: components.map((each) => {
    const supplier = each.author?.split(/[<(]/u)[0]?.trim();
    return supplier ? { ...each, supplier: { name: supplier } } : each;
  }),
  dependencies: bill.dependencies
    .filter(({ ref }: Relation) => refs.has(ref))
    .map(({ ref, dependsOn }: Relation) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
};
writeFileSync(file, `${JSON.stringify(shipped, null, 2)}\n`);
