import { describe, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import { everything, openedAwards } from '../testing/opened-awards.ts';
import { PRICE, request } from '../testing/stored-awards.ts';

/** A time that the cursors of these tests cannot be taken for. */
const NOON = 1_800_000_000_000;

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
    const bad = { ...rawRecord('bad'), JDirect: 'yes' };
    const { runId } = buy(answer([rawRecord('a'), bad, 'not a record']));
    const run = { kind: 'run', runId } as const;
    expect(broken(run)).toEqual([
      {
        purchaseId: 'p1',
        position: 1,
        problems: [expect.stringContaining('JDirect')],
        readable: '2027-03-01 · JFK to LHR · united · award space · 70000 miles · UA',
        raw: bad,
        rawText: null,
      },
      {
        purchaseId: 'p1',
        position: 2,
        problems: [expect.any(String)],
        readable: 'Nothing in it could be read.',
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

it('a run of which a later page shows no cursor, or one that moved on past rows, is not complete though it says so', () => {
  const completeAs = (cursor: unknown, place: object = { cursor: 7, skip: 1 }): unknown => {
    const { buy, runs, awards } = openedAwards();
    const first = buy({ ...answer([rawRecord('a')], { hasMore: true }), cursor: 7 }, { at: NOON });
    const last = { ...answer([rawRecord('b', { Date: '2027-03-02' })]), cursor };
    buy(last, { runId: first.runId, input: request(place), at: NOON });
    const exhausted = runs(1)[0]?.exhausted;
    awards.rebuild();
    expect(runs(1)[0]?.exhausted).toBe(exhausted);
    return exhausted;
  };
  expect(completeAs(7)).toBe(true);
  expect(completeAs(9)).toBeNull();
  for (const place of [{ cursor: 7 }, { skip: 1 }, { cursor: 7, skip: 1 }]) {
    expect(completeAs(null, place)).toBeNull();
    expect(completeAs('none', place)).toBeNull();
  }
});

it.each([
  ['the last day', '2027-03-04', {}, 'skip'],
  ['the day after', '2027-03-05', {}, 'skip'],
  ['an earlier day', '2027-03-03', {}, 'cursor'],
  ['a later day', '2027-03-06', {}, 'cursor'],
  ['no day', 'soon', {}, 'cursor'],
  ['any day where they are in order of miles', '2027-03-05', { order_by: 'lowest_mileage' }, 'cursor'],
] as const)(
  'a page that begins with %s of those before shows whether skipping works',
  (_, date, order, by) => {
    const { buy, runs } = openedAwards();
    const input = request(order);
    const before = [rawRecord('a', { Date: '2027-03-04' }), rawRecord('b')];
    const { runId } = buy(answer(before, { hasMore: true, cursor: 500 }), { input, at: NOON });
    const page = answer([rawRecord('c', { Date: date }), rawRecord('d', { Date: '2027-03-20' })], {
      hasMore: true,
      cursor: 900,
    });
    buy(page, { runId, at: NOON, input: { ...input, cursor: 500, skip: 2 } });
    expect(Object.keys(runs(1)[0]?.next?.input ?? {}).includes('skip') ? 'skip' : 'cursor').toBe(by);
  },
);

it('a record that moved is listed where it is now alone, though the page that showed it elsewhere is read again', async () => {
  const { buy, records, searches, awards } = openedAwards();
  const input = request({ origin_airport: 'EWR,JFK' });
  const places = (scope: Scope) =>
    records({ scope, ...everything }).rows.map(({ origin, date }) => `${origin} ${date}`);
  const bought: string[] = [];
  for (const [airport, day] of [
    ['JFK', '2027-03-01'],
    ['JFK', '2027-03-05'],
    ['EWR', '2027-03-05'],
    ['EWR', '2027-03-01'],
    ['JFK', '2027-03-05'],
  ] as const) {
    const page = answer([rawRecord('a', { Date: day, Route: { OriginAirport: airport } })], {
      hasMore: true,
    });
    bought.push(buy(page, { input }).purchaseId);
    for (const purchaseId of bought) {
      await awards.handlers.readAgain({ purchaseId });
      const now = [`${airport} ${day}`];
      expect(places({ kind: 'search', searchId: 1 })).toEqual(now);
      for (const origin of ['EWR', 'JFK'])
        expect(places({ kind: 'matching', origins: [origin], destinations: ['LHR'] })).toEqual(
          origin === airport ? now : [],
        );
    }
  }
  buy(answer([rawRecord('a')]), { input: { ...input, include_trips: true } });
  expect(searches().map((search) => search.records)).toEqual([1, 1]);
});

it('an answer of more rows than a page can have is refused, and nothing of it is stored', () => {
  const { buy, searches } = openedAwards();
  const rows = (count: number) => answer(Array.from({ length: count }, () => null));
  expect(() => buy(rows(5_001))).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code: 'too_large' }) }),
  );
  expect(searches()).toEqual([]);
  buy(rows(5_000));
  expect(searches()).toMatchObject([{ records: 0 }]);
});

describe('reading an answer again', () => {
  it('gives the same records, and states what still violates the contract', async () => {
    const { buy, awards, outputs } = openedAwards();
    const { purchaseId, runId } = buy(answer([rawRecord('a'), { ...rawRecord('b'), JAvailable: 'yes' }]));
    expect(await awards.handlers.readAgain({ purchaseId })).toEqual({ runId, records: 1, broken: 1 });
    outputs.clear();
    for (const [id, code] of [
      ['other', 'not_found'],
      [purchaseId, 'output_missing'],
    ] as const)
      await expect(async () => awards.handlers.readAgain({ purchaseId: id })).rejects.toMatchObject({
        failure: { code },
      });
  });

  it('finds records that could not be read before', async () => {
    const { buy, awards, outputs } = openedAwards();
    const { purchaseId, runId } = buy(answer([{ ...rawRecord('a'), JAvailable: 'yes' }]));
    // Represents a later version of the program that can read what this one could not.
    outputs.set(purchaseId, answer([rawRecord('a')]));
    expect(await awards.handlers.readAgain({ purchaseId })).toEqual({ runId, records: 1, broken: 0 });
  });
});
