import { expect, it } from 'vitest';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { readItineraries } from './read-itineraries.ts';

const withMembers = (members: object) => ({ ...rawRecord('a'), ...members });
const read = (members: object) => readItineraries(withMembers(members));

it('reads ways to fly with their parts, as one source calls them', () => {
  expect(
    read({
      AvailabilityTrips: [
        {
          FlightNumbers: 'LH441, LH792',
          Carriers: 'LH',
          Stops: 1,
          TotalDuration: 1_085,
          MileageCost: 70_000,
          RemainingSeats: 2,
          TotalTaxes: '186.40',
          TaxesCurrency: 'EUR',
          TaxesCurrencySymbol: '€',
          UpdatedAt: '2026-11-20T06:30:00Z',
          Segments: [
            {
              FlightNumber: 'LH441',
              OriginAirport: 'IAH',
              DestinationAirport: 'FRA',
              DepartsAt: '2027-03-01T16:00:00Z',
              ArrivesAt: '2027-03-02T09:00:00Z',
              AircraftName: 'Boeing 747-8',
              AircraftCode: '74H',
              Cabin: 'business',
            },
            {
              FlightNumber: 'LH792',
              OriginAirport: 'FRA',
              DestinationAirport: 'SIN',
              DepartsAt: '2027-03-02T12:00:00Z',
              ArrivesAt: '2027-03-03T06:05:00Z',
              AircraftName: 'Airbus A350-900',
              Cabin: 'business',
            },
          ],
        },
      ],
    }),
  ).toEqual([
    {
      flights: ['LH441', 'LH792'],
      carriers: ['LH'],
      stops: 1,
      minutes: 1_085,
      departs: '2027-03-01T16:00',
      arrives: '2027-03-03T06:05',
      aircraft: ['Boeing 747-8', 'Airbus A350-900'],
      cabins: ['business'],
      miles: 70_000,
      seats: 2,
      taxes: { amount: { currency: 'EUR', units: '18640', exponent: 2 }, text: 'EUR 186.40' },
      sourceSawAt: Date.UTC(2026, 10, 20, 6, 30),
      segments: [
        {
          flight: 'LH441',
          origin: 'IAH',
          destination: 'FRA',
          departs: '2027-03-01T16:00',
          arrives: '2027-03-02T09:00',
          aircraft: 'Boeing 747-8',
          cabin: 'business',
        },
        {
          flight: 'LH792',
          origin: 'FRA',
          destination: 'SIN',
          departs: '2027-03-02T12:00',
          arrives: '2027-03-03T06:05',
          aircraft: 'Airbus A350-900',
          cabin: 'business',
        },
      ],
    },
  ]);
});

it('reads the same facts under other names and in other shapes', () => {
  const [first] =
    read({
      trip_details: {
        options: [
          {
            duration: 'PT18H5M',
            legs: [
              {
                carrier: { name: 'Lufthansa' },
                airline: 'LH',
                flight_no: 441,
                from: { iata: 'IAH' },
                to: { iata: 'FRA' },
                departure: { at: '2027-03-01 16:00' },
                arrival: { at: '2027-03-02 09:00' },
                equipment: { code: '74H', name: 'Boeing 747-8' },
              },
            ],
            fees: { amount: '186.40', currency: 'EUR' },
            'last-seen': 1_795_156_200,
          },
        ],
      },
    }) ?? [];
  expect(first).toMatchObject({
    flights: ['LH441'],
    stops: 0,
    minutes: 1_085,
    departs: '2027-03-01T16:00',
    arrives: '2027-03-02T09:00',
    aircraft: ['Boeing 747-8'],
    taxes: { amount: { currency: 'EUR', units: '18640', exponent: 2 } },
    sourceSawAt: 1_795_156_200_000,
  });
});

it('a way to fly that stands in the record itself counts as the only one', () => {
  expect(read({ FlightNumbers: 'BA5', Stops: 0, TotalDuration: '11h 40m' })).toMatchObject([
    { flights: ['BA5'], stops: 0, minutes: 700 },
  ]);
});

const DEP = '2027-03-01T10:00';
const ARR = '2027-03-02T06:00';
const flight = (number: string, from: string, to: string) => ({
  FlightNumber: number,
  OriginAirport: from,
  DestinationAirport: to,
});

