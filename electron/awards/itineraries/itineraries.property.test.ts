import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Itinerary } from '#shared/award-search/itinerary.ts';
import type { RecordFilter, RecordRow, Scope } from '#shared/contract/awards.ts';
import { awardSearch } from '#shared/record-kinds/award-search.ts';
import { itinerariesSummary } from '#shared/records/itineraries-summary.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { pages, type RandomPage } from '../testing/arbitraries.ts';
import { record } from '../testing/recorded-both-ways.ts';

const way = (flights: string, stops: number, minutes: number, more: object = {}) => ({
  FlightNumbers: flights,
  Stops: stops,
  TotalDuration: minutes,
  ...more,
});
const BA = way('BA5', 0, 700, { AircraftName: 'A350' });
const LH = way('LH441, LH792', 1, 1_085, { TotalTaxes: '186.40', TaxesCurrency: 'EUR' });

/** The member that may hold a record's trip details; undefined: absent. */
const DETAILS = [
  undefined,
  undefined,
  [],
  [BA],
  [LH],
  [BA, LH],
  'none',
  [{ a: 1 }],
  [way('UA1', 2, 900), BA],
];

type Row = { ID: string };
type Output = { data: Row[] };

const withDetails = fc
  .tuple(pages, fc.array(fc.constantFrom(...DETAILS), { minLength: 7, maxLength: 7 }))
  .map(([random, details]): RandomPage[] => {
    let place = 0;
    return random.map((page) => ({
      ...page,
      output: {
        ...(page.output as Output),
        data: (page.output as Output).data.map((row) => {
          const found = details[place++ % details.length];
          return found === undefined ? row : { ...row, AvailabilityTrips: found };
        }),
      },
    }));
  });

/** What distinguishes versions of a record: everything in a row except its itineraries and when it was seen. */
const contentOf = (row: RecordRow): string => {
  const { itineraries: _i, seenAt: _s, removed: _r, available: _a, ...content } = row;
  return JSON.stringify(content);
};

/** The itineraries of each version's last page that has any, computed page by page. */
function expectedOf({ pages: read, storage }: ReturnType<typeof record>): Map<number, Expected> {
  const versionAt = storage.db
    .prepare<[string, number], number>(
      `SELECT o.version_id FROM award_observations o JOIN award_pages p ON p.id = o.page_id
       WHERE p.purchase_id = ? AND o.position = ?`,
    )
    .pluck();
  const own = new Map<number, { page: string; details: Itinerary[] }>();
  read.forEach((page, index) => {
    awardSearch.read(page.output).rows.forEach(({ itineraries: details }, position) => {
      const versionId = versionAt.get(`p${index + 1}`, position);
      if (details !== null && versionId !== undefined) own.set(versionId, { page: `p${index + 1}`, details });
    });
  });
  const versions = storage.db
    .prepare<[], { id: number; available: number; alike: string }>(
      'SELECT id, available, json_array(record_id, day, route_id, airlines_id, direct) AS alike FROM award_versions',
    )
    .all();
  const pageAt = storage.db.prepare<[string], { id: number; at: number }>(
    'SELECT id, received_at AS at FROM award_pages WHERE purchase_id = ?',
  );
  const said = ({ page, details }: { page: string; details: Itinerary[] }) => ({
    details,
    id: pageAt.get(page)?.id ?? 0,
    asOf: pageAt.get(page)?.at ?? 0,
  });
  return new Map<number, Expected>(
    versions.flatMap(({ id, available, alike }): [number, Expected][] => {
      const mine = own.get(id);
      if (mine !== undefined && mine.details.length > 0) return [[id, said(mine)]];
      const [newest] = versions
        .filter((other) => other.alike === alike)
        .flatMap((other) => own.get(other.id) ?? [])
        .filter(({ details }) => details.length > 0)
        .map(said)
        .sort((a, b) => b.id - a.id);
      return newest === undefined || available === 0 ? [] : [[id, newest]];
    }),
  );
}

/** A version's itineraries as shown, and when the answer that they are from was received. */
type Expected = { details: Itinerary[]; asOf: number };

const inWindow = { offset: 0, limit: 1_000 };

it('every row has what the last answer with trip details said, and filters mean one way to fly', async () => {
  await provesInTime(
    0.4,
    [
      withDetails.map((random) => random.map((page) => ({ ...page, continues: false }))),
      fc.record({
        stopsMax: fc.constantFrom(undefined, 0, 1),
        minutesMax: fc.constantFrom(undefined, 700, 899, 1_085),
        flown: fc.constantFrom(undefined, '', 'ba5', 'A350', 'lh441 lh792', 'ba5 lh441'),
      }),
    ],
    async (random, chosen) => {
      const stored = record(random);
      const { awards, storage, searches } = stored;
      const filter = Object.fromEntries(
        Object.entries(chosen).filter(([, value]) => value !== undefined),
      ) as RecordFilter;
      const expected = expectedOf(stored);
      const rowsOf = async (scope: Scope, filtered: RecordFilter) =>
        (await awards.reads.records('demo', { scope, filter: filtered, sort: [], ...inWindow })).rows;
      const check = async () => {
        for (const searchId of searches) {
          const scope: Scope = { kind: 'search', searchId };
          const all = await rowsOf(scope, {});
          for (const row of all) {
            const said = expected.get(row.versionId);
            // Each page is received at a time of its own.
            const asOf = said?.asOf === row.seenAt ? null : (said?.asOf ?? null);
            expect(row.itineraries).toEqual(said && itinerariesSummary(said.details, asOf));
          }
          const words = (chosen.flown ?? '').toLowerCase().split(' ').filter(Boolean);
          const passing = all.filter(
            ({ versionId }) =>
              Object.values(chosen).every((value) => value === undefined || value === '') ||
              (expected.get(versionId)?.details ?? []).some(
                ({ stops, minutes, flights, aircraft, carriers, cabins }) =>
                  (chosen.stopsMax === undefined || (stops !== null && stops <= chosen.stopsMax)) &&
                  (chosen.minutesMax === undefined || (minutes !== null && minutes <= chosen.minutesMax)) &&
                  words.every((word) =>
                    [...flights, ...aircraft, ...carriers, ...cabins].some((text) =>
                      text.toLowerCase().includes(word),
                    ),
                  ),
              ),
          );
          expect((await rowsOf(scope, filter)).map(contentOf)).toEqual(passing.map(contentOf));
        }
      };
      await check();
      awards.rebuild();
      await check();
      // As in a file of an earlier version.
      storage.db.exec('DELETE FROM award_itineraries; UPDATE award_pages SET itineraries_read = 0');
      await awards.itineraryBacklog.begin();
      await check();
      storage.close();
      return expected.size > 0;
    },
    { numRuns: propertyRuns(15, 300) },
  );
});
