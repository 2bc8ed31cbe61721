/** The start of the browser host. */
import '../hosts/untrusted-environment.ts';
import { join } from 'node:path';
import { writePrivately } from '../storage/private-files.ts';
import { readHostArguments } from './host-arguments.ts';
import { runHost } from './run-host.ts';

const WRONG_ARGUMENTS = 2;

writePrivately();
const read = readHostArguments(process.argv.slice(2));
if (read.ok) {
  const status = await runHost(read.read, {
    dataDir: read.read.dataDir,
    rendererRoot: join(import.meta.dirname, '../renderer'),
    noticesFile: join(import.meta.dirname, 'notices.json'),
    mcpFile: join(import.meta.dirname, 'mcp.js'),
    programRoot: join(import.meta.dirname, '../..'),
  });
  // Everything is closed; idle connections to a marketplace need not be awaited.
  process.exit(status);
} else {
  process.stderr.write(`${read.words}\n`);
  process.exitCode = WRONG_ARGUMENTS;
}
