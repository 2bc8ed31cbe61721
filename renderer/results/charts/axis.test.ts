import { describe, expect, it } from 'vitest';
import { along, marginBeside, niceStep, textWithin, ticksOver } from './axis.ts';

describe('an axis', () => {
  it('labels round figures that cover the whole range', () => {
    expect(ticksOver(0, 97, 5)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(ticksOver(31_500, 88_000, 4)).toEqual([20_000, 40_000, 60_000, 80_000, 100_000]);
  });

  it('has two ends where there is only one figure', () => {
    expect(ticksOver(5, 5, 4)).toEqual([5, 6]);
    expect(ticksOver(0, 0, 4)).toEqual([0, 1]);
  });

  it('never labels two figures alike', () => {
    expect(ticksOver(20_000, 20_000, 5, 1000)).toEqual([20_000, 21_000]);
    expect(ticksOver(20_000, 20_150, 5, 1000)).toEqual([20_000, 21_000]);
  });

  it('keeps the text of the last figure within the picture', () => {
    expect(textWithin(860, '2026-01-25', 880)).toBe(840);
    expect(textWithin(500, '2026-01-25', 880)).toBe(500);
  });

  it('makes space for the longest of its figures', () => {
    expect(marginBeside(['0', '20k'], 68, 12)).toBe(68);
    expect(marginBeside(['0k', '20000000k'], 68, 12)).toBe(84);
  });

  it('steps by 1, 2, 2.5 or 5 times a power of ten', () => {
    expect([0.7, 1.2, 2.2, 3, 7, 70, 0].map(niceStep)).toEqual([1, 2, 2.5, 5, 10, 100, 1]);
  });

  it('puts the ends of a range at the ends of the picture, and a lone figure in its middle', () => {
    const x = along(10, 20, 100, 300);
    expect([10, 15, 20].map(x)).toEqual([100, 200, 300]);
    expect(along(7, 7, 0, 50)(7)).toBe(25);
  });
});
