import { describe, expect, it } from 'vitest';
import { dayLabel, dayStates, dayTitle, placeNames, type ShownDay } from './calendar-days.ts';

const day = (date: string, withSpace: number, miles: number | null = null): ShownDay => ({
  date,
  miles,
  seats: null,
  withSpace,
  records: 4,
});

describe('the days of the calendar', () => {
  it('distinguish no space, filtered out and not read', () => {
    const all = [day('2027-03-01', 2, 50000), day('2027-03-02', 0), day('2027-03-03', 1, 90000)];
    const states = dayStates([day('2027-03-01', 2, 50000), day('2027-03-02', 0)], all);
    expect(states.get('2027-03-01')).toMatchObject({ kind: 'space', miles: 50000 });
    expect(states.get('2027-03-02')).toEqual({ kind: 'none', records: 4 });
    expect(states.get('2027-03-03')).toEqual({ kind: 'filtered' });
    expect(states.get('2027-03-04')).toBeUndefined();
  });

  it('do not call a day without space where the filters exclude its space', () => {
    const nothing = (date: string): ShownDay => ({
      date,
      miles: null,
      seats: null,
      withSpace: 0,
      records: 0,
    });
    const states = dayStates(
      [nothing('2027-03-01'), nothing('2027-03-02')],
      [day('2027-03-01', 2, 50000), day('2027-03-02', 0)],
    );
    expect(states.get('2027-03-01')).toEqual({ kind: 'filtered' });
    expect(states.get('2027-03-02')).toEqual({ kind: 'none', records: 4 });
  });

  it('name the place where they are of several, and none where all are of one', () => {
    const of = (...pairs: [origin: string, destination: string][]) => {
      const days = pairs.map(([origin, destination]) => ({
        ...day('2027-03-01', 1, 5),
        origin,
        destination,
      }));
      return days.map(placeNames(days));
    };
    expect(of(['JFK', 'LHR'], ['EWR', 'LGW'])).toEqual(['', '']);
    expect(of(['JFK', 'LHR'], ['JFK', 'CDG'])).toEqual(['London', 'Paris']);
    expect(of(['JFK', 'LHR'], ['BOS', 'LHR'])).toEqual(['from New York', 'from Boston']);
    expect(of(['JFK', 'LHR'], ['BOS', 'CDG'])).toEqual(['JFK → LHR', 'BOS → CDG']);
    expect(placeNames([day('2027-03-01', 0)])(day('2027-03-01', 0))).toBe('');
  });

  it('state that a seat count is not given instead of showing none', () => {
    expect(dayLabel({ kind: 'space', miles: 57500, seats: null, withSpace: 1, records: 1 })).toBe(
      'cheapest 57,500 miles, seats not given, space in 1 of 1 record',
    );
    expect(dayLabel({ kind: 'unseen' })).toBe('not read yet');
    expect(dayLabel({ kind: 'outside' })).toBe('not part of the search');
  });

  it('distinguish a day read without a record, and one within which reading stopped', () => {
    const empty: ShownDay = { date: '2027-03-05', miles: null, seats: null, withSpace: 0, records: 0 };
    const states = dayStates([], [empty, { ...day('2027-03-06', 0), partly: true }]);
    expect(dayLabel(states.get('2027-03-05') ?? { kind: 'unseen' })).toBe('read, no results');
    expect(dayLabel(states.get('2027-03-06') ?? { kind: 'unseen' })).toContain('there may be more');
    const [space] = dayStates([{ ...day('2027-03-07', 2, 72000), partly: true }], []).values();
    expect(dayLabel(space ?? { kind: 'unseen' })).toContain('there may be more');
  });

  it('are named by weekday, day and month', () => {
    expect(dayTitle('2027-03-14')).toBe('Sun 14 March 2027');
  });
});
