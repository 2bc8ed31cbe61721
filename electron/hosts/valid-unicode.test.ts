import { expect, it } from 'vitest';
import { hasValidUnicode } from './serve-request.ts';

it.each([
  ['a text', 'a\ud83d'],
  ['a member, however deep', { a: [{ b: ['\ude00'] }] }],
  ['a name', { 'a\ud83d': 1 }],
])('half a character is found in %s', (_, input) => {
  expect(hasValidUnicode(input)).toBe(false);
});

it('whole characters of every kind pass, and what is no text', () => {
  for (const input of ['😀 é \u0000 \u202e', { name: ['😀', 1, null, true] }, undefined, null, Number.NaN])
    expect(hasValidUnicode(input)).toBe(true);
});

it('a circle and any depth are read to their end', () => {
  const circle: Record<string, unknown> = {};
  circle.itself = circle;
  let deep: unknown = '\ud83d';
  for (let level = 0; level < 200_000; level += 1) deep = [deep];
  expect(hasValidUnicode(circle)).toBe(true);
  expect(hasValidUnicode(deep)).toBe(false);
});
