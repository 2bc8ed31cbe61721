import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type StartMark = {
  /** Whether the previous start neither succeeded nor was closed. */
  lastFailed: boolean;
  /** Call when this start has succeeded or the program closes. */
  ended(): void;
};

/**
 * Creates a marker file in the data folder that exists until the start has succeeded. A marker from before means that the
 * last start crashed or hung, perhaps because of data from the network, so this start opens none. Write errors are ignored
 * here: whatever else writes there reports them.
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
