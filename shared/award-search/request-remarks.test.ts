import { describe, expect, it } from 'vitest';
import { dateRemarks, requestRemarks } from './request-remarks.ts';

const remarks = (request: Record<string, unknown>) => requestRemarks(request, '2026-11-20');

it('warns of past days, and not where one is left', () => {
  expect(remarks({ start_date: '2026-11-01', end_date: '2026-11-19' })).toHaveLength(1);
  expect(remarks({ end_date: '2026-11-19' })).toHaveLength(1);
  expect(remarks({ start_date: '2026-11-01', end_date: '2026-11-20' })).toEqual([]);
  expect(remarks({ start_date: '2026-11-01' })).toEqual([]);
  expect(remarks({ end_date: '2026-13-40' })).toEqual([]);
});

describe('days that no seat is sold for', () => {
  const both = (day: string) => dateRemarks({ start_date: day, end_date: day }, '2026-11-20');

  it('are told beside either date, from about a year ahead on', () => {
    for (const day of ['2027-11-21', '2028-03-01', '2072-03-01', '2127-03-01', '2702-03-01', '9999-12-31'])
      expect(both(day)).toEqual({
        start_date: expect.stringContaining('20 Nov 2027'),
        end_date: expect.stringContaining('20 Nov 2027'),
      });
    for (const day of ['2026-11-20', '2027-03-01', '2027-11-20'])
      expect(both(day)).toEqual({ start_date: null, end_date: null });
    // The last day of a range alone.
    expect(dateRemarks({ start_date: '2027-03-01', end_date: '2127-03-31' }, '2026-11-20')).toEqual({
      start_date: null,
      end_date: expect.stringContaining('about a year ahead'),
    });
    expect(dateRemarks({ start_date: '2028-03-01' }, '2026-11-20').start_date).not.toBeNull();
  });

  it('are named by their calendar where the year is one of another', () => {
    const years = {
      '2569': 'Buddhist',
      '2570': 'Buddhist',
      '1405': 'Persian',
      '1406': 'Persian',
      '1448': 'Islamic',
      '5787': 'Hebrew',
      '1948': 'Indian',
      '1743': 'Coptic',
      '0115': 'Taiwanese',
      '0116': 'Taiwanese',
    };
    for (const [year, name] of Object.entries(years)) {
      expect(both(`${year}-03-01`).start_date).toContain(`${name}`);
      expect(both(`${year}-03-01`).end_date).toContain('2026 or 2027');
    }
  });

  it('are told where the century is mistyped, and not where a search of last month is run again', () => {
    for (const day of ['1927-03-01', '0027-03-01', '1027-03-01', '2017-03-01'])
      expect(both(day).start_date).toContain('long past');
    expect(both('2026-10-01').start_date).toBeNull();
    expect(both('2026-10-01').end_date).toContain('departed');
    expect(both('soon')).toEqual({ start_date: null, end_date: null });
  });

  it('are told before a quote is approved, each once', () => {
    expect(remarks({ start_date: '2127-03-01', end_date: '2127-03-01' })).toHaveLength(1);
    expect(remarks({ start_date: '2570-03-01', end_date: '2570-03-31' })).toHaveLength(1);
  });
});

it('warns of airports on both sides', () => {
  expect(remarks({ origin_airport: 'LHR', destination_airport: 'lhr' })).toEqual([
    expect.stringMatching(/^LHR /u),
  ]);
  expect(remarks({ origin_airport: 'LHR,LGW', destination_airport: 'LGW,JFK' })).toEqual([
    expect.stringMatching(/^LGW /u),
  ]);
  expect(remarks({ origin_airport: 'LHR', destination_airport: 'JFK' })).toEqual([]);
  expect(remarks({ origin_airport: 7 })).toEqual([]);
});