it.each([
  [
    'in legs that hold them',
    { legs: [{ segments: [flight('LH441', 'IAH', 'FRA'), flight('LH792', 'FRA', 'SIN')] }] },
  ],
  [
    'in legs that say where they begin and end themselves',
    {
      legs: [
        { origin: 'IAH', destination: 'FRA', segments: [flight('LH441', 'IAH', 'FRA')] },
        { origin: 'FRA', destination: 'SIN', segments: [flight('LH792', 'FRA', 'SIN')] },
      ],
    },
  ],
  [
    'in an object around them',
    { itinerary: { segments: [flight('LH441', 'IAH', 'FRA'), flight('LH792', 'FRA', 'SIN')] } },
  ],
])('flights are found %s', (_title, members) => {
  expect(read({ trips: [{ duration: '18:05', stops: 1, ...members }] })).toMatchObject([
    { flights: ['LH441', 'LH792'], minutes: 1_085, segments: [{ origin: 'IAH' }, { destination: 'SIN' }] },
  ]);
});

it.each([
  ['short', { flight: 'BA5', dep_airport: 'LHR', arr_airport: 'HND', dep_time: DEP, arr_time: ARR }],
  ['as timetables do', { flight: 'BA5', from: 'LHR', to: 'HND', std: DEP, sta: ARR }],
  ['in small letters', { flight: 'ba 5', from: 'lhr', to: 'hnd', departs: DEP, arrives: ARR }],
  [
    'in objects around its ends',
    {
      flight: 'BA5',
      departure: { airport: { iata: 'LHR' }, time: DEP },
      arrival: { airport: { iata: 'HND' }, time: ARR },
    },
  ],
  [
    'with who flies it',
    {
      marketingCarrier: { code: 'BA' },
      operatingCarrier: { code: 'JL' },
      flightNumber: 5,
      operatingFlightNumber: 'JL44',
      ...{ from: 'LHR', to: 'HND', departs: DEP, arrives: ARR },
    },
  ],
])('a flight whose members are named %s is read', (_title, segment) => {
  expect(read({ trips: [{ flights: [segment], price: { miles: '70,000' } }] })).toMatchObject([
    {
      flights: ['BA5'],
      carriers: ['BA'],
      miles: 70_000,
      segments: [{ flight: 'BA5', origin: 'LHR', destination: 'HND', departs: DEP, arrives: ARR }],
    },
  ]);
});

it('flights that say no airport and no time are read by their numbers', () => {
  const segments = [{ flight: 'LH441' }, { carrier: 'LH', number: 792 }];
  expect(read({ trips: [{ segments, stops: 1 }] })).toMatchObject([
    { flights: ['LH441', 'LH792'], carriers: ['LH'], stops: 1, segments: [] },
  ]);
});

it.each([
  { FlightDuration: 430 },
  { NumberOfStops: 1 },
  { number_of_seats: '4' },
  { flight_distance: 3451 },
  { flight_count: 2 },
  { record_number: 12 },
])('no flight number is made of another number beside a carrier: %j', (other) => {
  const flown = { Carrier: 'UA', Origin: 'JFK', Destination: 'LHR', DepartsAt: '2027-03-01T18:00', ...other };
  expect(read({ trips: [{ segments: [flown] }] })?.[0]?.flights).toEqual([]);
  const numbered = { ...flown, flight_number: '110' };
  expect(read({ trips: [{ segments: [numbered] }] })?.[0]?.flights).toEqual(['UA110']);
});

it.each([
  [{ marketing_flight: 'LH7600', operating_flight: 'UA110', duration: 430 }, 'LH7600'],
  [{ carrier: { iata: 'UA' }, number: 110, duration: { hours: 7, minutes: 10 } }, 'UA110'],
])('the flight of a way to fly without parts is read as that of a part: %j', (trip, flight) => {
  expect(read({ trips: [trip] })).toMatchObject([{ flights: [flight], minutes: 430 }]);
});

it('ways to fly that are lists of their parts are read', () => {
  const part = (flight: string) => ({ flight, origin: 'JFK', destination: 'LHR' });
  expect(read({ trips: [[part('UA110')], [part('BA178')]] })).toMatchObject([
    { flights: ['UA110'], stops: 0 },
    { flights: ['BA178'], stops: 0 },
  ]);
});

