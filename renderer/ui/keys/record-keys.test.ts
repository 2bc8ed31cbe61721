import { expect, it } from 'vitest';
import { ALL_SCREENS } from '#shared/screens.ts';
import { actOf } from './record-keys.ts';
import { SCREEN_KEYS } from './shortcuts.ts';

const pressed = (key: string, target: object = { tagName: 'BUTTON' }, held: object = {}) =>
  actOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...held, target: target as EventTarget });

it('a letter stars, notes or compares, in either case', () => {
  expect(['s', 'N', 'c', 'x', 'Enter'].map((key) => pressed(key))).toEqual([
    'star',
    'note',
    'compare',
    null,
    null,
  ]);
});

it('a letter typed in a field, or with a modifier, does nothing', () => {
  expect(pressed('s', { tagName: 'TEXTAREA' })).toBeNull();
  expect(pressed('s', { tagName: 'INPUT', type: 'text' })).toBeNull();
  expect(pressed('s', { tagName: 'INPUT', type: 'checkbox' })).toBe('star');
  expect(pressed('s', undefined, { ctrlKey: true })).toBeNull();
});

it('every screen has a key of its own', () => {
  expect(Object.keys(SCREEN_KEYS).sort()).toEqual(ALL_SCREENS.map(({ path }) => path).sort());
  expect(new Set(Object.values(SCREEN_KEYS)).size).toBe(ALL_SCREENS.length);
});
