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

/** How far a further window lies to the right of and below the one in front: its title can be seen. */
const STEP = 32;

/** How much of a window is on a screen; nothing of it where a side is negative. */
const onScreen = (state: Rectangle, screen: Rectangle) => ({
  width: Math.min(state.x + state.width, screen.x + screen.width) - Math.max(state.x, screen.x),
  height: Math.min(state.y + state.height, screen.y + screen.height) - Math.max(state.y, screen.y),
});

function isReachable(state: Rectangle, screens: readonly Rectangle[]): boolean {
  return screens.some((screen) => {
    const { width, height } = onScreen(state, screen);
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

/**
 * The place of a further window: as large as the one in front, whole on that one's screen, and exactly over none.
 * @param open the places of the windows that are open, the one in front last; at least one
 */
export function placeBeside(open: readonly Rectangle[], screens: readonly Rectangle[]): Rectangle {
  const front = open.at(-1) ?? { x: 0, y: 0, ...FIRST };
  const visible = (screen: Rectangle) => {
    const { width, height } = onScreen(front, screen);
    return Math.max(0, width) * Math.max(0, height);
  };
  const screen = [...screens].sort((a, b) => visible(b) - visible(a))[0] ?? front;
  const width = Math.min(front.width, screen.width - STEP);
  const height = Math.min(front.height, screen.height - STEP);
  /** Begins again at the edge of the screen where there is no more room. */
  const along = (from: number, space: number, step: number) =>
    (Math.max(0, from) + step * STEP) % (space + 1);
  let place = front;
  for (let step = 1; open.some(({ x, y }) => x === place.x && y === place.y) && step <= 100; step += 1)
    place = {
      x: screen.x + along(front.x - screen.x, screen.width - width, step),
      y: screen.y + along(front.y - screen.y, screen.height - height, step),
      width,
      height,
    };
  return place;
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
