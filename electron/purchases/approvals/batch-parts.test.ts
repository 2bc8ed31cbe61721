import { expect, it } from 'vitest';
import type { PurchaseContext } from '../journal/purchase-context.ts';
import { nextOf } from './batch-parts.ts';
import type { Standing } from './standing.ts';
import { StopReason } from './stop-reason.ts';

const request = (digest: string) => ({
  digest,
  toolRef: 'tool',
  toolId: 'tool',
  title: digest,
  input: { search: digest },
  pages: 5,
  pagePrice: null,
});

/** A batch of two searches, of whose first a page was bought into run 1. */
function batchOf(unfit: string | null, next: object | null) {
  const bought = { continuesRun: null, requestDigest: 'first', runId: 1 };
  const context = {
    storage: { transaction: (work: () => unknown) => work() },
    journal: { under: () => [bought] },
    nextPageOf: () => next,
    whyUnfit: () => unfit,
  } as unknown as PurchaseContext;
  const batch = { id: 'batch', requests: [request('first'), request('second')] } as unknown as Standing;
  return () => nextOf(context, () => batch);
}

const NEXT = { toolRef: 'tool', input: { search: 'first', skip: 10 }, after: 'p1' };

it('ends all of a batch at a page that does not fit, with the reason, whether or not another could follow', () => {
  for (const next of [NEXT, null]) {
    const requestNext = batchOf('Page 2 only repeats records of earlier pages.', next);
    expect(requestNext).toThrow(StopReason);
    expect(requestNext).toThrow('Page 2 only repeats records of earlier pages.');
  }
});

it('goes on with the next page of a search, and after its last with the next search', () => {
  expect(batchOf(null, NEXT)()?.request).toEqual(NEXT);
  expect(batchOf(null, null)()?.request).toEqual({ toolRef: 'tool', input: { search: 'second' } });
});
