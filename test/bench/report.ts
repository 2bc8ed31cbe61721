import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join, resolve } from 'node:path';
import { meetsGoal, type Result } from './measure.ts';

const root = resolve(import.meta.dirname, '../..');
const BEGIN = '<!-- measured: written by npm run bench -->';
const END = '<!-- /measured -->';

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

function table(machine: Machine, results: readonly Result[]): string {
  return [
    `Measured ${machine.measuredAt} at ${machine.commit}, on ${machine.cores} cores of ${machine.processor}, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}, Chromium ${machine.chromium}, with ${machine.versions.toLocaleString('en-US')} record versions. The load average was ${machine.load} on ${machine.cores} cores.`,
    '',
    '| what | unit | floor | measured | ratio | goal | kept |',
    '|---|---|---|---|---|---|---|',
    ...results.map(
      (row) =>
        `| ${row.name} | ${row.unit} | ${figure(row.floor)} | ${row.measured} | ${figure(row.ratio)} | ${row.goal} | ${meetsGoal(row) ? 'yes' : 'no'} |`,
    ),
  ].join('\n');
}

/** Writes test/bench/results.json, and its table into docs/performance.md between the marks that are there for it. */
export function writeReport(machine: Machine, results: readonly Result[]): void {
  writeFileSync(join(root, 'test/bench/results.json'), `${JSON.stringify({ machine, results }, null, 2)}\n`);
  const file = join(root, 'docs/performance.md');
  const text = readFileSync(file, 'utf8');
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${file} has no place for the table`);
  writeFileSync(
    file,
    `${text.slice(0, before + BEGIN.length)}\n${table(machine, results)}\n${text.slice(after)}`,
  );
}

/** The same on the terminal, without touching a file. */
export const printReport = (machine: Machine, results: readonly Result[]): void =>
  console.log(table(machine, results));
