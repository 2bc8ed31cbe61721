/**
 * `npm run bench:data -- [--versions N] [--file F]`: creates a data file of the size of years of use, always the same.
 */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFile, makeFile } from './data/file.ts';
import { ADDRESS } from './data/fill.ts';

const { values } = parseArgs({ options: { versions: { type: 'string' }, file: { type: 'string' } } });
const versions = Number((values.versions ?? '1000000').replaceAll(/[_,]/g, ''));
const file = resolve(values.file ?? benchFile(versions));
if (!Number.isSafeInteger(versions) || versions < 1000) {
  console.error('--versions needs a whole number of 1,000 or more.');
  process.exitCode = 2;
} else if (existsSync(file)) {
  console.error(`${file} is there already and was left as it is. Remove it, or name another with --file.`);
  process.exitCode = 1;
} else {
  makeFile(file, versions, (words) => console.error(words));
  console.log(file);
  console.error(`To look at it: npm run host -- --data-dir ${dirname(file)} --marketplace ${ADDRESS}`);
}
