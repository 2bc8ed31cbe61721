import { describe, expect, it } from 'vitest';
import { completeReading } from '#shared/catalogue/absence.ts';
import type { Came } from '../../marketplace/answers/list-headers.ts';
import { readFreshness } from './freshness-reading.ts';
import { readToolList } from './tool-list-reading.ts';

/** What a list answer shows of a Tool that is not in it, from the answer as it came. */

const NOW = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

const TOOL = { toolRef: 'operation:v1:1', title: 'Award seats' };
const LIST = { kind: 'ok', count: 1, items: [TOOL], pagination: { limit: 50, hasMore: false } };
const FRESH = {
  status: 'fresh',
  refreshState: 'complete',
  completedAt: NOW - HOUR,
  ageHours: 1,
};

const REQUESTED = { query: 'award seats', filters: { healthStatus: 'operational' } };

const proves = (body: unknown, freshness: unknown = FRESH, came?: Came): boolean =>
  typeof completeReading({
    fromService: true,
    freshness: readFreshness(freshness, NOW),
    answers: [readToolList(body, NOW, came, REQUESTED).read],
    fromStart: true,
    filtered: false,
  }) !== 'string';

/** What services are known to put beside a list that holds all that there is. */
const HARMLESS: [string, unknown][] = [
  ...Object.entries({
    requestId: 'x',
    'x-ae-request-id': 'partial',
    traceId: 'x',
    region: 'eu',
    took: 3,
    tookMs: 12.5,
    duration: '12ms',
    version: 2,
    schemaVersion: 'registry-tools:v1',
    schema: { failure: 'x' },
    facets: { cached: 3 },
    sort: [{ by: 'title' }],
    order: 'asc',
    etag: 'W/"x"',
    cacheControl: 'max-age=60',
    rateLimit: { limit: 60, remaining: 59, reset: 30 },
    generatedAt: iso(NOW),
    asOf: NOW - HOUR,
    lastUpdated: iso(NOW - HOUR),
    success: true,
    status: 'ok',
    message: 'OK',
    note: 'No Tools of this catalogue match the query.',
    freshness: { source: 'directory', state: 'fresh', completedAt: NOW - HOUR, staleAfterMs: 36 * HOUR },
    offset: 0,
    from: 0,
    page: 1,
    pages: 1,
    returned: 1,
    shards: { total: 5, successful: 5, failed: 0, skipped: 0 },
    links: { self: { href: '/tools' }, first: '/tools', last: '/tools', prev: null, next: null },
    request: { query: 'award seats', limit: 20, cursor: null },
    query: 'AWARD seats',
    notShown: null,
    xFurther: { region: 'eu', served: null },
    trace: [1, 'two', null],
    fallback: false,
    pageToken: null,
  }).map(([name, value]): [string, unknown] => [
    `${name}: ${JSON.stringify(value)}`,
    { ...LIST, [name]: value },
  ]),
  ['as Spring writes it', { ...LIST, ...{ number: 0, size: 20, first: true, last: true, empty: false } }],
  [
    'as Laravel writes it',
    { ...LIST, meta: { current_page: 1, last_page: 1, per_page: 15, total: 1, path: '/x' } },
  ],
  ['that as many providers answered', { ...LIST, providersTotal: 4, providersOk: 4 }],
];

/** What may mean that something is left out: by what is known, or because it is not known. */
const DOUBTFUL: [string, unknown][] = [
  ...Object.entries({
    offset: 1,
    skip: 1,
    from: 1,
    startIndex: 10,
    start: 2,
    currentPage: 2,
    limit: 0,
    removed: 3,
    notShown: 2,
    unlisted: ['a'],
    masked: true,
    blocked: 1,
    forbidden: 1,
    rest: 4,
    others: 2,
    includesHidden: false,
    noErrors: false,
    limitReached: true,
    overLimit: true,
    cutOff: true,
    quotaExceeded: true,
    throttled: 'yes',
    terminatedEarly: true,
    subset: true,
    preview: true,
    top: 10,
    loading: true,
    refreshing: true,
    building: true,
    processing: true,
    searching: true,
    preliminary: true,
    ready: false,
    authoritative: false,
    pageToken: 'x',
    bookmark: 'x',
    marker: 'x',
    resumeToken: 'x',
    LastEvaluatedKey: { id: 1 },
    shards: { total: 5, successful: 4 },
    rateLimit: { limit: 60, remaining: 0 },
    asOf: '2019-01-01T00:00:00Z',
    generatedAt: iso(NOW + HOUR),
    fallback: 'replica',
    message: '3 results hidden',
    note: 'Some tools are not shown',
    hint: 'Only what you may see is here',
    query: 'award',
    filters: { region: 'eu' },
    links: { first: '/x?page=1', last: '/x?page=3' },
    prev: '/x?page=0',
    retryAfterMs: 500,
    lagSeconds: 90_000,
    something: 'never seen',
    elsewhere: { region: 'eu' },
    xHidden: { region: 'eu' },
    xFurther: { elsewhere: 3 },
    'x-tools': { count: 3 },
    request: { count: 3 },
  }).map(([name, value]): [string, unknown] => [
    `${name}: ${JSON.stringify(value)}`,
    { ...LIST, [name]: value },
  ]),
  ['the same around the page', { ...LIST, meta: { pagination: { offset: 1 } } }],
  ['a count two places down', { ...LIST, meta: { paging: { total: 9 } } }],
  ['a further page three places down', { ...LIST, meta: { page: { links: { next: '/x' } } } }],
  ['a stale report beside a fresh one', { ...LIST, freshness: { state: 'fresh' }, catalogueStatus: 'stale' }],
  ['that fewer providers answered', { ...LIST, providersTotal: 4, providersOk: 3 }],
  [
    'more than is read',
    { ...LIST, ...Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`version${i}`, null])) },
  ],
];

