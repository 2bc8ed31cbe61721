/**
 * `npm run mcp`: serves an assistant over standard input and output, and lets assistants read (or no longer) where the
 * program cannot ask outside its page. Standard output carries the protocol alone.
 */
import '../../hosts/untrusted-environment.ts';
import { join } from 'node:path';
import { mcpOverStdio } from '../../app/assistants/from-file.ts';
import { plainQuestion } from '../../app/plain-question.ts';
import { turnOff, turnOn, turnOnQuestion } from '../../assistant/access.ts';
import { stackFrames } from '../../log/stack-frames.ts';
import { openStorage } from '../../storage/open.ts';
import { writePrivately } from '../../storage/private-files.ts';
import { storedSettings } from '../../storage/stored-settings.ts';
import { askYes } from '../confirm-in-terminal.ts';
import { onEndSignal } from '../end-signals.ts';
import { onNpmEnd } from '../end-with-npm.ts';
import { VERSION } from '../version.ts';
import { type McpArguments, readMcpArguments } from './arguments.ts';

const say = (words: string) => process.stderr.write(`${words}\n`);

writePrivately();

const WRONG_ARGUMENTS = 2;
const DID_NOT_WORK = 1;

async function confirmed(yes: boolean): Promise<boolean> {
  if (yes) return true;
  const question = plainQuestion(turnOnQuestion);
  if (process.stdin.isTTY) return askYes({ input: process.stdin, output: process.stderr }, question);
  say(`${question.words}\nAdd --yes to allow it, or run this in a terminal that can ask.`);
  return false;
}

async function change(dataDir: string, { act, yes }: McpArguments): Promise<number> {
  if (act === 'turn-on' && !(await confirmed(yes))) {
    say('Nothing was changed: assistants read nothing.');
    return DID_NOT_WORK;
  }
  const opened = openStorage(join(dataDir, 'milepost.sqlite'));
  if (!opened.ok) {
    say(opened.problem.words);
    return DID_NOT_WORK;
  }
  const settings = storedSettings(opened.storage.db);
  if (act === 'turn-on') turnOn(settings, Date.now());
  else turnOff(settings);
  opened.storage.close();
  say(
    act === 'turn-on'
      ? 'Assistants may read. Milepost shows what they read under Settings, Assistants.'
      : 'Assistants read nothing any more.',
  );
  return 0;
}

async function serve(dataDir: string): Promise<number> {
  const end = () => process.stdin.destroy();
  onEndSignal(end);
  onNpmEnd(end);
  await mcpOverStdio(process.stdin, process.stdout, {
    dataDir,
    version: VERSION,
    clock: Date.now,
    report: (error) => say(`Milepost: something went wrong.\n${stackFrames(error)}`),
  });
  return 0;
}

const read = readMcpArguments(process.argv.slice(2));
if (read.ok) {
  const { dataDir } = read.read;
  process.exitCode = read.read.act === 'serve' ? await serve(dataDir) : await change(dataDir, read.read);
} else {
  say(read.words);
  process.exitCode = WRONG_ARGUMENTS;
}
