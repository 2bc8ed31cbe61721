import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHANGES, type Change } from '#shared/award-analysis/differences.ts';
import { readAwardPage } from '#shared/award-search/response.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { filter, pages, scope } from './testing/arbitraries.ts';
import { record } from './testing/recorded-both-ways.ts';
import { least, passes, type SlowPage, type SlowRow } from './testing/slow-awards.ts';

type Kept = ReturnType<typeof record>;

/** Two scopes of the same random pages. */
const keptWithScopes = fc.tuple(pages, fc.boolean()).chain(([asked, isOneSearch]) => {
  const input = asked[0]?.input;
  const random = isOneSearch && input ? asked.map((page) => ({ ...page, input })) : asked;
  const { runs, searches, storage } = record(random);
  storage.close();
  const which = scope(runs, searches);
  return fc.record({ random: fc.constant(random), before: which, after: which });
});

const isReadToEnd = (run: readonly SlowPage[]): boolean => {
  const last = run.at(-1);
  return last !== undefined && readAwardPage(last.output).hasMore === false;
};

/** Whether the pages of one run show that a record of another asking was not there. */
function runProves(run: readonly SlowPage[], row: SlowRow): boolean {
  const read = run.flatMap((page) => readAwardPage(page.output).rows);
  const isWhole = isReadToEnd(run);
  const unreadable = read.some((each) => each.quality === 'broken' && each.record.recordId === row.recordId);
  if (isWhole) return !unreadable;
  // Only in the order of dates (§2.1) do pages that were not read hold later dates alone.
  if (run[0]?.input.order_by !== undefined) return false;
  const last = new Map<string, string | null>();
  for (const { quality, record: each } of read) {
    if (quality === 'broken' || each.recordId === null) continue;
    last.delete(each.recordId);
    last.set(each.recordId, each.date);
  }
  const dates = [...last.values()];
  if (dates.length === 0 || dates.includes(null)) return false;
  if (JSON.stringify(dates) !== JSON.stringify([...dates].sort())) return false;
  return !unreadable && row.date !== null && row.date < (dates.at(-1) ?? '');
}

function slowlyProves(kept: Kept, which: Scope, other: Scope, row: SlowRow): boolean {
  // Several runs together are no one asking, so they prove nothing and nothing proves them wrong.
  if (which.kind === 'matching' || which.kind === 'several' || other.kind === 'several') return false;
  const asked = kept.pages.filter((page) =>
    which.kind === 'run' ? page.runId === which.runId : page.search === kept.searchOf(which),
  );
  const input = asked[0]?.input;
  const same = other.kind !== 'matching' && kept.searchOf(other) === kept.searchOf(which);
  if (!same) {
    const isOneCabin = other.kind !== 'matching' || other.cabin !== undefined;
    const isSameCabin =
      isOneCabin && (other.kind === 'matching' ? other.cabin : cabinOf(kept, other)) === input?.cabin;
    const isAskedFor = input?.origin_airport.split(',').includes(row.origin) && row.destination === 'LHR';
    if (!isSameCabin || !isAskedFor) return false;
  }
  const runs = [...Map.groupBy(asked, (page) => page.runId)].sort(([a], [b]) => b - a).map(([, run]) => run);
  const whole = runs.find((run) => isReadToEnd(run));
  return runProves(whole ?? runs[0] ?? [], row);
}

const cabinOf = (kept: Kept, which: Scope) =>
  kept.pages.find((page) => page.search === kept.searchOf(which))?.input.cabin;

const content = ({ seenAt, firstAt, recordNumber, recordId, ...row }: SlowRow) => JSON.stringify(row);

it('tells what two lists of records held side by side tell', async () => {
  await fc.assert(
    fc.asyncProperty(
      keptWithScopes,
      fc.oneof(filter, fc.constant({})),
      async ({ random, before, after }, wanted) => {
        const kept = record(random);
        // What is gone from a search is held by it no longer.
        const held = (which: Scope) => kept.slow(which).filter((row) => !row.gone);
        const sides = { before: held(before), after: held(after) };
        if (sides.before.length === 0 || sides.after.length === 0) return kept.storage.close();
        const found = await kept.awards.handlers.differences({
          before,
          after,
          filter: wanted,
          offset: 0,
          limit: 1000,
        });
        kept.storage.close();
        const expected = new Map<Change, number>(CHANGES.map((change) => [change, 0]));
        let unchanged = 0;
        const numbers = new Set([...sides.before, ...sides.after].map((row) => row.recordNumber));
        for (const number of numbers) {
          const then = sides.before.find((row) => row.recordNumber === number);
          const now = sides.after.find((row) => row.recordNumber === number);
          if (![then, now].some((row) => row && passes(row, wanted))) continue;
          const changes: Change[] = [];
          if (!then && now) changes.push(slowlyProves(kept, before, after, now) ? 'new' : 'notSeenBefore');
          if (then && !now) changes.push(slowlyProves(kept, after, before, then) ? 'gone' : 'notSeenAgain');
          if (then && now && then.available !== now.available)
            changes.push(now.available ? 'spaceCame' : 'spaceWent');
          if (then?.available && now?.available) {
            if (then.miles !== null && now.miles !== null && then.miles !== now.miles)
              changes.push(now.miles < then.miles ? 'cheaper' : 'dearer');
            if (then.seats !== null && now.seats !== null && then.seats !== now.seats)
              changes.push(now.seats > then.seats ? 'moreSeats' : 'fewerSeats');
          }
          if (then && now && changes.length === 0 && content(then) !== content(now))
            changes.push('otherwise');
          if (changes.length === 0) unchanged += 1;
          for (const change of changes) expected.set(change, (expected.get(change) ?? 0) + 1);
        }
        expect(new Map(Object.entries(found.counts))).toEqual(expected);
        expect(found.unchanged).toBe(unchanged);
        expect(found.rows).toHaveLength(found.total);
        for (const side of ['before', 'after'] as const) {
          const space = sides[side].filter((row) => row.available && passes(row, wanted));
          expect(found[side]).toMatchObject({
            records: sides[side].length,
            withSpace: space.length,
            cheapest: least(space.flatMap((row) => row.miles ?? [])),
          });
          for (const row of found.rows) {
            const shown = row[side];
            if (shown === null) continue;
            const { versionId: _, ...told } = shown;
            expect(
              sides[side].map(
                ({ recordNumber, firstAt, recordId, originRegion, destinationRegion, ...row }) => row,
              ),
            ).toContainEqual(told);
          }
        }
      },
    ),
    { numRuns: 250 },
  );
});
