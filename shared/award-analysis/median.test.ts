import { describe, expect, it } from 'vitest';
import { median } from './median.ts';

describe('the median', () => {
  it('is the middle value of an odd number, in any order', () => {
    expect(median([90_000, 50_000, 70_000])).toBe(70_000);
  });

  it('is the mean of the middle two of an even number, half a mile rounded up', () => {
    expect(median([50_000, 70_000])).toBe(60_000);
    expect(median([50_000, 50_001])).toBe(50_001);
  });

  it('is null for no values', () => {
    expect(median([])).toBeNull();
  });
});
