import { expect, test } from 'vitest';
import { httpDate } from './http-date.ts';

const AT = Date.UTC(1994, 10, 6, 8, 49, 37);

test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  'the HTTP date %s is read as UTC',
  (text) => expect(httpDate(text, AT)).toBe(AT),
);

test.each([
  '',
  'soon',
  'Sun, 31 Feb 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 25:49:37 GMT',
  '1994-11-06T08:49:37Z',
])('%j is no HTTP date', (text) => expect(httpDate(text, AT)).toBeNull());

test('a year of two digits is at most 50 years ahead', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  expect(httpDate('Friday, 20-Nov-76 12:00:00 GMT', now)).toBe(Date.UTC(2076, 10, 20, 12));
  expect(httpDate('Friday, 20-Nov-76 12:00:01 GMT', now)).toBe(Date.UTC(1976, 10, 20, 12, 0, 1));
});
