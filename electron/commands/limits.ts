/** `npm run limits`: shows and sets what may be spent, for machines where the program cannot ask outside its page. */
import '../hosts/untrusted-environment.ts';
import { formatAmount } from '#shared/money.ts';
import { type Limits, limitsIn } from '#shared/purchase/limits.ts';
import { createLimits } from '../purchases/accounts/stored-limits.ts';
import type { Storage } from '../storage/open.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { isConfirmed, runCommand, say, WRONG_ARGUMENTS, withStorage } from './in-terminal.ts';
import { type LimitsArguments, readLimitsArguments } from './terminal-arguments.ts';

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

async function run(storage: Storage, args: LimitsArguments): Promise<number> {
  const limits = createLimits(storedSettings(storage.db), (question) => isConfirmed(question, args.yes));
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
}

await runCommand(readLimitsArguments(process.argv.slice(2)), (args) =>
  withStorage(args.dataDir, (storage) => run(storage, args)),
);
