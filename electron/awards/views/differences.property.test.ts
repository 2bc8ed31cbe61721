import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHANGES, type Change } from '#shared/award-analysis/differences.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { filter, pages, scope } from '../testing/arbitraries.ts';
import { record } from '../testing/recorded-both-ways.ts';
import {
  isComplete,
  least,
  passes,
  provenUntil,
  type ReferencePage,
  type ReferenceRow,
} from '../testing/reference-awards.ts';

type Stored = ReturnType<typeof record>;

/** Two scopes of the same random pages. */
const storedWithScopes = fc.tuple(pages, fc.boolean()).chain(([requested, isOneSearch]) => {
  const input = requested[0]?.input;
  const random = isOneSearch && input ? requested.map((page) => ({ ...page, input })) : requested;
  const { runs, searches, storage } = record(random);
  storage.close();
  const which = scope(runs, searches);
  return fc.record({ random: fc.constant(random), before: which, after: which });
});

/** Whether the pages of one run prove that a record of another run did not exist. */
function runProves(run: readonly ReferencePage[], row: ReferenceRow): boolean {
  const until = provenUntil(run, row.recordId);
  return until === 'all' || (until !== null && row.date !== null && row.date < until);
}

function referenceProves(stored: Stored, which: Scope, other: Scope, row: ReferenceRow): boolean {
  // A set of runs proves nothing, and nothing is proven about it.
  if (which.kind === 'matching' || which.kind === 'several' || other.kind === 'several') return false;
  const requested = stored.pages.filter((page) =>
    which.kind === 'run' ? page.runId === which.runId : page.search === stored.searchOf(which),
  );
  const input = requested[0]?.input;
  const same = other.kind !== 'matching' && stored.searchOf(other) === stored.searchOf(which);
  if (!same) {
    // No request here has dates, whose meaning is not documented (§4.5), while routes mean any date.
    if (other.kind === 'matching') return false;
    const isSameCabin = cabinOf(stored, other) === input?.cabin;
    const isRequested = input?.origin_airport.split(',').includes(row.origin) && row.destination === 'LHR';
    if (!isSameCabin || !isRequested) return false;
  }
  const runs = [...Map.groupBy(requested, (page) => page.runId)]
    .sort(([a], [b]) => b - a)
    .map(([, run]) => run);
  const complete = runs.find(([page]) => page !== undefined && isComplete(stored.pages, page.runId));
  return runProves(complete ?? runs[0] ?? [], row);
}

const cabinOf = (stored: Stored, which: Scope) =>
  stored.pages.find((page) => page.search === stored.searchOf(which))?.input.cabin;

const content = ({ seenAt, firstAt, recordNumber, recordId, ...row }: ReferenceRow) => JSON.stringify(row);

it('shows what two lists of records held side by side show', async () => {
  await provesInTime(
    0.25,
    [storedWithScopes, fc.oneof(filter, fc.constant({}))],
    async ({ random, before, after }, wanted) => {
      const stored = record(random);
      // A search does not contain its removed records.
      const held = (which: Scope) => stored.reference(which).filter((row) => !row.removed);
      const sides = { before: held(before), after: held(after) };
      const isTelling = sides.before.length > 0 && sides.after.length > 0;
      if (!isTelling) {
        stored.storage.close();
        return false;
      }
      const found = await stored.awards.handlers.differences({
        before,
        after,
        filter: wanted,
        offset: 0,
        limit: 1000,
      });
      stored.storage.close();
      const expected = new Map<Change, number>(CHANGES.map((change) => [change, 0]));
      let unchanged = 0;
      const numbers = new Set([...sides.before, ...sides.after].map((row) => row.recordNumber));
      for (const number of numbers) {
        const then = sides.before.find((row) => row.recordNumber === number);
        const now = sides.after.find((row) => row.recordNumber === number);
        if (![then, now].some((row) => row && passes(row, wanted))) continue;
        const changes: Change[] = [];
        if (!then && now) changes.push(referenceProves(stored, before, after, now) ? 'new' : 'notSeenBefore');
        if (then && !now)
          changes.push(referenceProves(stored, after, before, then) ? 'removed' : 'notSeenAgain');
        if (then && now && then.available !== now.available)
          changes.push(now.available ? 'spaceCame' : 'spaceWent');
        if (then?.available && now?.available) {
          if (then.miles !== null && now.miles !== null && then.miles !== now.miles)
            changes.push(now.miles < then.miles ? 'cheaper' : 'dearer');
          if (then.seats !== null && now.seats !== null && then.seats !== now.seats)
            changes.push(now.seats > then.seats ? 'moreSeats' : 'fewerSeats');
        }
        if (then && now && changes.length === 0 && content(then) !== content(now)) changes.push('otherwise');
        if (changes.length === 0) unchanged += 1;
        for (const change of changes) expected.set(change, (expected.get(change) ?? 0) + 1);
      }
      expect(new Map(Object.entries(found.counts))).toEqual(expected);
      expect(found.unchanged).toBe(unchanged);
      expect(found.rows).toHaveLength(found.total);
      for (const side of ['before', 'after'] as const) {
        const passing = sides[side].filter((row) => passes(row, wanted));
        const space = passing.filter((row) => row.available);
        expect(found[side]).toMatchObject({
          records: passing.length,
          withSpace: space.length,
          cheapest: least(space.flatMap((row) => row.miles ?? [])),
        });
        for (const row of found.rows) {
          const shown = row[side];
          if (shown === null) continue;
          const { versionId: _version, demo: _demo, ...content } = shown;
          expect(
            sides[side].map(
              ({ recordNumber, firstAt, recordId, originRegion, destinationRegion, ...row }) => row,
            ),
          ).toContainEqual(content);
        }
      }
      return isTelling;
    },
    { numRuns: propertyRuns(20, 1_000) },
  );
});
