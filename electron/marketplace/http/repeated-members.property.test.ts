import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { parseJson } from './json-body.ts';
import { repeatedMessage } from './repeated-members.ts';

/** A tree of JSON in which an object is a list of members, so that names may repeat. */
type Tree = { scalar: string } | { items: Tree[] } | { members: [string, Tree][] };
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({
      scalar: fc.oneof(
        fc.json({ maxDepth: 0 }),
        fc.constantFrom('1', '-0.5e3', '"a\\"b{,:"', 'null', '"\\\\"', '"}"'),
      ),
    }),
    fc.record({ items: fc.array(tie('tree'), { maxLength: 4 }) }),
    fc.record({
      members: fc.array(
        fc.tuple(fc.constantFrom('usage', 'price', 'a"b', 'a', 'usage (1)', 'ü', ''), tie('tree')),
        {
          maxLength: 5,
        },
      ),
    }),
  ),
}));

const written = (one: Tree): string => {
  if ('scalar' in one) return one.scalar;
  if ('items' in one) return `[${one.items.map(written).join(' ,')}]`;
  return `{${one.members.map(([name, value]) => ` ${JSON.stringify(name)} :${written(value)}`).join(',\n')}}`;
};

const repeats = (one: Tree): boolean => {
  if ('scalar' in one) return false;
  if ('items' in one) return one.items.some(repeats);
  const names = one.members.map(([name]) => name);
  return new Set(names).size < names.length || one.members.some(([, value]) => repeats(value));
};

const countLeaves = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 1
    : Object.values(value).reduce<number>((sum, one) => sum + countLeaves(one), 0);
const leavesOf = (one: Tree): number => {
  if ('scalar' in one) return countLeaves(JSON.parse(one.scalar));
  const children = 'items' in one ? one.items : one.members.map(([, value]) => value);
  return children.reduce((sum, child) => sum + leavesOf(child), 0);
};

it('every member of any JSON is read, and one that stands twice is noticed', () => {
  let repeating = 0;
  proves(
    0.15,
    [tree, fc.boolean()],
    (one, marked) => {
      const text = written(one);
      const read = parseJson(new TextEncoder().encode(`${marked ? '\ufeff' : ''}${text}`));
      if (!read.ok) throw new Error(read.why);
      if (repeats(one)) repeating += 1;
      expect(read.repeated !== undefined).toBe(repeats(one));
      expect(countLeaves(read.value)).toBe(leavesOf(one));
      if (!repeats(one)) expect(read.value).toEqual(JSON.parse(text));
      // The last one has the name, as for every other reader of JSON.
      else if ('members' in one)
        for (const [name, value] of Object.entries(JSON.parse(text) as object))
          if (typeof value !== 'object') expect((read.value as Record<string, unknown>)[name]).toEqual(value);
      return repeats(one);
    },
    { numRuns: propertyRuns(4_000, 400) },
  );
  expect(repeating).toBeGreaterThan(60);
});

it.each([
  ['{"kind":"completed","usage":{"amount":9},"usage":{"amount":1}}', true],
  ['{"quote":{"price":1,"price":2}}', true],
  ['{"output":{"data":[{"ID":"a","ID":"b"}]}}', false],
  ['{"result":{"output":{"items":[{"usage":1,"usage":2}]}}}', false],
  ['{"kind":"completed","data":[{"ID":"a","ID":"b"}]}', false],
  // A wrapper of the whole answer, and Calls in a list, are named as outputs may be.
  ['{"data":{"kind":"completed","usage":{"amount":9},"usage":{"amount":1}}}', true],
  ['{"data":{"usage":{"amount":{"units":"9","units":"1"}}}}', true],
  ['{"payload":[[{"call_ref":"a","call_ref":"b"}]]}', true],
  ['{"kind":"completed"}', false],
])('%s decides money by a name that stands twice: %s', (text, decides) => {
  const read = parseJson(new TextEncoder().encode(text));
  expect(repeatedMessage(read.ok ? read.repeated : []) !== null).toBe(decides);
});

it('a name that stands twice in a listed Call says of money, whatever name it is', () => {
  const read = parseJson(new TextEncoder().encode('{"items":[{"createdAt":1,"createdAt":2}]}'));
  const repeated = read.ok ? read.repeated : [];
  expect([repeatedMessage(repeated, true) !== null, repeatedMessage(repeated)]).toEqual([true, null]);
});