it('a way to fly of which the object around it says nothing is read', () => {
  const way = { segments: [flight('LH441', 'IAH', 'FRA')], duration: '11:30' };
  expect(read({ trips: [{ id: 1, itinerary: way, TotalTaxes: 'EUR 186.40' }] })).toMatchObject([
    { flights: ['LH441'], minutes: 690, taxes: { text: 'EUR 186.40' } },
  ]);
  expect(read({ trips: [{ id: 1, out: way, back: { ...way, duration: '12:30' } }] })).toEqual([]);
});

it.each([
  ['PT11H30M', 690],
  ['P0DT11H30M', 690],
  ['11:30', 690],
  ['11:30:00', 690],
  ['11h30', 690],
  ['11 hours 30 minutes', 690],
  ['11:75', null],
  ['half a day', null],
])('a length written %s is %s minutes', (text, minutes) => {
  expect(read({ trips: [{ Stops: 0, FlightNumbers: 'BA5', Duration: text }] })?.[0]?.minutes).toBe(minutes);
});

it.each([
  ['2027-03-01T16:00', '2027-03-01T16:00'],
  ['2027-03-01 16:00:00+01:00', '2027-03-01T16:00'],
  ['2027-03-01T16:00:00.000-0500', '2027-03-01T16:00'],
  ['2027-03-01T16:00:00 +01', '2027-03-01T16:00'],
  ['2027-03-01T16:00:00+00:00[Europe/London]', '2027-03-01T16:00'],
  ['16:00', null],
  ['01/03/2027 16:00', null],
])('a time written %s is shown as %s', (text, departs) => {
  expect(read({ trips: [{ Stops: 0, FlightNumbers: 'BA5', DepartsAt: text }] })?.[0]?.departs).toBe(departs);
});

it.each([
  [{ TotalTaxes: '€186.40' }, 'EUR 186.40'],
  [{ TotalTaxes: '186,40 €' }, 'EUR 186.40'],
  [{ TotalTaxes: '£1,099.10' }, 'GBP 1099.10'],
  [{ TotalTaxes: 'US$120.50' }, 'USD 120.50'],
  [{ TotalTaxes: '$120.50', TaxesCurrency: 'CAD' }, 'CAD 120.50'],
  [{ TotalTaxes: '1.186,40', TaxesCurrency: 'eur' }, 'EUR 1186.40'],
  [{ TotalTaxes: '12,300', TaxesCurrency: 'JPY' }, 'JPY 12,300 as sent'],
  [{ TotalTaxes: '$120.50' }, '$120.50 as sent'],
  [{ TotalTaxes: '€186.40', TaxesCurrency: 'USD' }, undefined],
  [{ taxes: { amount: 18_640, currency: 'EUR', exponent: 2 } }, 'EUR 186.40'],
  [{ taxes: { value: '18640', currency_code: 'EUR', decimal_places: 2 } }, 'EUR 186.40'],
  [{ taxes: { amount: 18_640, currency: 'JPY', exponent: 0 } }, 'JPY 18640'],
  [{ taxes: { amount: '186.40', currency: 'EUR', exponent: 2 } }, 'EUR 186.40'],
  [{ TaxesInCents: 18_640, TaxesCurrency: 'USD' }, 'USD 186.40'],
  [{ TotalTaxes: '1\u202f186,40 €' }, 'EUR 1186.40'],
  [{ TotalTaxes: "1'186.40", TaxesCurrency: 'CHF' }, 'CHF 1186.40'],
  [{ TotalTaxes: '12 300', TaxesCurrency: 'JPY' }, 'JPY 12 300 as sent'],
  [{ TotalTaxes: 'usd 186.40' }, 'USD 186.40'],
  [{ TotalTaxes: 'max 186.40', TaxesCurrency: 'USD' }, undefined],
  [{ taxes: { amount: '186.40', currency: { code: 'EUR' } } }, 'EUR 186.40'],
  [{ price: { miles: 70_000, taxes: { amount: '186.40', currency: 'EUR' } } }, 'EUR 186.40'],
  [{ pricing: { tax: '186.40', currency: 'EUR' } }, 'EUR 186.40'],
])('taxes of %j are %s', (members, text) => {
  expect(read({ ...members, trips: [{ Stops: 0, TotalDuration: 700 }] })?.[0]?.taxes?.text).toBe(text);
});

