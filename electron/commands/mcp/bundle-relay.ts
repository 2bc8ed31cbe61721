/**
 * What the bundle for one-click installation runs, without libraries or native addons: it starts the installed program,
 * which reads the data file and opens no window, on its own standard input and output.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readConnectionFile } from '../../assistant/connection-file.ts';
import { refuseAll } from '../../assistant/messages.ts';
import { dataFolder } from '../../hosts/data-folder.ts';

const NOT_LET_IN =
  'Milepost lets no assistant read here. Open Milepost, and turn it on under Settings, Assistants.';
const WRONG_FOLDER = 2;
const NOT_STARTED = 'Milepost is not where it was installed. Start it once.';

/** The data folder chosen at installation; some clients leave the placeholder or nothing. */
function chosenFolder(args: readonly string[]): string {
  const { values } = parseArgs({
    args: [...args],
    options: { 'data-dir': { type: 'string' } },
    strict: false,
  });
  const named = values['data-dir'];
  const isNamed = typeof named === 'string' && named !== '' && !named.startsWith('${');
  const folder = dataFolder(isNamed ? named : undefined);
  if (folder.ok) return folder.dataDir;
  process.stderr.write(`${folder.words}\n`);
  return process.exit(WRONG_FOLDER);
}

/** Starts the installed program, which serves the client itself; returns the reason if that fails. */
async function serveByProgram(dataDir: string): Promise<string | null> {
  const program = readConnectionFile(dataDir);
  if (program === null) return NOT_LET_IN;
  const child = spawn(program.command, program.args, { stdio: 'inherit' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(NOT_STARTED)).once('exit', () => resolve(null));
  });
}

const reason = await serveByProgram(chosenFolder(process.argv.slice(2)));
if (reason !== null) await refuseAll(process.stdin, process.stdout, reason);
// All requests are answered, or the client is gone.
process.exit(0);
