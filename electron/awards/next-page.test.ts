import { describe, expect, it } from 'vitest';
import { type HeldPage, isExhausted, nextPage } from './next-page.ts';

const page = (change: Partial<HeldPage> = {}): HeldPage => ({
  toolRef: 'operation:v1:award',
  input: { origin_airport: 'JFK', destination_airport: 'LHR', take: 500 },
  received: 500,
  cursor: 1_700_000_000,
  hasMore: true,
  ...change,
});

describe('the next page', () => {
  it("asks the first page's request with the first cursor and skips what is held", () => {
    const pages = [page(), page({ cursor: 1_800_000_000, received: 480 })];
    expect(nextPage(pages)).toEqual({
      toolRef: 'operation:v1:award',
      input: {
        origin_airport: 'JFK',
        destination_airport: 'LHR',
        take: 500,
        cursor: 1_700_000_000,
        skip: 980,
      },
    });
  });

  it('counts on from where the first page began', () => {
    const input = { origin_airport: 'JFK', destination_airport: 'LHR', skip: 100 };
    expect(nextPage([page({ input, received: 10 })])?.input).toMatchObject({ skip: 110 });
  });

  it('is none where the last answer has no more or does not say', () => {
    expect(nextPage([page({ hasMore: false })])).toBeNull();
    expect(nextPage([page({ hasMore: null })])).toBeNull();
    expect(nextPage([])).toBeNull();
  });

  it('is none where asking again would ask for the same page, or for a cursor the contract does not take', () => {
    expect(nextPage([page(), page({ received: 0 })])).toBeNull();
    expect(nextPage([page({ cursor: null })])).toBeNull();
    expect(nextPage([page({ cursor: 0.5 })])).toBeNull();
    expect(nextPage([page({ cursor: 2 ** 60 })])).toBeNull();
    expect(nextPage([page({ input: 'JFK' })])).toBeNull();
  });
});

describe('whether a query is exhausted', () => {
  it('is what the last page said of itself', () => {
    expect(isExhausted([page(), page({ hasMore: false })])).toBe(true);
    expect(isExhausted([page({ hasMore: true })])).toBe(false);
    expect(isExhausted([page({ hasMore: null })])).toBeNull();
    expect(isExhausted([])).toBeNull();
  });
});