it.each([
  [
    'a whole number of a currency stays as it came',
    { TotalTaxes: 18_640, TaxesCurrency: 'EUR' },
    'EUR 18640 as sent',
  ],
  ['a number with decimals is an amount', { TotalTaxes: 186.4, TaxesCurrency: 'EUR' }, 'EUR 186.40'],
  ['an exact amount is taken', { taxes: { currency: 'EUR', units: '18640', exponent: 2 } }, 'EUR 186.40'],
])('%s', (_title, members, text) => {
  expect(read({ ...members, trips: [{ Stops: 0, TotalDuration: 700 }] })?.[0]?.taxes?.text).toBe(text);
});

it('taxes without a currency are not read', () => {
  expect(read({ TotalTaxes: '186.40', trips: [{ Stops: 0, TotalDuration: 700 }] })?.[0]?.taxes).toBeNull();
});

it('taxes of two cabins are not taken for those of one', () => {
  const members = { YTotalTaxes: '90.10', FTotalTaxes: '200.10', TaxesCurrency: 'EUR' };
  expect(read({ ...members, trips: [{ Stops: 0, TotalDuration: 700 }] })?.[0]?.taxes).toBeNull();
});

it.each([
  [30, null],
  [685, 685],
  [41_100, null],
])('a length of %d without a unit is read only where it can be nothing but minutes', (value, minutes) => {
  expect(read({ trips: [{ Stops: 0, FlightNumbers: 'BA5', Duration: value }] })?.[0]?.minutes).toBe(minutes);
});

it('a record of the contract alone says nothing of trip details', () => {
  expect(readItineraries(rawRecord('a'))).toBeNull();
  expect(read({ YMileageCost: '30000' })).toBeNull();
});

it('an empty list says that there are none', () => {
  expect(read({ AvailabilityTrips: [] })).toEqual([]);
});

// `rawRecord` is from JFK to LHR.
const out = { segments: [flight('LH401', 'JFK', 'FRA'), flight('LH902', 'FRA', 'LHR')], duration: 685 };
const back = { segments: [flight('BA177', 'LHR', 'JFK')], duration: 480 };

it.each([
  ['beside each other', { outbound: out, inbound: back, TotalTaxes: 'EUR 300.00', duration: 1_165 }],
  ['in one object', { trips: [{ outbound: out, inbound: back, TotalTaxes: 'EUR 300.00', stops: 1 }] }],
  ['in a list', { trips: [{ slices: [out, back], duration: 1_165 }] }],
  ['as legs', { trips: [{ legs: [out, back], duration: 1_165 }] }],
])('of out and back %s, the way of the record is read, without what is said of both', (_title, members) => {
  expect(read(members)).toMatchObject([{ flights: ['LH401', 'LH902'], stops: 1, minutes: 685, taxes: null }]);
});

it('of two ways of which none or each is the record’s, none is guessed', () => {
  expect(read({ outbound: back, inbound: back })).toBeNull();
  expect(read({ trips: [{ cheapest: out, fastest: out }] })).toEqual([]);
  expect(read({ trips: [{ stops: 0, segments: [...out.segments, ...back.segments] }] })).toEqual([]);
});

it.each([
  ['deep in objects', { data: { result: { trips: [{ flights: ['BA5'], stops: 0 }] } } }, ['BA5']],
  ['as texts', { trips: [{ segments: ['BA178', 'BA 304'], stops: 1 }] }, ['BA178', 'BA304']],
])('flights are read %s', (_title, members, flights) => {
  expect(read(members)).toMatchObject([{ flights }]);
});

it.each([
  [{ duration_s: 41_100 }, 685],
  [{ durationSec: 41_100 }, 685],
  [{ durationMs: 41_100_000 }, 685],
  [{ duration: 'PT41100S' }, 685],
  [{ duration: 'PT11.5H' }, 690],
  [{ duration: { hours: 11, minutes: 25 } }, 685],
  [{ duration: { from: 11, to: 25 } }, null],
  [{ duration: -685 }, null],
])('a length of %j is %s minutes', (members, minutes) => {
  expect(read({ trips: [{ Stops: 0, FlightNumbers: 'BA5', ...members }] })?.[0]?.minutes).toBe(minutes);
});

