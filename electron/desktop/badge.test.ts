import { expect, it } from 'vitest';
import { countPixels } from './badge.ts';

/** The white of an image in rows, every `dot` pixels: what is read of it. */
function drawn(count: number, dot: number): string[] {
  const pixels = countPixels(count);
  const isWhite = (x: number, y: number) =>
    pixels.subarray((y * 32 + x) * 4, (y * 32 + x) * 4 + 3).every((part) => part === 255);
  const columns = (count > 9 ? 7 : 3) * dot;
  const [left, top] = [Math.floor((32 - columns) / 2) + 1, Math.floor((32 - 5 * dot) / 2) + 1];
  return Array.from({ length: 5 }, (_, row) =>
    Array.from({ length: columns / dot }, (__, column) =>
      isWhite(left + column * dot, top + row * dot) ? '#' : '.',
    ).join(''),
  );
}

it('draws a number, and more than nine as 9+, on a disc with nothing around it', () => {
  expect(drawn(2, 4)).toEqual(['###', '..#', '###', '#..', '###']);
  expect(drawn(12, 3)).toEqual(['###....', '#.#..#.', '###.###', '..#..#.', '###....']);
  expect(countPixels(10)).toEqual(countPixels(1_000));
  expect(
    new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => countPixels(count).toString('hex'))).size,
  ).toBe(10);
  expect([...countPixels(1).subarray(0, 4)]).toEqual([0, 0, 0, 0]);
});
