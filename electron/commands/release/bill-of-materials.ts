/** `node bill-of-materials.ts FILE`: writes the contents of the built program (`out/`) in CycloneDX 1.6. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, root } from './command.ts';
import { billOfMaterials } from './materials.ts';

const file = process.argv[2] ?? exitWith('Name the file to write.');
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const bill = billOfMaterials({
  program: read('package.json'),
  notices: read('out/main/notices.json'),
  lock: read('package-lock.json'),
});
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
