import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { itinerarySchema } from '#shared/contract/itinerary.ts';
import { readItineraries } from './read-itineraries.ts';

it('anything in their place is read without failing, and what is read meets the contract', () => {
  const names = fc.constantFrom(
    'trips',
    'AvailabilityTrips',
    'Segments',
    'FlightNumber',
    'Stops',
    'duration_minutes',
    'DepartsAt',
    'ArrivesAt',
    'TotalTaxes',
    'TaxesCurrency',
    'AircraftName',
    'UpdatedAt',
    'OriginAirport',
    '__proto__',
    'constructor',
    '',
  );
  const leaf = fc.oneof(
    fc.constantFrom(
      'BA5',
      'LHR',
      'EUR',
      '186.40',
      'PT11H',
      '11:25',
      '2027-03-01T16:00:00Z',
      685,
      1,
      -1,
      1e308,
    ),
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
  );
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('any'), { maxLength: 4 }),
      fc.array(fc.tuple(names, tie('any')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
    ),
  }));
  fc.assert(
    fc.property(any, names, (value, name) => {
      const found = readItineraries({ ...rawRecord('a'), ...Object.fromEntries([[name, value]]) });
      for (const itinerary of found ?? []) itinerarySchema.parse(itinerary);
      expect(found?.length ?? 0).toBeLessThanOrEqual(40);
      expect(() => readItineraries(value)).not.toThrow();
    }),
    { numRuns: 2_000 },
  );
});
