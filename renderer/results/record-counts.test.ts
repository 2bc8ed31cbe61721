import { describe, expect, it } from 'vitest';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { USUAL_FILTER } from '../addresses/results-address.ts';
import { countsLabel, hiddenLabel, hiddenTitle, recordCounts } from './record-counts.ts';

const scope: Scope = { kind: 'search', searchId: 1 };
const SUMMARY = { records: 3_476, withSpace: 2_266, fewerSeats: 30, removed: 1_000 };

const counts = (total: number | undefined, filter: RecordFilter = {}, shown: Scope = scope) =>
  recordCounts(scope, SUMMARY, { shown: { scope: shown, filter }, total });
const label = (...given: Parameters<typeof counts>) => countsLabel(counts(...given));

describe('the count of a selection', () => {
  it('says what it counts, and how many of all of that pass the filters', () => {
    expect(label(2_236, USUAL_FILTER)).toBe('2,236 records with space');
    expect(label(1_995, USUAL_FILTER)).toBe('1,995 of 2,236 records with space');
    expect(label(1_210, { available: false })).toBe('1,210 records without space');
    expect(label(3_476)).toBe('3,476 records');
    expect(label(1_995)).toBe('1,995 of 3,476 records');
    expect(label(undefined)).toBe('3,476 records');
  });

  it('never has more passing records than there are, whichever was read after the last page', () => {
    expect(label(4_000)).toBe('4,000 records');
    expect(label(3_000, USUAL_FILTER)).toBe('3,000 records with space');
  });

  it('does not use a count of another scope', () => {
    expect(label(12, {}, { kind: 'search', searchId: 2 })).toBe('3,476 records');
  });
});

describe('what is hidden', () => {
  it('is named with its number, and nothing is said where nothing is', () => {
    expect(hiddenLabel(counts(2_236, USUAL_FILTER))).toMatch(/1,210 .*30 /u);
    expect(hiddenTitle(counts(2_236, USUAL_FILTER))).toContain('1,000 removed since');
    expect(hiddenLabel(counts(2_266, { available: true }))).toBe('Show 1,210 without space');
    expect(hiddenLabel(counts(3_476))).toBeNull();
  });
});
