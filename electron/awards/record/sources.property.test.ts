import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { everything, openedAwards } from '../testing/opened-awards.ts';
import { request } from '../testing/stored-awards.ts';

const page = fc.record({
  provider: fc.constantFrom('awardatlas', 'seatscan', 'thirdparty'),
  offers: fc.boolean(),
  cabin: fc.constantFrom('business', 'first'),
  ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
});
type Page = typeof page extends fc.Arbitrary<infer Value> ? Value : never;

const offer = (id: string) => ({
  offer: id,
  programme: 'united',
  leaves: '2027-03-01',
  points: 70_000,
  seats: 2,
  nonstop: true,
  carriers: ['UA'],
  from: 'JFK',
  to: 'LHR',
  from_area: 'North America',
  to_area: 'Europe',
});

const bought = ({ offers, cabin, ids }: Page) =>
  offers
    ? {
        input: { from: ['JFK'], to: ['LHR'], class: cabin },
        output: { complete: false, offers: ids.map(offer) },
      }
    : {
        input: request({ cabin: cabin as 'business' | 'first' }),
        output: answer(
          ids.map((id) => rawRecord(id)),
          { hasMore: true },
        ),
      };

it('records that several Tools name alike are never one record, in whatever order their pages come', async () => {
  await provesInTime(
    0.75,
    [fc.array(page, { minLength: 1, maxLength: 8 })],
    async (pages) => {
      const { awards, buy } = openedAwards();
      for (const each of pages) {
        const { input, output } = bought(each);
        buy(output, { input, provider: each.provider });
      }
      const sent = new Set(
        pages.flatMap(({ provider, offers, cabin, ids }) =>
          ids.map((id) => [provider, offers ? 'Seat offers' : 'Award search', cabin, id].join(' ')),
        ),
      );
      const stored = async () => {
        const { rows } = await awards.reads.records('demo', {
          ...everything,
          scope: { kind: 'matching', origins: ['JFK'], destinations: ['LHR'] },
        });
        const ids = (await awards.identifiedRecords(rows.map(({ versionId }) => versionId))).map(
          (record) => record?.recordId,
        );
        return rows.map(({ provider, source = '', cabin }, place) =>
          [
            provider,
            source.startsWith('seat_offers') ? 'Seat offers' : 'Award search',
            cabin,
            ids[place],
          ].join(' '),
        );
      };
      expect((await stored()).toSorted()).toEqual([...sent].sort());
      awards.rebuild();
      expect((await stored()).toSorted()).toEqual([...sent].sort());
      return sent.size > 1;
    },
    { numRuns: propertyRuns(40, 400) },
  );
});
