import { expect, test } from 'vitest';
import { retirement } from './header-notices.ts';
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
  expect(httpDate('Sunday, 06-Nov-33 08:49:37 GMT', Date.UTC(2026, 0))).toBe(
    Date.UTC(2033, 10, 6, 8, 49, 37),
  );
});

test.each(['@1767225600', '@1767225600;link="x"', ' @1767225600; a=1;b'])('Deprecation: %s', (value) => {
  const { deprecatedSince } = retirement(new Headers({ deprecation: value }));
  expect(deprecatedSince).toBe(1_767_225_600_000);
});

test('a Sunset in each form is the same day', () => {
  for (const sunset of ['Sun, 06 Nov 1994 23:49:37 GMT', 'Sun Nov  6 23:49:37 1994'])
    expect(retirement(new Headers({ sunset })).sunsetAt).toBe(Date.UTC(1994, 10, 6, 23, 49, 37));
});
