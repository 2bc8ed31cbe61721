import { expect, it } from 'vitest';
import { requestRemarks } from './request-remarks.ts';

const remarks = (request: Record<string, unknown>) => requestRemarks(request, '2026-11-20');

it('warns of past days, and not where one is left', () => {
  expect(remarks({ start_date: '2026-11-01', end_date: '2026-11-19' })).toEqual([
    'Both dates are past: every flight asked for has departed.',
  ]);
  expect(remarks({ end_date: '2026-11-19' })).toEqual([
    expect.stringMatching(/^The latest departure is past/),
  ]);
  expect(remarks({ start_date: '2026-11-01', end_date: '2026-11-20' })).toEqual([]);
  expect(remarks({ start_date: '2026-11-01' })).toEqual([]);
  expect(remarks({ end_date: '2026-13-40' })).toEqual([]);
});

it('warns of airports on both sides', () => {
  expect(remarks({ origin_airport: 'LHR', destination_airport: 'lhr' })).toEqual([
    'LHR is both origin and destination: no flight goes there.',
  ]);
  expect(remarks({ origin_airport: 'LHR,LGW', destination_airport: 'LGW,JFK' })).toEqual([
    'LGW is both an origin and a destination.',
  ]);
  expect(remarks({ origin_airport: 'LHR', destination_airport: 'JFK' })).toEqual([]);
  expect(remarks({ origin_airport: 7 })).toEqual([]);
});
