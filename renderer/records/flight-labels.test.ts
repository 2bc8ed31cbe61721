import { expect, it, onTestFinished } from 'vitest';
import { SYSTEM_FORMATS, setFormats } from '#shared/formats.ts';
import { flightsLabel, flightsTitle, flyingTimeLabel, itineraryTitle, legLabel } from './flight-labels.ts';

const SUMMARY = {
  count: 3,
  flights: ['LH441', 'LH792'],
  stops: 1,
  minutes: 1_085,
  aircraft: [],
  cabins: [],
  taxes: [],
  sourceSawAt: null,
};

it.each([
  [45, '45 min'],
  [120, '2 h'],
  [1_085, '18 h 5 min'],
])('%d minutes are %s', (minutes, label) => {
  expect(flyingTimeLabel(minutes)).toBe(label);
});

it('names the flights of the shortest way, and how many further ways there are', () => {
  expect(flightsLabel(SUMMARY)).toBe('LH441, LH792 +2');
  expect(flightsTitle(SUMMARY)).toContain('2 other ways');
  expect(flightsLabel({ ...SUMMARY, count: 1, flights: [] })).toBe('–');
});

it('gives places and times of a leg, and the day where it differs', () => {
  const leg = {
    origin: 'LHR',
    destination: 'HND',
    departs: '2027-03-01T21:30',
    arrives: '2027-03-02T18:10',
  };
  expect(legLabel(leg, '2027-03-01')).toMatch(/^21:30 .*Heathrow.* to 18:10 on .*2027 .*Haneda/);
  expect(legLabel({ origin: null, destination: null, departs: null, arrives: null }, null)).toBe('');
});

it('writes the times of a leg in the reader’s format', () => {
  onTestFinished(() => setFormats(SYSTEM_FORMATS, 'en-GB'));
  setFormats(SYSTEM_FORMATS, 'en-US');
  const leg = { origin: 'LHR', destination: 'FRA', departs: '2027-03-01T06:30', arrives: '2027-03-01T14:20' };
  expect(legLabel(leg, '2027-03-01')).toMatch(/^6:30\sAM .* to 2:20\sPM /u);
});

it('states what is known of a way to fly, and omits the rest', () => {
  const way = {
    ...SUMMARY,
    carriers: ['LH'],
    departs: null,
    arrives: null,
    miles: null,
    seats: null,
    taxes: null,
    segments: [],
  };
  expect(itineraryTitle(way)).toContain('1 stop · 18 h 5 min');
  expect(itineraryTitle({ ...way, flights: [], stops: null, minutes: null })).toContain('Lufthansa');
});
