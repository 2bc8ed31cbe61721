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

type Flown = { flight: string; from: string; to: string; departs: string; arrives: string };
type Style = Record<'id' | 'ports' | 'times' | 'list' | 'stays' | 'wrap' | 'text' | 'name', number>;

/** A way from JFK to LHR, as the service knows it. */
const ways = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom('FRA', 'MUC', 'KEF', 'DUB'), { maxLength: 2 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 3, maxLength: 3 }),
    fc.array(fc.integer({ min: 61, max: 1_700 }), { minLength: 6, maxLength: 6 }),
    fc.constantFrom('BA', '9W', 'LX'),
  )
  .map(([over, numbers, lengths, airline]): Flown[] => {
    const path = ['JFK', ...over, 'LHR'];
    let at = Date.UTC(2027, 1, 27, 18, 5);
    const next = (place: number) => {
      at += (lengths[place] ?? 0) * 60_000;
      return new Date(at).toISOString().slice(0, 16);
    };
    return path.slice(1).map((to, place) => ({
      flight: `${airline}${numbers[place]}`,
      from: path[place] ?? '',
      to,
      departs: next(2 * place),
      arrives: next(2 * place + 1),
    }));
  });
const style: fc.Arbitrary<Style> = fc.record({
  id: fc.nat(3),
  ports: fc.nat(2),
  times: fc.nat(5),
  list: fc.nat(3),
  stays: fc.nat(4),
  wrap: fc.nat(5),
  text: fc.nat(3),
  name: fc.nat(2),
});

const onClock = (time: string): string => {
  const hours = Number(time.slice(11, 13));
  return `${hours % 12 || 12}:${time.slice(14)} ${hours < 12 ? 'AM' : 'p.m.'}`;
};
const chosen = <Value>(values: readonly Value[], index: number): Value => values[index] as Value;

function written({ flight, from, to, departs, arrives }: Flown, { id, ports, times }: Style): object {
  const [day, last] = [departs.slice(0, 10), arrives.slice(0, 10)];
  const later = Math.round((Date.parse(last) - Date.parse(day)) / 86_400_000);
  return {
    ...chosen(
      [
        { flight },
        { carrier: { code: flight.slice(0, 2) }, flight_number: Number(flight.slice(2)) },
        { FlightNumber: flight.replace(/^../u, '$& ') },
        { marketing: { carrier: 'XX' }, flightNo: flight },
      ],
      id,
    ),
    ...chosen(
      [
        { from, to },
        { OriginAirport: from, DestinationAirport: to },
        { origin: { code: from, name: 'Paris' }, destination: { code: to } },
      ],
      ports,
    ),
    ...chosen<object>(
      [
        { departs, arrives },
        { DepartsAt: `${departs}:00Z`, ArrivesAt: `${arrives}:00+05:30` },
        {
          departure_date: day,
          departure_time: onClock(departs),
          arrival_date: last,
          arrival_time: onClock(arrives),
        },
        {
          departure: { date: `${day}T00:00:00`, time: departs.slice(11) },
          arrival: { date: last, time: arrives.slice(11) },
        },
        { date: day, departs: departs.slice(11), arrives: `${onClock(arrives)} (+${later})` },
        { std: `${day} ${onClock(departs)}`, sta: `${last}, ${onClock(arrives)}` },
      ],
      times,
    ),
  };
}

function answered(way: readonly Flown[], { id, ports, times, ...other }: Style): object {
  const { list, stays, wrap, text, name } = other;
  const parts = way.map((flown) => written(flown, { id, ports, times, ...other }));
  const between = way.slice(1).map(({ from }) => ({ airport: from, minutes: 95 }));
  const keyed = way.map(({ flight }, place): [string, unknown] => [flight, parts[place]]);
  const segments = chosen<unknown>(
    [
      parts,
      Object.fromEntries(keyed.toReversed()),
      Object.fromEntries(parts.map((part, place) => [place, part])),
      parts.flatMap((part, place) =>
        place === 0 ? [part] : [{ type: 'layover', ...between[place - 1] }, part],
      ),
    ],
    list,
  );
  const one = {
    [chosen(['segments', 'legs', 'flights'], name)]: text === 1 ? JSON.stringify(segments) : segments,
    ...chosen<object>(
      [
        {},
        { stops: between.length },
        { stops: between.map(({ airport }) => airport) },
        { layovers: between },
        { connections: between.length === 0 ? 'Nonstop' : between.map(({ airport }) => airport).join(', ') },
      ],
      stays,
    ),
    duration: 777,
  };
  const all = text === 2 ? JSON.stringify([one]) : [one];
  return chosen<object>(
    [
      { trips: all },
      { details: { options: all } },
      { itinerary: one },
      one,
      { trips: { [way.map(({ flight }) => flight).join(',')]: one } },
      { trips: [{ id: 7, itinerary: one }] },
    ],
    wrap,
  );
}

it('a way to fly is read as the service knows it, however it writes it', () => {
  fc.assert(
    fc.property(ways, style, (way, how) => {
      const found = readItineraries({ ...rawRecord('a'), ...answered(way, how) });
      expect(found).toMatchObject([
        {
          flights: way.map(({ flight }) => flight),
          stops: way.length - 1,
          minutes: 777,
          departs: way[0]?.departs,
          arrives: way.at(-1)?.arrives,
          segments: way.map(({ flight, from, to, departs, arrives }) => ({
            ...{ flight, origin: from, destination: to, departs, arrives },
          })),
        },
      ]);
    }),
    { numRuns: 1_000 },
  );
});
