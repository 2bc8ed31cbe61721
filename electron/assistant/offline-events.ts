import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AssistantEvent } from './events.ts';

const FILE = 'assistant-events.jsonl';
const TAKEN = 'assistant-events.taken.jsonl';
/** Bytes. Beyond it, reads are no longer recorded and proposals are refused until the program runs again. */
const MAX_BYTES = 2_000_000;

/**
 * Records an event while no program runs. The data file is read-only then, so events go into a file beside it, which the
 * next start imports. Returns whether the event was stored.
 */
export function appendOfflineEvent(dataDir: string, event: AssistantEvent): boolean {
  const file = join(dataDir, FILE);
  try {
    if (existsSync(file) && statSync(file).size > MAX_BYTES) return false;
    appendFileSync(file, `${JSON.stringify(event)}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Events that are not imported yet. */
export const readOfflineEvents = (dataDir: string): unknown[] =>
  [FILE, TAKEN].flatMap((name) => {
    const file = join(dataDir, name);
    return existsSync(file) ? eventsIn(file) : [];
  });

const eventsIn = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .slice(0, 2 * MAX_BYTES)
    .split('\n')
    .flatMap(parsed);

/** Passes the events to `take` and deletes them once it returns; an interrupted import is repeated. */
export function importOfflineEvents(dataDir: string, take: (events: readonly unknown[]) => void): void {
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

/** Member name of a read's input before version 33 of the data file. */
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
