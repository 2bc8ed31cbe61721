/**
 * `npm run bench:years`: the cost of each screen with ten million record versions compared with one million of the same
 * searches, in files that are created where missing. `-- --versions N` sets the size of the larger file; below ten
 * million it is a quick version, and writes nothing.
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
