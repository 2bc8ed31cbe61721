import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AssistantEvent } from './events.ts';

const FILE = 'assistant-events.jsonl';
const TAKEN = 'assistant-events.taken.jsonl';
/** Bytes; a user who never opens the program loses the record of later reads, and no proposal is taken any more. */
const MOST_BYTES = 2_000_000;

/**
 * What assistants did while no program ran. The data file is only read then, so it is left beside it, and taken over at
 * the next start. Returns whether there was room.
 */
export function leaveBehind(dataDir: string, event: AssistantEvent): boolean {
  const file = join(dataDir, FILE);
  try {
    if (existsSync(file) && statSync(file).size > MOST_BYTES) return false;
    appendFileSync(file, `${JSON.stringify(event)}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** What was left behind and is not taken over yet. */
export const leftBehind = (dataDir: string): unknown[] =>
  [FILE, TAKEN].flatMap((name) => {
    const file = join(dataDir, name);
    return existsSync(file) ? eventsIn(file) : [];
  });

const eventsIn = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .slice(0, 2 * MOST_BYTES)
    .split('\n')
    .flatMap(parsed);

/** Hands over what was left behind and removes it once `take` has come back; begins again where it was broken off. */
export function takeLeftBehind(dataDir: string, take: (events: readonly unknown[]) => void): void {
  const [file, taken] = [join(dataDir, FILE), join(dataDir, TAKEN)];
  for (;;) {
    if (!existsSync(taken)) {
      if (!existsSync(file)) return;
      renameSync(file, taken);
    }
    take(eventsIn(taken));
    rmSync(taken, { force: true });
  }
}

/** What a read called its input before version 33 of the data file. */
const EARLIER_INPUT = 'asked';

const parsed = (line: string): unknown[] => {
  try {
    if (line === '') return [];
    const { [EARLIER_INPUT]: input, ...event } = JSON.parse(line) as Record<string, unknown>;
    return [input === undefined ? event : { input, ...event }];
  } catch {
    return [];
  }
};
