import { expect, it } from 'vitest';
import type { Scope } from '#shared/contract/awards.ts';
import { countsLabel, recordCounts } from './record-counts.ts';

const scope: Scope = { kind: 'search', searchId: 1 };
const label = (summarised: number, total: number | undefined, answered: Scope = scope) =>
  countsLabel(recordCounts(scope, summarised, { answered: { scope: answered }, total }));

it('states how many of all records pass the filters', () => {
  expect(label(2_495, 1_995)).toBe('1,995 of 2,495 records');
  expect(label(2_495, 2_495)).toBe('2,495 records');
  expect(label(2_495, undefined)).toBe('2,495 records');
});

it('never counts more passing records than there are, whichever was read after the last page', () => {
  expect(label(1_995, 2_495)).toBe('2,495 records');
});

it('does not use a count of another scope', () => {
  expect(label(1_995, 2_495, { kind: 'search', searchId: 2 })).toBe('1,995 records');
  expect(label(1_995, 12, { kind: 'search', searchId: 2 })).toBe('1,995 records');
});
