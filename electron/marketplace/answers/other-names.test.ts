import { describe, expect, test } from 'vitest';
import { readAccount } from './account.ts';
import { readCallList } from './call-list.ts';
import { readCallResult } from './call-result.ts';
import { readCallStatus } from './call-status.ts';
import { readQuote } from './quote.ts';

const PRICE = { currency: 'USD', units: '22000', exponent: 6 };

describe('a reference under another name', () => {
  test.each([
    'callRef',
    'callId',
    'call_id',
    'CallReference',
    'call-ref',
    'executionId',
    'run_ref',
    'jobId',
    'task_ref',
    'id',
    'ref',
  ])('%s', (name) => {
    expect(readCallResult({ kind: 'pending', [name]: 'c' })).toMatchObject({ kind: 'pending', callRef: 'c' });
    expect(readCallStatus({ kind: 'found', [name]: 'c', state: 'leased' })).toMatchObject({ callRef: 'c' });
    expect(readCallList({ kind: 'available', items: [{ [name]: 'c' }] })).toMatchObject({
      items: [{ callRef: 'c' }],
    });
  });

  test('a number is the text that it writes', () => {
    expect(readCallResult({ kind: 'pending', callId: 7 })).toMatchObject({ callRef: '7' });
  });
});

test('a text about a job is no reference to it', () => {
  expect(readCallResult({ kind: 'pending', id: 'c', job: 'award search', task: 'one' })).toMatchObject({
    callRef: 'c',
  });
});

describe('a Call without a kind', () => {
  test.each(['ok', 'Successful', 'SUCCESS', 'done', 'fulfilled'])(
    'is completed where its state is %s and its output is there',
    (state) => {
      for (const name of ['output', 'toolOutput', 'outputs', 'result', 'body', 'content', 'payload'])
        expect(readCallResult({ jobId: 'c', status: state, [name]: { a: 1 } })).toMatchObject({
          kind: 'completed',
          callRef: 'c',
          output: { a: 1 },
        });
      // Without one it is no more than the answer to the request.
      expect(readCallResult({ jobId: 'c', status: state })).toMatchObject({
        kind: 'unreadable',
        callRef: 'c',
      });
    },
  );

  test.each(['started', 'Created', 'accepted', 'QUEUED', 'in-progress', 'scheduled', 'waiting'])(
    'is under way where its state is %s',
    (state) => {
      expect(readCallResult({ taskId: 'c', state })).toEqual({
        kind: 'pending',
        callRef: 'c',
        retryAfterMs: null,
      });
    },
  );

  test.each([
    'failed',
    'FAILURE',
    'error',
    'expired',
    'timed_out',
    'aborted',
    'rejected',
    'declined',
    'terminal',
  ])('that is %s may have been charged: it is neither completed nor refused', (state) => {
    expect(readCallResult({ callRef: 'c', state, usage: { amount: PRICE } })).toMatchObject({
      kind: 'outcome_unknown',
      callRef: 'c',
      usage: { amount: PRICE },
    });
    expect(readCallResult({ callRef: 'c', state, code: 'x', retryable: false }).kind).toBe('outcome_unknown');
    // What it gave all the same is stored as it came.
    expect(readCallResult({ callRef: 'c', state, output: { a: 1 } }).kind).toBe('unreadable');
  });

  test('is not understood in a state that nobody has seen', () => {
    expect(readCallResult({ callRef: 'c', state: 'wedged', output: 1 }).kind).toBe('unreadable');
  });

  test('is found within a job', () => {
    expect(readCallStatus({ job: { id: 'c', state: 'succeeded', output: { a: 1 } } })).toMatchObject({
      kind: 'found',
      callRef: 'c',
      result: { kind: 'completed', output: { a: 1 } },
    });
  });
});

