import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join, resolve } from 'node:path';
import { meetsGoal, type Result } from './measure.ts';

const root = resolve(import.meta.dirname, '../..');
/** Where docs/performance.md has the table of a benchmark, and the file that has its figures. */
const PLACES = {
  bench: { mark: 'measured', command: 'npm run bench', file: 'results.json', floor: 'floor' },
  'bench:years': { mark: 'years', command: 'npm run bench:years', file: 'years.json', floor: 'smaller file' },
} as const;
export type Benchmark = keyof typeof PLACES;

export type Machine = {
  processor: string;
  cores: number;
  memoryGb: number;
  system: string;
  node: string;
  chromium: string;
  versions: number;
  /** Other work on the machine while it measured: the average number of runnable processes in the last minute. */
  load: number;
  commit: string;
  measuredAt: string;
};

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

/** @param chromium its version; empty where none was used */
export const describeMachine = (chromium: string, versions: number): Machine => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release()} ${arch()}`,
  node: process.version,
  chromium,
  versions,
  load: Number((loadavg()[0] ?? 0).toFixed(1)),
  commit: commit(),
  measuredAt: new Date().toISOString(),
});

const figure = (value: number | null): string => (value === null ? '–' : String(value));

function table(machine: Machine, results: readonly Result[], floor: string): string {
  return [
    `Measured ${machine.measuredAt} at ${machine.commit}, on ${machine.cores} cores of ${machine.processor}, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}${machine.chromium === '' ? '' : `, Chromium ${machine.chromium}`}, with ${machine.versions.toLocaleString('en-US')} record versions. The load average was ${machine.load} on ${machine.cores} cores.`,
    '',
    `| what | unit | ${floor} | measured | ratio | goal | met |`,
    '|---|---|---|---|---|---|---|',
    ...results.map(
      (row) =>
        `| ${row.name} | ${row.unit} | ${figure(row.floor)} | ${row.measured} | ${figure(row.ratio)} | ${row.goal} | ${meetsGoal(row) ? 'yes' : 'no'} |`,
    ),
  ].join('\n');
}

/** Writes a benchmark's figures into test/bench, and its table into docs/performance.md between its markers. */
export function writeReport(benchmark: Benchmark, machine: Machine, results: readonly Result[]): void {
  const { mark, command, file: figures, floor } = PLACES[benchmark];
  const [begin, end] = [`<!-- ${mark}: written by ${command} -->`, `<!-- /${mark} -->`];
  writeFileSync(join(root, 'test/bench', figures), `${JSON.stringify({ machine, results }, null, 2)}\n`);
  const file = join(root, 'docs/performance.md');
  const text = readFileSync(file, 'utf8');
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${file} has no place for the table of ${command}`);
  writeFileSync(
    file,
    `${text.slice(0, before + begin.length)}\n${table(machine, results, floor)}\n${text.slice(after)}`,
  );
}

/** Prints the same, without writing a file. */
export const printReport = (benchmark: Benchmark, machine: Machine, results: readonly Result[]): void =>
  console.log(table(machine, results, PLACES[benchmark].floor));
