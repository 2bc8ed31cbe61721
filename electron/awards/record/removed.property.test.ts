import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { record } from '../testing/recorded-both-ways.ts';
import { request } from '../testing/stored-awards.ts';

const offer = fc.record({
  id: fc.integer({ min: 1, max: 5 }),
  miles: fc.constantFrom(40_000, 50_000, 60_000),
  available: fc.constantFrom(true, true, true, false),
  broken: fc.constantFrom(false, false, false, false, false, false, true),
});

/** Pages of one route ordered by miles, from three searches with overlapping records. */
const pages = fc.array(
  fc
    .record({
      input: fc.constantFrom(
        request({ order_by: 'lowest_mileage' }),
        request({ order_by: 'lowest_mileage', include_trips: true }),
        request(),
      ),
      place: fc.constantFrom({}, {}, {}, { skip: 2 }, { cursor: 7 }),
      output: fc
        .record({
          offers: fc.uniqueArray(offer, { selector: ({ id }) => id, maxLength: 4 }),
          hasMore: fc.boolean(),
        })
        .map(({ offers, hasMore }) =>
          answer(
            offers
              .toSorted((a, b) => a.miles - b.miles)
              .map(({ id, miles, available, broken }) => ({
                ...rawRecord(`id-${id}`, {
                  Date: `2027-03-0${id}`,
                  JMileageCost: String(miles),
                  JAvailable: available,
                }),
                ...(broken && { JDirect: 'no' }),
              })),
            { hasMore },
          ),
        ),
      continues: fc.boolean(),
    })
    .map(({ input, place, ...page }) => ({ ...page, input: { ...input, ...place } })),
  { minLength: 2, maxLength: 7 },
);

it('marks as removed what the reference does, and again after a rebuild', () => {
  proves(
    0.25,
    [pages],
    (random) => {
      const { awards, reference, searches, storage } = record(random);
      const shown = () =>
        [
          { kind: 'matching' as const, origins: ['JFK'], destinations: [] },
          ...searches.map((searchId) => ({ kind: 'search' as const, searchId })),
        ].map((scope) => {
          const { rows } = awards.handlers.records({ scope, filter: {}, sort: [], offset: 0, limit: 9 }) as {
            rows: { date: string; available: boolean; miles: number | null; removed?: true }[];
          };
          return [rows, reference(scope)].map((each) =>
            each
              .map(({ date, available, miles, removed }) => ({
                date,
                available,
                miles,
                removed: removed === true,
              }))
              .sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1)),
          );
        });
      const isTelling = shown().some(([, slowly]) => slowly?.some(({ removed }) => removed));
      for (const [file, slowly] of shown()) expect(file).toEqual(slowly);
      awards.rebuild();
      for (const [file, slowly] of shown()) expect(file).toEqual(slowly);
      storage.close();
      return isTelling;
    },
    { numRuns: propertyRuns(60, 600) },
  );
});
