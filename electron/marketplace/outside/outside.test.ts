import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { mostMemory } from '../testing/most-memory.ts';
import { type Outside, openOutside } from './outside.ts';

let outside: Outside;
afterEach(() => outside.close());

const BASE = 'https://market.example/';
const bytesOf = (document: unknown) => new TextEncoder().encode(JSON.stringify(document));
const open = (document: unknown) =>
  outside.run('openDocument', {
    bytes: bytesOf(document),
    packed: false,
    base: BASE,
  });

/** Each level refers twice to the next: small as text, without end when it is written out. */
const doubling = (levels: number, keyword = 'allOf') => ({
  type: 'object',
  properties: { a: { $ref: '#/$defs/d0' } },
  required: ['a'],
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, n) => [
      `d${n}`,
      n === levels - 1
        ? { type: 'integer', minimum: 0 }
        : { [keyword]: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ]),
  ),
});

const ENDED = /more time or memory/;
const UNCHECKED = /^The input is not checked here/;

describe('schema bombs', () => {
  test.each([
    ['2.5 kB of doubling references', doubling(40), 1, ENDED],
    ['60 kB of them', doubling(900), 1, UNCHECKED],
    ['alternatives', doubling(30, 'anyOf'), -1, ENDED],
    ['one of two each', doubling(30, 'oneOf'), -1, ENDED],
    ['one of two each that both fit', doubling(30, 'oneOf'), 1, ENDED],
  ])('%s cost their own job, which ends, and the next one is done', async (_, bomb, a, why) => {
    outside = openOutside({ limitMs: 500 });
    const done = await outside.run('checkInput', { schema: JSON.stringify(bomb), input: { a } });
    expect(done.ok ? done.value.notice : done.why).toMatch(why);
    const small = JSON.stringify({ type: 'object', required: ['a'] });
    expect(await outside.run('checkInput', { schema: small, input: {} })).toEqual({
      ok: true,
      value: { problems: [{ pointer: '/a', words: 'Is needed.' }], notice: null },
    });
  });

  test.each([
    ['a pattern that tries every way', { properties: { a: { type: 'string', pattern: '^(a+)+$' } } }],
    ['one without groups', { properties: { a: { type: 'string', pattern: '^a*a*a*a*a*a*a*a*a*a*b$' } } }],
    ['names that try every way', { patternProperties: { '^(a|a)*$': {} }, additionalProperties: false }],
    [
      'a schema within itself at each place',
      { $dynamicAnchor: 'x', anyOf: [{ $dynamicRef: '#x' }, { $dynamicRef: '#x' }, { type: 'null' }] },
    ],
    [
      'what is left over of alternatives',
      { ...doubling(26, 'anyOf'), unevaluatedProperties: { not: { $ref: '#/$defs/d0' } } },
    ],
  ])('%s holds up no more than its own job', async (_, bomb) => {
    outside = openOutside({ limitMs: 500 });
    const long = `${'a'.repeat(40)}!`;
    const input = { a: long, [long]: 1, b: { a: long } };
    await outside.run('checkInput', { schema: JSON.stringify(bomb), input });
    const small = JSON.stringify({ type: 'object', required: ['c'] });
    expect(await outside.run('checkInput', { schema: small, input: {} })).toMatchObject({
      ok: true,
      value: { problems: [{ pointer: '/c' }], notice: null },
    });
  });

  test.each([
    ['at once', { $async: true, required: ['a'] }],
    ['in a part', { allOf: [{ $ref: '#/$defs/d' }], $defs: { d: { $async: true, required: ['a'] } } }],
  ])('what asks to be checked later is checked %s, and the next job is done', async (_, schema) => {
    outside = openOutside();
    const checked = outside.run('checkInput', { schema: JSON.stringify(schema), input: {} });
    const next = outside.run('form', { schema: '{"type":"object"}' });
    expect(await checked).toEqual({
      ok: true,
      value: { problems: [{ pointer: '/a', words: 'Is needed.' }], notice: null },
    });
    expect(await next).toMatchObject({ ok: true, value: { ok: true } });
  });

  test.each([
    ['doubling references', doubling(20)],
    ['20 levels of allOf', { ...doubling(20), allOf: [doubling(20)] }],
    [
      'parts that refer to one another',
      {
        type: 'object',
        $ref: '#/$defs/a',
        $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { allOf: [{ $ref: '#/$defs/a' }] } },
      },
    ],
  ])('no form is drawn of %s', async (_, bomb) => {
    outside = openOutside();
    expect(await outside.run('form', { schema: JSON.stringify(bomb) })).toEqual({
      ok: true,
      value: { ok: false, why: expect.stringMatching(/larger than a form|nothing but itself/) },
    });
  });

  test('a document of them is opened, and its operation alone cannot be used', async () => {
    outside = openOutside({ limitMs: 1_000 });
    const schema = {
      ...doubling(40),
      properties: { toolRef: { $ref: '#/$defs/d0' } },
      required: ['toolRef'],
    };
    const describing = {
      operationId: 'tool.describe',
      requestBody: { content: { 'application/json': { schema } } },
    };
    const opened = await open({ openapi: '3.1.0', paths: { '/d': { post: describing } } });
    if (!opened.ok || !opened.value.ok) throw new Error('It was not opened.');
    const { hash } = opened.value;
    const built = await outside.run('request', {
      hash,
      role: 'describe',
      operationId: 'tool.describe',
      hand: null,
      members: { toolRef: 'x' },
    });
    // Whether it is found not to fit or takes too long, nothing is made of it.
    expect(built).not.toMatchObject({ value: { built: { ok: true } } });
    expect(JSON.stringify(built)).toMatch(/does not fit what the service declares|more time or memory/);
    const again = await open({ openapi: '3.1.0', paths: {} });
    expect(again).toMatchObject({ ok: true, value: { ok: true, summary: { operations: 0 } } });
  });
});

