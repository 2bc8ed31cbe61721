import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Expression, expressionsIn, tooSlow } from './regular-expressions.ts';

const ROOT = join(import.meta.dirname, '../..');

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'electron', 'renderer', 'shared'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter((path) => /\.tsx?$/u.test(path) && !/\.test\.tsx?$|\/testing\//u.test(path));
const texts = files.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** The longest text, in characters, of the functions that reject longer ones before they search them. */
const BOUNDED: Readonly<Record<string, number>> = {
  'shared/award-search/departure-day.ts': 120,
};

/** Where a function puts one together of constants, when it is loaded. */
const ELSEWHERE: ReadonlySet<string> = new Set(['shared/award-search/departure-day.ts']);

const slow = (expressions: readonly Expression[]) =>
  expressions.flatMap((one) => {
    const { where, source, flags } = one;
    if (source === null) return ELSEWHERE.has(where) ? [] : [one];
    const found = tooSlow({ source, flags }, BOUNDED[where]);
    return found === null ? [] : [{ ...one, ...found }];
  });

test('no regular expression of the program takes more than linear time, whatever text it is given', () => {
  const expressions = texts.flatMap(({ path, text }) => expressionsIn(path, text));
  expect(expressions).not.toEqual([]);
  expect(slow(expressions)).toEqual([]);
}, 300_000);

test('nor does one that a module puts together', async () => {
  const made: Expression[] = [];
  const own = globalThis.RegExp;
  const making = texts.filter(({ text }) => /\bnew RegExp\(/u.test(text));
  globalThis.RegExp = new Proxy(own, {
    construct(target, given, maker) {
      const expression: RegExp = Reflect.construct(target, given, maker);
      // Libraries make theirs too, of no foreign text.
      const [, where] =
        /\/((?:electron|shared|renderer)\/[^\s?:]+)/u.exec(new Error().stack?.split('\n')[2] ?? '') ?? [];
      if (where !== undefined) made.push({ where, source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  try {
    for (const { path } of making) await import(/* @vite-ignore */ join(ROOT, path));
  } finally {
    globalThis.RegExp = own;
  }
  expect(made.length).toBeGreaterThan(5);
  expect(slow(made)).toEqual([]);
}, 300_000);

test.each([
  String.raw`/\/+$/`,
  String.raw`/\s*,/`,
  '/(a+)+b/',
  '/^(?:x|y|xy)*z/',
  String.raw`/\d.*€/u`,
  '/^a.*b.*c/',
  '/(?=(a+)+$)./',
  '/(?<=c(?:a|a)*)./',
  '/^(.*?,){11}P/',
  "new RegExp('a')",
])('and one that does, or that nobody can check, is found wherever it stands: %s', (written) => {
  const texts = [
    `export const of = (text: string) => (${written}).test(text);`,
    `export class A { is(text: string) { return text.replace(${written}, ''); } }`,
    `export function Row() { return <i>{text.split(${written})}</i>; }`,
  ];
  const [one = [], ...others] = texts.map((text) => expressionsIn('renderer/planted.tsx', text));
  expect(others).toEqual([one, one]);
  expect(slow(one)).toHaveLength(1);
});
