/**
 * The relay in the bundle for one-click installation, without libraries or native addons. It connects to the running
 * program, or else starts the installed one, which reads the data file and opens no window.
 */
import { spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import { parseArgs } from 'node:util';
import { readConnectionFile } from '../../assistant/connection-file.ts';
import { connectToProgram } from '../../assistant/reach-program.ts';
import { relay } from '../../assistant/relay.ts';
import { dataFolder } from '../../hosts/data-folder.ts';

const NOT_LET_IN =
  'Milepost lets no assistant read here. Open Milepost, and turn it on under Settings, Assistants.';
const WRONG_FOLDER = 2;
const NOT_STARTED = 'Milepost is not running. Start it.';

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

/** Starts the installed program to read the data file; returns the reason if that fails. */
async function startedProgram(dataDir: string): Promise<Duplex | string> {
  const place = readConnectionFile(dataDir);
  if (place === null) return NOT_LET_IN;
  if (place.program === null) return NOT_STARTED;
  const child = spawn(place.program.command, place.program.args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const isStarted = await new Promise<boolean>((done) => {
    child.once('spawn', () => done(true)).once('error', () => done(false));
  });
  if (!isStarted) return NOT_STARTED;
  const stream = Duplex.from({ readable: child.stdout, writable: child.stdin });
  child.once('exit', () => stream.destroy());
  stream.on('error', () => {}).once('close', () => child.kill());
  return stream;
}

const dataDir = chosenFolder(process.argv.slice(2));
await relay({
  input: process.stdin,
  output: process.stdout,
  toProgram: () => connectToProgram(dataDir),
  instead: () => startedProgram(dataDir),
});
// All requests are answered, or the client is gone.
process.exit(0);
