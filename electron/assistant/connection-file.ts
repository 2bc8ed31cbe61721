import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseStrangers } from '../storage/private-files.ts';

const FILE = 'assistant.json';

/** How to reach Milepost, as stored in the data folder. Only the user can read the folder and the file. */
export type ConnectionFile = {
  /** The command that reads the data file while no program runs. */
  program: { command: string; args: string[] } | null;
  /** Address and shared secret of the running program; null if none runs. */
  door: { address: string; secret: string } | null;
};

const isText = (value: unknown): value is string => typeof value === 'string';
type Members = Record<string, Record<string, unknown> | null | undefined>;

/**
 * Null if assistants are off, or the file is missing or another user could have written it. Parsed by hand, since the
 * relay is kept free of libraries.
 */
export function readConnectionFile(dataDir: string): ConnectionFile | null {
  try {
    refuseStrangers(dataDir);
    const { program, door } = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as Members;
    const { command, args } = program ?? {};
    const { address, secret } = door ?? {};
    return {
      program: isText(command) && Array.isArray(args) && args.every(isText) ? { command, args } : null,
      door: isText(address) && isText(secret) ? { address, secret } : null,
    };
  } catch {
    return null;
  }
}

export function writeConnectionFile(dataDir: string, place: ConnectionFile): void {
  const part = join(dataDir, `${FILE}.${randomUUID()}.part`);
  writeFileSync(part, JSON.stringify(place), { mode: 0o600 });
  renameSync(part, join(dataDir, FILE));
}

export const removeConnectionFile = (dataDir: string): void => rmSync(join(dataDir, FILE), { force: true });

/** Longest socket path that every system accepts, in bytes, with its terminator. */
const LONGEST_PATH = 103;

/** A new socket address in the data folder, or in a temporary folder if that path is too long. */
export function newAddress(dataDir: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return `\\\\.\\pipe\\milepost-${randomUUID()}`;
  const inFolder = join(dataDir, 'assistant.sock');
  if (Buffer.byteLength(inFolder) < LONGEST_PATH) return inFolder;
  // A new folder at each start, accessible to the user only; its path is stored in the data folder.
  return join(mkdtempSync(join(tmpdir(), 'milepost-')), 'assistant.sock');
}
