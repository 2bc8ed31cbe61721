import { expect, test } from 'vitest';
import { namesCertainAct, namesPossibleAct } from './acting-names.ts';
import { fold, wordsOf } from './fold.ts';
import { firstItems, flag, integer, label, member, text, texts } from './reading.ts';

test.each([
  ['toolRef', ['tool_ref', 'ToolReference', 'TOOL-REF', 'tool reference']],
  ['callIdentifier', ['callId', 'call_id']],
])('%s means the same in any case, with any separators and in full', (name, others) => {
  for (const other of others) expect(fold(other)).toBe(fold(name));
});

test('the words of a name are found', () => {
  expect(wordsOf('/api/v1/marketTools/HTTPStatus_of-it')).toEqual([
    'api',
    'v1',
    'market',
    'tools',
    'http',
    'status',
    'of',
    'it',
  ]);
});

test('the exact name wins over one that means the same', () => {
  expect(member({ tool_ref: 1, toolRef: 2 }, 'toolRef')).toBe(2);
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  '%s is a member only where it is the object’s own',
  (name) => {
    expect(member({}, name)).toBeUndefined();
    expect(member(JSON.parse(`{"${name}":7}`), name)).toBe(7);
  },
);

test.each([
  [3, 3],
  ['3', 3],
  ['-31', -31],
  ['3 days', null],
  ['about 3', null],
  ['1e3', null],
  ['0x10', null],
  [[3], null],
  [3.5, null],
  ['3.5', null],
  [2 ** 60, null],
  ['99999999999999999', null],
  [true, null],
])('%j as an integer is %j', (value, read) => {
  expect(integer(value)).toBe(read);
});

test('only true and false are flags', () => {
  expect([true, false, 'true', 1, null].map(flag)).toEqual([true, false, null, null, null]);
});

test('the first of several names that is there counts, and nothing has none', () => {
  expect(member({ B: 1, c: 2 }, 'a', 'b', 'c')).toBe(1);
  for (const nothing of [null, undefined, 'text', 7]) expect(member(nothing, 'length')).toBeUndefined();
});

test('only a text and a number that is one are labels', () => {
  expect(['2', 2, 0.5, Number.NaN, true, {}].map(label)).toEqual(['2', '2', '0.5', null, null, null]);
});

test.each([
  ['topUp', true, true],
  ['upTop', false, true],
  ['topOffers', false, true],
  ['deleteRun', true, true],
  ['orders', false, true],
  ['upload', false, false],
  ['pickUp', false, false],
])('a name acts or may act by its words: %s', (name, certain, possible) => {
  const words = wordsOf(name);
  expect([namesCertainAct(words), namesPossibleAct(words)]).toEqual([certain, possible]);
});

test('an object with a senseless number of names costs little to read, and its exact names are read', () => {
  const written = `{${Array.from({ length: 1_000_000 }, (_, n) => `"k${n}":${n}`).join()},"kind":"ok"}`;
  const beforeParsing = process.threadCpuUsage();
  const many = JSON.parse(written);
  const parsing = process.threadCpuUsage(beforeParsing).user;
  const beforeReading = process.threadCpuUsage();
  for (let n = 0; n < 50; n++) {
    expect(member(many, 'kind')).toBe('ok');
    expect(member(many, 'TOOL_REF')).toBeUndefined();
  }
  // Comparing every name by its words each time cost hundreds of times as much as parsing.
  expect(process.threadCpuUsage(beforeReading).user / parsing).toBeLessThan(20);
});

test('of two names that say the same the first counts', () => {
  expect(member({ tool_ref: 1, ToolReference: 2 }, 'toolRef')).toBe(1);
});

test('a list is read only as far as a page can sensibly go', () => {
  expect(firstItems(Array.from({ length: 5_000 }, (_, n) => n))).toHaveLength(1_000);
  expect(texts(Array.from({ length: 5_000 }, String))).toHaveLength(1_000);
  expect(firstItems({ length: 3 })).toEqual([]);
});

test('no text of a service is longer than what is searched, however it is read', () => {
  const long = 'x'.repeat(1_000_000);
  const read = [text(long), label(long), ...texts([long])];
  expect(read).toHaveLength(3);
  for (const one of read) expect(one?.length).toBe(16_384);
});
