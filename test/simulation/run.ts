/**
 * `npm run simulate -- --histories N [--seed S] [--jobs J] [--minutes M] [--table]` plays histories and shrinks the
 * first that fails in each count; `--replay S [--count "…"]` plays one again and prints all of it, with `--count` in
 * its shortest form.
 */
import { parseArgs } from 'node:util';
import { COUNTS } from './oracle/counts.ts';
import { newSeed, playMany, resultOfWorker, summaryOf, tableOf } from './processes.ts';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    jobs: { type: 'string' },
    minutes: { type: 'string' },
    table: { type: 'boolean', default: false },
    replay: { type: 'string' },
    count: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
  },
});
const jobs = values.jobs === undefined ? {} : { jobs: Number(values.jobs) };
const time = values.minutes === undefined ? {} : { forMs: Number(values.minutes) * 60_000 };

async function replay(seed: number): Promise<boolean> {
  const count = COUNTS.find((one) => one === values.count);
  const known = await resultOfWorker(
    count === undefined ? { kind: 'replay', seed } : { kind: 'shrink', seed, count },
  );
  console.log([...known.lines, '', 'Unfriendly:', ...known.unfriendly, ''].join('\n'));
  for (const { count: failed, words } of known.violations) console.log(`${failed}: ${words}`);
  return known.violations.length === 0;
}

async function playAndShrink(seed: number): Promise<boolean> {
  console.log(`seed: ${seed}`);
  const sum = await playMany({
    seed,
    histories: Number(values.histories),
    ...time,
    ...jobs,
    onFailed: (failing, violations) => {
      for (const { count, words } of violations) console.log(`seed ${failing}: ${count}: ${words}`);
    },
    onPlayed: (histories) => console.log(`${histories} histories`),
  });
  for (const [count, { seed: failing, violation }] of sum.first) {
    console.log(`\n${count}, seed ${failing}: ${violation.words}`);
    if (values['no-shrink']) continue;
    const { unfriendly } = await resultOfWorker({ kind: 'shrink', seed: failing, count });
    for (const words of unfriendly) console.log(`  ${words}`);
  }
  if (values.table) console.log(`\n   times  within  option\n${tableOf(sum)}`);
  if (sum.failed.length > 0) console.log(`\nfailing seeds: ${sum.failed.join(' ')}`);
  console.log(`\n${summaryOf(sum)}`);
  return sum.failed.length === 0;
}

const seed = values.seed === undefined ? newSeed() : Number(values.seed);
const passed = values.replay !== undefined ? await replay(Number(values.replay)) : await playAndShrink(seed);
process.exitCode = passed ? 0 : 1;
