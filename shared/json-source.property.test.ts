import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { pathTo, sourceAt } from './json-source.ts';

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
  fc.assert(
    fc.property(text, spaces, (json, space) => {
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
    }),
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
