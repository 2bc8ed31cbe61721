import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { FIRST_OPENING, type Opening, THEMES, VIEW_PATH, VIEW_PATH_MAX } from '#shared/opening.ts';

const fileIn = (dataDir: string) => join(dataDir, 'opening.json');

/** Reads how the page opens; defaults if the file is missing or unreadable. */
export function readOpening(dataDir: string): Opening {
  try {
    const stored: Partial<Record<keyof Opening, unknown>> = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
    const theme = THEMES.find((each) => each === stored.theme) ?? FIRST_OPENING.theme;
    const { landing } = stored;
    const isView = typeof landing === 'string' && landing.length <= VIEW_PATH_MAX && VIEW_PATH.test(landing);
    return { theme, formats: textsIn(stored.formats), landing: isView ? landing : FIRST_OPENING.landing };
  } catch {
    return FIRST_OPENING;
  }
}

const textsIn = (stored: unknown): Opening['formats'] =>
  typeof stored === 'object' && stored !== null
    ? Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string'))
    : FIRST_OPENING.formats;

/**
 * Stores the theme, formats and first view beside the data file, so that the page can be served and rendered before that
 * is open. The data file has all of them too, so a failed write only delays them and opens an earlier view.
 */
export function storeOpening(dataDir: string, opening: Opening): void {
  if (isDeepStrictEqual(readOpening(dataDir), opening)) return;
  const file = fileIn(dataDir);
  try {
    writeFileSync(`${file}.new`, JSON.stringify(opening));
    renameSync(`${file}.new`, file);
  } catch {
    // An unwritable folder is reported when the data file is opened.
  }
}
