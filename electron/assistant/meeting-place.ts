import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = 'assistant.json';

const schema = z.object({
  /** How to start what reads the data file where no program runs. */
  program: z.object({ command: z.string(), args: z.array(z.string()) }).nullable(),
  /** Where the running program is, and what both sides must know; null where none runs. */
  door: z.object({ address: z.string(), secret: z.string() }).nullable(),
});

/** What the data folder says of how to reach Milepost. The folder and the file are their user's alone. */
export type MeetingPlace = z.infer<typeof schema>;

/** null where assistants are not turned on, or nobody has written it yet. */
export function readMeetingPlace(dataDir: string): MeetingPlace | null {
  try {
    return schema.parse(JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')));
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
