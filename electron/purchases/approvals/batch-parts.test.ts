import { describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { Entry } from '../journal/entry.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';
import type { Standing } from '../journal/standing-approvals.ts';
import { checkPrice, checkRequest, nextOf, type Part } from './batch-parts.ts';

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
    expect(requestNext).toThrow(ContractFailure);
    expect(requestNext).toThrow('Page 2 only repeats records of earlier pages.');
  }
});

it('goes on with the next page of a search, and after its last with the next search', () => {
  expect(batchOf(null, NEXT)()?.request).toEqual(NEXT);
  expect(batchOf(null, null)()?.request).toEqual({ toolRef: 'tool', input: { search: 'second' } });
});

describe('pages that go on with a run', () => {
  const pages = (next: object | null) => {
    const context = {
      storage: { transaction: (work: () => unknown) => work() },
      journal: { under: () => [] },
      nextPageOf: () => next,
      whyUnfit: () => 'what was read before does not matter',
    } as unknown as PurchaseContext;
    const requests = [{ ...request('first'), pages: 2, continues: true }];
    const batch = { id: 'batch', requests, runId: 1 };
    return () => nextOf(context, () => batch as unknown as Standing);
  };

  it('begin at its next page, never at its first', () => {
    expect(pages(NEXT)()?.request).toEqual(NEXT);
    expect(pages(null)).toThrow(ContractFailure);
  });
});

describe('a quote under an approval', () => {
  const usd = (units: number, currency = 'USD') => ({ currency, units: String(units), exponent: 2 });
  const part = (more: Partial<Part> = {}): Part => ({
    ...{ toolRef: 'tool', toolId: 'tool', input: { search: 'first' }, pages: 2, runId: null, bought: [] },
    ...{ pagePrice: usd(5), title: 'first' },
    ...more,
  });
  const bought = { toolId: 'tool', price: usd(3), ceiling: usd(4) } as unknown as Entry;
  const codeOf = (work: () => void) => {
    try {
      work();
      return null;
    } catch (error) {
      return (error as ContractFailure).failure.code;
    }
  };

  it.each<[string, Part, ReturnType<typeof usd>, string | null]>([
    ['as shown', part(), usd(5), null],
    ['below it', part(), usd(4), null],
    ['above it', part(), usd(6), 'above_listed_price'],
    ['above it on a later page', part({ bought: [bought] }), usd(6), 'price_changed'],
    ['in another currency than the ceiling', part(), usd(1, 'EUR'), 'price_changed'],
    ['where another currency was shown', part({ pagePrice: usd(5, 'EUR') }), usd(1), 'above_listed_price'],
    ['as the first page’s, where none was shown', part({ pagePrice: null, bought: [bought] }), usd(4), null],
    ['above the first page’s', part({ pagePrice: null, bought: [bought] }), usd(5), 'price_changed'],
  ])('is priced %s', (_what, of, most, code) => {
    const context = { journal: { under: () => of.bought } } as unknown as PurchaseContext;
    const batch = { id: 'batch', ceiling: usd(100) } as unknown as Standing;
    expect(codeOf(() => checkPrice(context, batch, of, most))).toBe(code);
  });

  it.each<[string, Part, object, string | null]>([
    ['what was approved', part(), {}, null],
    ['another Tool', part(), { toolId: 'other' }, 'tool_changed'],
    ['another request', part(), { input: { search: 'second' } }, 'tool_changed'],
    ['a later page', part({ bought: [bought] }), { input: { search: 'first', skip: 10 } }, null],
    ['the next page of a run', part({ runId: 1 }), { input: { search: 'first', skip: 10 } }, null],
  ])('is for %s', (_what, of, quoted, code) => {
    const entry = { toolId: 'tool', input: { search: 'first' }, ...quoted } as unknown as Entry;
    expect(codeOf(() => checkRequest(of, entry))).toBe(code);
  });
});