test.each([
  [true, { output_url: { type: 'string' } }],
  [false, { output: { type: 'object' } }],
])('an order is refused (%s) where nothing declares the output of a Call', async (isRefused, more) => {
  outside = openOutside();
  const security = [{ key: [] }];
  const answers = (properties: object) => ({
    200: {
      description: 'A Call',
      content: { 'application/json': { schema: { type: 'object', properties } } },
    },
  });
  const call = { callRef: { type: 'string' }, status: { enum: ['queued', 'running', 'failed'] } };
  const member = { type: 'string' };
  const body = {
    schema: { type: 'object', properties: { quoteRef: member, idempotencyKey: member, toolRef: member } },
  };
  const post = {
    operationId: 'tools.call',
    security,
    requestBody: { content: { 'application/json': body } },
  };
  const parameters = [{ name: 'callRef', in: 'path', required: true, schema: member }];
  const get = { operationId: 'calls.status', security, parameters };
  const opened = await open({
    openapi: '3.1.0',
    info: { title: 'Calls', version: '1' },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/calls': { post: { ...post, responses: answers(call) } },
      '/calls/{callRef}': {
        get: { ...get, responses: answers({ ...call, status: { enum: ['running', 'done'] }, ...more }) },
      },
    },
  });
  if (!opened.ok || !opened.value.ok) throw new Error('not opened');
  const bound = await outside.run('bindings', { hash: opened.value.hash, manual: {} });
  if (!bound.ok || !bound.value.open) throw new Error('not bound');
  const { bindings } = bound.value;
  expect([bindings.call.bound, bindings.callStatus.bound]).toEqual([!isRefused, !isRefused]);
  expect('why' in bindings.call && bindings.call.why).toMatch(isRefused ? /output/u : /./u);
});

test('jobs that wait are answered when it is closed', async () => {
  outside = openOutside();
  const waiting = [1, 2, 3].map(() => outside.run('form', { schema: '{}' }));
  await outside.close();
  expect(await Promise.all(waiting)).toEqual(
    waiting.map(() => ({ ok: false, why: expect.stringContaining('closed') })),
  );
});

/** A process of this program, which says that it is ready. */
function programOf(code: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-outside-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `${code}\nprocess.send({ kind: 'ready' });`);
  return pathToFileURL(file);
}

test('a process that ends by itself is reported without what it was given', async () => {
  const written: string[] = [];
  const program = programOf(`process.on('message', ({ name }) => {
    process.send({ kind: 'done', id: 1, value: 1 });
    throw new TypeError('aek' + '_secret');
  });`);
  outside = openOutside({ program, report: (words) => written.push(words) });
  await outside.run('form', { schema: '{}' });
  await expect.poll(() => written).toEqual([expect.stringMatching(/outside ended: 1$/u)]);
});

test('a process that only stands still is ended by the clock', async () => {
  const program = programOf(`process.on('message', () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`);
  outside = openOutside({ program, limitMs: 20 });
  expect(await outside.run('form', { schema: '{}' })).toMatchObject({
    ok: false,
    why: expect.stringMatching(ENDED),
  });
});

