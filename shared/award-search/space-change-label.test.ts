import { expect, it } from 'vitest';
import { figuresIn } from '#shared/testing/figures-in.ts';
import { type Offered, spaceChangeLabel } from './space-change-label.ts';

const offered = (part: Partial<Offered> = {}): Offered => ({
  miles: 48_000,
  seats: 4,
  direct: false,
  ...part,
});

it('states the old and the new values, and nothing where nothing changed', () => {
  expect(spaceChangeLabel(offered(), offered())).toBe('');
  const changed = (part: Partial<Offered>) => figuresIn(spaceChangeLabel(offered(), offered(part)));
  expect(changed({ miles: 62_000 })).toEqual(['48,000', '62,000']);
  expect(changed({ miles: 40_000, seats: 1, direct: true })).toEqual(['48,000', '40,000', '4', '1']);
});

it('distinguishes a missing value from none', () => {
  const unknown = { miles: null, seats: null };
  expect(figuresIn(spaceChangeLabel(offered(), offered(unknown)))).toEqual(['48,000', '4']);
  const known = spaceChangeLabel(offered({ ...unknown, direct: true }), offered({ seats: 1 }));
  expect(figuresIn(known)).toEqual(['48,000', '1']);
  expect(known.split(';')).toHaveLength(3);
});
