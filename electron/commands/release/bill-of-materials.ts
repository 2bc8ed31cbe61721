/** `node bill-of-materials.ts FILE`: what the built program contains, as CycloneDX 1.6. `out/` must be built. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuse, root } from './command.ts';
import { billOfMaterials } from './materials.ts';

const file = process.argv[2] ?? refuse('Name the file to write.');
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const bill = billOfMaterials({
  program: read('package.json'),
  notices: read('out/main/notices.json'),
  lock: read('package-lock.json'),
});
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
