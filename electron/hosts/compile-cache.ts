import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Caches what the engine makes of the program's text for the next start, in the data folder, which nobody else may write
 * to. A folder that is not there yet is left to be made by whoever knows who may read it.
 */
export function cacheCompiledCode(dataDir: string): void {
  if (existsSync(dataDir)) enableCompileCache(join(dataDir, 'compiled-code'));
}
