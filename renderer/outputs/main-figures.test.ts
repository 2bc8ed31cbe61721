import { expect, it } from 'vitest';
import { mainFigures, nameOf } from './main-figures.ts';

it('puts numbers before texts, and leaves lists, ids and long texts to the parts below', () => {
  expect(
    mainFigures({
      requestId: 'r-1',
      method: 'great-circle',
      total_kg_co2: 1234.5,
      legs: [{ kg: 1 }],
      passengers: 2,
      note: 'x'.repeat(61),
      certified: false,
    }),
  ).toEqual([
    { name: 'Total kg co2', value: '1,234.5' },
    { name: 'Passengers', value: '2' },
    { name: 'Method', value: 'great-circle' },
    { name: 'Certified', value: 'no' },
  ]);
});

it('looks through members that only wrap the answer', () => {
  expect(mainFigures({ data: { temperature: -3 } })).toEqual([{ name: 'Temperature', value: '-3' }]);
  expect(mainFigures({ count: 2, data: [{ a: 1 }] })).toEqual([]);
  expect(mainFigures([1, 2])).toEqual([]);
  expect(mainFigures('text')).toEqual([]);
});

it('shows only a few', () => {
  expect(mainFigures(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`n${n}`, n])))).toHaveLength(6);
});

it('writes names of members as words', () => {
  expect([nameOf('totalDistance'), nameOf('distance_km'), nameOf('_')]).toEqual([
    'Total distance',
    'Distance km',
    '_',
  ]);
});
