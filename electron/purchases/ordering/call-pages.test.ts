import { expect, it } from 'vitest';
import { answerMapOf } from '../../marketplace/service/derive-map.ts';
import { desk, eachInItsFolder, open, service } from '../testing/one-purchase.ts';
import { answered, callsListed, failed, TOOL } from '../testing/purchase-desk.ts';

eachInItsFolder();

const text = { type: 'string' };
const flag = { type: 'boolean' };
const number = { type: 'integer' };
const listed = () => desk.requestsOf('callList');

it('stops comparing with a list of Calls whose cursors repeat', async () => {
  let pages = 0;
  open(
    service({
      call: () => failed({}),
      callList: () => {
        pages += 1;
        return callsListed([], { hasMore: true, nextCursor: `page-${pages % 2}` });
      },
    }),
  );
  expect(await desk.purchases.handlers.reconcileWithService(undefined)).toMatchObject({ complete: false });
  expect(listed()).toHaveLength(3);
});

it('reads on where a list names a next page but states none', async () => {
  let pages = 0;
  open(
    service({
      call: () => failed({}),
      callList: () => {
        pages += 1;
        return callsListed([], { ...(pages === 1 && { nextCursor: 'page-2' }) });
      },
    }),
  );
  expect(await desk.purchases.handlers.reconcileWithService(undefined)).toMatchObject({ complete: true });
  expect(listed()).toHaveLength(2);
});

it('counts a Call once that overlapping pages repeat', async () => {
  const item = (callRef: string) => ({ callRef, toolRef: TOOL, state: 'completed' });
  const answers = [
    { items: [item('call-1'), item('call-2')], hasMore: true, nextCursor: 'page-2' },
    { items: [item('call-2'), item('call-3')], hasMore: false },
  ];
  let pages = 0;
  open(
    service({
      call: () => failed({}),
      callList: () => answered({ kind: 'available', ...answers[pages++] }),
    }),
  );
  const { complete, compared, differences } = await desk.purchases.handlers.reconcileWithService(undefined);
  expect({ complete, compared }).toEqual({ complete: true, compared: 3 });
  expect(differences.map(({ callRef }) => callRef)).toEqual(['call-1', 'call-2', 'call-3']);
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
  const items = ['call-1', 'call-2'].map((callRef) => ({ callRef, toolRef: TOOL, state: 'completed' }));
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