it.each([
  ['on the clocks of the airport', { departs_local: '2027-03-01T16:00', departs_utc: '2027-03-01T21:00Z' }],
  ['in two members', { departureDate: '2027-03-01', departureTime: '16:00' }],
])('a time is read %s', (_title, members) => {
  expect(read({ trips: [{ Stops: 0, FlightNumbers: 'BA5', ...members }] })?.[0]?.departs).toBe(
    '2027-03-01T16:00',
  );
});

it.each([
  [{ departs_utc: '2027-03-01T21:00Z' }],
  [{ departureDate: '2027-02-30', departureTime: '16:00' }],
  [{ departureTime: '16:00' }],
])('no time is made of %j', (members) => {
  expect(read({ trips: [{ Stops: 0, FlightNumbers: 'BA5', ...members }] })?.[0]?.departs).toBeNull();
});

it.each([
  { taxes: -186.4, currency: 'EUR' },
  { taxes: { amount: -18_640, currency: 'EUR', exponent: 2 } },
  { taxes: { units: '-18640', currency: 'EUR', exponent: 2 } },
  { taxes: '186.40', currency: 'POINTS' },
])('%j are no taxes', (members) => {
  expect(read({ trips: [{ Stops: 0, TotalDuration: 700, ...members }] })?.[0]?.taxes).toBeNull();
});

it('taxes in a currency that is not known stand as the source says', () => {
  expect(read({ trips: [{ Stops: 0, TotalDuration: 700, taxes: '186.40', currency: 'XQZ' }] })).toMatchObject(
    [{ taxes: { text: 'XQZ 186.40' } }],
  );
});

const onward = { origin: 'JFK', destination: 'FRA', departs: '2027-03-01T18:00' };
const rest = { origin: 'FRA', destination: 'LHR', arrives: '2027-03-02T11:00' };

it.each([
  ['of their own', { trips: { BA178: { duration: 430 }, BA112: { duration: 420 } } }, ['BA178', 'BA112']],
  ['in the record itself', { BA178: { duration: 430 }, BA112: { duration: 420 } }, ['BA178', 'BA112']],
  ['with a digit in the airline', { trips: { '9W122': { duration: 430 } } }, ['9W122']],
  ['of several flights', { trips: { 'LH401,LH902': { duration: 680 } } }, ['LH401,LH902']],
  ['beside other members', { trips: { BA178: { duration: 430 }, count: 1, note: 'x' } }, ['BA178']],
  ['that state another', { trips: { BA178: { flight: 'AA6940', duration: 430 } } }, ['AA6940']],
  [
    'by their place',
    { trips: { 0: { flight: 'BA178', stops: 0 }, 1: { flight: 'BA112', stops: 0 } } },
    ['BA178', 'BA112'],
  ],
])('ways to fly are read from members with flights for names, %s', (_title, members, flights) => {
  expect(read(members)?.map((way) => way.flights.join())).toEqual(flights);
});

it.each([
  [{ LH401: onward, LH902: rest }],
  // Names have no order: the airports say which flight is first.
  [{ LH902: rest, LH401: onward }],
])('flights of a way that are keyed by their numbers follow each other by their airports: %j', (segments) => {
  expect(read({ trips: [{ segments }] })).toMatchObject([
    { flights: ['LH401', 'LH902'], stops: 1, departs: '2027-03-01T18:00', arrives: '2027-03-02T11:00' },
  ]);
});

it.each([
  { LH401: { departs: DEP, arrives: ARR }, LH902: { departs: DEP, arrives: ARR } },
  { LH401: onward, LH902: { ...rest, origin: 'MUC' } },
  { LH401: onward, LH902: rest, LH999: { ...rest, destination: 'MAN' } },
])('no order is made of flights whose airports do not give one: %j', (segments) => {
  expect(read({ trips: [{ segments, duration: 700, stops: 1 }] })?.flatMap((way) => way.segments)).toEqual(
    [],
  );
});

