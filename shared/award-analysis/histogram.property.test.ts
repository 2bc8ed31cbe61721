import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '../testing/proves.ts';
import { spreadOf } from './histogram.ts';
import { median } from './median.ts';

const ordinary = fc.integer({ min: 5_000, max: 400_000 });
const anything = fc.oneof({ weight: 8, arbitrary: ordinary }, fc.integer({ min: 1, max: 1_000_000_000_000 }));
const list = fc.array(anything, { minLength: 1, maxLength: 60 });
const spread = (values: readonly number[]) =>
  spreadOf(
    [...Map.groupBy(values, (value) => value)].map(([miles, all]) => ({ miles, records: all.length })),
  );

it('counts every record once: in the step with its miles, or among the outliers', () => {
  proves(0.65, [list], (values) => {
    const { width, steps, more, median: middle } = spread(values);
    const end = (steps.at(-1)?.from ?? 0) + width;
    steps.forEach(({ from, records }, step) => {
      expect(from).toBe((steps[0]?.from ?? 0) + step * width);
      expect(records).toBe(values.filter((value) => value >= from && value < from + width).length);
    });
    const beyond = values.filter((value) => value >= end);
    expect(more).toEqual(
      beyond.length === 0 ? null : { from: end, records: beyond.length, most: Math.max(...beyond) },
    );
    expect(middle).toBe(median(values));
    expect(middle).toBeLessThan(end);
    return steps.length > 1;
  });
});

it('has a limited number of bars, and no outliers where nothing is far from the rest', () => {
  proves(0.65, [list], (values) => {
    expect(spread(values).steps.length).toBeLessThanOrEqual(26);
    return values.length > 1;
  });
  proves(0.65, [fc.array(fc.integer({ min: 60_000, max: 160_000 }), { minLength: 1 })], (values) => {
    expect(spread(values).more).toBeNull();
    return values.length > 1;
  });
});

it('steps over the rest as if an extreme price were not there, and lists it as an outlier', () => {
  proves(
    0.75,
    [
      fc.array(fc.integer({ min: 60_000, max: 140_000 }), { minLength: 8, maxLength: 60 }),
      fc.integer({ min: 10_000_000, max: 1_000_000_000_000 }),
    ],
    (values, extreme) => {
      const { steps, width, more } = spread([...values, extreme]);
      const rest = spread(values);
      expect({ steps, width }).toEqual({ steps: rest.steps, width: rest.width });
      expect(more).toMatchObject({ records: 1, most: extreme });
      return rest.steps.length > 1;
    },
  );
});

it('is null without records', () => {
  expect(median([])).toBeNull();
  expect(spread([])).toEqual({ width: 1, steps: [], more: null, median: null });
});
