import { describe, expect, it, test } from 'vitest';
import { completeReading } from '#shared/catalogue/absence.ts';
import { answerMapOf } from '../marketplace/service/derive-map.ts';
import type { Came } from '../marketplace/service/list-headers.ts';
import { lessCertain } from './certainty.ts';
import { listedAuthorisation, writtenPrice } from './listed-authorisation.ts';
import { type CatalogueAnswer, readFreshness, readToolList } from './read-answers.ts';
import { undescribed } from './read-tools.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;
const TOOLS = { type: 'array', items: { type: 'object', properties: { toolRef: { type: 'string' } } } };
const TOOL = { toolRef: 'operation:v1:1', title: 'Award seats' };
const LIST = {
  kind: 'ok',
  schemaVersion: 'registry-tools:v1',
  count: 1,
  items: [TOOL],
  pagination: { limit: 50, hasMore: false },
};
const FRESH = {
  schemaVersion: 'catalogue-status:v1',
  status: 'fresh',
  refreshState: 'complete',
  generation: 'generation:2026-11-22',
  completedAt: NOW - HOUR,
  ageHours: 1,
};

const text = { type: 'string' };
const total = { type: 'integer' };
const hasMore = { type: 'boolean' };
const cursor = text;

const answer = (body: unknown, more: Partial<CatalogueAnswer> = {}): CatalogueAnswer => ({
  body,
  asOf: NOW,
  ...more,
});

/** Whether a list that does not hold a Tool proves that the catalogue does not (§1.4). */
function proves(
  body: unknown,
  freshness: unknown = FRESH,
  more: Partial<CatalogueAnswer> = {},
  map?: CatalogueAnswer['map'],
): boolean {
  const list = readToolList('search', answer(body, more), { query: 'award seats' });
  const reading = completeReading({
    fromService: true,
    freshness: lessCertain(readFreshness(answer(freshness, { map })), list.freshness),
    answers: [list.read],
    fromStart: true,
    filtered: false,
  });
  return typeof reading !== 'string';
}