it.each([
  { outbound1: { duration: 430, stops: 0 }, a12: { duration: 420, stops: 0 } },
  { BA178: 'x', BA112: 7 },
  // Types of aircraft, and references.
  { A320: { duration: 430, stops: 0 }, B777: { duration: 420, stops: 0 } },
  { P10: { duration: 430, stops: 0 }, P1234: { duration: 420, stops: 0 } },
  { BA178: { duration: 430 }, other: { duration: 420 } },
])('no flight is made of other names: %j', (trips) => {
  expect(read({ trips })?.flatMap(({ flights }) => flights) ?? []).toEqual([]);
});

it.each([
  ['U2', { trips: { U21: { duration: 130 }, U28: { duration: 140 } } }, ['U21', 'U28']],
  ['A3', { A3601: { duration: 130, stops: 0 } }, ['A3601']],
  ['LH, A3', { trips: JSON.stringify({ 'LH401, A3601': { duration: 680 } }) }, ['LH401,A3601']],
  [
    'W6',
    { trips: [{ stops: 1, duration: 700, segments: { W62: { ...rest }, W61: { ...onward } } }] },
    ['W61,W62'],
  ],
])(
  'a key that may be no flight is one of an airline that the record names, %s',
  (JAirlines, members, flights) => {
    expect(read({ JAirlines, ...members })?.map((way) => way.flights.join())).toEqual(flights);
  },
);

it('the airlines of a record of another Tool count as well', () => {
  const offer = { offer: 'a', carriers: ['U2'], trips: { U21: { duration: 130 } } };
  expect(readItineraries(offer)).toMatchObject([{ flights: ['U21'] }]);
});

it.each([
  // Aegean flies the A320, and Uni Air might fly the B777.
  ['A3', { A320: { duration: 430, stops: 0 }, A321: { duration: 420, stops: 0 } }],
  ['A3, B7', { B777: { duration: 430, stops: 0 } }],
  ['BA', { U21: { duration: 430, stops: 0 } }],
  ['', { A3601: { duration: 430, stops: 0 } }],
  ['P1', { leg: { P1: { duration: 430 } }, XP12: { duration: 430 } }],
])(
  'no flight is made of a key that may be an aircraft, or of an airline that is not named: %s %j',
  (JAirlines, trips) => {
    expect(read({ JAirlines, trips })?.flatMap(({ flights }) => flights) ?? []).toEqual([]);
  },
);

it.each([
  ['whole', { trips: JSON.stringify([{ flight: 'BA178', duration: 430 }]) }],
  ['in parts', { trips: [{ duration: 430, segments: JSON.stringify([{ flight: 'BA178' }]) }] }],
  ['keyed by flight', { trips: ' {"BA178": {"duration": 430}}' }],
])('ways to fly that are JSON as text are read %s', (_title, members) => {
  expect(read(members)).toMatchObject([{ flights: ['BA178'], minutes: 430 }]);
});

it('a text that only looks like JSON is a text', () => {
  expect(read({ trips: '[{"flight": "BA178", "duration": 430}' })).toBeNull();
  expect(read({ trips: [{ flight: 'BA178', duration: 430, aircraft: '{777}' }] })).toMatchObject([
    { aircraft: ['{777}'] },
  ]);
});

it.each([
  ['6:00 PM', '18:00'],
  ['12:30 a.m.', '00:30'],
  ['12 pm', '12:00'],
  ['18:00', '18:00'],
  ['18:00:00', '18:00'],
  ['1800', '18:00'],
  ['18:00+01:00', '18:00'],
  ['13:00 PM', null],
  ['24:00', null],
  ['6:00', null],
  ['18', null],
  ['evening', null],
])('a time of day written %s beside its date is %s', (text, clock) => {
  const at = clock === null ? null : `2027-03-01T${clock}`;
  for (const beside of [
    { departure_date: '2027-03-01', departure_time: text },
    { departureDate: '1 Mar 2027', departureTime: text },
    { departureDate: '2027-03-01T00:00:00Z', departureTime: text },
    { date: '2027-03-01', departure_time: text },
    { departure: { date: '2027-03-01', time: text } },
    { departure: { airport: 'JFK', local_date: '2027-03-01', local_time: text } },
  ])
    expect(
      read({ trips: [{ flight: 'BA5', stops: 0, ...beside }] })?.[0]?.departs,
      JSON.stringify(beside),
    ).toBe(at);
});

