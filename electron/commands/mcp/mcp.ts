/**
 * `npm run mcp`: serves an assistant over standard input and output, and lets assistants read (or no longer) where the
 * program cannot ask outside its page. Standard output carries the protocol alone.
 */
import '../../hosts/untrusted-environment.ts';
import { mcpOverStdio } from '../../app/assistants/from-file.ts';
import { turnOff, turnOn, turnOnQuestion } from '../../assistant/access.ts';
import { stackFrames } from '../../log/stack-frames.ts';
import type { Storage } from '../../storage/open.ts';
import { storedSettings } from '../../storage/stored-settings.ts';
import { onEndSignal, onNpmEnd } from '../end-signals.ts';
import { DID_NOT_WORK, isConfirmed, runCommand, say, withStorage } from '../in-terminal.ts';
import { type McpArguments, readMcpArguments } from '../terminal-arguments.ts';
import { VERSION } from '../version.ts';

async function change(storage: Storage, { act, yes }: McpArguments): Promise<number> {
  if (act === 'turn-on' && !(await isConfirmed(turnOnQuestion, yes))) {
    say('Nothing was changed: assistants read nothing.');
    return DID_NOT_WORK;
  }
  const settings = storedSettings(storage.db);
  if (act === 'turn-on') turnOn(settings, Date.now());
  else turnOff(settings);
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

await runCommand(readMcpArguments(process.argv.slice(2)), (args) =>
  args.act === 'serve' ? serve(args.dataDir) : withStorage(args.dataDir, (storage) => change(storage, args)),
);
