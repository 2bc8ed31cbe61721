import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { WatchRule } from '#shared/contract/watchlist.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { createReader } from '../../storage/sql.ts';
import type { Awards } from '../awards.ts';
import { storeAwards } from '../testing/stored-awards.ts';
import { differencesBetween } from '../views/differences.ts';
import { changesBetween } from './run-changes.ts';
import { watchedSearches } from './watched.ts';

type Rec = { id: string; miles: number; seats: number; available: boolean; direct: boolean };
type Page = { records: Rec[]; hasMore: boolean };

const record = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  miles: fc.constantFrom(40_000, 60_000, 80_000),
  seats: fc.nat(3),
  available: fc.boolean(),
  direct: fc.boolean(),
});
const page = fc.record({
  records: fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 5 }),
  hasMore: fc.boolean(),
});
/** Runs of one search, oldest first, each of some pages. */
const runs = fc.array(fc.array(page, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
const rule = fc.record({
  milesBelow: fc.constantFrom(null, 50_000, 60_000, 90_000),
  seatsMin: fc.constantFrom(null, 1, 3),
  direct: fc.boolean(),
  // Price comparison needs more dates and has its own test.
  cheapestPercent: fc.constant(null),
});

const output = ({ records, hasMore }: Page) =>
  answer(
    records.map(({ id, miles, seats, available, direct }) =>
      rawRecord(id, {
        JMileageCost: String(miles),
        JRemainingSeats: seats,
        JAvailable: available,
        JDirect: direct,
      }),
    ),
    { hasMore },
  );

/** Each record of a run once, as on its last page. */
const seenIn = (pages: readonly Page[]): Map<string, Rec> =>
  new Map(pages.flatMap(({ records }) => records.map((each) => [each.id, each] as const)));

const satisfies = (rec: Rec | undefined, { milesBelow, seatsMin, direct }: WatchRule): boolean =>
  rec?.available === true &&
  (milesBelow === null || rec.miles < milesBelow) &&
  // A count of 0 means that it is not given.
  (seatsMin === null || (rec.seats > 0 && rec.seats >= seatsMin)) &&
  (!direct || rec.direct);

const same = (a: Rec, b: Rec): boolean => JSON.stringify(a) === JSON.stringify(b);

function haveChanged(before: readonly Page[], after: readonly Page[]): boolean {
  const [then, now] = [seenIn(before), seenIn(after)];
  for (const [id, rec] of now) {
    const old = then.get(id);
    if (old !== undefined && !same(old, rec)) return true;
  }
  return (
    (before.length === after.length || (isComplete(before) && isComplete(after))) &&
    (then.size !== now.size || [...now.keys()].some((id) => !then.has(id)))
  );
}

const isComplete = (pages: readonly Page[]): boolean => pages.at(-1)?.hasMore === false;

/** Records the runs in a file and calls `heard` after each page. */
function play(
  requested: readonly Page[][],
  heard: (page: { run: number; place: number; purchaseId: string }, awards: Awards) => void = () => {},
) {
  const { awards, storage, buy } = storeAwards();
  const runIds = requested.map((pages, run) => {
    let runId: number | undefined;
    for (const [place, each] of pages.entries()) {
      const bought = buy(output(each), runId === undefined ? {} : { runId });
      runId = bought.runId;
      heard({ run, place, purchaseId: bought.purchaseId }, awards);
    }
    return runId ?? 0;
  });
  return { storage, runIds };
}

it('finds on each page what satisfies a wish and did not in the newest run that read as far', () => {
  proves(
    0.4,
    [runs, rule],
    (requested, wish) => {
      const found: string[][] = [];
      const { storage } = play(requested, ({ purchaseId }, { watching }) => {
        const where = watching.pageOf(purchaseId);
        const matches = where === null ? [] : watching.newMatches(where, wish);
        found.push(matches.map(({ recordKey }) => recordKey).sort());
      });
      storage.close();
      const expected = requested.flatMap((pages, run) =>
        pages.map(({ records }, place) => {
          const earlier = requested.slice(0, run);
          const before = seenIn(
            earlier.findLast((other) => other.length > place || isComplete(other)) ?? earlier.at(-1) ?? [],
          );
          return records
            .filter((rec) => satisfies(rec, wish) && !satisfies(before.get(rec.id), wish))
            .map(({ id }) => id)
            .sort();
        }),
      );
      const isTelling = expected.flat().length > 0;
      expect(found).toEqual(expected);
      return isTelling;
    },
    { numRuns: propertyRuns(50, 600) },
  );
});

it('says of each refresh whether it found anything else, and how far the last complete one read', () => {
  proves(
    0.6,
    [runs],
    (requested) => {
      const { storage, runIds } = play(requested);
      const [watched] = watchedSearches(createReader(storage.db), 'demo', () => null, '2026-11-20');
      storage.close();
      const full = requested.findLast(isComplete);
      expect(watched).toMatchObject({
        runs: requested.length,
        lastRunId: runIds.at(-1),
        beforeRunId: runIds.at(-2) ?? null,
        full: full !== undefined,
        pages: (full ?? requested.at(-1))?.length,
      });
      const changes = requested.map((pages, run) =>
        run === 0 ? null : haveChanged(requested[run - 1] ?? [], pages),
      );
      const isTelling = changes.includes(true);
      expect(watched?.refreshes.map(({ changed }) => changed)).toEqual(changes);
      return isTelling;
    },
    { numRuns: propertyRuns(50, 600) },
  );
});

it('counts the changes between two runs as reading all of both does', () => {
  proves(
    0.65,
    [runs],
    (requested) => {
      const { storage, runIds } = play(requested);
      const reader = createReader(storage.db);
      const pairs = runIds.flatMap((before) => runIds.map((after) => ({ before, after })));
      const counted = changesBetween(reader, pairs).map(({ counts, records }) => ({ counts, records }));
      const complete = pairs.map(({ before, after }) => {
        const { counts, total } = differencesBetween(reader, 'demo', () => null, {
          before: { kind: 'run', runId: before },
          after: { kind: 'run', runId: after },
          filter: {},
          offset: 0,
          limit: 0,
        });
        return { counts, records: total };
      });
      storage.close();
      const isTelling = complete.some(({ records }) => records > 0);
      expect(counted).toEqual(complete);
      return isTelling;
    },
    { numRuns: propertyRuns(25, 300) },
  );
});
