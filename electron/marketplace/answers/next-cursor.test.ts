import { expect, it } from 'vitest';
import { nextCursorIn } from './next-cursor.ts';

const LINK = '</tools?limit=5&cursor=a%2Fb>; rel="next"';
const cameWith = (link: string) => ({ status: 200, headers: new Headers({ link }) });

it.each<[string, unknown]>([
  ['its plain name', { nextCursor: 'a/b' }],
  ['another name for it', { pagination: { has_more: true, next_page_token: 'a/b' } }],
  ['one word', { meta: { next: 'a/b' } }],
  ['a token beside the number of a page', { meta: { nextPage: 2, nextPageToken: 'a/b' } }],
  ['a continuation', { continuation_token: 'a/b' }],
  ['a link', { links: { self: '/tools', next: '/tools?limit=5&cursor=a%2Fb' } }],
  ['a link as a record', { _links: { next: { href: 'https://m.example/tools?pageToken=a%2Fb' } } }],
  ['a link of OData', { '@odata.nextLink': '?cursor=a%2Fb' }],
  ['the end of a page', { pageInfo: { hasNextPage: true, endCursor: 'a/b' } }],
  ['a cursor beside more', { items: [], cursor: 'a/b', has_more: true }],
])('a list goes on at %s', (_, body) => {
  expect(nextCursorIn(body)).toBe('a/b');
  expect(nextCursorIn(body, undefined, 'a/b')).toBeNull();
});

it('a list goes on at the link in its header, whatever else is linked', () => {
  expect(nextCursorIn({}, cameWith(LINK))).toBe('a/b');
  expect(nextCursorIn({}, cameWith(`</tools>; rel=first, ${LINK}; title="2, or more"`))).toBe('a/b');
  expect(nextCursorIn({}, cameWith('</tools?cursor=x>; rel="prev"; title="next"'))).toBeNull();
});

it.each<[string, unknown]>([
  ['it says no', { hasNext: true, next: false, nextCursor: null, nextPageToken: '' }],
  ['it says only that it does', { hasMore: true, next: true }],
  ['only a time or an act comes next', { nextRefreshAt: 5, nextSteps: 'wait', next_poll: 3 }],
  ['only a count is left', { remaining: 12 }],
  ['a link holds no cursor', { next: '/tools?colour=blue' }],
  ['it ends where there is no more', { pageInfo: { hasNextPage: false, endCursor: 'x' } }],
  ['only its items have cursors', { items: [{ nextCursor: 'x' }] }],
])('a list does not say where it goes on where %s', (_, body) => {
  expect(nextCursorIn(body)).toBeNull();
});
