import { afterEach, describe, expect, test } from 'vitest';
import { readDocument } from '../openapi/document.ts';
import { costHere, workedHereWithin } from '../testing/worked-here.ts';
import { openUntrusted, type Untrusted } from './untrusted.ts';

let untrusted: Untrusted;
afterEach(() => untrusted.close());

const BASE = 'https://market.example/';
const bytesOf = (document: unknown) => new TextEncoder().encode(JSON.stringify(document));
const open = (document: unknown) =>
  untrusted.run('openDocument', {
    bytes: bytesOf(document),
    packed: false,
    base: BASE,
    before: null,
    without: [],
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

describe('schema bombs', () => {
  test.each([
    ['2.5 kB of doubling references', doubling(40), ENDED],
    ['60 kB of them', doubling(900), /^The input is not checked here/],
    ['alternatives', doubling(30, 'anyOf'), ENDED],
    ['one of two each', doubling(30, 'oneOf'), ENDED],
  ])('%s cost their own job, which ends, and the next one is done', async (_, bomb, why) => {
    untrusted = openUntrusted({ limitMs: 500 });
    const done = await untrusted.run('checkInput', { schema: JSON.stringify(bomb), input: { a: -1 } });
    expect(done.ok ? done.value.notice : done.why).toMatch(why);
    const small = JSON.stringify({ type: 'object', required: ['a'] });
    expect(await untrusted.run('checkInput', { schema: small, input: {} })).toEqual({
      ok: true,
      value: { problems: [{ pointer: '/a', words: 'Is needed.' }], notice: null },
    });
  });

  test.each([
    ['a pattern that tries every way', { properties: { a: { type: 'string', pattern: '^(a+)+$' } } }],
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
    untrusted = openUntrusted({ limitMs: 500 });
    const long = `${'a'.repeat(40)}!`;
    const input = { a: long, [long]: 1, b: { a: long } };
    await untrusted.run('checkInput', { schema: JSON.stringify(bomb), input });
    const small = JSON.stringify({ type: 'object', required: ['c'] });
    expect(await untrusted.run('checkInput', { schema: small, input: {} })).toMatchObject({
      ok: true,
      value: { problems: [{ pointer: '/c' }], notice: null },
    });
  });

  test.each([
    ['at once', { $async: true, required: ['a'] }],
    ['in a part', { allOf: [{ $ref: '#/$defs/d' }], $defs: { d: { $async: true, required: ['a'] } } }],
  ])('what asks to be checked later is checked %s, and the next job is done', async (_, schema) => {
    untrusted = openUntrusted();
    const checked = untrusted.run('checkInput', { schema: JSON.stringify(schema), input: {} });
    const next = untrusted.run('form', { schema: '{"type":"object"}' });
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
    untrusted = openUntrusted();
    expect(await untrusted.run('form', { schema: JSON.stringify(bomb) })).toEqual({
      ok: true,
      value: { ok: false, why: expect.stringMatching(/larger than a form|nothing but itself/) },
    });
  });

  test('a document of them is opened, and its operation alone cannot be used', async () => {
    untrusted = openUntrusted({ limitMs: 1_000 });
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
    const built = await untrusted.run('request', {
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

test('a legal document of 18 MB with 1,900 operations is opened, bound and read again changed, and this process is never held', async () => {
  untrusted = openUntrusted();
  const member = (n: number) => ({
    type: 'string',
    description:
      `Member ${n} of what is sent, described at some length so that the document is as large as some are. `.repeat(
        2,
      ),
  });
  const schemas = Object.fromEntries(
    Array.from({ length: 1_900 }, (_, s) => [
      `S${s}`,
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 36 }, (_one, n) => [`m${n}`, member(n)])),
      },
    ]),
  );
  const paths = Object.fromEntries(
    Array.from({ length: 1_899 }, (_, n) => [
      `/things/${n}/list`,
      {
        post: {
          operationId: `things.${n}.list`,
          requestBody: {
            content: { 'application/json': { schema: { $ref: `#/components/schemas/S${n}` } } },
          },
        },
      },
    ]),
  );
  const quoting = {
    operationId: 'tool.quote',
    requestBody: {
      content: { 'application/json': { schema: { type: 'object', properties: { toolRef: {}, input: {} } } } },
    },
  };
  const written = (summary: string) =>
    bytesOf({
      openapi: '3.1.0',
      paths: { ...paths, '/quote': { post: { ...quoting, summary } } },
      components: { schemas },
    });
  const bytes = written('Quotes');
  const changed = written('Quotes, and otherwise than before');
  expect(bytes.byteLength).toBeGreaterThan(15_000_000);
  // The worker starts first: what counts is the work, not what the test itself makes.
  await open({ openapi: '3.1.0', paths: {} });
  // Binding it comes to that.
  const here = costHere(() => readDocument(JSON.parse(new TextDecoder().decode(bytes)), new URL(BASE)));
  const { held, parsed } = await workedHereWithin(here, async () => {
    const opened = await untrusted.run('openDocument', {
      bytes,
      packed: false,
      base: BASE,
      before: null,
      without: [],
    });
    if (!opened.ok || !opened.value.ok) throw new Error('It was not opened.');
    const bound = await untrusted.run('bindings', { hash: opened.value.hash, manual: {} });
    if (!bound.ok || !bound.value.open) throw new Error('It was not bound.');
    expect(bound.value.bindings.quote).toMatchObject({ bound: true, operation: { id: 'tool.quote' } });
    expect(opened.value.packed?.byteLength).toBeLessThan(8_000_000);
    expect(JSON.stringify(bound.value).length).toBeLessThan(20_000);
    const { hash } = opened.value;
    const again = await untrusted.run('openDocument', {
      bytes: changed,
      packed: false,
      base: BASE,
      before: hash,
      without: [],
    });
    expect(again).toMatchObject({ ok: true, value: { ok: true, summary: { operations: 1_900 } } });
  });
  expect(parsed).toEqual([]);
  expect(held).toBeLessThan(here);
});

test('jobs that wait are answered when it is closed', async () => {
  untrusted = openUntrusted();
  const waiting = [1, 2, 3].map(() => untrusted.run('form', { schema: '{}' }));
  await untrusted.close();
  expect(await Promise.all(waiting)).toEqual(
    waiting.map(() => ({ ok: false, why: expect.stringContaining('closed') })),
  );
});

test('a worker that dies by itself is written down without what it was given', async () => {
  const written: string[] = [];
  const program = new URL(
    `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new TypeError('aek' + '_secret'); }); parentPort.postMessage({ kind: 'ready' });")}`,
  );
  untrusted = openUntrusted({ program, report: (words) => written.push(words) });
  expect(await untrusted.run('form', { schema: '{}' })).toMatchObject({ ok: false });
  expect(written).toEqual([expect.stringMatching(/outside ended: TypeError\n\s+at /u)]);
  expect(written.join()).not.toContain('aek_secret');
});
