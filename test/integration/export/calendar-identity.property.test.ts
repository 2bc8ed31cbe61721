import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { ExportView } from '#shared/contract/export.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { request, storeAwards } from '../../../electron/awards/testing/stored-awards.ts';
import { exportsOf, written } from './exports-of.ts';

const scope = { kind: 'matching' as const, origins: ['JFK'], destinations: ['LHR'] };

/** One departure: only its ID, its Tool and its cabin differ. Some answers give no IDs, or one ID twice. */
const page = fc.record({
  provider: fc.constantFrom('awardatlas', 'seatscan'),
  offers: fc.boolean(),
  cabin: fc.constantFrom('business' as const, 'first' as const),
  rows: fc.array(
    fc.record({ id: fc.constantFrom('', 'a', 'b', 'c'), miles: fc.constantFrom(60_000, 70_000) }),
    { minLength: 1, maxLength: 3 },
  ),
});
type Page = typeof page extends fc.Arbitrary<infer Value> ? Value : never;

const bought = ({ offers, cabin, rows }: Page) =>
  offers
    ? {
        input: { from: ['JFK'], to: ['LHR'], class: cabin },
        output: {
          complete: false,
          offers: rows.map(({ id, miles }) => ({
            offer: id,
            programme: 'united',
            leaves: '2027-03-01',
            points: miles,
            seats: 2,
            nonstop: true,
            carriers: ['UA'],
            from: 'JFK',
            to: 'LHR',
            from_area: 'North America',
            to_area: 'Europe',
          })),
        },
      }
    : {
        input: request({ cabin }),
        output: answer(
          rows.map(({ id, miles }) => rawRecord(id, { JMileageCost: String(miles) })),
          { hasMore: true },
        ),
      };

it('a record is one event with one identity, whatever else is exported, filtered and in whatever order', async () => {
  await provesInTime(
    0.7,
    [fc.array(page, { minLength: 1, maxLength: 5 }), fc.boolean(), fc.nat()],
    async (pages, descending, turn) => {
      const stored = storeAwards();
      const { awards, buy, storage } = stored;
      const exports = exportsOf(stored);
      const uids = async (what: ExportView): Promise<string[]> =>
        [...(await written(exports, what, 'ics')).matchAll(/^UID:(.*)\r$/gmu)].map(([, uid = '']) => uid);
      try {
        for (const each of pages) {
          const { input, output } = bought(each);
          buy(output, { input, provider: each.provider });
        }
        const table = { view: 'table' as const, scope, filter: {}, hidden: [] };
        const { rows } = await awards.handlers.records({ ...table, sort: [], offset: 0, limit: 50 });
        const all = await uids({ ...table, sort: [] });
        expect(new Set(all).size).toBe(rows.length);

        // Each alone, which no other record can influence.
        const alone = new Map<number, string | undefined>();
        for (const { versionId } of rows)
          alone.set(versionId, (await uids({ view: 'chosen', versionIds: [versionId], hidden: [] }))[0]);
        expect([...alone.values()].toSorted()).toEqual(all.toSorted());

        const turned = rows.map((_, place) => rows[(place + turn) % rows.length]?.versionId ?? 0);
        const some = turned.slice(0, Math.ceil(turned.length / 2));
        expect(await uids({ view: 'chosen', versionIds: some, hidden: [] })).toEqual(
          some.map((versionId) => alone.get(versionId)),
        );
        const sort = [{ by: 'miles' as const, descending }];
        expect((await uids({ ...table, sort })).toSorted()).toEqual(all.toSorted());
        const dear = rows.filter(({ miles }) => miles === 70_000);
        expect((await uids({ ...table, sort, filter: { milesMin: 65_000 } })).toSorted()).toEqual(
          dear.map(({ versionId }) => alone.get(versionId)).toSorted(),
        );
        return rows.length > 1;
      } finally {
        storage.close();
      }
    },
    { numRuns: propertyRuns(30, 300) },
  );
});

it('a later export of a record replaces its event, and only one version of a record is an event', async () => {
  const stored = storeAwards();
  const { awards, buy, storage } = stored;
  const exports = exportsOf(stored);
  const events = async (versionIds: number[]) =>
    [
      ...(await written(exports, { view: 'chosen', versionIds, hidden: [] }, 'ics')).matchAll(
        /UID:(.*)\r\nSEQUENCE:(\d+)/gu,
      ),
    ].map(([, uid, sequence]) => [uid, sequence]);
  const newest = async () => {
    const { rows } = await awards.handlers.records({ scope, filter: {}, sort: [], offset: 0, limit: 9 });
    return rows.map(({ versionId }) => versionId);
  };
  buy(answer([rawRecord('a')]), { at: 60_000 });
  const [first = 0] = await newest();
  const [before] = await events([first]);
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
  expect(before).toEqual([expect.stringMatching(uuid), '1']);
  buy(answer([rawRecord('a', { Date: '2027-04-01', JAirlines: 'AF' })]), { at: 180_000 });
  const [second = 0] = await newest();
  expect(second).not.toBe(first);
  const after = await events([second]);
  expect(after).toEqual([[before?.[0], '3']]);
  expect(await events([first, second])).toEqual(after);
  expect(await events([second, first])).toEqual(after);
  storage.close();
});
