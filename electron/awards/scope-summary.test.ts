import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer, type KeptAwards, keepAwards, rawRecord } from './testing/kept-awards.ts';

let kept: KeptAwards;
beforeEach(() => {
  kept = keepAwards();
});
afterEach(() => kept.storage.close());

it('tells what all askings of a search cost beside its records, and of a run what it cost', async () => {
  const first = kept.buy(answer([rawRecord('a'), rawRecord('b')], { hasMore: true }));
  kept.buy(answer([rawRecord('c')]), { runId: first.runId });
  const last = kept.buy(answer([rawRecord('a')]));
  const { scope } = kept.awards.handlers;
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