describe('a list as an answer to what is not in it (§1.4)', () => {
  it.each<[string, unknown]>([
    ['all that it declares', LIST],
    [
      'that nothing matches',
      { ...LIST, kind: 'no_candidates', count: 0, items: [], note: 'None', query: 'Award seats' },
    ],
    [
      'what has no value',
      { ...LIST, warnings: [], omitted: null, pagination: { hasMore: false, nextCursor: null } },
    ],
    [
      'that its source is fresh',
      { ...LIST, freshness: { source: 'x', state: 'fresh', completedAt: NOW - HOUR } },
    ],
  ])('shows it where it says %s', (_, body) => expect(proves(body)).toBe(true));

  it.each<[string, unknown]>([
    ['that it is partial', { ...LIST, partialResults: true }],
    ['another count', { ...LIST, count: 12 }],
    ['a further page', { ...LIST, pagination: { hasMore: true } }],
    ['a cursor and no further page', { ...LIST, pagination: { hasMore: false, nextCursor: 'x' } }],
    ['nothing of further pages', { ...LIST, pagination: {} }],
    ['no count', { ...LIST, count: undefined }],
    ['a Tool twice', { ...LIST, items: [TOOL, TOOL], count: 2 }],
    [
      'a source that is partly there',
      { ...LIST, freshness: { source: 'x', state: 'fresh', missingSources: ['a'] } },
    ],
    [
      'a source read at no time',
      { ...LIST, freshness: { source: 'x', state: 'fresh', completedAt: 'lately' } },
    ],
    ['a stale source', { ...LIST, freshness: { source: 'x', state: 'stale' } }],
    ['another query', { ...LIST, query: 'hotels' }],
    ['an empty query', { ...LIST, query: '' }],
    ['a member that nothing declares', { ...LIST, skipped: 3 }],
    ['such a member beside its pages', { ...LIST, pagination: { hasMore: false, hidden: true } }],
    ['an item that cannot be read', { ...LIST, items: [TOOL, { title: 'x' }], count: 2 }],
    ['a type that it does not declare', { ...LIST, partialResults: 'perhaps' }],
    ['that it is not available', { kind: 'unavailable', reason: 'source_unavailable' }],
    ['nothing that is a list', [LIST]],
  ])('does not show it where it says %s', (_, body) => expect(proves(body)).toBe(false));

  it.each<[boolean, string, object, object]>([
    [true, 'all that it declares', { total, hasMore, cursor }, { total: 1, hasMore: false }],
    [true, 'no cursor where it declares nothing else', { cursor }, {}],
    [true, 'an empty cursor there', { cursor }, { cursor: '' }],
    [true, 'that it is the last page', { lastPage: hasMore, cursor }, { lastPage: true }],
    [false, 'nothing of what it declares', { total, hasMore, cursor }, {}],
    [false, 'no further page and no total', { total, hasMore, cursor }, { hasMore: false }],
    [false, 'a total that is null', { total, hasMore, cursor }, { total: null, hasMore: false }],
    [false, 'a total, and nothing of further pages', { total, hasMore, cursor }, { total: 1 }],
    [false, 'null of further pages', { hasMore, cursor }, { hasMore: null }],
    [false, 'nothing of the last page', { lastPage: hasMore, cursor }, {}],
    [
      false,
      'that this is not the last page',
      { lastPage: hasMore, hasMore },
      { lastPage: false, hasMore: false },
    ],
    [false, 'nothing, and declares nothing', {}, {}],
  ])('shows it (%s) where its declared form says %s', (shown, _, properties, more) => {
    const items = { type: 'array', items: { type: 'object', properties: { toolRef: text } } };
    const made = answerMapOf('search', [{ type: 'object', properties: { items, ...properties } }], {});
    const map = made.ok ? made.map : undefined;
    expect(proves({ items: [{ toolRef: TOOL.toolRef }], ...more }, FRESH, { map })).toBe(shown);
  });

  const page = {
    type: 'object',
    properties: { size: total, totalElements: total, totalPages: total, number: total },
  };
  const links = { type: 'object' };
  it.each<[string, object, object, string | null]>([
    [
      'an offset',
      { total, limit: total, offset: total, items: TOOLS },
      { total: 5, limit: 2, offset: 2 },
      '4',
    ],
    ['the last offset', { total, limit: total, offset: total }, { total: 2, limit: 2, offset: 0 }, null],
    [
      'a page',
      { page, _links: links },
      { page: { size: 2, totalElements: 5, totalPages: 3, number: 0 } },
      '1',
    ],
    [
      'the first page of one',
      { page, _links: links },
      { page: { size: 2, totalElements: 2, totalPages: 1, number: 0 }, _links: { self: 1 } },
      null,
    ],
    [
      'the page before the last',
      { page },
      { page: { size: 2, totalElements: 6, totalPages: 3, number: 2 } },
      '3',
    ],
    ['the last page', { page }, { page: { size: 2, totalElements: 6, totalPages: 3, number: 3 } }, null],
  ])('names its next page by number where it says %s', (_, properties, more, next) => {
    const made = answerMapOf('list', [{ type: 'object', properties: { items: TOOLS, ...properties } }], {});
    const body = { items: [TOOL, { ...TOOL, toolRef: 'b' }], ...more };
    const {
      read,
      nextCursor,
      hasMore: further,
    } = readToolList('list', answer(body, { map: made.ok ? made.map : undefined }));
    expect([nextCursor, further, read.hasMore, read.shortfall]).toEqual([
      next,
      next !== null,
      next !== null,
      null,
    ]);
  });

  const coverage = { type: 'object', properties: { percent: total } };
  const reported = {
    status: text,
    completedAt: total,
    schema: { const: 'v1' },
    generation: text,
    staleAfterMs: total,
  };
  it.each<[boolean, string, object]>([
    [true, 'that it is fresh', { schema: 'v1', generation: 'g', staleAfterMs: 2 * HOUR }],
    [true, 'nothing else', { coverage: null, note: '', schemaVersion: 'v1' }],
    [false, 'how much it covers', { coverage: { percent: 60 } }],
    [false, 'a note', { note: 'two of five sources are missing' }],
    [false, 'another status beside it', { sources: { status: 'partial' } }],
    [false, 'that it is stale sooner', { staleAfterMs: HOUR / 2 }],
  ])('shows it (%s) with a declared report that says %s', (shown, _, more) => {
    const properties = {
      ...reported,
      schemaVersion: text,
      coverage,
      note: text,
      sources: { type: 'object' },
    };
    const made = answerMapOf('freshness', [{ type: 'object', properties }], {});
    const report = { status: 'fresh', completedAt: NOW - HOUR, ...more };
    const map = made.ok ? made.map : undefined;
    expect(proves(LIST, report, {}, map)).toBe(shown);
  });

  it.each([
    [1, true],
    [50, false],
  ])('is whole where it counts %i Tools: %s', (count, complete) =>
    expect(readToolList('list', answer({ ...LIST, count })).complete).toBe(complete),
  );

  it('does not show it where a last page names itself as the next', () => {
    const body = { ...LIST, pagination: { hasMore: false, nextCursor: 'a' } };
    expect(readToolList('list', answer(body), { cursor: 'a' }).read.hasMore).toBeNull();
  });

  it('does not show it where the next cursor leads to the same page', () => {
    const schema = { type: 'object', properties: { items: { type: 'array' }, cursor } };
    const made = answerMapOf('list', [schema], {});
    const page = answer({ items: [], cursor: 'a' }, { map: made.ok ? made.map : undefined });
    expect(['a', 'b'].map((own) => readToolList('list', page, { cursor: own }).read.hasMore)).toEqual([
      null,
      true,
    ]);
  });

  it.each<[string, Came]>([
    ['a link to the next page', { status: 200, headers: new Headers({ link: '</x>; rel="next"' }) }],
    [
      'the warning of a cache',
      { status: 200, headers: new Headers({ warning: '110 - "Response is Stale"' }) },
    ],
    ['a partial status', { status: 206 }],
  ])('does not show it under %s', (_, came) => expect(proves(LIST, FRESH, { came })).toBe(false));

  it.each<[string, unknown]>([
    ['a stale catalogue', { ...FRESH, status: 'stale' }],
    ['a state that it does not know', { ...FRESH, status: 'splendid' }],
    ['a last reading long ago', { ...FRESH, completedAt: NOW - 40 * HOUR }],
    ['a last reading in the future', { ...FRESH, completedAt: NOW + HOUR }],
    ['a great age', { ...FRESH, ageHours: 99 }],
    ['a failed refresh', { ...FRESH, refreshState: 'failed' }],
    ['a report that cannot be read', { state: 1 }],
    ['what nobody declares', { ...FRESH, missingSources: ['a'] }],
  ])('does not show it with %s', (_, freshness) => expect(proves(LIST, freshness)).toBe(false));
});

