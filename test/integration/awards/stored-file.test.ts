import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { addDays } from '#shared/dates.ts';
import { type StoredAwards, storeAwards } from '../../../electron/awards/testing/stored-awards.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-awards-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const page = (from: number, rows: number) =>
  answer(
    Array.from({ length: rows }, (_, row) => {
      const number = from + row;
      return rawRecord(`record-${number}`, {
        Date: addDays('2027-01-01', number % 300),
        JMileageCost: String(50_000 + (number % 40) * 500),
        JAvailable: number % 3 !== 0,
        JRemainingSeats: number % 5,
      });
    }),
    { hasMore: true },
  );

/** Everything that the screens read of what is stored. */
async function everythingShown({ awards }: StoredAwards) {
  const { handlers } = awards;
  const searches = await handlers.searches(undefined);
  const runs = await Promise.all(searches.map(({ searchId }) => handlers.runs({ searchId })));
  const scopes: Scope[] = [
    ...searches.map(({ searchId }): Scope => ({ kind: 'search', searchId })),
    ...runs.flatMap((of) => of.runs).map(({ runId }): Scope => ({ kind: 'run', runId })),
    { kind: 'matching', origins: ['JFK'], destinations: ['LHR'], from: '2027-02-01' },
  ];
  const shown = await Promise.all(
    scopes.map(async (scope) => ({
      summary: await handlers.scope({ scope }),
      records: await handlers.records({
        scope,
        filter: { available: true },
        sort: [{ by: 'miles', descending: false }],
        offset: 5,
        limit: 500,
      }),
      calendar: await handlers.calendar({ scope, filter: { milesMax: 60_000 } }),
      facets: await handlers.facets({ scope }),
      routes: await handlers.routes({ scope, filter: {} }),
      broken: await handlers.broken({ scope }),
    })),
  );
  const compared = await handlers.compare({
    columns: scopes.slice(0, 3).map((scope) => ({ scope, filter: {} })),
    filter: {},
  });
  const detail = await handlers.record({ versionId: 7 });
  return { searches, runs, shown, compared, detail };
}

it('shows the same after the file was closed and reopened, and after its records were rebuilt', async () => {
  const file = join(folder, 'milepost.sqlite');
  const first = storeAwards(file);
  const run = first.buy(page(0, 1000));
  first.buy(page(950, 1000), { runId: run.runId });
  first.buy(answer([...page(100, 400).data, { ...rawRecord('bad'), Route: null }]));
  const before = await everythingShown(first);
  expect(before.shown.map(({ records }) => records.total)).toContain(1950 - 1950 / 3);
  first.storage.close();

  const second = storeAwards(file, first.outputs);
  expect(await everythingShown(second)).toEqual(before);
  expect(second.awards.rebuild()).toEqual({ pages: 3, records: 1950 });
  expect(await everythingShown(second)).toEqual(before);
  expect(second.storage.db.pragma('integrity_check', { simple: true })).toBe('ok');
  second.storage.close();
});
