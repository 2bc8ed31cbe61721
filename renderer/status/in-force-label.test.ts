import { expect, it } from 'vitest';
import { inForceLabel } from './in-force-label.ts';

it('names what is in force, and is null where there is nothing', () => {
  expect(inForceLabel(undefined)).toBeNull();
  expect(inForceLabel({ batches: 0, grants: 0 })).toBeNull();
  expect(inForceLabel({ batches: 1, grants: 0 })).toBe('1 batch running');
  expect(inForceLabel({ batches: 2, grants: 3 })).toBe('2 batches running, 3 permissions');
});
