import { describe, expect, it } from 'vitest';
import { readListHeaders } from './list-headers.ts';

const wordsOf = (headers: Record<string, string>, status = 200) =>
  readListHeaders({ status, headers: new Headers(headers) });

const NOTHING = { further: false, counts: [], partialReason: null };

describe('the headers of an answer', () => {
  it.each([
    ['link', '</tools?page=2>; rel="next"'],
    ['link', '</tools?page=1>; rel=first, </tools?page=2>; title="a, b"; rel="last next"'],
    ['link', '<https://market.example/tools?cursor=x>;rel=Next'],
    ['x-next-page', '2'],
    ['x-next-cursor', 'abc'],
    ['x-has-more', 'true'],
    ['x-pagination-has-next', '1'],
    ['x-total-pages', '3'],
    ['x-page-count', '3'],
    ['pagination-pages', '2'],
    ['x-continuation-token', 'abc'],
    ['x-wp-totalpages', '3'],
    ['x-remaining', '12'],
    ['x-items-remaining', '12'],
    ['x-ms-continuation', 'abc'],
    ['x-cursor', 'abc'],
    ['link', '</tools?page=2>; rel="https://market.example/rels/next-page"'],
    ['x-pagination', '{"TotalCount":1,"TotalPages":3,"HasNext":true}'],
    ['x-pagination', '{"CurrentPage":1,"TotalPages":3}'],
  ])('say that a list goes on: %s: %s', (name, value) => {
    expect(wordsOf({ [name]: value }).further).toBe(true);
  });

  it.each([
    ['x-total-count', '60', [60]],
    ['x-total', '60', [60]],
    ['total-count', '60', [60]],
    ['x-pagination-total-count', '60', [60]],
    ['x-wp-total', '60', [60]],
    ['x-result-count', '60', [60]],
    ['content-range', 'items 0-24/60', [60]],
    ['content-range', 'items 0-24/*', [Number.NaN]],
    ['x-total-count', 'many', [Number.NaN]],
    ['x-pagination', '{"totalCount":60,"pageSize":50,"currentPage":1}', [60]],
  ])('say how many there are: %s: %s', (name, value, counts) => {
    expect(wordsOf({ [name]: value })).toEqual({ ...NOTHING, counts });
  });

  it.each([
    ['warning', '110 - "Response is Stale"'],
    ['warning', '199 - "Partial results"'],
    ['warning', '299 - "Some sources did not answer"'],
    ['age', '200000'],
    ['x-partial', 'true'],
    ['x-partial-results', 'yes'],
    ['x-results-truncated', '1'],
    ['x-incomplete-results', 'true'],
    ['x-degraded', 'search-shard-2'],
    ['x-complete', 'false'],
    ['x-data-stale', 'true'],
    ['x-omitted-count', '3'],
    ['x-replica-lag', '60'],
    ['x-cache', 'STALE'],
    ['cf-cache-status', 'UPDATING'],
    ['cache-status', 'edge; hit; detail=stale-while-revalidate'],
    ['x-pagination', '{"totalCount":1,"truncated":true}'],
    ['x-pagination', '{"totalCount":1'],
  ])('say something against the list: %s: %s', (name, value) => {
    expect(wordsOf({ [name]: value }).partialReason).toEqual(expect.any(String));
  });

  it.each([
    ['link', '</tools?page=1>; rel="prev"; title="rel=next"'],
    ['link', '<https://docs.example>; rel="deprecation"'],
    ['x-next-page', ''],
    ['x-has-more', 'false'],
    ['x-total-pages', '1'],
    ['age', '30'],
    ['age', ''],
    ['warning', '214 - "Transformation Applied"'],
    ['warning', '299 - "This way of asking is deprecated"'],
    ['x-partial', 'false'],
    ['x-truncated', '0'],
    ['x-complete', 'true'],
    ['x-replica-lag', '0'],
    ['x-cache', 'HIT'],
    ['x-cache-hits', '0, 4'],
    ['cf-cache-status', 'DYNAMIC'],
    ['cache-control', 'max-age=60, stale-while-revalidate=30'],
    ['x-ratelimit-limit', '60'],
    ['x-ratelimit-remaining', '59'],
    ['ratelimit', 'limit=60, remaining=59, reset=30'],
    ['x-remaining-requests', '59'],
    ['vendor-ratelimit-tokens-remaining', '59'],
    ['retry-after', '3'],
    ['x-page', '1'],
    ['x-per-page', '50'],
    ['x-b3-sampled', '1'],
    ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    ['x-envoy-upstream-service-time', '14'],
    ['x-runtime', '0.014'],
    ['x-request-id', 'next-more-partial'],
    ['x-ae-request-id', 'req_1'],
    ['x-content-type-options', 'nosniff'],
    ['content-length', '300'],
    ['content-encoding', 'gzip'],
    ['last-modified', 'Wed, 04 Nov 2020 10:00:00 GMT'],
    ['expires', '0'],
    ['etag', '"partial"'],
    ['vary', 'accept'],
    ['server-timing', 'db;dur=53, cache;desc="miss"'],
    ['strict-transport-security', 'max-age=31536000'],
    ['sunset', 'Wed, 04 Nov 2026 10:00:00 GMT'],
    ['deprecation', '@1688169599'],
    ['x-something-new', 'never seen'],
    ['x-pagination', '{"totalPages":1,"pageSize":50,"currentPage":1,"hasNext":false,"hasPrevious":false}'],
  ])('say nothing of a list: %s: %s', (name, value) => {
    expect(wordsOf({ [name]: value })).toEqual(NOTHING);
  });

  it('are read together, with the first word against the list', () => {
    expect(
      wordsOf({ 'x-total-count': '9', link: '</tools?page=2>; rel="next"', 'x-partial': 'true' }),
    ).toEqual({ further: true, counts: [9], partialReason: expect.stringContaining('x-partial') });
  });

  it.each([202, 203, 206, 207])('do not make whole what came with status %i', (status) => {
    expect(wordsOf({}, status).partialReason).toBe('the answer was partial');
  });

  it.each([200, 201])('say nothing by status %i, nor where none are known', (status) => {
    expect(wordsOf({}, status)).toEqual(NOTHING);
    expect(readListHeaders()).toEqual(NOTHING);
  });

  it('are looked through however long they are', () => {
    const long = { link: `</a>; rel="${' x'.repeat(40_000)}`, warning: '1'.repeat(80_000) };
    expect(wordsOf(long).partialReason).toEqual(expect.any(String));
  });
});
