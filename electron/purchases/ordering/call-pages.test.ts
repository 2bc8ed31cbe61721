import { expect, it } from 'vitest';
import type { Reply } from '../../marketplace/http/answer.ts';
import { answerMapOf } from '../../marketplace/service/derive-map.ts';
import { desk, eachInItsFolder, open, service } from '../testing/one-purchase.ts';
import { answered, callsListed, failed, TOOL } from '../testing/purchase-desk.ts';

eachInItsFolder();

const text = { type: 'string' };
const flag = { type: 'boolean' };
const number = { type: 'integer' };
const item = (callRef: string) => ({ callRef, toolRef: TOOL, state: 'completed' });

it.each<[string, Reply[], boolean, string[]]>([
  [
    'not on, where cursors repeat',
    ['page-1', 'page-2', 'page-1'].map((nextCursor) => callsListed([], { hasMore: true, nextCursor })),
    false,
    [],
  ],
  [
    'on, where a next page is named but none is stated',
    [callsListed([], { nextCursor: 'page-2' }), callsListed()],
    true,
    [],
  ],
  [
    'on, and counts a Call once that overlapping pages repeat',
    [
      callsListed([item('call-1'), item('call-2')], { hasMore: true, nextCursor: 'page-2' }),
      callsListed([item('call-2'), item('call-3')]),
    ],
    true,
    ['call-1', 'call-2', 'call-3'],
  ],
])('reads a list of Calls %s', async (_how, pages, isComplete, calls) => {
  const left = [...pages];
  open(service({ callList: () => left.shift() ?? failed({}) }));
  const { complete, compared, differences } = await desk.purchases.handlers.reconcileWithService(undefined);
  expect([complete, compared]).toEqual([isComplete, calls.length]);
  expect(differences.map(({ callRef }) => callRef)).toEqual(calls);
  expect(desk.requestsOf('callList')).toHaveLength(pages.length);
});

it.each<[boolean, string, object, object]>([
  [true, 'all that it declares', { hasMore: flag, cursor: text }, { hasMore: false }],
  [true, 'no cursor where it declares nothing else', { cursor: text }, {}],
  [false, 'nothing of a further page', { hasMore: flag, cursor: text }, {}],
  [true, 'how many it sends', { hasMore: flag, count: number }, { hasMore: false, count: 1 }],
  [false, 'that it sends more', { hasMore: flag, count: number }, { hasMore: false, count: 2 }],
  [false, 'that there are more', { hasMore: flag, total: number }, { hasMore: false, total: 2 }],
  [false, 'that it is not complete', { hasMore: flag, complete: flag }, { hasMore: false, complete: false }],
  [false, 'that it is partial', { hasMore: flag, partial: flag }, { hasMore: false, partial: true }],
  [
    true,
    'that nothing more is there, in one of two ways',
    { hasMore: flag, isLast: flag },
    { hasMore: false },
  ],
])(
  'takes a list for all Calls: %s, where its declared form says %s',
  async (complete, _, properties, more) => {
    const items = { type: 'array', items: { type: 'object', properties: { callRef: text } } };
    const made = answerMapOf('callList', [{ type: 'object', properties: { items, ...properties } }], {});
    open(
      service({
        callList: () => {
          const reply = answered({ items: [{ callRef: 'call-1' }], ...more });
          return reply.ok && made.ok ? { ok: true, answer: { ...reply.answer, map: made.map } } : reply;
        },
      }),
    );
    expect(await desk.purchases.handlers.reconcileWithService(undefined)).toMatchObject({ complete });
  },
);

it.each<[boolean, string, { status?: number; headers?: Headers }, object?]>([
  [true, 'nothing more', {}],
  [false, 'something of no Call', {}, { items: [{ callRef: 'call-1' }, { state: 'completed' }] }],
  [true, 'as many as there are', { headers: new Headers({ 'x-total-count': '2' }) }],
  [false, 'more than there are', { headers: new Headers({ 'x-total-count': '3' }) }],
  [false, 'that it is a part', { status: 206 }],
  [false, 'that it is stale', { headers: new Headers({ warning: '110 - "Response is Stale"' }) }],
])('takes a list for all Calls: %s, where it says %s', async (complete, _what, more, list) => {
  const items = ['call-1', 'call-2'].map(item);
  open(
    service({
      callList: () => {
        const reply = callsListed(items, { ...list });
        return reply.ok ? { ok: true, answer: { ...reply.answer, ...more } } : reply;
      },
    }),
  );
  expect(await desk.purchases.handlers.reconcileWithService(undefined)).toMatchObject({ complete });
});