it.each([
  ['2027-03-01 6:00 PM', '2027-03-01T18:00'],
  ['1 Mar 2027, 6:00 PM', '2027-03-01T18:00'],
  ['Mon, 1 March 2027 18:00', '2027-03-01T18:00'],
  ['March 1, 2027 6:05 pm', '2027-03-01T18:05'],
  ['20270301T1800', '2027-03-01T18:00'],
  ['Tue, 1 March 2027 18:00', null],
  ['3/1/2027 6:00 PM', null],
  ['2027-03-01 06:05 +1', null],
])('a time written %s is shown as %s', (text, departs) => {
  expect(read({ trips: [{ flight: 'BA5', stops: 0, departs: text }] })?.[0]?.departs).toBe(departs);
});

it.each([
  [{ departs: '2027-03-01T18:00', arrives: '06:05+1' }, '2027-03-02T06:05'],
  [{ date: '2027-03-01', departs: '6:00 PM', arrives: '6:05 AM (+1)' }, '2027-03-02T06:05'],
  [{ date: '2027-03-01', departs: '18:00', arrives: '17:05 -1 day' }, '2027-02-28T17:05'],
  [{ departs: DEP, arrives: '06:05 +1', arrival_date: '2027-03-02' }, '2027-03-02T06:05'],
  [{ departs: DEP, arrives: '06:05 +1', arrival_date: '2027-03-01' }, null],
  [{ departs: DEP, arrival_time: '06:05', arrival_day_offset: 1 }, '2027-03-02T06:05'],
  [{ departs: DEP, arrives: '06:05', plusDays: '+1' }, '2027-03-02T06:05'],
  [{ departs: DEP, arrival: { time: '06:05', dayChange: 2 } }, '2027-03-03T06:05'],
  [{ departs: DEP, arrives: '23:05', days_later: 0 }, '2027-03-01T23:05'],
  [{ departs: DEP, arrives: '06:05 +1', day_offset: 1 }, '2027-03-02T06:05'],
  [{ departs: DEP, arrives: '06:05 +1', day_offset: 0 }, null],
  [{ departs: DEP, arrives: '06:05', day_offset: 7 }, null],
  [{ departs: DEP, arrives: '06:05', day_offset: true }, null],
  [{ departs: DEP, arrives: '06:05', departure_day_offset: 1 }, null],
  [{ departs: DEP, arrives: '06:05', days: 1 }, null],
  [{ arrives: '06:05', day_offset: 1 }, null],
  [{ departs: DEP, arrives: '2027-03-02T06:05', day_offset: 1 }, '2027-03-02T06:05'],
  [{ date: '2027-03-01', departs: '18:00', arrives: '06:05' }, null],
  [{ arrives: '06:05 +1' }, null],
  // Rather a zone than a day.
  [{ departs: DEP, arrives: '06:05 -5' }, null],
  [{ departs: DEP, arrives: '06:05 +8' }, null],
  [{ departs: DEP, arrival_date: '2027-03-02' }, null],
  [{ departs: DEP, arrival_date: '2027-03-02T00:00:00' }, null],
  [{ departs: DEP, arrival_delay: '0015', arrival_date: '2027-03-02' }, null],
])('the arrival of %j is %s', (members, arrives) => {
  expect(read({ trips: [{ flight: 'BA5', stops: 0, ...members }] })?.[0]?.arrives).toBe(arrives);
});

