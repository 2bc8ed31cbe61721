import { describe, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import { everything, openedAwards } from '../testing/opened-awards.ts';
import { PRICE, request } from '../testing/stored-awards.ts';

describe('a record', () => {
  it('carries its raw data, its added members and every run that saw it, with their purchases', () => {
    const { buy, record, records } = openedAwards();
    const raw = { ...rawRecord('a'), YMileageCost: '30000' };
    const first = buy(answer([rawRecord('other'), raw]), { at: 1000 });
    const second = buy(answer([raw]), { at: 2000 });
    const [row] = records({
      scope: { kind: 'search', searchId: 1 },
      ...everything,
      filter: { flagged: true },
    }).rows;
    const detail = record(row?.versionId ?? 0);
    expect(detail).toMatchObject({
      row: { versionId: row?.versionId, flagged: true, seenAt: 2000 },
      originRegion: 'North America',
      destinationRegion: 'Europe',
      added: ['YMileageCost'],
      raw,
    });
    expect(detail.seen).toEqual([
      {
        runId: second.runId,
        at: 2000,
        purchaseId: 'p2',
        callRef: 'call-p2',
        requestId: 'req-p2',
        cost: PRICE,
      },
      {
        runId: first.runId,
        at: 1000,
        purchaseId: 'p1',
        callRef: 'call-p1',
        requestId: 'req-p1',
        cost: PRICE,
      },
    ]);
  });

  it('in an older version says how it was seen last', () => {
    const { buy, record, records } = openedAwards();
    const { runId } = buy(answer([rawRecord('a', { JMileageCost: '85000' })]), { at: 1000 });
    const rowOf = (scope: Scope) => records({ scope, ...everything }).rows[0]?.versionId ?? 0;
    const old = rowOf({ kind: 'run', runId });
    expect(record(old).newer).toBeNull();
    buy(answer([rawRecord('a', { JMileageCost: '61000' })]), { at: 2000 });
    const last = rowOf({ kind: 'search', searchId: 1 });
    expect(record(old)).toMatchObject({
      row: { miles: 85_000, seenAt: 1000 },
      newer: { versionId: last, miles: 61_000, seenAt: 2000 },
    });
    expect(record(old).seen).toHaveLength(1);
    expect(record(last).newer).toBeNull();
  });

  it('that is not stored says so', () => {
    const { record } = openedAwards();
    expect(() => record(5)).toThrow(ContractFailure);
  });
});

describe('records that break the contract', () => {
  it('are listed apart, raw, with what is wrong, and counted', () => {
    const { buy, broken, scope } = openedAwards();
    const bad = { ...rawRecord('bad'), JMileageCost: 70000 };
    const { runId } = buy(answer([rawRecord('a'), bad, 'not a record']));
    const run = { kind: 'run', runId } as const;
    expect(broken(run)).toEqual([
      {
        purchaseId: 'p1',
        position: 1,
        problems: [expect.stringContaining('JMileageCost')],
        readable: '2027-03-01 · JFK to LHR · united · award space · UA',
        raw: bad,
        rawText: null,
      },
      {
        purchaseId: 'p1',
        position: 2,
        problems: [expect.any(String)],
        readable: expect.any(String),
        raw: 'not a record',
        rawText: null,
      },
    ]);
    expect(scope(run)).toMatchObject({ records: 1, broken: 2 });
    const matching = { kind: 'matching', origins: ['JFK'], destinations: ['LHR'] } as const;
    expect(broken({ ...matching, origins: [...matching.origins], destinations: ['LHR'] })).toHaveLength(2);
    expect(broken({ kind: 'matching', origins: ['CDG'], destinations: [] })).toEqual([]);
  });

  it('count once where overlapping pages repeat their ID', () => {
    const { buy, broken, scope } = openedAwards();
    const bad = { ...rawRecord('bad'), JDirect: 'yes' };
    const { runId } = buy(answer([bad], { hasMore: true }));
    buy(answer([bad]), { runId });
    expect(broken({ kind: 'run', runId })).toMatchObject([{ purchaseId: 'p2', position: 0 }]);
    expect(scope({ kind: 'run', runId }).broken).toBe(1);
  });

  it('include an answer that is no list of records at all, as it came', () => {
    const { buy, broken, scope } = openedAwards();
    const { runId } = buy({ message: 'try later' });
    expect(scope({ kind: 'run', runId })).toMatchObject({
      records: 0,
      broken: 1,
      run: { exhausted: null, next: null },
    });
    expect(broken({ kind: 'run', runId })).toMatchObject([{ position: -1, raw: { message: 'try later' } }]);
  });
});

it('a run whose later page lacks its cursor is not complete, though that page says that it is the last', () => {
  const pageTwo = { cursor: 7, skip: 1 };
  const completeAs = (cursor: unknown): unknown => {
    const { buy, runs } = openedAwards();
    const first = buy({ ...answer([rawRecord('a')], { hasMore: true }), cursor: 7 });
    const last = { ...answer([rawRecord('b', { Date: '2027-03-02' })]), cursor };
    buy(last, { runId: first.runId, input: request(pageTwo) });
    return runs(1)[0]?.exhausted;
  };
  expect(completeAs(7)).toBe(true);
  expect(completeAs(null)).toBeNull();
  expect(completeAs('none')).toBeNull();
});
