/** `npm run watch`: refreshes what is due under standing permissions, sends what is to be notified, and ends. */
import '../../hosts/untrusted-environment.ts';
import { join } from 'node:path';
import { WATCH_EXIT } from '../../hosts/exit-codes.ts';
import { scheduleExamples } from '../../hosts/schedule.ts';
import { runWatch } from '../../hosts/watch-run.ts';
import { readKeyText } from '../../key/key-text.ts';
import { onEndSignal } from '../end-signals.ts';
import { runCommand, say } from '../in-terminal.ts';
import { openProgram } from '../open-program.ts';
import { readSecret } from '../secret-input.ts';
import { readWatchArguments, type WatchArguments } from '../terminal-arguments.ts';

async function run({ dataDir, keyStdin, printSchedule }: WatchArguments): Promise<number> {
  if (printSchedule) {
    process.stdout.write(scheduleExamples());
    return WATCH_EXIT.done;
  }
  const key = keyStdin
    ? readKeyText(await readSecret(process.stdin, (words) => process.stderr.write(words)))
    : null;
  if (key !== null && !key.ok) {
    say(key.words);
    return WATCH_EXIT.wrongArguments;
  }
  const ended = Promise.withResolvers<void>();
  onEndSignal(ended.resolve);
  return runWatch({
    dataDir,
    say,
    print: (line) => process.stdout.write(`${line}\n`),
    ended: ended.promise,
    open: () =>
      openProgram({
        dataDir,
        noticesFile: join(import.meta.dirname, 'notices.json'),
        mcpFile: join(import.meta.dirname, 'mcp.js'),
        programRoot: join(import.meta.dirname, '../..'),
        marketplace: undefined,
        keyFromStdin: key?.key ?? null,
        checkOutput: process.env.MILEPOST_CHECK_OUTPUT === '1',
        isUnattended: true,
      }),
  });
}

await runCommand(readWatchArguments(process.argv.slice(2)), run);
// Idle connections to a marketplace need not be awaited.
process.exit();
