import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#shared/contract/awards.ts';
import { differenceData, differenceJson } from '../runs/difference-data.ts';
import type { DifferencesRead } from '../runs/difference-labels.ts';
import type { DataTable } from './data-table.ts';

const AT = Date.UTC(2026, 10, 20, 15, 4, 5);
const row = (part: Partial<RecordRow>): RecordRow => ({
  versionId: 1,
  date: '2027-05-03',
  dateText: '2027-05-03',
  origin: 'VIE',
  destination: 'BKK',
  programme: 'turkish',
  available: true,
  miles: 45_000,
  milesText: '45000',
  seats: 4,
  direct: false,
  airlines: 'TK, OS',
  cabin: 'business',
  seenAt: AT,
  flagged: false,
  ...part,
});
const out = row({});
const byName = ({ names, rows }: DataTable) =>
  rows.map((cells) => {
    expect(cells).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, place) => [name, cells[place]]));
  });

describe('what changed, for other programs', () => {
  const dearer = { changes: ['dearer' as const], before: out, after: row({ miles: 85_000 }) };

  it('has both sides of a fact in their own columns', () => {
    expect(
      byName(differenceData([dearer, { changes: ['removed'], before: out, after: null }])),
    ).toMatchObject([
      {
        changes: ['dearer'],
        beforeMiles: 45_000,
        afterMiles: 85_000,
        afterSeenAt: '2026-11-20T15:04:05.000Z',
      },
      { changes: ['removed'], beforeDate: '2027-05-03', afterDate: null, afterMiles: null },
    ]);
  });

  it('states in JSON what was compared with what, and when', () => {
    const side = {
      title: 'VIE to BKK',
      demo: false,
      newestAt: AT,
      ranAt: AT,
      pages: 1,
      records: 1,
      withSpace: 1,
      cheapest: 45_000,
      proves: { reason: 'exhausted' as const, anything: true, from: null, until: null },
    };
    const data: DifferencesRead = {
      before: side,
      after: { ...side, ranAt: null },
      counts: { dearer: 1 } as DifferencesRead['counts'],
      unchanged: 0,
      total: 1,
      rows: [],
    };
    expect(differenceJson(data, [dearer], AT)).toMatchObject({
      madeAt: '2026-11-20T15:04:05.000Z',
      before: { ranAt: '2026-11-20T15:04:05.000Z' },
      after: { ranAt: null, newestAt: '2026-11-20T15:04:05.000Z' },
      rows: [{ before: { miles: 45_000 }, after: { miles: 85_000 } }],
    });
  });
});
