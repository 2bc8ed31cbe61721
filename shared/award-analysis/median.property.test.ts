import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '../testing/proves.ts';
import { median } from './median.ts';

const miles = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 40 });

it('is what remains of the sorted values when pairs of ends are removed', () => {
  proves(0.6, [miles], (values) => {
    let rest = [...values].sort((a, b) => a - b);
    while (rest.length > 2) rest = rest.slice(1, -1);
    const mean = rest.reduce((sum, value) => sum + value, 0) / rest.length;
    expect(median(values)).toBe(values.length === 0 ? null : Math.floor(mean + 0.5));
    return values.length > 2;
  });
});