describe('a process that grows', () => {
  const MB = 1024 * 1024;
  /** Pids of the processes of this program. */
  const children = () =>
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(process.pid)], { encoding: 'utf8' })
      .split('\n')
      .map(Number)
      .filter(
        (pid) =>
          pid > 0 &&
          existsSync(`/proc/${pid}/cmdline`) &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('outside'),
      );

  test.each([
    ['9,000 items against 950 parts that fit nothing', { items: { allOf: Array(950).fill({ not: {} }) } }],
    [
      'parts of their own',
      { items: { $ref: '#/$defs/d' }, $defs: { d: { allOf: Array(950).fill({ not: {} }) } } },
    ],
    ['names', { propertyNames: { allOf: Array(950).fill({ not: {} }) }, items: { enum: [] } }],
    ['alternatives', { items: { anyOf: Array.from({ length: 950 }, (_, n) => ({ const: `c${n}` })) } }],
    [
      'alternatives of which one fits',
      { items: { oneOf: Array.from({ length: 950 }, (_, n) => ({ const: n })) } },
    ],
    [
      'what contains itself',
      { $ref: '#/$defs/d', $defs: { d: { items: { allOf: [{ $ref: '#/$defs/d' }, { not: {} }] } } } },
    ],
  ])('by the problems of %s states no more than fifty of them', async (_, part) => {
    outside = openOutside({ limitMs: 1_000 });
    const schema = JSON.stringify({ type: 'object', properties: { a: { type: 'array', ...part } } });
    const done = await outside.run('checkInput', { schema, input: { a: Array(9_000).fill(1) } });
    if (done.ok) expect(done.value.problems.length).toBeLessThanOrEqual(50);
    else expect(done.why).toMatch(ENDED);
    expect(await outside.run('form', { schema: '{"type":"object"}' })).toMatchObject({ ok: true });
  });

  test.each([
    ['on its heap', `const all = []; for (;;) all.push(new Array(10_000).fill({}));`],
    ['beside it', `const all = []; for (;;) { all.push(Buffer.alloc(16 * ${MB}, 1)); }`],
    ['in one piece', `const all = []; for (;;) all.push('x'.repeat(2 ** 28).split(''));`],
  ])('%s is ended, and this process does not grow', async (_, grows) => {
    const before = process.memoryUsage.rss();
    const watch = new URL('./watch.ts', import.meta.url).href;
    const program = programOf(`import { Worker } from 'node:worker_threads';
      const watch = new Worker(new URL('${watch}'), { workerData: process.ppid });
      process.on('message', ({ limits }) => { watch.postMessage(limits); ${grows} });`);
    const opened = openOutside({ program });
    outside = opened;
    const most = await mostMemory(children, async () => {
      expect(await opened.run('form', { schema: '{}' })).toMatchObject({
        ok: false,
        why: expect.stringMatching(ENDED),
      });
    });
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MB);
    // Its limit, and what it takes until that is seen. Its time alone would let it take several gigabytes.
    expect(most).toBeLessThan(2_000 * MB);
  });

  test('is not left behind by a program that is killed', async () => {
    const starts = `import { openOutside } from '${new URL('./outside.ts', import.meta.url).href}';
      // Stays open.
      process.on('message', () => {});
      const outside = openOutside({ limitMs: 60_000 });
      await outside.run('form', { schema: '{}' });
      void outside.run('checkInput', { schema: ${JSON.stringify(JSON.stringify(doubling(40)))}, input: { a: 1 } });
      process.send('busy');`;
    const file = programOf(starts);
    const parent = fork(fileURLToPath(file));
    await once(parent, 'message');
    const pids = execFileSync('ps', ['-o', 'pid=', '--ppid', String(parent.pid)], { encoding: 'utf8' })
      .split('\n')
      .map(Number)
      .filter(Boolean);
    expect(pids.length).toBeGreaterThan(0);
    parent.kill('SIGKILL');
    // What has ended stays in the list until somebody collects it, and takes nothing.
    const alive = () =>
      pids.filter(
        (pid) => existsSync(`/proc/${pid}`) && !/\) Z /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8')),
      );
    await expect.poll(alive).toEqual([]);
  });

  test('none is left when it is closed, whatever it does', async () => {
    outside = openOutside({ limitMs: 60_000 });
    await outside.run('form', { schema: '{}' });
    const held = outside.run('checkInput', { schema: JSON.stringify(doubling(40)), input: { a: 1 } });
    expect(children().length).toBeGreaterThan(0);
    await outside.close();
    expect(await held).toMatchObject({ ok: false, why: expect.stringContaining('closed') });
    await expect.poll(children).toEqual([]);
  });
});
