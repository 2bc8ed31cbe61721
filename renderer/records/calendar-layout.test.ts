import { describe, expect, it, onTestFinished } from 'vitest';
import { weekday } from '#shared/dates.ts';
import { SYSTEM_FORMATS, setFormats, WEEKDAY_NAMES } from '#shared/formats.ts';
import { calendarRange, monthsBetween, movedDay, shadeOf, sheetOf, weekOrder } from './calendar-layout.ts';
import { filterLabels } from './record-filters.ts';

describe('the calendar', () => {
  it('lays out the last month that can be written, and a year that means none', () => {
    const months = monthsBetween('9999-11-30', '9999-12-31', 120);
    expect(months.map(({ id }) => id)).toEqual(['9999-11', '9999-12']);
    expect(months[1]?.weeks.flat().filter(Boolean)).toHaveLength(31);
    const first = monthsBetween('0001-01-01', '0001-02-01', 120);
    expect(first.map(({ id }) => id)).toEqual(['0001-01', '0001-02']);
    expect(first[0]?.weeks[0]?.[0]).toBe('0001-01-01');
  });

  it('starts weeks on Monday and leaves places outside the month empty', () => {
    const [march] = monthsBetween('2027-03-10', '2027-03-10', 12);
    expect(march?.title).toBe('March 2027');
    // 2027-03-01 is a Monday.
    expect(march?.weeks[0]?.[0]).toBe('2027-03-01');
    expect(march?.weeks).toHaveLength(5);
    expect(march?.weeks[4]).toEqual(['2027-03-29', '2027-03-30', '2027-03-31', null, null, null, null]);
  });

  it('has each day of a leap February once', () => {
    const days = monthsBetween('2028-02-01', '2028-02-29', 12)
      .flatMap((month) => month.weeks.flat())
      .filter((day) => day !== null);
    expect(days).toHaveLength(29);
    expect(new Set(days).size).toBe(29);
  });

  it('continues over the end of the year and stops at the maximum number of months', () => {
    expect(monthsBetween('2026-11-30', '2027-02-01', 12).map((month) => month.id)).toEqual([
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
    ]);
    expect(monthsBetween('2026-01-01', '2030-01-01', 12)).toHaveLength(12);
  });

  it('moves by day, week and month with the keys, and never beyond its ends', () => {
    const move = (date: string, key: string) => movedDay(date, key, '2027-01-05', '2027-04-20');
    expect(move('2027-03-01', 'ArrowLeft')).toBe('2027-02-28');
    expect(move('2027-03-03', 'ArrowDown')).toBe('2027-03-10');
    expect(move('2027-03-03', 'Home')).toBe('2027-03-01');
    expect(move('2027-03-03', 'End')).toBe('2027-03-07');
    expect(move('2027-03-31', 'PageUp')).toBe('2027-02-28');
    expect(move('2027-01-31', 'PageDown')).toBe('2027-02-28');
    expect(move('2027-01-06', 'ArrowUp')).toBe('2027-01-05');
    expect(move('2027-04-19', 'ArrowDown')).toBe('2027-04-20');
    expect(move('2027-04-19', 'x')).toBeNull();
  });

  it('shades the cheapest days strongest and equal days alike', () => {
    const days = [50_000, 60_000, 70_000, 80_000, 90_000];
    expect(days.map((miles) => shadeOf(miles, days))).toEqual([1, 2, 3, 4, 5]);
    expect(shadeOf(75_000, [75_000, 75_000])).toBe(1);
    expect(shadeOf(75_000, [])).toBe(1);
  });

  it('distinguishes cheap days beside a very dear one', () => {
    const days = [50_000, 50_000, 60_000, 70_000, 80_000, 400_000];
    expect(days.map((miles) => shadeOf(miles, days))).toEqual([1, 1, 2, 3, 4, 5]);
  });

  const open = { from: undefined, until: undefined };

  it('spans the requested and the read days, and no further month', () => {
    const requested = { from: '2027-03-01', until: '2027-06-30' };
    expect(calendarRange(open, requested, ['2027-03-05'])).toEqual({
      from: '2027-03-01',
      until: '2027-06-30',
    });
    expect(calendarRange(open, requested, ['2027-07-02'])?.until).toBe('2027-07-02');
    expect(calendarRange(open, open, ['2027-12-05'])).toEqual({ from: '2027-12-05', until: '2027-12-05' });
    expect(calendarRange(open, { from: 'tomorrow', until: undefined }, [])).toBeNull();
  });

  it('keeps to the dates of a filter', () => {
    const filter = { from: '2027-04-10', until: '2027-05-20' };
    expect(calendarRange(filter, { from: '2027-01-01', until: '2027-12-31' }, [])).toEqual(filter);
    expect(calendarRange({ from: '2027-05-01', until: '2027-04-01' }, open, [])?.from).toBe('2027-05-01');
  });

  const ids = (sheet: ReturnType<typeof sheetOf>) => sheet.months.map(({ id }) => id);

  it('begins where there is something from today on, with the older months a sheet away', () => {
    const range = { from: '2027-01-15', until: '2027-06-30' };
    const sheet = (number: number) => sheetOf(range, '2027-04-02', ['2027-01-15', '2027-04-02'], number, 12);
    expect(ids(sheet(0))).toEqual(['2027-04', '2027-05', '2027-06']);
    expect(sheet(0)).toMatchObject({ earlier: -1, later: null });
    expect(ids(sheet(-1))).toEqual(['2027-01', '2027-02', '2027-03']);
    expect(sheet(-1)).toMatchObject({ earlier: null, later: 0 });
    // A filter that takes the older months away takes their sheet along.
    expect(ids(sheetOf({ from: '2027-05-01', until: '2027-06-30' }, '2027-05-01', [], -1, 12))).toEqual([
      '2027-05',
      '2027-06',
    ]);
  });

  it('skips centuries without records to one day of the year 1, and back', () => {
    const range = { from: '0001-03-02', until: '2027-06-30' };
    const known = ['0001-03-02', '2027-05-20'];
    const now = sheetOf(range, '2027-05-20', known, 0, 12);
    expect(ids(now)).toEqual(['2027-05', '2027-06']);
    const old = sheetOf(range, '2027-05-20', known, now.earlier ?? 0, 12);
    expect(ids(old)).toContain('0001-03');
    expect(old.earlier).toBeNull();
    expect(ids(sheetOf(range, '2027-05-20', known, old.later ?? 0, 12))).toContain('2027-05');
  });

  it('ends with the last month where all have departed', () => {
    const range = { from: '2024-01-01', until: '2026-03-31' };
    const { months, earlier, later } = sheetOf(range, null, ['2024-01-01'], 0, 12);
    expect([months[0]?.id, months.at(-1)?.id, earlier, later]).toEqual(['2025-04', '2026-03', -2, null]);
  });
});

