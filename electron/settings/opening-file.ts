import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_OPENING, type Opening, THEMES, VIEW_PATH, VIEW_PATH_MAX } from '#shared/opening.ts';

const fileIn = (dataDir: string) => join(dataDir, 'opening.json');

/** Reads how the page opens; defaults if the file is missing or unreadable. */
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
 * Stores the theme and first view beside the data file, so that the page can be served before that is open. The data file
 * has both too, so a failed write only delays the theme and opens an earlier view.
 */
export function storeOpening(dataDir: string, opening: Opening): void {
  const { theme, landing } = readOpening(dataDir);
  if (theme === opening.theme && landing === opening.landing) return;
  const file = fileIn(dataDir);
  try {
    writeFileSync(`${file}.new`, JSON.stringify(opening));
    renameSync(`${file}.new`, file);
  } catch {
    // An unwritable folder is reported when the data file is opened.
  }
}
