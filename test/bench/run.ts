/**
 * `npm run bench`: everything of docs/performance.md in one run, against floors in the same run, at a million record
 * versions; writes test/bench/results.json and the table. `npm run bench -- --small` is a quick version on a file of a
 * fiftieth of that, and writes nothing. The file is created where missing, in the system's temporary folder.
 */
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { measureInBrowser } from './browser.ts';
import { storedFile } from './data/file.ts';
import { measureGrowth, measureReading, measureSize, openBench } from './reading.ts';
import { describeMachine, printReport, writeReport } from './report.ts';
import { measureStoring } from './storing.ts';

const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } });
const versions = values.small ? 20_000 : 1_000_000;
const say = (words: string) => console.error(words);

const file = storedFile(versions, say);
const small = storedFile(versions / 100 < 1000 ? 1000 : versions / 100, say);
say('reading');
const reading = measureReading(file);
say('growth and size');
const growth = measureGrowth(small, file);
const size = measureSize(file);
say('storing');
const storing = measureStoring(file);
const { wide, six, searches, close } = openBench(file);
close();
const inBrowser = await measureInBrowser(
  {
    dataDir: dirname(file),
    wide,
    six,
    saved: searches.map(({ searchId }) => ({ kind: 'search' as const, searchId })),
    sqlFloors: reading.floors,
    database: reading.database,
  },
  say,
);
const machine = describeMachine(inBrowser.chromium, versions);
const results = [...inBrowser.results, ...storing, ...reading.results, ...growth, ...size];
printReport('bench', machine, results);
if (!values.small) writeReport('bench', machine, results);
