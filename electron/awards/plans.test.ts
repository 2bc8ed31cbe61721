import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import type { Scope } from '#shared/contract/awards.ts';
import { filter, pages, sort } from './testing/arbitraries.ts';
import { storeAwards } from './testing/stored-awards.ts';

afterEach(() => vi.restoreAllMocks());

/** Tables that grow with every record; others stay small or are meant to be scanned. */
const GROWING = [
  'award_listed',
  'award_observations',
  'award_price_standings',
  'award_records',
  'award_route_records',
  'award_versions',
];

/** The aliases of tables that a statement scans. */
function readWhole(db: Database.Database, text: string): string[] {
  const named = Object.fromEntries([...text.matchAll(/@(\w+)/gu)].map(([, name]) => [name, 1]));
  const values = Array<string>(text.split('?').length - 1).fill('[]');
  const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`);
  return plan.all(...values, ...(text.includes('@') ? [named] : [])).flatMap(({ detail }) => {
    const name = /^SCAN (\w+)/u.exec(detail)?.[1];
    // A subselect may use the same alias, and is as short as its input.
    if (new RegExp(`\\) ${name}\\b`, 'u').test(text)) return [];
    return GROWING.filter(
      (table) => table === name || (name && new RegExp(`\\b${table} (?:AS )?${name}\\b`, 'u').test(text)),
    );
  });
}

it('neither stores, counts nor shows records in a way that reads every one of them', async () => {
  const prepared = new Set<string>();
  const prepare = Database.prototype.prepare;
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, text) {
    prepared.add(text);
    return prepare.call(this, text);
  });
  const { storage, awards, buy } = storeAwards();
  await awards.priceStandings.follow();
  for (const bought of fc.sample(pages, { numRuns: 20, seed: 1 })) {
    let runId: number | undefined;
    for (const { input, output, continues } of bought)
      ({ runId } = buy(output, { input, ...(continues && runId !== undefined && { runId }) }));
  }
  await awards.priceStandings.follow();
  const scopes: Scope[] = [
    { kind: 'search', searchId: 1 },
    { kind: 'run', runId: 1 },
    { kind: 'matching', origins: ['JFK'], destinations: ['LHR'] },
  ];
  const questions = fc.sample(fc.record({ filter, sort, scope: fc.constantFrom(...scopes) }), {
    numRuns: 100,
    seed: 1,
  });
  for (const selection of questions) {
    await awards.handlers.records({ ...selection, offset: 0, limit: 50 });
    await awards.handlers.calendar(selection);
    await awards.handlers.histogram(selection);
  }
  const { rows } = await awards.handlers.records({
    scope: { kind: 'search', searchId: 1 },
    filter: {},
    sort: [],
    offset: 0,
    limit: 3,
  });
  for (const { versionId } of rows) {
    await awards.handlers.record({ versionId });
    await awards.insights.price({ versionId });
    await awards.insights.stillThere({ versionId, age: 3_600_000 });
  }
  const statements = [...prepared].filter((text) => /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)/u.test(text));
  expect(statements.length).toBeGreaterThan(100);
  const whole = statements.filter((text) => readWhole(storage.db, text).length > 0);
  expect(whole).toEqual([]);
});
