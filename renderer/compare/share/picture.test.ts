import { describe, expect, it } from 'vitest';
import { layOut, type Picture, wrapped } from './picture.ts';

/** Every letter ten wide. */
const measure = (text: string) => text.length * 10;

describe('a line of text', () => {
  it('breaks between words, and within one that is too long for a line', () => {
    expect(wrapped('one two three', 80, measure)).toEqual(['one two', 'three']);
    expect(wrapped('abcdefghij k', 40, measure)).toEqual(['abcd', 'efgh', 'ij k']);
    expect(wrapped('', 40, measure)).toEqual(['']);
  });
});

describe('a picture of a table', () => {
  const picture: Picture = {
    title: 'Comparison',
    notes: ['made today'],
    table: [
      ['', 'a', 'b'],
      ['Cheapest miles', '50,000', 'a text that takes several lines because it is long'],
    ],
    isMarked: (row, column) => row === 1 && column === 1,
  };
  const layout = layOut(picture, measure);

  it('contains every word of the table within its edges', () => {
    const words = layout.lines.map((line) => line.text).join(' ');
    for (const part of ['Comparison', 'made today', 'Cheapest miles', '50,000', 'because'])
      expect(words).toContain(part);
    for (const line of layout.lines) {
      expect(line.x + measure(line.text)).toBeLessThanOrEqual(layout.width);
      expect(line.y + 18).toBeLessThanOrEqual(layout.height);
    }
  });

  it('marks the best cell over its whole height', () => {
    const [mark] = layout.marks;
    expect(layout.marks).toHaveLength(1);
    expect((mark?.y ?? 0) + (mark?.height ?? 0)).toBe(layout.rules.at(-1));
  });
});
