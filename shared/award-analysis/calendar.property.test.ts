import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../dates.ts';
import { proves } from '../testing/proves.ts';
import { type CalendarDay, withReadDays } from './calendar.ts';

const START = '2027-02-25';
const date = fc.nat(20).map((day) => addDays(START, day));
const knownDays = fc
  .uniqueArray(date)
  .map((dates) =>
    dates
      .sort()
      .map((each): CalendarDay => ({ date: each, miles: 5, seats: null, withSpace: 1, records: 1 })),
  );
const reads = fc.array(fc.record({ from: date, until: date, partly: fc.option(date) }), { maxLength: 3 });

it('a day is listed where it has a record or was read, and no other', () => {
  proves(0.7, [knownDays, reads, fc.array(date)], (days, requested, unwanted) => {
    const shown = withReadDays(days, requested, (each) => !unwanted.includes(each));
    const expected = Array.from({ length: 21 }, (_, day) => addDays(START, day)).flatMap((each) => {
      const known = days.find((day) => day.date === each);
      const isRead = requested.some(({ from, until }) => from <= each && each <= until);
      const isPartly = !isRead && requested.some(({ partly }) => partly === each);
      if (known) return isPartly ? { ...known, partly: true } : known;
      return isRead && !unwanted.includes(each)
        ? { date: each, miles: null, seats: null, withSpace: 0, records: 0 }
        : [];
    });
    expect(shown).toEqual(expected);
    return expected.length > 0;
  });
});