// `rawRecord` is from JFK to LHR.
it.each([
  [{ stops: ['FRA'] }, 1],
  [{ stops: ['FRA', 'muc'] }, 2],
  [{ stops: 'FRA, MUC' }, 2],
  [{ stops: [{ airport: { iata: 'FRA' }, duration: 90 }] }, 1],
  [{ stops: { count: 1, airports: ['FRA'] } }, 1],
  [{ layovers: [{ minutes: 90 }] }, 1],
  [{ stops: 1, layovers: [{ airport: 'FRA', arrives: DEP, departs: ARR }] }, 1],
  [{ stops: 'Nonstop' }, 0],
  [{ stops: '1 stop' }, 1],
  [{ stops: [] }, 0],
  [{ number_of_stops: 1 }, 1],
  // All airports of the way, or more than airports.
  [{ stops: ['JFK', 'FRA', 'LHR'] }, null],
  [{ stops: ['FRA', 'LHR'] }, null],
  [{ stops: ['Frankfurt or Munich'] }, null],
  [{ layover_minutes: 5 }, null],
  [{ connection_time: 2 }, null],
])('%j are %s stops', (members, stops) => {
  expect(read({ trips: [{ flight: 'BA5', duration: 700, ...members }] })?.[0]?.stops).toBe(stops);
});

it('a list of airports is not counted where it may hold both ends', () => {
  const found = readItineraries({
    offer: 'a',
    trips: [{ flight: 'BA5', duration: 700, stops: ['JFK', 'FRA', 'LHR'] }],
  });
  expect(found?.[0]?.stops).toBeNull();
});

it('an empty list of stops beside two flights says nothing', () => {
  expect(read({ trips: [{ flights: ['LH401', 'LH902'], duration: 700, stops: [] }] })?.[0]?.stops).toBeNull();
});

const stay = { airport: 'FRA', arrives: '2027-03-02T07:00', departs: '2027-03-02T09:00', duration: 120 };
const flown = [
  { flight: 'LH401', ...onward },
  { flight: 'LH902', ...rest },
];

it.each([
  ['in a way', { trips: [{ segments: flown, layovers: [stay] }] }],
  ['in the record', { segments: flown, layovers: [stay] }],
  ['among them', { trips: [{ segments: [flown[0], { type: 'layover', ...stay }, flown[1]] }] }],
  ['as their own member', { trips: [{ segments: [flown[0], { layover: stay }, flown[1]] }] }],
])('stays beside flights are no flights: %s', (_title, members) => {
  expect(read(members)).toMatchObject([
    { flights: ['LH401', 'LH902'], stops: 1, minutes: null, segments: [onward, rest] },
  ]);
});

it('a part that may be a flight is not left out as a stay', () => {
  const unread = { carrier: 'LH', note: 'layover' };
  for (const segments of [
    [flown[0], unread],
    [flown[0], unread, { ...flown[1], origin: 'MUC' }],
  ])
    expect(read({ trips: [{ segments, duration: 700, stops: 1 }] })?.flatMap((way) => way.segments)).toEqual(
      [],
    );
});

it.each([
  ['in the record', { flights: flown, stops: 1, duration: 700 }],
  ['in an object', { details: { flights: flown, stops: 1, duration: 700 } }],
  ['keyed by their numbers', { flights: { LH902: rest, LH401: onward }, stops: 1, duration: 700 }],
])('flights that lead along the record’s route are one way to fly, not several: %s', (_title, members) => {
  expect(read(members)).toMatchObject([{ flights: ['LH401', 'LH902'], stops: 1, minutes: 700 }]);
});

it('what an object within says of the same flights is read with them', () => {
  const way = { segments: flown, duration: 700, stops: 1, aircraft: 'Airbus A340' };
  expect(read({ trips: [{ id: 1, itinerary: way }] })).toMatchObject([
    { flights: ['LH401', 'LH902'], minutes: 700, aircraft: ['Airbus A340'] },
  ]);
});

it.each<[string, (inner: unknown) => unknown]>([
  ['stays', (inner) => ({ type: 'layover', airport: 'FRA', stops: [inner, inner], minutes: 5 })],
  ['segments', (inner) => ({ layover: 5, segments: [inner, inner] })],
  ['objects', (inner) => ({ stop: inner, itinerary: inner, legs: [inner] })],
  ['names of flights', (inner) => ({ stops: { BA1: inner, BA2: inner } })],
])('no time is lost on %s within each other', (_title, around) => {
  let nested: unknown = { flight: 'BA5' };
  for (let depth = 0; depth < 60; depth++) nested = around(nested);
  const before = performance.now();
  readItineraries({ ...rawRecord('a'), trips: [nested], legs: [nested] });
  expect(performance.now() - before).toBeLessThan(1_000);
});