describe('a result without a kind is known by its shape', () => {
  test.each([
    [
      { callId: 'c', output: { a: 1 } },
      { kind: 'completed', callRef: 'c', output: { a: 1 } },
    ],
    [
      { kind: 'completed', data: { callRef: 'c', output: { a: 1 } } },
      { kind: 'completed', callRef: 'c', output: { a: 1 } },
    ],
    [
      { kind: 'completed', result: { id: 'c', output: [1], usage: { amount: PRICE } } },
      { kind: 'completed', callRef: 'c', output: [1], usage: { amount: PRICE } },
    ],
    [
      { kind: 'pending', requestId: 'r', response: { data: { call_id: 'c' } } },
      { kind: 'pending', callRef: 'c' },
    ],
    [
      { kind: 'completed', data: [{ kind: 'completed', callRef: 'c', output: 1 }] },
      { kind: 'completed', callRef: 'c', output: 1 },
    ],
    [
      { kind: 'completed', callRef: 'c', data: { id: 'x', output: 1 } },
      { kind: 'completed', callRef: 'c', output: { id: 'x', output: 1 } },
    ],
    [
      { kind: 'refused', data: { kind: 'completed', callRef: 'c', output: 1 } },
      { kind: 'unreadable', callRef: 'c' },
    ],
    [
      { kind: 'envelope', data: { kind: 'completed', callRef: 'c', output: 1 } },
      { kind: 'unreadable', callRef: 'c' },
    ],
    [
      { kind: 'completed', data: { id: 'x', state: 'fine' } },
      { kind: 'unreadable', callRef: null },
    ],
    [
      { callId: 'c', status: 'completed', result: { a: 1 } },
      { kind: 'completed', output: { a: 1 } },
    ],
    [{ data: { callId: 'c', output: null } }, { kind: 'pending' }],
    [{ callId: 'c', output: null, evidence: null, usage: null, receipt: null }, { kind: 'pending' }],
    [{ id: 'c', status: 'processing', output: null, error: null }, { kind: 'pending' }],
    [
      { id: 'c', status: 'completed', output: null, result: [1] },
      { kind: 'completed', output: [1] },
    ],
    [
      { kind: 'completed', id: 'c', output: null },
      { kind: 'completed', output: null },
    ],
    [
      { status: 'failed', id: 'c', output: null },
      { kind: 'outcome_unknown', callRef: 'c' },
    ],
    [
      { status: 'success', call: { id: 'c', status: 'pending' } },
      { kind: 'pending', callRef: 'c' },
    ],
    [
      { id: 'evt_1', code: 200, call: { id: 'c', state: 'completed' }, output: 1 },
      { kind: 'completed', callRef: 'c', output: 1 },
    ],
    [
      { data: { type: 'calls', id: 'c', attributes: { status: 'succeeded', output: 1 } } },
      { kind: 'completed', callRef: 'c', output: 1 },
    ],
    [
      { count: 1, cursor: 0, hasMore: false, data: [{ ID: 'row' }] },
      { kind: 'unreadable', callRef: null },
    ],
    [
      { done: true, response: { data: [{ ID: 'row' }] } },
      { kind: 'unreadable', callRef: null },
    ],
    [{ call: { id: 'c', phase: 'over' } }, { kind: 'unreadable', callRef: 'c' }],
    [
      { callId: 'c', payload: { a: 1 }, evidenceHash: 'sha256:1' },
      { kind: 'completed', output: { a: 1 } },
    ],
    [
      { callId: 'c', response: [1], usage: { chargeState: 'free_tier' } },
      { kind: 'completed', output: [1] },
    ],
    [
      { callId: 'c', data: { percent: 30 }, usage: { chargeState: 'outcome_unknown' } },
      { kind: 'unreadable' },
    ],
    [{ callId: 'c', data: { percent: 30 } }, { kind: 'unreadable' }],
    [
      { callId: 'c', data: {}, code: 'no_route', retryable: false, usage: { chargeState: 'paid' } },
      { kind: 'refused' },
    ],
    [
      { kind: 'completed', callRef: 'c', data: { data: [] } },
      { kind: 'completed', output: { data: [] } },
    ],
    [
      { kind: 'completed', callRef: 'c', response: [1] },
      { kind: 'completed', output: [1] },
    ],
    [
      { kind: 'completed', callRef: 'c', output: 1, data: 2 },
      { kind: 'completed', output: 1 },
    ],
    [
      { call: { id: 'c', state: 'succeeded' }, output: 1 },
      { kind: 'completed', callRef: 'c', output: 1 },
    ],
    [
      { status: 'success', data: { callId: 'c', output: 1 } },
      { kind: 'completed', callRef: 'c', output: 1 },
    ],
    [{ Data: [{ Call: { Id: 'c', Status: 'Succeeded', Output: 1 } }] }, { kind: 'completed', output: 1 }],
    [
      { code: 200, data: { payload: { callId: 'c', output: 1 } } },
      { kind: 'completed', output: 1 },
    ],
    [
      { data: { callId: 'c', output: 1 }, Usage: [{ ChargeState: 'paid', Amount: PRICE }] },
      { kind: 'completed', usage: { chargeState: 'paid', amount: PRICE } },
    ],
    [
      { id: 'request', data: { callId: 'c', output: 1 } },
      { kind: 'completed', callRef: 'c' },
    ],
    [
      { id: 'c', status: 'completed', result: { items: [] } },
      { kind: 'completed', output: { items: [] } },
    ],
    [{ callId: 'c' }, { kind: 'pending', callRef: 'c' }],
    [
      { callId: 'c', retryAfterMs: 5000 },
      { kind: 'pending', retryAfterMs: 5000 },
    ],
    [
      { call_id: 'c', state: 'queued' },
      { kind: 'pending', callRef: 'c' },
    ],
    ...['done', 'Finished', 'success', 'COMPLETE'].map((state): [object, object] => [
      { callId: 'c', state, output: 1 },
      { kind: 'completed', output: 1 },
    ]),
    ...['accepted', 'processing'].map((state): [object, object] => [
      { callId: 'c', state },
      { kind: 'pending', callRef: 'c' },
    ]),
    [
      { callId: 'c', evidence: {} },
      { kind: 'outcome_unknown', callRef: 'c' },
    ],
    [
      { code: 'budget_exceeded', retryable: false },
      { kind: 'refused', code: 'budget_exceeded' },
    ],
  ])('%j', (body, reading) => {
    expect(readCallResult(body)).toMatchObject(reading);
  });

  test.each([
    [{}],
    [{ callId: 'c', state: 'frobnicated', output: 1 }],
    [{ kind: 'frobnicated', callId: 'c', output: 1 }],
    [{ callId: 'c', stopReason: true }],
    [{ code: 'x' }],
    [[]],
    ['text'],
  ])('%j stays not understood: money may have moved', (body) => {
    expect(readCallResult(body).kind).toBe('unreadable');
  });
});

