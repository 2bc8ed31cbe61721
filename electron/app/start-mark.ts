import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type StartMark = {
  /** Whether the start before this one neither came to its end nor was closed. */
  lastFailed: boolean;
  /** This start ended well. */
  ended(): void;
};

/**
 * Marks in the data folder that a start has begun, until it has ended well. A mark that is found there was left by a
 * start that died or hung, which may be by what it opened from outside: the next one opens nothing of that. A folder
 * that cannot be written is reported by what has to write there.
 */
export function markStart(dataDir: string): StartMark {
  const file = join(dataDir, 'starting');
  const lastFailed = existsSync(file);
  try {
    writeFileSync(file, '', { mode: 0o600 });
  } catch {
    return { lastFailed, ended: () => {} };
  }
  return { lastFailed, ended: () => rmSync(file, { force: true }) };
}