describe('a list as an answer to what is not in it (§1.4)', () => {
  it.each<[string, unknown]>([
    ['all that there is', LIST],
    ['denials in words', { ...LIST, partialResults: 'false', truncated: 'no', errors: [], incomplete: 0 }],
    ['a null cursor', { ...LIST, pagination: { nextCursor: null } }],
    ['that it is complete', { ...LIST, complete: true, completeness: 1 }],
    [
      'that nothing is left out',
      { ...LIST, hidden: 0, filtered: false, pending: [], cached: false, endCursor: null },
    ],
    ['that all sources answered', { ...LIST, sourcesQueried: 3, sourcesAnswered: 3 }],
    ['how many were asked for', { ...LIST, meta: { requested: 50, returned: 1 } }],
    ['that no cache was hit', { ...LIST, cache: { hit: false } }],
    ['what was asked', { ...LIST, filters: { health: 'operational' }, filteredBy: null }],
    ['measures of time', { ...LIST, staleAfterMs: 5, timeoutMs: 9_000, lastFailureAt: 1 }],
    ['when it is refreshed next', { ...LIST, meta: { nextRefreshAt: NOW + HOUR } }],
    ['other counts', { ...LIST, retryCount: 0, tookMs: 12, pageSize: 50, totalMs: 3, totalElements: 1 }],
    ['no candidates', { kind: 'no_candidates', count: 0, items: [], hasMore: false, query: 'Award  seats' }],
    ...HARMLESS,
  ])('shows it where it says %s', (_, body) => {
    expect(proves(body)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['partialResults as text', { ...LIST, partialResults: 'true' }],
    ['partialResults as a number', { ...LIST, partialResults: 1 }],
    ['partial results in other letters', { ...LIST, PARTIAL_RESULTS: 'yes' }],
    ['partial', { ...LIST, partial: true }],
    ['truncated', { ...LIST, truncated: true }],
    ['truncated around the page', { ...LIST, meta: { isTruncated: true } }],
    ['incomplete', { ...LIST, incomplete: 'yes' }],
    ['not complete', { ...LIST, complete: false }],
    ['not complete in words', { ...LIST, isComplete: 'false' }],
    ['not exhaustive', { ...LIST, exhaustive: 0 }],
    ['a share', { ...LIST, completeness: 0.8 }],
    ['a coverage', { ...LIST, meta: { coveragePercent: 60 } }],
    ['a status in words', { ...LIST, status: 'partial' }],
    ['a note in words', { ...LIST, note: 'Not all sources could be asked.' }],
    ['omitted items', { ...LIST, omittedCount: 3 }],
    ['failed sources', { ...LIST, failedSources: ['a'] }],
    ['warnings', { ...LIST, warnings: ['x'] }],
    ['how many it hides', { ...LIST, hidden: 3 }],
    ['what it filtered', { ...LIST, meta: { filteredOut: 2 } }],
    ['how many it filtered', { ...LIST, filtered: '2' }],
    ['what it suppressed', { ...LIST, suppressedTools: ['a'] }],
    ['what it withheld', { ...LIST, withheld: true }],
    ['that more is pending', { ...LIST, pending: true }],
    ['that it still indexes', { ...LIST, indexing: 'yes' }],
    ['that it still searches', { ...LIST, stillSearching: true }],
    ['that it comes from a cache', { ...LIST, meta: { fromCache: true } }],
    ['where its end is', { ...LIST, pageInfo: { hasNextPage: false, endCursor: 'x' } }],
    ['where to go on', { ...LIST, paging: { cursors: { before: null, after: 'x' } } }],
    ['where it is scrolled to', { ...LIST, scrollId: 'x' }],
    ['that fewer sources answered', { ...LIST, meta: { sourcesQueried: 3, sourcesAnswered: 2 } }],
    ['that a cache was hit', { ...LIST, cache: { hit: true } }],
    ['a limit in words', { ...LIST, message: 'Results limited to 1' }],
    ['an error beside', { ...LIST, error: { code: 'x' } }],
    ['a time-out', { ...LIST, timedOut: true }],
    ['staleness', { ...LIST, stale: true }],
    ['that it is not fresh', { ...LIST, fresh: false }],
    ['a stale source as a word', { ...LIST, freshness: 'stale' }],
    ['a stale source apart', { ...LIST, meta: { freshness: { status: 'stale' } } }],
    ['an absent source as a word apart', { ...LIST, meta: { freshness: 'absent' } }],
    ['a failed catalogue', { ...LIST, pagination: { hasMore: false, catalogueStatus: 'failed' } }],
    ['a catalogue that is not there', { ...LIST, catalogue: { status: 'ABSENT' } }],
    [
      'one source of several that failed',
      { ...LIST, meta: { sources: [{ state: 'ok' }, { state: 'failed' }] } },
    ],
    ['how many matched', { ...LIST, matched: 7 }],
    ['an estimate', { ...LIST, meta: { totalEstimate: 3 } }],
    ['how many remain', { ...LIST, remaining: 4 }],
    ['another count', { ...LIST, count: 12, items: [] }],
    ['another total', { ...LIST, pagination: { hasMore: false, total: '12' } }],
    ['how many elements there are', { ...LIST, page: { number: 0, totalElements: 12 } }],
    ['a count in letters of one case', { ...LIST, TOTALRESULTS: 12 }],
    ['how many were found', { ...LIST, numFound: 5 }],
    ['all records', { ...LIST, total_records: 3 }],
    ['all entries around the page', { ...LIST, meta: { totalEntries: '9' } }],
    ['a count under the name of a header', { ...LIST, 'x-total-count': 12 }],
    ['a page that is not the last', { ...LIST, isLastPage: false }],
    ['a later last page', { ...LIST, current_page: 1, last_page: 3 }],
    ['several pages', { ...LIST, pages: 3 }],
    ['a count of no number', { ...LIST, total: { value: 1, relation: 'gte' } }],
    ['no list', { kind: 'ok', count: 0, pagination: { hasMore: false } }],
    ['a list that is none', { ...LIST, count: 0, items: { a: TOOL } }],
    ['a null list', { ...LIST, count: 0, items: null }],
    ['a text for a list', { ...LIST, count: 0, items: '[]' }],
    ['another list beside', { ...LIST, count: 1, more_tools: [TOOL] }],
    ['an item that cannot be read', { ...LIST, items: [TOOL, { title: 'x' }], count: 2 }],
    ['one Tool twice', { ...LIST, items: [TOOL, TOOL], count: 2 }],
    ['a further page', { ...LIST, pagination: { hasMore: true } }],
    ['a further page as text', { ...LIST, pagination: { hasMore: 'true' } }],
    ['a cursor and no more', { ...LIST, pagination: { hasMore: false, nextCursor: 'x' } }],
    ['a link to the next page', { ...LIST, links: { next: '/x' } }],
    ['a link of OData', { ...LIST, '@odata.nextLink': '/x' }],
    ['an address of the next page', { ...LIST, meta: { next_page_url: '/x' } }],
    ['more pages by number', { ...LIST, page: { totalPages: 3 } }],
    ['nothing of further pages', { kind: 'ok', count: 1, items: [TOOL] }],
    ['a kind never seen', { ...LIST, kind: 'something_new' }],
    ['that it is unavailable', { kind: 'unavailable', reason: 'source_unavailable' }],
    ...DOUBTFUL,
  ])('does not where it says %s', (_, body) => {
    const inside = (body as { freshness?: unknown }).freshness;
    // What it says of its source is heard as the catalogue's own report is.
    expect(proves(body, inside === undefined ? FRESH : { status: inside })).toBe(false);
  });

  it('does not where it came as part of a whole (206)', () => {
    expect(proves(LIST, FRESH, { status: 206 })).toBe(false);
    expect(proves(LIST, FRESH, { status: 200 })).toBe(true);
  });

  it.each([
    ['link', '</tools?page=2>; rel="next"'],
    ['x-total-count', '60'],
    ['warning', '110 - "Response is Stale"'],
    ['age', '200000'],
  ])('does not where a header says that there is more, or less than now: %s', (name, value) => {
    expect(proves(LIST, FRESH, { status: 200, headers: new Headers({ [name]: value }) })).toBe(false);
  });

  it('does where headers agree with it', () => {
    const headers = new Headers({ link: '</tools?page=1>; rel="first"', 'x-total-count': '1', age: '3' });
    expect(proves(LIST, FRESH, { status: 200, headers })).toBe(true);
  });

  it('says that it knows nothing of a member which it does not know', () => {
    expect(readToolList({ ...LIST, offset: 1 }, NOW).read.shortfall).toBe(
      'the answer says “offset”, which may mean that something is left out',
    );
  });

  it('may say where it begins where it was asked to go on', () => {
    const later = { ...LIST, offset: 50, page: 2, prev: '/x' };
    expect(readToolList(later, NOW, undefined, { cursor: 'x' }).read.shortfall).toBeNull();
    expect(readToolList(later, NOW, undefined, {}).read.shortfall).not.toBeNull();
  });

  it('is read under another name of the list', () => {
    const { items, ...rest } = LIST;
    expect(readToolList({ ...rest, results: items }, NOW)).toMatchObject({
      items: [{ toolRef: TOOL.toolRef }],
    });
    expect(proves({ ...rest, results: items })).toBe(true);
  });
});

describe('a freshness report', () => {
  it('is not fresh where a header says that it came from a cache that has not asked', () => {
    const headers = new Headers({ warning: '110 - "Response is Stale"' });
    expect(readFreshness(FRESH, NOW, { status: 200, headers })).toMatchObject({
      status: 'unknown',
      contradiction: expect.stringContaining('warning'),
    });
  });

  it.each<[string, unknown]>([
    ['as it is usual', FRESH],
    ['alone', { status: 'fresh' }],
    ['in other letters', { state: ' FRESH ' }],
    ['with a refresh under way', { ...FRESH, refreshState: 'refreshing' }],
    ['with a plan', { ...FRESH, nextRefreshAt: iso(NOW + HOUR), expiresAt: NOW + HOUR }],
    ['with denials', { ...FRESH, lastError: null, stale: false, errors: [] }],
    ['with a limit of its own', { ...FRESH, staleAfterMs: 2 * HOUR }],
    [
      'with figures that agree',
      {
        ...FRESH,
        sourcesTotal: 9,
        sourcesIndexed: 9,
        lag: 'PT5M',
        staleAfter: 'PT2H',
        ready: true,
        pending: 0,
      },
    ],
    ['of a clock a moment ahead', { ...FRESH, completedAt: NOW + 30_000, ageHours: 0 }],
  ])('is fresh %s', (_, report) => {
    expect(readFreshness(report, NOW)).toMatchObject({ status: 'fresh', contradiction: null });
    expect(proves(LIST, report)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['a failed refresh', { ...FRESH, refreshState: 'failed' }],
    ['a refresh never heard of', { ...FRESH, refreshState: 'wedged' }],
    ['a last error', { ...FRESH, lastError: 'directory_read_failed' }],
    ['a last error that is no text', { ...FRESH, lastError: { code: 1 } }],
    ['an old completion', { ...FRESH, completedAt: NOW - 37 * HOUR }],
    ['an old completion in other units', { ...FRESH, completedAt: iso(NOW - 37 * HOUR) }],
    ['a great age', { ...FRESH, ageHours: 40 }],
    ['a great age as text', { ...FRESH, ageHours: '40' }],
    ['a great age in days', { ...FRESH, ageDays: 3 }],
    ['a great age in ISO 8601', { ...FRESH, age: 'P3D' }],
    ['an age without a unit', { ...FRESH, age: 200_000 }],
    ['a long lag', { ...FRESH, lagSeconds: 200_000 }],
    [
      'an age beyond its own limit in seconds',
      { ...FRESH, completedAt: NOW - 3 * HOUR, staleAfterSeconds: 7_200 },
    ],
    ['a last successful refresh long ago', { ...FRESH, lastSuccessfulRefresh: iso(NOW - 60 * HOUR) }],
    ['an update long ago', { ...FRESH, lastUpdated: iso(NOW - 60 * HOUR) }],
    ['a day of its snapshot', { ...FRESH, snapshotDate: '2026-10-01' }],
    ['more sources than are indexed', { ...FRESH, sourcesTotal: 12, sourcesIndexed: 9 }],
    ['a progress', { ...FRESH, progress: 0.4 }],
    ['a coverage in percent', { ...FRESH, coverage: '90%' }],
    ['sources that are pending', { ...FRESH, pendingSources: 3 }],
    ['an index that is not ready', { ...FRESH, indexReady: false }],
    ['that it is not healthy', { ...FRESH, healthy: 'no' }],
    ['its maintenance', { ...FRESH, maintenance: true }],
    ['a catalogue that is rebuilt', { ...FRESH, catalogue: { status: 'rebuilding' } }],
    ['an age beyond its own limit', { ...FRESH, completedAt: NOW - 3 * HOUR, staleAfterMs: 2 * HOUR }],
    ['a negative age', { ...FRESH, ageHours: -2 }],
    ['an age of no number', { ...FRESH, ageHours: 'old' }],
    ['a completion to come', { ...FRESH, completedAt: NOW + HOUR }],
    ['a completion of no time', { ...FRESH, completedAt: 'yesterday' }],
    ['a completion without a zone', { ...FRESH, completedAt: '2026-11-22T11:00:00' }],
    ['another stamp to come', { ...FRESH, observedAt: NOW + HOUR }],
    ['an end that has passed', { ...FRESH, validUntil: NOW - HOUR }],
    ['another state beside', { ...FRESH, state: 'stale' }],
    ['a refresh that failed, as a record', { ...FRESH, lastRefresh: { status: 'failed' } }],
    ['a stale source', { ...FRESH, sources: [{ status: 'fresh' }, { status: 'stale' }] }],
    ['a source that is down', { ...FRESH, sources: [{ name: 'a', state: 'down' }] }],
    ['a last run that crashed', { ...FRESH, lastRunState: 'crashed' }],
    ['staleness beside', { ...FRESH, isStale: true }],
    ['that it is partial', { ...FRESH, partial: 'yes' }],
  ])('is not fresh with %s', (_, report) => {
    expect(readFreshness(report, NOW)).toMatchObject({
      status: 'unknown',
      contradiction: expect.stringMatching(/./),
    });
    expect(proves(LIST, report)).toBe(false);
  });

  it.each<[string, unknown]>([
    ['data', { data: FRESH }],
    ['a response that succeeded', { status: 'success', response: { data: FRESH } }],
    ['its own name', { status: 'ok', freshness: FRESH }],
  ])('is read within %s', (_, report) => {
    expect(readFreshness(report, NOW)).toMatchObject({
      status: 'fresh',
      contradiction: null,
      completedAt: NOW - HOUR,
    });
    expect(readFreshness({ freshness: 'fresh' }, NOW).status).toBe('fresh');
  });

  it.each<[string, unknown]>([
    ['staleness beside it', { stale: true, data: FRESH }],
    ['a warning beside it', { warnings: ['one source is down'], result: { data: FRESH } }],
    ['an age beside it', { generatedAt: NOW - 40 * HOUR, data: FRESH }],
    ['partial results beside its name', { partialResults: 'yes', catalogueStatus: FRESH }],
    ['another state around it', { status: 'degraded', data: FRESH }],
    ['two reports', { data: FRESH, result: { status: 'stale' } }],
  ])('is not fresh within another answer with %s', (_, report) => {
    expect(readFreshness(report, NOW).status).toBe('unknown');
  });

  it.each(['fresh?', 'not_fresh', 'half_done', 'mostly fresh', ''])('is not understood as "%s"', (status) => {
    expect(readFreshness({ status }, NOW)).toMatchObject({ status: 'unknown', contradiction: null });
    expect(proves(LIST, { status })).toBe(false);
  });

  it.each<[string, unknown]>([
    ['data', { data: LIST }],
    ['a response that succeeded', { status: 'success', response: { data: LIST } }],
    ['a payload without a kind', { payload: { tools: [TOOL], hasMore: false } }],
    ['a result as a bare list', { kind: 'ok', result: [TOOL], hasMore: false }],
    ['a response as a bare list in data', { status: 'ok', Data: { response: [TOOL], hasMore: false } }],
    ['nothing at all', [TOOL]],
    ['data beside flags', { partial: true, data: { ...LIST, partial: false } }],
  ])('within %s is shown, and proves nothing', (_, body) => {
    const { items, answered, complete, hasMore } = readToolList(body, NOW);
    expect(items.map(({ toolRef }) => toolRef)).toEqual([TOOL.toolRef]);
    expect({ answered, complete, hasMore }).toEqual({ answered: true, complete: false, hasMore: false });
    expect(proves(body)).toBe(false);
  });
});
