import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseStrangers } from '../storage/private-files.ts';
import type { McpCommand } from './configurations.ts';

const FILE = 'assistant.json';

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * The command that serves an assistant from a data folder, which Milepost leaves there for the bundle; null if assistants
 * are off, or the file is missing or another user could have written it. Parsed by hand, since the bundle is kept free of
 * libraries.
 */
export function readConnectionFile(dataDir: string): McpCommand | null {
  try {
    refuseStrangers(dataDir);
    const { command, args } = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as Record<
      string,
      unknown
    >;
    return isText(command) && Array.isArray(args) && args.every(isText) ? { command, args } : null;
  } catch {
    return null;
  }
}

export function writeConnectionFile(dataDir: string, { command, args }: McpCommand): void {
  const part = join(dataDir, `${FILE}.${randomUUID()}.part`);
  writeFileSync(part, JSON.stringify({ command, args }), { mode: 0o600 });
  renameSync(part, join(dataDir, FILE));
}

export const removeConnectionFile = (dataDir: string): void => rmSync(join(dataDir, FILE), { force: true });
