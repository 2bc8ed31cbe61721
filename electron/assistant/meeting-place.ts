import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILE = 'assistant.json';

/** What the data folder says of how to reach Milepost. The folder and the file are their user's alone. */
export type MeetingPlace = {
  /** How to start what reads the data file where no program runs. */
  program: { command: string; args: string[] } | null;
  /** Where the running program is, and what both sides must know; null where none runs. */
  door: { address: string; secret: string } | null;
};

const isText = (value: unknown): value is string => typeof value === 'string';
type Members = Record<string, Record<string, unknown> | null | undefined>;

/** null where assistants are not turned on, or nobody has written it yet. Read by hand: a thin relay brings no library. */
export function readMeetingPlace(dataDir: string): MeetingPlace | null {
  try {
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

export function writeMeetingPlace(dataDir: string, place: MeetingPlace): void {
  const part = join(dataDir, `${FILE}.${randomUUID()}.part`);
  writeFileSync(part, JSON.stringify(place), { mode: 0o600 });
  renameSync(part, join(dataDir, FILE));
}

export const removeMeetingPlace = (dataDir: string): void => rmSync(join(dataDir, FILE), { force: true });

/** Bytes of a path that every system takes for a socket, its end included. */
const LONGEST_PATH = 103;

/** A new address to listen at: in the data folder, or where its path is too long for a socket in a folder of its own. */
export function newAddress(dataDir: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return `\\\\.\\pipe\\milepost-${randomUUID()}`;
  const inFolder = join(dataDir, 'assistant.sock');
  if (Buffer.byteLength(inFolder) < LONGEST_PATH) return inFolder;
  // Made anew at each start, for its user alone; the name stands in the data folder.
  return join(mkdtempSync(join(tmpdir(), 'milepost-')), 'assistant.sock');
}