describe('the reader’s week', () => {
  it.each([
    ['en-GB', 1],
    ['en-US', 0],
    ['ar-EG', 6],
    ['de-DE', 1],
    ['ja-JP', 0],
  ] as const)('begins on the same day in every part of the program: %s', (language, first) => {
    onTestFinished(() => setFormats(SYSTEM_FORMATS, 'en-GB'));
    setFormats(SYSTEM_FORMATS, language);
    expect(weekOrder()[0]).toBe(first);
    expect(weekOrder().toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const month of monthsBetween('2027-01-01', '2028-02-29', 14))
      for (const week of month.weeks)
        for (const [place, date] of week.entries())
          if (date !== null) expect(weekday(date)).toBe(weekOrder()[place]);
    expect(weekday(movedDay('2027-03-10', 'Home', '2027-01-01', '2027-12-31') ?? '')).toBe(first);
    expect(weekday(movedDay('2027-03-10', 'End', '2027-01-01', '2027-12-31') ?? '')).toBe((first + 6) % 7);
    expect(filterLabels({ weekdays: [0, 1, 6] })[0]?.words.split(', ')).toEqual(
      weekOrder()
        .filter((day) => [0, 1, 6].includes(day))
        .map((day) => WEEKDAY_NAMES[day]),
    );
  });
});