test.each([
  [
    { callId: 'c', state: 'leased' },
    { kind: 'found', callRef: 'c', state: 'leased' },
  ],
  [
    { call: { id: 'c', status: 'terminal', output: 1 } },
    { kind: 'found', result: { kind: 'completed', output: 1 } },
  ],
  [
    { kind: 'found', data: { id: 'c', status: 'leased' } },
    { kind: 'found', callRef: 'c', state: 'leased' },
  ],
  [
    { kind: 'found', result: { callRef: 'c', state: 'terminal', output: 1 } },
    { kind: 'found', callRef: 'c', result: { kind: 'completed', output: 1 } },
  ],
  [
    { kind: 'completed', callId: 'c', output: 1 },
    { kind: 'found', result: { kind: 'completed', output: 1 } },
  ],
  [
    { callId: 'c', state: 'terminal', result: { count: 0 } },
    { kind: 'found', result: { output: { count: 0 } } },
  ],
  [
    { version: 3, retryAfterMs: 10 },
    { kind: 'unchanged', version: 3 },
  ],
])('a status without a kind: %j', (body, reading) => {
  expect(readCallStatus(body)).toMatchObject(reading);
});

test('lists, quotes and accounts without a kind are known by what they carry', () => {
  expect(readCallList([{ id: 'c' }])).toMatchObject({ kind: 'available', items: [{ callRef: 'c' }] });
  expect(readCallList({ calls: [] })).toMatchObject({ kind: 'available', items: [] });
  expect(readCallList({ status: 'ok', data: [{ id: 'c' }] })).toMatchObject({ items: [{ callRef: 'c' }] });
  const inner = { items: [{ id: 'c' }], hasMore: true, nextCursor: 'n' };
  expect(readCallList({ kind: 'available', data: inner })).toMatchObject({
    items: [{ callRef: 'c' }],
    hasMore: true,
    ends: false,
    nextCursor: 'n',
  });
  expect(readCallList({ kind: 'available', hasMore: false, data: inner })).toMatchObject({ ends: false });
  const quote = { commitmentId: 'q', price: PRICE, expiresAt: 1_790_000_000_000 };
  expect(readQuote(quote)).toMatchObject({ kind: 'committed', quoteRef: 'q' });
  expect(readQuote({ quote: { ...quote, commitmentId: undefined, id: 'q' } })).toMatchObject({
    quoteRef: 'q',
  });
  expect(readQuote({ Status: 'OK', Data: [{ Quote: quote }] })).toMatchObject({ quoteRef: 'q' });
  expect(readAccount({ accountId: 'a', scopes: ['x'] })).toMatchObject({
    kind: 'authenticated',
    accountRef: 'a',
  });
});
