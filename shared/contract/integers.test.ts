import { expect, it } from 'vitest';
import type { z } from 'zod';
import { requests } from './index.ts';

type Definition = Record<string, unknown> & { type: string };

/** Where a request takes a number that need not be whole. */
function fractionsIn(schema: z.core.$ZodType, path: string, within: readonly unknown[] = []): string[] {
  if (within.includes(schema)) return [];
  const definition = schema._zod.def as unknown as Definition;
  if (definition.type === 'number') return (schema as z.ZodNumber).isInt ? [] : [path];
  const inner = (part: unknown, name = ''): string[] =>
    typeof part === 'object' && part !== null && '_zod' in part
      ? fractionsIn(part as z.core.$ZodType, name === '' ? path : `${path}.${name}`, [...within, schema])
      : [];
  const { shape, options, items, getter, ...others } = definition;
  return [
    ...Object.entries((shape as object | undefined) ?? {}).flatMap(([name, part]) => inner(part, name)),
    ...[...((options as unknown[] | undefined) ?? []), ...((items as unknown[] | undefined) ?? [])].flatMap(
      (part) => inner(part),
    ),
    ...Object.values(others).flatMap((part) => inner(part)),
    ...(typeof getter === 'function' ? inner(getter()) : []),
  ];
}

it('no request takes a fraction where the database needs a whole number', () => {
  const all = Object.entries(requests).flatMap(([group, members]) =>
    Object.entries(members).flatMap(([name, { input }]) => fractionsIn(input, `${group}.${name}`)),
  );
  expect(all).toEqual([]);
});
