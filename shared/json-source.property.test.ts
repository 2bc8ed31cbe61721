import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { pathTo, valueAtPath } from './json-source.ts';

const sourceAt = (text: string, path: readonly (string | number)[]): string | null => {
  const found = valueAtPath(text, path);
  return found === null ? null : text.slice(found.start, found.end);
};

const spaces = fc.constantFrom('', ' ', '\n  ', '\t');
/** JSON texts whose numbers are written in ways that a parsed value does not keep. */
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('1.0', '1e3', '-0', '90071992547409931', '"a\\u0041\\"}]"', 'null', '"2.50"'),
    fc
      .tuple(spaces, fc.array(tie('text'), { maxLength: 3 }))
      .map(([space, items]) => `[${space}${items.join(`${space},${space}`)}${space}]`),
    fc
      .tuple(
        spaces,
        fc.array(fc.tuple(fc.constantFrom('"a"', '"b"', '"\\u0061"', '"x]"'), tie('text')), { maxLength: 3 }),
      )
      .map(
        ([space, members]) =>
          `{${space}${members.map(([name, value]) => `${name}${space}:${space}${value}`).join(`${space},`)}${space}}`,
      ),
  ),
}));

it('is a part of the text that means the same value', () => {
  proves(
    0.3,
    [text, spaces],
    (json, space) => {
      const every = (value: unknown, path: (string | number)[]): void => {
        const source = sourceAt(`${space}${json}${space}`, path);
        expect(source).not.toBeNull();
        expect(json).toContain(source);
        expect(JSON.parse(source ?? '')).toEqual(value);
        if (typeof value === 'object' && value !== null)
          for (const [step, inner] of Array.isArray(value) ? value.entries() : Object.entries(value))
            every(inner, [...path, step]);
      };
      every(JSON.parse(json), []);
      return /[[{]./u.test(json);
    },
    { numRuns: propertyRuns(300, 3_000) },
  );
});

it('keeps how a number is written and names that stand twice', () => {
  const json = '{"data": [{"ID":"a","miles": 1.0,"usage":1,"usage":2 }, 5e1]}';
  expect(sourceAt(json, ['data', 0])).toBe('{"ID":"a","miles": 1.0,"usage":1,"usage":2 }');
  expect(sourceAt(json, ['data', 1])).toBe('5e1');
  expect(sourceAt(json, ['data', 2])).toBeNull();
  const parsed = JSON.parse(json);
  expect(pathTo(parsed, parsed.data)).toEqual(['data']);
});

it('is found in a time that grows with the text, whatever it is made of', () => {
  const piece = fc.constantFrom(
    '[',
    ']',
    '{',
    '}',
    '"',
    '\\',
    '\\"',
    ',',
    ':',
    ' ',
    '"a":',
    '{"a":',
    '[[],',
    '1,',
    'a',
  );
  const MB = 1024 * 1024;
  proves(
    0.6,
    [fc.array(piece, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '[', '{"a":[', '"')],
    (pieces, begins) => {
      const json = begins + pieces.join('').repeat(MB / pieces.join('').length);
      const before = process.threadCpuUsage();
      // No JSON throws where a name of a member is none.
      try {
        valueAtPath(json, ['a', 0, 'a', 0]);
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError);
      }
      const { user, system } = process.threadCpuUsage(before);
      expect((user + system) / 1_000, json.slice(0, 40)).toBeLessThan(1_000);
      return pieces.length > 1;
    },
    { numRuns: propertyRuns(40, 400) },
  );
});
