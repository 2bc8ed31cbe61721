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
/** How much of a window must be on a screen so that it can be moved, in pixels. */
const ENOUGH = 100;

const fileIn = (dataDir: string) => join(dataDir, 'window.json');

/** Offset of a further window from the front one, so that both titles are visible. */
const STEP = 32;

/** The visible size of a window on a screen; none if a side is negative. */
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
 * The stored size and position of the window, or the default if none is stored or its screen is gone. `screens`: the work
 * areas of the present screens.
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
 * The position of a further window: as large as the front one, fully on its screen, and not exactly over another.
 * @param open the rectangles of the open windows, the front one last; at least one
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
  /** Wraps around to the screen's edge if there is no more room. */
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

/** Stores size and position; a failure to write is ignored. */
export function storeWindowState(dataDir: string, state: Rectangle & { maximized: boolean }): void {
  const file = fileIn(dataDir);
  try {
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  } catch {
    // An unwritable folder is reported when the data file is opened.
  }
}
