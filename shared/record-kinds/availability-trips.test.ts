import fc from 'fast-check';
import { expect, it } from 'vitest';
import { itinerarySchema } from '../award-search/itinerary.ts';
import { readAwardRow } from '../award-search/response.ts';
import { rawRecord } from '../award-search/testing/raw-record.ts';
import { proves } from '../testing/proves.ts';
import { withAvailabilityTrips } from './availability-trips.ts';

const read = (AvailabilityTrips: unknown, more: object = {}) =>
  withAvailabilityTrips(readAwardRow({ ...rawRecord('a'), ...more, AvailabilityTrips }, 0));

const SEGMENTS = [
  {
    FlightNumber: 'LH792',
    OriginAirport: 'FRA',
    DestinationAirport: 'SIN',
    DepartsAt: '2027-03-02T12:00:00Z',
    ArrivesAt: '2027-03-03T06:05:00Z',
    AircraftName: 'Airbus A350-900',
    Cabin: 'business',
    Order: 1,
  },
  {
    FlightNumber: 'LH441',
    OriginAirport: 'IAH',
    DestinationAirport: 'FRA',
    DepartsAt: '2027-03-01T16:00:00Z',
    ArrivesAt: '2027-03-02T09:00:00Z',
    AircraftCode: '74H',
    Cabin: 'business',
    Order: 0,
  },
];
/** As seats.aero gives it. */
const TRIP = {
  ID: '3IC5',
  TotalDuration: 1_085,
  Stops: 2,
  Carriers: 'LH, LH',
  RemainingSeats: 2,
  MileageCost: 70_000,
  TotalTaxes: 18_640,
  TaxesCurrency: 'EUR',
  TaxesCurrencySymbol: '€',
  FlightNumbers: 'LH441, LH792',
  DepartsAt: '2027-03-01T16:00:00Z',
  ArrivesAt: '2027-03-03T06:05:00Z',
  Cabin: 'business',
  AvailabilitySegments: SEGMENTS,
};

it('a trip is read with its flights in their order, and its taxes in hundredths', () => {
  const { itineraries, added, quality } = read([TRIP], { UpdatedAt: '2026-11-20T06:30:00.123456Z' });
  expect(itineraries).toEqual([
    {
      flights: ['LH441', 'LH792'],
      carriers: ['LH'],
      stops: 1,
      minutes: 1_085,
      departs: '2027-03-01T16:00',
      arrives: '2027-03-03T06:05',
      aircraft: ['74H', 'Airbus A350-900'],
      cabins: ['business'],
      miles: 70_000,
      seats: 2,
      taxes: { amount: { currency: 'EUR', units: '18640', exponent: 2 }, text: 'EUR 186.40' },
      sourceSawAt: Date.UTC(2026, 10, 20, 6, 30, 0, 123),
      segments: [
        expect.objectContaining({ flight: 'LH441', origin: 'IAH', departs: '2027-03-01T16:00' }),
        expect.objectContaining({ flight: 'LH792', destination: 'SIN', aircraft: 'Airbus A350-900' }),
      ],
    },
  ]);
  // The trips are known; the time beside them is none of the contract's members.
  expect({ added, quality }).toEqual({ added: ['UpdatedAt'], quality: 'added' });
  expect(read([TRIP])).toMatchObject({ added: [], quality: 'valid' });
});

it('a trip without its flights is read as far as it goes, as in a search of seats.aero', () => {
  const { AvailabilitySegments: _, ...short } = TRIP;
  expect(read([{ ...short, Aircraft: ['Airbus A321'], RemainingSeats: 0 }]).itineraries).toMatchObject([
    { flights: ['LH441', 'LH792'], stops: 2, aircraft: ['Airbus A321'], seats: null, segments: [] },
  ]);
});

it('a trip of the demo is read, with decimal taxes and its own name of its flights', () => {
  const { AvailabilitySegments, ...short } = TRIP;
  const demo = { ...short, Segments: AvailabilitySegments, TotalTaxes: '186.40' };
  expect(read([demo]).itineraries).toEqual(read([TRIP]).itineraries);
});

it.each([
  [186.4, 'EUR'],
  [-5, 'EUR'],
  ['186', 'EUR'],
  [18_640, ''],
  [18_640, '€'],
  [18_640, undefined],
])('taxes of %s in %s are not read', (TotalTaxes, TaxesCurrency) => {
  expect(read([{ ...TRIP, TotalTaxes, TaxesCurrency }]).itineraries).toMatchObject([{ taxes: null }]);
});

it('no details and an empty list are told apart, and neither is unknown to the contract', () => {
  expect(read(null)).toMatchObject({ itineraries: null, added: [], quality: 'valid' });
  expect(read([])).toMatchObject({ itineraries: [], added: [], quality: 'valid' });
  expect(withAvailabilityTrips(readAwardRow(rawRecord('a'), 0))).toMatchObject({
    itineraries: null,
    added: [],
  });
});

it.each([
  ['text', JSON.stringify([TRIP])],
  ['trips keyed by flight', { LH441: TRIP }],
  ['a list of other things', [{ a: 1 }]],
  ['names of its own', [{ flights: ['LH441'], duration: 1_085 }]],
  ['anything else as flights', [{ ...TRIP, AvailabilitySegments: [3] }]],
])('another form stays raw and unknown: %s', (_form, value) => {
  expect(read(value)).toMatchObject({ itineraries: null, added: ['AvailabilityTrips'], quality: 'added' });
});

it('a trip that cannot be read hides no other, and is marked', () => {
  expect(read([{ a: 1 }, TRIP])).toMatchObject({
    itineraries: [{ flights: ['LH441', 'LH792'] }],
    added: ['AvailabilityTrips'],
  });
});

it('whatever stands in a trip, what is read of it is valid', () => {
  const spoilt = fc
    .tuple(fc.constantFrom(...Object.keys(TRIP)), fc.jsonValue())
    .map(([name, value]) => ({ ...TRIP, [name]: value }));
  const flight = fc
    .tuple(fc.constantFrom(...Object.keys(SEGMENTS[0] ?? {})), fc.jsonValue())
    .map(([name, value]) => ({ ...TRIP, AvailabilitySegments: [{ ...SEGMENTS[0], [name]: value }] }));
  proves(0.3, [fc.oneof(fc.jsonValue(), fc.array(fc.oneof(spoilt, flight)))], (value) => {
    for (const each of read(value).itineraries ?? [])
      expect(itinerarySchema.safeParse(each).success).toBe(true);
    return (read(value).itineraries ?? []).length > 0;
  });
});
