import { expect, it } from 'vitest';
import { sourceLink } from './source-link.ts';

const LINK = 'https://www.united.com/book?x=1';

it.each([
  ['a member of the record', { BookingLink: LINK }],
  ['a list with labels', { booking_links: [{ label: 'Book via United', link: LINK, primary: true }] }],
  ['trip details', { AvailabilityTrips: [{ FlightNumbers: 'UA1', BookingUrl: LINK }] }],
  ['plain texts', { trips: [{ bookingLinks: [LINK] }] }],
])('is found in %s', (_where, raw) => {
  expect(sourceLink(raw)).toBe(LINK);
});

it('is the one that the source calls primary', () => {
  const links = [{ link: 'https://other.example/' }, { link: LINK, primary: true }];
  expect(sourceLink({ bookingLinks: links })).toBe(LINK);
});

it.each([
  ['no name of it', { Url: LINK, Route: { link: LINK } }],
  ['another scheme', { BookingLink: 'javascript:alert(1)' }],
  ['an unencrypted address', { BookingLink: 'http://www.united.com/' }],
  ['a name and password', { BookingLink: 'https://united.com@evil.example/' }],
  ['a text that is none', { BookingLink: 'call us' }],
  ['nothing', null],
])('is none with %s', (_what, raw) => {
  expect(sourceLink(raw)).toBeNull();
});
