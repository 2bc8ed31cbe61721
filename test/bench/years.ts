/**
 * `npm run bench:years`: what each screen costs with ten million record versions beside one million of the same searches,
 * files that `npm run bench:data` makes. With `-- --versions N` the larger file has so many; what has less than ten
 * million is a quick look, and writes nothing.
 */
import { parseArgs } from 'node:util';
import { storedFile } from './data/file.ts';
import { measureYears } from './growth.ts';
import { describeMachine, printReport, writeReport } from './report.ts';

const DECADE = 10_000_000;
const { values } = parseArgs({ options: { versions: { type: 'string', default: String(DECADE) } } });
const versions = Number(values.versions);
const say = (words: string) => console.error(words);
// From a million versions on, a file has more years and not more searches.
const smaller = storedFile(Math.min(1_000_000, versions / 10), say);
const larger = storedFile(versions, say);
const results = await measureYears(smaller, larger);
const machine = describeMachine('', versions);
printReport('bench:years', machine, results);
if (versions === DECADE) writeReport('bench:years', machine, results);
