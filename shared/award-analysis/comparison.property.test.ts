import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '../testing/proves.ts';
import { calendarOf } from './calendar.ts';
import { bestOf, type ComparedRecord, commonAxis, figuresOf } from './comparison.ts';

const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values);

const record: fc.Arbitrary<ComparedRecord> = fc.record({
  date: oneOf('2027-03-01', '2027-03-02', '2028-02-29', null),
  passes: fc.boolean(),
  space: fc.boolean(),
  miles: oneOf(0, 50_000, 70_001, null),
  seats: oneOf(1, 9, null),
  direct: fc.boolean(),
  programme: oneOf('united', 'Aeroplan'),
  airlines: fc.subarray(['UA', 'AC', 'BA']),
});
const records = fc.array(record, { maxLength: 14 });

const DATES = ['2027-03-01', '2027-03-02', '2028-02-29'];
const least = (values: readonly (number | null)[]) => {
  const [first = null] = values.filter((value) => value !== null).sort((a, b) => a - b);
  return first;
};
const most = (values: readonly (number | null)[]) =>
  values.filter((value) => value !== null).sort((a, b) => b - a)[0] ?? null;

it('gives for each day what reading its records gives', () => {
  proves(0.3, [records], (all) => {
    const expected = DATES.filter((date) => all.some((each) => each.date === date)).map((date) => {
      const passing = all.filter((each) => each.date === date && each.passes);
      const space = passing.filter((each) => each.space);
      return {
        date,
        miles: least(space.map((each) => each.miles)),
        seats: most(space.map((each) => each.seats)),
        withSpace: space.length,
        records: passing.length,
      };
    });
    expect(calendarOf(all)).toEqual(expected);
    return expected.some(({ withSpace }) => withSpace > 0);
  });
});

it('gives for a column what counting its records one by one gives', () => {
  proves(0.2, [records], (all) => {
    const space = all.filter((each) => each.passes && each.space);
    const of = (programme: string) => space.filter((each) => each.programme === programme);
    const result = figuresOf(all);
    expect(result).toMatchObject({
      cheapest: least(space.map((each) => each.miles)),
      mostSeats: most(space.map((each) => each.seats)),
      daysSeen: DATES.filter((date) => all.some((each) => each.date === date)).length,
      daysWithSpace: DATES.filter((date) => space.some((each) => each.date === date)).length,
      direct: { count: space.filter((each) => each.direct).length, of: space.length },
      programmes: ['Aeroplan', 'united'].filter((programme) => of(programme).length > 0),
      airlines: ['AC', 'BA', 'UA'].filter((code) => space.some((each) => each.airlines.includes(code))),
    });
    for (const programme of ['Aeroplan', 'united'])
      expect(result.cheapestBy.find((each) => each.programme === programme)?.miles ?? null).toBe(
        least(of(programme).map((each) => each.miles)),
      );
    expect(result.cheapestBy[0]?.miles ?? null).toBe(result.cheapest);
    return space.length > 1;
  });
});

it('distinguishes days not read from days without space on the common axis', () => {
  proves(0.7, [fc.array(records, { minLength: 1, maxLength: 4 })], (columns) => {
    const axis = commonAxis(columns.map(calendarOf));
    expect(axis.map((day) => day.date)).toEqual(
      DATES.filter((date) => columns.flat().some((each) => each.date === date)),
    );
    for (const { date, cells } of axis)
      cells.forEach((cell, column) => {
        const seen = (columns[column] ?? []).filter((each) => each.date === date);
        const space = seen.filter((each) => each.passes && each.space);
        expect(cell).toEqual(
          seen.length === 0
            ? null
            : { miles: least(space.map((each) => each.miles)), withSpace: space.length },
        );
      });
    return axis.length > 0;
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
