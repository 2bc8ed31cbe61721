import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeBeside, type Rectangle, readWindowState, storeWindowState } from './window-state.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'milepost-window-'));
const LAPTOP = { x: 0, y: 25, width: 1440, height: 875 };
const SECOND = { x: 1440, y: 0, width: 1920, height: 1080 };
const FIRST = { width: 1280, height: 800, maximized: false };

describe('the place of the window', () => {
  it('is the first one where none is stored', () => {
    expect(readWindowState(folder(), [LAPTOP])).toEqual(FIRST);
  });

  it('is the one that was stored', () => {
    const dir = folder();
    const state = { x: 1500, y: 40, width: 1000, height: 700, maximized: true };
    storeWindowState(dir, state);
    expect(readWindowState(dir, [LAPTOP, SECOND])).toEqual(state);
  });

  it('is the first one where its screen is no longer there', () => {
    const dir = folder();
    storeWindowState(dir, { x: 1500, y: 40, width: 1000, height: 700, maximized: true });
    expect(readWindowState(dir, [LAPTOP])).toEqual({ ...FIRST, maximized: true });
  });

  it('is never above the screen, where it could not be taken hold of', () => {
    const dir = folder();
    storeWindowState(dir, { x: 0, y: -300, width: 1000, height: 700, maximized: false });
    expect(readWindowState(dir, [LAPTOP])).toEqual(FIRST);
  });

  it.each(['', '{', '[]', '{"x":1}', '{"x":0,"y":30,"width":5,"height":5,"maximized":false}'])(
    'is the first one where the file holds %j',
    (text) => {
      const dir = folder();
      writeFileSync(join(dir, 'window.json'), text);
      expect(readWindowState(dir, [LAPTOP])).toEqual(FIRST);
    },
  );

  it('is forgotten, and nothing else happens, where it cannot be written', () => {
    const dir = join(folder(), 'not-there');
    storeWindowState(dir, { x: 0, y: 30, width: 1000, height: 700, maximized: false });
    expect(readWindowState(dir, [LAPTOP])).toEqual(FIRST);
  });
});

describe('the place of a further window', () => {
  const isWholeOn = (place: Rectangle, screen: Rectangle) =>
    place.x >= screen.x &&
    place.y >= screen.y &&
    place.x + place.width <= screen.x + screen.width &&
    place.y + place.height <= screen.y + screen.height;

  it('is to the right of and below the one in front', () => {
    expect(placeBeside([{ x: 40, y: 60, width: 1000, height: 700 }], [LAPTOP])).toEqual({
      x: 72,
      y: 92,
      width: 1000,
      height: 700,
    });
  });

  it.each([
    ['in the middle', { x: 100, y: 60, width: 1000, height: 700 }, LAPTOP],
    ['in the last corner', { x: 440, y: 200, width: 1000, height: 700 }, LAPTOP],
    ['as large as its screen', LAPTOP, LAPTOP],
    ['larger than its screen', { x: -10, y: 25, width: 3000, height: 2000 }, SECOND],
    ['on the second screen', { x: 2400, y: 400, width: 900, height: 600 }, SECOND],
    ['mostly on the second screen', { x: 1300, y: 30, width: 1000, height: 700 }, SECOND],
  ])(
    'is whole on the same screen and over none of those before, six times over: %s',
    (_where, first, screen) => {
      const open: Rectangle[] = [first];
      for (let each = 0; each < 5; each += 1) {
        const place = placeBeside(open, [LAPTOP, SECOND]);
        expect(isWholeOn(place, screen), JSON.stringify(place)).toBe(true);
        expect(open.map(({ x, y }) => `${x},${y}`)).not.toContain(`${place.x},${place.y}`);
        open.push(place);
      }
    },
  );
});
