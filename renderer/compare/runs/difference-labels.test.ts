import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { ComparedRun } from '#shared/contract/comparison.ts';
import { changedCells, type DifferencesRead, differencesTable, provesLabel } from './difference-labels.ts';

const row: RecordRow = {
  versionId: 1,
  date: '2027-03-01',
  dateText: '2027-03-01',
  origin: 'JFK',
  destination: 'LHR',
  programme: 'aeroplan',
  available: true,
  miles: 70_000,
  milesText: '70000',
  seats: 2,
  direct: true,
  airlines: 'AC',
  cabin: 'business',
  seenAt: 0,
  flagged: false,
};
const side: ComparedRun = {
  title: 'JFK to LHR',
  demo: false,
  newestAt: 1000,
  ranAt: 1000,
  pages: 2,
  records: 5,
  withSpace: 3,
  cheapest: 55_000,
  proves: { reason: 'exhausted', anything: true, from: null, until: null },
};

describe('what changed', () => {
  it('shows both sides only where they differ', () => {
    const after = { ...row, miles: 55_000, milesText: '55000' };
    expect(changedCells({ changes: ['cheaper'], before: row, after })).toMatchObject({
      date: 'Mon 1 Mar 2027',
      miles: '70,000 → 55,000',
      seats: '2',
      change: 'cheaper',
    });
    expect(changedCells({ changes: ['removed'], before: row, after: null })).toMatchObject({
      miles: '70,000',
    });
    expect(
      changedCells({ changes: ['spaceWent'], before: row, after: { ...row, available: false } }),
    ).toMatchObject({ miles: '70,000 → no space', seats: '2 → no space' });
  });

  it('states what a missing record proves and for which days', () => {
    expect(provesLabel('The later run', side.proves)).not.toContain('2027');
    expect(
      provesLabel('The later run', {
        reason: 'date_order',
        anything: true,
        from: null,
        until: '2027-03-09',
      }),
    ).toContain('until 2027-03-09');
  });

  it('can be written as a plain table with the request, the counts and the rows', () => {
    const differences = {
      before: side,
      after: side,
      counts: { removed: 1, new: 0 } as DifferencesRead['counts'],
      unchanged: 4,
      total: 1,
      rows: [],
    };
    const table = differencesTable(differences, [{ changes: ['removed'], before: row, after: null }]);
    expect(new Set(table.map((line) => line.length))).toEqual(new Set([8]));
    expect(table.map(([first]) => first)).toEqual([
      'Earlier run',
      'Later run',
      'removed',
      'unchanged',
      '',
      'Date',
      'Mon 1 Mar 2027',
    ]);
  });
});
