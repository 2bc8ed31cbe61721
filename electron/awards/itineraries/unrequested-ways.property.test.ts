/** A way to fly that its request excludes is kept and told, and no figure of its record knows it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { everything, openedAwards } from '../testing/opened-awards.ts';
import { request } from '../testing/stored-awards.ts';

const INPUT = request({
  origin_airport: 'SFO',
  destination_airport: 'NRT',
  cabin: 'business',
  carriers: 'NH,UA',
  start_date: '2027-03-01',
  end_date: '2027-03-10',
  only_direct_flights: true,
  include_trips: true,
});

const way = (at: number, change: object = {}) => ({
  FlightNumbers: `NH${100 + at}`,
  Carriers: 'NH',
  Cabin: 'business',
  Stops: 0,
  TotalDuration: 700 + at,
  DepartsAt: '2027-03-04T10:00:00Z',
  TotalTaxes: 9_000 + at,
  TaxesCurrency: 'USD',
  ...change,
});
const flown = (OriginAirport: string, DestinationAirport: string) => ({
  AvailabilitySegments: [{ FlightNumber: 'NH7', OriginAirport, DestinationAirport }],
});

/** Each would be the best of its record: the shortest and the least taxed. */
const misfit = fc
  .oneof(
    fc.constantFrom('economy', 'First', 'PREMIUM_ECONOMY').map((Cabin) => ({ Cabin })),
    fc.constantFrom('JL', 'BA, AA').map((Carriers) => ({ Carriers })),
    fc.constantFrom('LX161', 'LH 716').map((FlightNumbers) => ({ FlightNumbers, Carriers: '' })),
    fc.integer({ min: 1, max: 3 }).map((Stops) => ({ Stops })),
    fc.constantFrom('2027-02-28', '2027-03-11').map((day) => ({ DepartsAt: `${day}T10:00:00Z` })),
    fc.constantFrom(['LAX', 'NRT'] as const, ['SFO', 'KIX'] as const).map(([from, to]) => flown(from, to)),
  )
  .map((change) => way(0, { TotalDuration: 60, TotalTaxes: 100, ...change }));

/** What cannot be compared, or includes what was asked, excludes nothing. */
const fitting = fc
  .constantFrom(
    {},
    { Cabin: 'Business Class' },
    { Cabin: 'mixed' },
    { Carriers: 'NH, LH' },
    flown('SFO', 'NRT'),
  )
  .map((change) => way(1, change));

it('whatever it differs in, and wherever it stands', () => {
  proves(
    0.5,
    [fc.array(fitting, { maxLength: 3 }), fc.array(misfit, { minLength: 1, maxLength: 3 }), fc.boolean()],
    (good, bad, isFirst) => {
      const { buy, record, records, runs, searches, storage } = openedAwards('2027-01-01');
      const row = rawRecord('a', {
        Date: '2027-03-04',
        JAirlines: 'NH',
        JDirect: true,
        Route: {
          OriginAirport: 'SFO',
          DestinationAirport: 'NRT',
          OriginRegion: '',
          DestinationRegion: '',
          Source: 'united',
        },
      });
      const AvailabilityTrips = isFirst ? [...bad, ...good] : [...good, ...bad];
      const { runId } = buy(answer([{ ...row, AvailabilityTrips }]), { input: INPUT });
      const searchId = searches()[0]?.searchId ?? 0;
      const found = (filter: object) =>
        records({ scope: { kind: 'run', runId }, ...everything, filter }).rows;
      const [shown] = found({});
      expect(shown?.itineraries?.count).toBe(good.length === 0 ? undefined : good.length);
      if (good.length > 0) expect(shown?.itineraries?.minutes).toBe(701);
      expect(found({ minutesMax: 100 })).toEqual([]);
      const detail = record(shown?.versionId ?? 0);
      expect(detail.itineraries).toHaveLength(good.length);
      expect(detail.waysApart).toHaveLength(bad.length);
      for (const { problems } of detail.waysApart) expect(problems).not.toEqual([]);
      expect(detail.raw).toMatchObject({ AvailabilityTrips });
      // Told once, with the page that it came on.
      const noted = runs(searchId)[0]?.remarks.filter((remark) => remark.includes('trip details')) ?? [];
      expect(noted).toHaveLength(1);
      expect(noted[0]).toContain(`${bad.length} of its ${bad.length + good.length} `);
      storage.close();
      return good.length > 0;
    },
    { numRuns: propertyRuns(60, 400) },
  );
});
