import type { App, BrowserWindow, NativeImage } from 'electron';

export type BadgeDeps = {
  platform: NodeJS.Platform;
  app: Pick<App, 'setBadgeCount' | 'on'>;
  windows: () => Pick<BrowserWindow, 'setOverlayIcon'>[];
  images: { createFromBitmap: (pixels: Buffer, size: { width: number; height: number }) => NativeImage };
};

const SIZE = 32;
/** Blue, green, red and opacity of a pixel, as Windows has them. */
const DISC = [0x2c, 0x1f, 0xc0, 0xff] as const;
const INK = [0xff, 0xff, 0xff, 0xff] as const;

/** Three columns and five rows of each sign, from the top left. */
const SIGNS = new Map([
  ['1', '.#.##..#..#.###'],
  ['2', '###..#####..###'],
  ['3', '###..#.##..####'],
  ['4', '#.##.####..#..#'],
  ['5', '####..###..####'],
  ['6', '####..####.####'],
  ['7', '###..#.#..#..#.'],
  ['8', '####.#####.####'],
  ['9', '####.####..####'],
  ['+', '....#.###.#....'],
]);

/** A disc with a number, from 1 to `9+`: the pixels, row by row. */
export function countPixels(count: number): Buffer {
  const signs = count > 9 ? ['9', '+'] : [String(count)];
  const dot = signs.length === 1 ? 4 : 3;
  const left = (SIZE - (signs.length * 4 - 1) * dot) / 2;
  const top = (SIZE - 5 * dot) / 2;
  const isInk = (x: number, y: number): boolean => {
    const column = Math.floor((x - left) / dot);
    const row = Math.floor((y - top) / dot);
    if (column < 0 || row < 0 || row >= 5 || column % 4 === 3) return false;
    return SIGNS.get(signs[Math.floor(column / 4)] ?? '')?.[row * 3 + (column % 4)] === '#';
  };
  const pixels = Buffer.alloc(SIZE * SIZE * 4);
  const middle = (SIZE - 1) / 2;
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++)
      if (Math.hypot(x - middle, y - middle) <= SIZE / 2)
        pixels.set(isInk(x, y) ? INK : DISC, (y * SIZE + x) * 4);
  return pixels;
}

/**
 * Shows how much is new on the program's icon: a count of the system's on macOS and on Linux desktops that have one, an
 * image over each window's button on Windows, which has no counts.
 */
export function createBadge({ platform, app, windows, images }: BadgeDeps): (unread: number) => void {
  if (platform !== 'win32') return (unread) => void app.setBadgeCount(unread);
  let shown = 0;
  const show = (window: Pick<BrowserWindow, 'setOverlayIcon'>): void =>
    shown === 0
      ? window.setOverlayIcon(null, '')
      : window.setOverlayIcon(
          images.createFromBitmap(countPixels(shown), { width: SIZE, height: SIZE }),
          `${shown} new`,
        );
  // Its button is there once it is shown.
  app.on('browser-window-created', (_event, window) => window.on('show', () => show(window)));
  return (unread) => {
    shown = unread;
    for (const window of windows()) show(window);
  };
}