test('a declared list is read by its own words', () => {
  const schema = {
    type: 'object',
    properties: {
      result: {
        type: 'object',
        properties: {
          offerings: {
            type: 'array',
            items: { type: 'object', properties: { id: text, name: text, publisher: text } },
          },
          total_count: { type: 'string' },
          next_page_token: text,
        },
      },
    },
  };
  const made = answerMapOf('list', [schema], {});
  const body = { result: { offerings: [{ id: 7, name: 'Seats', publisher: 'P' }], total_count: '1' } };
  const read = readToolList('list', answer(body, { map: made.ok ? made.map : undefined }));
  expect(read).toMatchObject({
    answered: true,
    complete: true,
    hasMore: false,
    items: [{ toolRef: '7', title: 'Seats', provider: { name: 'P' } }],
  });
});

describe('the total authorisation of a listing (§1.7, §8)', () => {
  const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });
  const listed = (more: object) => {
    const { items } = readToolList('list', answer({ ...LIST, items: [{ ...TOOL, ...more }] }));
    const [tool] = items;
    if (tool === undefined) throw new Error('the Tool was not read');
    const { materialTerms = [] } = more as { materialTerms?: { label: string; value: string }[] };
    return listedAuthorisation({ ...undescribed(tool), materialTerms });
  };
  const term = (label: string, value: string) => ({ materialTerms: [{ label, value }] });

  it.each<[string, object, unknown]>([
    ['a material term', term('Total authorization per request', 'USD 0.022000'), usd('22000')],
    [
      'the term, before the price',
      { ...term('Total authorisation', 'USD 0.022000'), displayPrice: { amount: usd('9') } },
      usd('22000'),
    ],
    ['the listed price', { displayPrice: { kind: 'indicative', amount: usd('22000') } }, usd('22000')],
    ['the price in the form of §1.7', { priceLabel: 'USD 0.022000 per request' }, usd('22000')],
    ['nothing', { priceLabel: 'Free' }, 'free'],
    ['what is no exact amount', term('Total authorization', 'about two cents'), 'unreadable'],
    ['a label with a figure that is none', { priceLabel: 'from 2 cents' }, 'unreadable'],
    ['no price at all', {}, null],
  ])('is %s', (_, more, expected) => expect(listed(more)).toEqual(expected));

  it.each(['USD 0.022000 per day', '0.022 USD', 'up to USD 0.022', 'USD 1e3'])('is not “%s”', (text) =>
    expect(writtenPrice(text)).toBeNull(),
  );
});
