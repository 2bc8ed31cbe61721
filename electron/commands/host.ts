/**
 * The start of the browser host. It loads the program itself only after its folder for compiled code is known: reading a
 * megabyte of text anew is most of what starting takes.
 */
import '../hosts/untrusted-environment.ts';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { defaultDataFolder } from '../hosts/data-folder.ts';
import { writePrivately } from '../storage/private-files.ts';
import { readHostArguments } from './host-arguments.ts';

const WRONG_ARGUMENTS = 2;

writePrivately();
const read = readHostArguments(process.argv.slice(2));
if (read.ok) {
  const dataDir = resolve(read.read.dataDir ?? defaultDataFolder());
  cacheCompiledCode(dataDir);
  const { runHost } = await import('./run-host.ts');
  // Everything is closed by then; idle connections to a marketplace need not be waited for.
  process.exit(
    await runHost(read.read, {
      dataDir,
      rendererRoot: join(import.meta.dirname, '../renderer'),
      noticesFile: join(import.meta.dirname, 'notices.json'),
      mcpFile: join(import.meta.dirname, 'mcp.js'),
      programRoot: join(import.meta.dirname, '../..'),
    }),
  );
} else {
  process.stderr.write(`${read.words}\n`);
  process.exitCode = WRONG_ARGUMENTS;
}

/**
 * Caches what the engine makes of the program's text for the next start, in the data folder, which nobody else may write
 * to. A folder that is not there yet is left to be made by whoever knows who may read it.
 */
function cacheCompiledCode(dataDir: string): void {
  if (existsSync(dataDir)) enableCompileCache(join(dataDir, 'compiled-code'));
}
