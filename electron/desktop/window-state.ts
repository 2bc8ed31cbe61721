import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const rectangle = { x: z.int(), y: z.int(), width: z.int().min(200), height: z.int().min(200) };
const stateSchema = z.object({ ...rectangle, maximized: z.boolean() });

export type Rectangle = { x: number; y: number; width: number; height: number };
export type WindowState = Partial<Pick<Rectangle, 'x' | 'y'>> & {
  width: number;
  height: number;
  maximized: boolean;
};

const FIRST: WindowState = { width: 1280, height: 800, maximized: false };
/** So much of the window must be on a screen, in pixels, that it can be taken hold of. */
const ENOUGH = 100;

const fileIn = (dataDir: string) => join(dataDir, 'window.json');

function isReachable(state: Rectangle, screens: readonly Rectangle[]): boolean {
  return screens.some((screen) => {
    const width = Math.min(state.x + state.width, screen.x + screen.width) - Math.max(state.x, screen.x);
    const height = Math.min(state.y + state.height, screen.y + screen.height) - Math.max(state.y, screen.y);
    return width >= ENOUGH && height >= ENOUGH && state.y >= screen.y;
  });
}

/**
 * The size and place that the window had, or the first size where none is stored or where it would be on a screen that is
 * no longer there. `screens` are the work areas of the screens there are.
 */
export function readWindowState(dataDir: string, screens: readonly Rectangle[]): WindowState {
  try {
    const stored = stateSchema.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
    return isReachable(stored, screens) ? stored : { ...FIRST, maximized: stored.maximized };
  } catch {
    return FIRST;
  }
}

/** Stores size and place; a folder that cannot be written to costs nothing but the memory of them. */
export function storeWindowState(dataDir: string, state: Rectangle & { maximized: boolean }): void {
  const file = fileIn(dataDir);
  try {
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  } catch {
    // Reported by the data file's own problem.
  }
}
