import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '../testing/proves.ts';
import { bestOf, commonAxis } from './comparison.ts';

const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values);

const DATES = ['2027-03-01', '2027-03-02', '2028-02-29'];
const day = fc.record({
  date: oneOf(...DATES),
  miles: oneOf(50_000, null),
  seats: oneOf(9, null),
  withSpace: oneOf(0, 2),
  records: fc.constant(3),
});
const column = fc.uniqueArray(day, { selector: ({ date }) => date });

it('distinguishes days not read from days without space on the common axis', () => {
  proves(0.25, [fc.array(column, { minLength: 1, maxLength: 4 })], (columns) => {
    const axis = commonAxis(columns);
    expect(axis).toEqual(
      DATES.filter((date) => columns.flat().some((each) => each.date === date)).map((date) => ({
        date,
        cells: columns.map((days) => {
          const found = days.find((each) => each.date === date);
          return found === undefined ? null : { miles: found.miles, withSpace: found.withSpace };
        }),
      })),
    );
    return axis.some(({ cells }) => cells.includes(null));
  });
});

it('marks a value as best exactly where none that is known is better and some are worse', () => {
  proves(0.3, [fc.array(oneOf(1, 2, 3, null), { maxLength: 6 })], (values) => {
    const isBetter = (a: number, b: number) => a < b;
    expect(bestOf(values, 'least')).toEqual(
      values.map(
        (value) =>
          value !== null &&
          values.every((other) => other === null || !isBetter(other, value)) &&
          values.some((other) => other !== null && isBetter(value, other)),
      ),
    );
    const turned = values.map((value) => (value === null ? null : -value));
    expect(bestOf(turned, 'most')).toEqual(bestOf(values, 'least'));
    return bestOf(values, 'least').includes(true);
  });
});
