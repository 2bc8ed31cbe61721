/** `npm run limits`: shows and sets what may be spent, for machines where the program cannot ask outside its page. */
import '../hosts/untrusted-environment.ts';
import { join } from 'node:path';
import { ContractFailure } from '#shared/contract/failure.ts';
import { formatAmount } from '#shared/money.ts';
import { type Limits, limitsIn } from '#shared/purchase/limits.ts';
import { plainQuestion } from '../app/plain-question.ts';
import { createLimits } from '../purchases/accounts/stored-limits.ts';
import { openStorage } from '../storage/open.ts';
import { writePrivately } from '../storage/private-files.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { askYes } from './confirm-in-terminal.ts';
import { type LimitsArguments, readLimitsArguments } from './limits-arguments.ts';

const say = (words: string) => process.stderr.write(`${words}\n`);

writePrivately();

const WRONG_ARGUMENTS = 2;
const DID_NOT_WORK = 1;

const shown = (limits: Limits): string =>
  [limits, ...(limits.others ?? [])]
    .map(
      ({ perCall, perDay, perMonth }) =>
        `At most ${formatAmount(perCall)} for one Call, ${formatAmount(perDay)} a day, ${formatAmount(perMonth)} a month.`,
    )
    .join('\n');

/** The changed limits; null if the currency has none yet and the change does not set all three. */
function changed(before: Limits, { currency, change }: LimitsArguments): Limits | null {
  const held = limitsIn(before, currency);
  const perCall = change.perCall ?? held?.perCall;
  const perDay = change.perDay ?? held?.perDay;
  const perMonth = change.perMonth ?? held?.perMonth;
  if (perCall === undefined || perDay === undefined || perMonth === undefined) return null;
  const set = { perCall, perDay, perMonth };
  if (before.perCall.currency === currency) return { ...before, ...set };
  const others = (before.others ?? []).filter((other) => other.perCall.currency !== currency);
  return { ...before, others: [...others, set] };
}

async function run(args: LimitsArguments): Promise<number> {
  const opened = openStorage(join(args.dataDir, 'milepost.sqlite'));
  if (!opened.ok) {
    say(opened.problem.words);
    return DID_NOT_WORK;
  }
  const limits = createLimits(storedSettings(opened.storage.db), async (requested) => {
    const question = plainQuestion(requested);
    if (args.yes) return true;
    if (process.stdin.isTTY) return askYes({ input: process.stdin, output: process.stderr }, question);
    say(`${question.words}\nAdd --yes to allow it, or run this in a terminal that can ask.`);
    return false;
  });
  try {
    if (Object.keys(args.change).length > 0) {
      const next = changed(limits.read(), args);
      if (next === null) {
        say(`There are no limits in ${args.currency} yet: name all three. Nothing was changed.`);
        return WRONG_ARGUMENTS;
      }
      await limits.change(next);
    }
    process.stdout.write(`${shown(limits.read())}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ContractFailure)) throw error;
    say(error.failure.message);
    return DID_NOT_WORK;
  } finally {
    opened.storage.close();
  }
}

const read = readLimitsArguments(process.argv.slice(2));
if (read.ok) process.exitCode = await run(read.read);
else {
  say(read.words);
  process.exitCode = WRONG_ARGUMENTS;
}
