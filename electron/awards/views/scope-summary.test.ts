import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { type StoredAwards, storeAwards } from '../testing/stored-awards.ts';

let stored: StoredAwards;
beforeEach(() => {
  stored = storeAwards();
});
afterEach(() => stored.storage.close());

it('shows what all runs of a search cost beside its records, and of a run what it cost', async () => {
  const first = stored.buy(answer([rawRecord('a'), rawRecord('b')], { hasMore: true }));
  stored.buy(answer([rawRecord('c')]), { runId: first.runId });
  const last = stored.buy(answer([rawRecord('a')]));
  const { scope } = stored.awards.handlers;
  const cost = (units: string) => [{ currency: 'USD', units, exponent: 6 }];
  expect(await scope({ scope: { kind: 'search', searchId: 1 } })).toMatchObject({
    records: 3,
    paid: { runs: 2, pages: 3, cost: cost('66000') },
    run: { runId: last.runId, pages: 1, cost: cost('22000') },
  });
  expect(await scope({ scope: { kind: 'run', runId: first.runId } })).toMatchObject({
    paid: null,
    run: { pages: 2, cost: cost('44000') },
  });
});
