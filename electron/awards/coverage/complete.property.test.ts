import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { createReader, sql } from '../../storage/sql.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';
import { isComplete, isCompleteRun, isPartialRun, isRunWithoutGap, pagesOfRuns } from './complete.ts';

/** A service with ten results; a page returns those from an offset on. */
const RESULTS = Array.from({ length: 10 }, (_, place) => rawRecord(`id-${place}`));

const page = fc.record({
  skip: fc.oneof(fc.constant(undefined), { weight: 5, arbitrary: fc.constant('next' as const) }, fc.nat(10)),
  take: fc.integer({ min: 1, max: 6 }),
  cursor: fc.constantFrom(undefined, undefined, undefined, 7, null),
  says: fc.constantFrom('rightly', 'rightly', 'rightly', 'nothing'),
});

it('a run is complete where every result came from its first page to its last', () => {
  const reached = { complete: 0, following: 0, silent: 0 };
  proves(
    0.35,
    [fc.array(page, { minLength: 1, maxLength: 5 })],
    (pages) => {
      const { storage, buy } = storeAwards();
      const reader = createReader(storage.db);
      const came = new Set<number>();
      let runId: number | undefined;
      let held = 0;
      let end = 0;
      let said = true;
      for (const { skip, take, cursor, says } of pages) {
        const from = skip === 'next' ? held : (skip ?? 0);
        const data = RESULTS.slice(from, from + take);
        for (const place of data.keys()) came.add(from + place);
        const { hasMore, ...rest } = answer(data, { hasMore: from + take < RESULTS.length });
        const input = {
          ...request(),
          ...(skip === undefined ? {} : { skip: from }),
          ...(cursor === undefined ? {} : { cursor }),
        };
        said = says === 'rightly';
        runId = buy(said ? { ...rest, hasMore } : rest, { input, ...(runId && { runId }) }).runId;
        held += data.length;
        end = from + take;
      }
      const read = pagesOfRuns(reader, [runId ?? 0]).get(runId ?? 0) ?? [];
      const complete = isComplete(read);
      const bySql = reader.get(
        sql(
          `SELECT ${isCompleteRun('r.id')} AS complete, ${isRunWithoutGap('r.id')} AS unbroken,
             ${isPartialRun('r.id')} AS partial FROM award_runs r WHERE r.id = ?`,
          runId ?? 0,
        ),
      ) as { complete: number; unbroken: number; partial: number };
      storage.close();
      const startsAtCursor = typeof pages[0]?.cursor === 'number';
      // Never true of a run that left a result out or continues a snapshot unknown to this file.
      if (complete) {
        reached.complete += 1;
        expect([startsAtCursor, came.size]).toEqual([false, RESULTS.length]);
      }
      // SQL and code agree, and both are true of every contiguous run that reaches the end.
      expect(bySql.complete).toBe(complete === true ? 1 : 0);
      const follows = pages.every(
        ({ skip }, place) => skip === 'next' || (place === 0 && skip === undefined),
      );
      if (follows && !startsAtCursor) {
        reached.following += 1;
        expect(bySql).toEqual({
          complete: said && end >= RESULTS.length ? 1 : 0,
          unbroken: 1,
          partial: said && end < RESULTS.length ? 1 : 0,
        });
        if (!said) {
          reached.silent += 1;
          expect(complete).toBeNull();
        }
      }
      return follows && !startsAtCursor;
    },
    { numRuns: propertyRuns(100, 1_000) },
  );
  expect(Object.values(reached).every((times) => times > 0)).toBe(true);
});
