import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import type { Storage } from '../storage/open.ts';
import { openDataFile } from '../storage/testing/empty-data-file.ts';
import { type Activity, createActivity } from './activity.ts';

let folder: string;
let storage: Storage;
let activity: Activity;
let published: string[][];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-activity-'));
  storage = openDataFile(join(folder, 'milepost.sqlite'));
  published = [];
  activity = createActivity({
    storage,
    publish: (_, payload) => {
      if ('topics' in payload) published.push([...payload.topics]);
    },
  });
});
afterEach(() => {
  activity.close();
  storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const ROW = {
  at: 1,
  role: 'search',
  method: 'POST',
  origin: 'https://market.example',
  path: '/x',
  status: 200 as number | null,
  durationMs: 5,
  bytes: 10,
  attempt: 1,
  requestIdSent: 'mp-1',
  requestId: 'req-1' as string | null,
  errorCode: null as string | null,
  notices: ['Limit “default”: 3 left'],
};

async function list(input: Parameters<Activity['handlers']['list']>[0]) {
  return requests.activity.list.output.parse(await activity.handlers.list(input));
}

test('rows come back as they were, newest first, page by page', async () => {
  for (const at of [1, 2, 3]) activity.record({ ...ROW, at });
  const first = await list({ limit: 2 });
  expect(first).toMatchObject({
    hasMore: true,
    rows: [
      { ...ROW, at: 3 },
      { ...ROW, at: 2 },
    ],
  });
  expect(await list({ limit: 2, before: first.rows[1]?.id ?? 0 })).toMatchObject({
    hasMore: false,
    rows: [{ at: 1 }],
  });
});

test('rows are found by role, path, status, request id and error, and a percent sign is only itself', async () => {
  activity.record(ROW);
  activity.record({
    ...ROW,
    role: 'quote',
    path: '/100%/y',
    status: 429,
    requestId: null,
    errorCode: 'rate_limited',
  });
  const found = async (text: string) => (await list({ text, limit: 10 })).rows.length;
  expect(
    await Promise.all(['search', '/x', '429', 'req-1', 'RATE_lim', '%', '_', 'nothing', ' '].map(found)),
  ).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 2]);
  expect((await list({ failedOnly: true, limit: 10 })).rows.map(({ role }) => role)).toEqual(['quote']);
});

test('beyond twenty thousand the oldest are forgotten', async () => {
  storage.transaction(() => {
    for (let at = 0; at < 20_600; at++) activity.record({ ...ROW, at });
  });
  const { count, oldest } = storage.db
    .prepare('SELECT count(*) AS count, min(at) AS oldest FROM activity')
    .get() as { count: number; oldest: number };
  expect(count).toBeLessThan(20_600);
  expect(oldest).toBeGreaterThan(0);
});

test('a burst of requests is announced once', () => {
  vi.useFakeTimers();
  try {
    for (let n = 0; n < 20; n++) activity.record(ROW);
    vi.runAllTimers();
    expect(published).toEqual([['activity']]);
  } finally {
    vi.useRealTimers();
  }
});

test('a file that cannot be written to costs the row, not the request', () => {
  storage.close();
  expect(() => activity.record(ROW)).not.toThrow();
});

async function exported(input: Parameters<Activity['handlers']['export']>[0]) {
  return requests.activity.export.output.parse(await activity.handlers.export(input));
}

test('what passes the filter is exported as JSON, newest first, with times that say what they are', async () => {
  activity.record(ROW);
  activity.record({ ...ROW, at: 2, role: 'quote' });
  activity.record({ ...ROW, at: 3 });
  const { text, rows } = await exported({ format: 'json', text: 'search' });
  expect(rows).toBe(2);
  expect(JSON.parse(text)).toEqual([3, 1].map((at) => ({ ...ROW, at: new Date(at).toISOString() })));
});

test('as CSV every row is one line, and what a service wrote cannot become a formula', async () => {
  activity.record({ ...ROW, path: '/a,b', requestId: '=HYPERLINK("http://evil")', notices: ['one', 'two'] });
  activity.record({ ...ROW, status: null, requestId: null, errorCode: 'offline', notices: [] });
  expect((await exported({ format: 'csv' })).text.split('\r\n')).toEqual([
    `\ufeff${'time,role,method,origin,path,status,duration in ms,bytes,attempt,request id sent,request id,error code,notices'.replaceAll(/[^,]+/gu, '"$&"')}`,
    '"1970-01-01T00:00:00.001Z","search","POST","https://market.example","/x",,5,10,1,"mp-1",,"offline",',
    '"1970-01-01T00:00:00.001Z","search","POST","https://market.example","/a,b",200,5,10,1,"mp-1","\'=HYPERLINK(""http://evil"")",,"one; two"',
    '',
  ]);
  expect((await exported({ format: 'csv', failedOnly: true })).rows).toBe(1);
});
