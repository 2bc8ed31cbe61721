/**
 * `npm run test:simulation`: the oracle can fail in each of its counts, one seed is one history, deliberately broken
 * rules are found, and no history of new seeds breaks a promise. Prints the seed of one that does.
 */
import { parseArgs } from 'node:util';
import { COUNTS } from './oracle/counts.ts';
import { newSeed, playMany, resultOfWorker, sabotaged, summaryOf } from './processes.ts';

const { values } = parseArgs({ options: { seed: { type: 'string' } } });
/** New histories; `npm run simulate` plays as many as wanted. */
const HISTORIES = 40;
/** A history with two purchases and more, and one in which nearly everything is unfriendly. */
const BUYING = 1;
const REPLAYED = 7;

const failures: string[] = [];
const check = (holds: boolean, words: string): void => {
  console.log(`${holds ? 'holds' : 'FAILS'}: ${words}`);
  if (!holds) failures.push(words);
};

const [broke, first, second] = await Promise.all([
  sabotaged(BUYING),
  resultOfWorker({ kind: 'replay', seed: REPLAYED }),
  resultOfWorker({ kind: 'replay', seed: REPLAYED }),
]);
check(broke.get(null)?.length === 0, 'a friendly history breaks no promise');
for (const count of COUNTS)
  check(broke.get(count)?.includes(count) === true, `a program that breaks it is found out: ${count}`);
check(first.trace === second.trace && first.lines.length > 10, 'one seed is one history');

const seed = values.seed === undefined ? newSeed() : Number(values.seed);
console.log(`\nseed: ${seed}`);
const sum = await playMany({ seed, histories: HISTORIES });
for (const [count, { seed: failing, violation }] of sum.first)
  check(
    false,
    `${count}, seed ${failing}: ${violation.words} (npm run simulate -- --replay ${failing} --count "${count}")`,
  );
check(sum.compared > 0, 'Calls were compared with the books');
console.log(summaryOf(sum));
process.exitCode = failures.length === 0 ? 0 : 1;
