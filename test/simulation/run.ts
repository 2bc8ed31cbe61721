/**
 * `npm run simulate -- --histories N [--seed S]` plays histories and shrinks the first that fails in each count;
 * `--replay S [--count "…"]` plays one again and tells all of it, with `--count` in its shortest form.
 */
import { parseArgs } from 'node:util';
import { COUNTS } from './oracle/counts.ts';
import { newSeed, playMany, summaryOf, tellOf } from './processes.ts';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    replay: { type: 'string' },
    count: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
  },
});

if (values.replay !== undefined) {
  const seed = Number(values.replay);
  const count = COUNTS.find((one) => one === values.count);
  const known = await tellOf(
    count === undefined ? { kind: 'replay', seed } : { kind: 'shrink', seed, count },
  );
  console.log([...known.lines, '', 'Unfriendly:', ...known.unfriendly, ''].join('\n'));
  for (const { count: failed, words } of known.violations) console.log(`${failed}: ${words}`);
  process.exitCode = known.violations.length === 0 ? 0 : 1;
} else {
  const seed = values.seed === undefined ? newSeed() : Number(values.seed);
  console.log(`seed: ${seed}`);
  const sum = await playMany(seed, Number(values.histories));
  for (const [count, { seed: failing, violation }] of sum.first) {
    console.log(`\n${count}, seed ${failing}: ${violation.words}`);
    if (values['no-shrink']) continue;
    const { unfriendly } = await tellOf({ kind: 'shrink', seed: failing, count });
    for (const words of unfriendly) console.log(`  ${words}`);
  }
  console.log(`\n${summaryOf(sum)}`);
  process.exitCode = sum.failed.length === 0 ? 0 : 1;
}
