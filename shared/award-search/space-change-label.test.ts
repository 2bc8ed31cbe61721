import { expect, it } from 'vitest';
import { type Offered, spaceChangeLabel } from './space-change-label.ts';

const offered = (part: Partial<Offered> = {}): Offered => ({
  miles: 48_000,
  seats: 4,
  direct: false,
  ...part,
});

it('states the old and the new values, and nothing where nothing changed', () => {
  expect(spaceChangeLabel(offered(), offered())).toBe('');
  expect(spaceChangeLabel(offered(), offered({ miles: 62_000 }))).toBe('was 48,000 miles, now 62,000');
  expect(spaceChangeLabel(offered(), offered({ miles: 40_000, seats: 1, direct: true }))).toBe(
    'was 48,000 miles, now 40,000; had 4 seats, now 1; now direct',
  );
});

it('distinguishes a missing value from none', () => {
  expect(spaceChangeLabel(offered(), offered({ miles: null, seats: null }))).toBe(
    'was 48,000 miles, now not given; had 4 seats, now no seat count',
  );
  expect(spaceChangeLabel(offered({ miles: null, seats: null, direct: true }), offered({ seats: 1 }))).toBe(
    'now 48,000 miles; now 1 seat; was direct, now is not',
  );
});
