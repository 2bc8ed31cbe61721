import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_OPENING, type Opening, THEMES, VIEW_PATH, VIEW_PATH_MAX } from '#shared/opening.ts';

const fileIn = (dataDir: string) => join(dataDir, 'opening.json');

/** How the page begins next, as it was stored; what cannot be read is as in a new data folder. */
export function readOpening(dataDir: string): Opening {
  try {
    const stored: Partial<Record<keyof Opening, unknown>> = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
    const theme = THEMES.find((each) => each === stored.theme) ?? FIRST_OPENING.theme;
    const { landing } = stored;
    const isView = typeof landing === 'string' && landing.length <= VIEW_PATH_MAX && VIEW_PATH.test(landing);
    return { theme, landing: isView ? landing : FIRST_OPENING.landing };
  } catch {
    return FIRST_OPENING;
  }
}

/**
 * Stores beside the data file what the page begins with, so that it can be served before that is open. The data file
 * knows both: a folder that cannot be written to costs a theme that comes late, and an earlier view.
 */
export function storeOpening(dataDir: string, opening: Opening): void {
  const { theme, landing } = readOpening(dataDir);
  if (theme === opening.theme && landing === opening.landing) return;
  const file = fileIn(dataDir);
  try {
    writeFileSync(`${file}.new`, JSON.stringify(opening));
    renameSync(`${file}.new`, file);
  } catch {
    // Reported by the data file's own problem.
  }
}
