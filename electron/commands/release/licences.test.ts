import { expect, it } from 'vitest';
import { mayBeBundled } from './licences.ts';

it.each([
  'MIT',
  'ISC',
  'Apache-2.0',
  '(MIT OR CC0-1.0)',
  'MIT AND ISC',
  'GPL-3.0-only OR MIT',
  '(MIT AND (ISC OR Zlib))',
])('bundles a work under %s', (expression) => expect(mayBeBundled(expression)).toBe(true));

it.each([
  '',
  'UNLICENSED',
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'MIT AND GPL-2.0-only',
  '(MIT AND GPL-2.0-only)',
  'MITT',
  'mit',
  'SEE LICENSE IN LICENSE.md',
  'Apache-2.0 WITH Commons-Clause',
  '(MIT',
  'MIT AND',
])('bundles nothing under “%s”', (expression) => expect(mayBeBundled(expression)).toBe(false));
