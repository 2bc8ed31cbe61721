import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWindowState, storeWindowState } from './window-state.ts';

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
