import { describe, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { seatOffers } from '#shared/record-kinds/seat-offers.ts';
import { everything, openedAwards } from '../testing/opened-awards.ts';
import { request } from '../testing/stored-awards.ts';

const MARCH = { start_date: '2027-03-01', end_date: '2027-03-31' };
const AWARD_INPUT = request(MARCH);
const OFFERS_INPUT = {
  from: ['JFK'],
  to: ['LHR'],
  class: 'business',
  leave_after: MARCH.start_date,
  leave_before: MARCH.end_date,
};
/** The same flight as `rawRecord('a')`, with the same ID, from the other source. */
const OFFER = {
  offer: 'a',
  programme: 'united',
  leaves: '2027-03-01',
  points: 65_000,
  seats: null,
  nonstop: true,
  carriers: ['UA'],
  from: 'JFK',
  to: 'LHR',
  from_area: 'North America',
  to_area: 'Europe',
};
const offers = (list: readonly unknown[], complete = true) => ({ complete, offers: [...list] });
const BOTH: Extract<Scope, { kind: 'matching' }> = {
  kind: 'matching',
  origins: ['JFK'],
  destinations: ['LHR'],
  cabin: 'business',
};

function opened() {
  const stored = openedAwards();
  const rowsOf = async (scope: Parameters<typeof stored.records>[0]['scope']) =>
    (await stored.awards.reads.records('demo', { ...everything, scope })).rows;
  return { ...stored, rowsOf };
}

it('the runs of one source count in no insight of the other', async () => {
  const { awards, buy } = opened();
  buy(answer([rawRecord('a')]), { input: AWARD_INPUT });
  buy(offers([]), { input: OFFERS_INPUT });
  const space = (source?: string) =>
    awards.reads.spaceInsight('demo', {
      origins: ['JFK'],
      destinations: ['LHR'],
      programme: 'united',
      cabin: 'business',
      source,
    });
  expect(await space()).toMatchObject({ seen: 1 });
  expect(await space('seat_offers')).toMatchObject({ dates: 0 });
});

it('an answer that is not complete proves nothing, and has no next page', () => {
  const { buy, awards } = opened();
  const { runId } = buy(offers([OFFER], false), { input: OFFERS_INPUT });
  expect(awards.nextPageOf(runId)).toBeNull();
});

it('offers are read again from the stored answer, and what cannot be read is broken and stored as it came', async () => {
  const { awards, buy, rowsOf } = opened();
  const broken = { ...OFFER, points: 'many', leaves: 3 };
  const { runId } = buy(offers([OFFER, broken, 'none']), { input: OFFERS_INPUT });
  const before = await rowsOf({ kind: 'run', runId });
  awards.rebuild();
  expect(await rowsOf({ kind: 'run', runId })).toEqual(before);
  expect(await awards.reads.broken('demo', { kind: 'run', runId })).toMatchObject([
    { raw: broken },
    { raw: 'none' },
  ]);
  const [row] = before;
  expect((await awards.reads.record(row?.versionId ?? 0)).raw).toEqual(OFFER);
});

it('a search that a source cannot be asked for is not asked of it', () => {
  const criteria = { origin_airport: 'EWR,JFK', destination_airport: 'LHR', carriers: 'UA' };
  expect(seatOffers.request(criteria)).toBeNull();
});

describe('two Tools of the same contract', () => {
  const [FIRST, SECOND] = [{ provider: 'awardatlas' }, { provider: 'seatscan' }];

  it('give two searches of the same request, and a run of the one removes nothing of the other', async () => {
    const { awards, buy, rowsOf } = opened();
    buy(answer([rawRecord('a')]), { input: AWARD_INPUT, ...FIRST });
    buy(answer([]), { input: AWARD_INPUT, ...SECOND });
    buy(answer([rawRecord('b')]), { input: AWARD_INPUT, ...SECOND });
    buy(answer([]), { input: AWARD_INPUT, ...SECOND });
    expect((await rowsOf(BOTH)).map(({ available, provider }) => [provider, available]).sort()).toEqual([
      ['awardatlas', true],
      ['seatscan', false],
    ]);
    expect(
      (await awards.reads.searches('demo', '2026-11-20')).map(({ title, runs }) => [title, runs]),
    ).toEqual([
      ['JFK to Heathrow · business · 1 to 31 Mar 2027 · Award search (seatscan)', 3],
      ['JFK to Heathrow · business · 1 to 31 Mar 2027', 1],
    ]);
  });

  it('leave what was stored before providers were known to the first that answers', async () => {
    const { buy, rowsOf } = opened();
    buy(answer([rawRecord('a')]), { input: AWARD_INPUT });
    buy(answer([rawRecord('a')]), { input: AWARD_INPUT, ...FIRST });
    expect(await rowsOf(BOTH)).toMatchObject([{ provider: 'awardatlas' }]);
    buy(answer([rawRecord('a')]), { input: AWARD_INPUT, ...SECOND });
    expect(await rowsOf(BOTH)).toHaveLength(2);
  });

  it('are chosen from by their source, in rows, figures, groups and what is taken out', async () => {
    const { awards, buy, rowsOf } = opened();
    const one = buy(answer([rawRecord('a')]), { input: AWARD_INPUT, ...FIRST });
    expect((await awards.reads.facets('demo', BOTH)).sources).toEqual([]);
    const other = buy(answer([rawRecord('a'), rawRecord('b')]), { input: AWARD_INPUT, ...SECOND });
    const offered = buy(offers([OFFER]), { input: OFFERS_INPUT });
    expect((await awards.reads.facets('demo', BOTH)).sources).toEqual([
      { value: 'award_search:seatscan', name: 'Award search (seatscan)', count: 2 },
      { value: '', name: 'Award search (awardatlas)', count: 1 },
      { value: 'seat_offers', name: 'Seat offers', count: 1 },
    ]);
    // A single source is named if it is not the first.
    const sourcesOf = async ({ runId }: { runId: number }) =>
      (await awards.reads.facets('demo', { kind: 'run', runId })).sources.map(({ value }) => value);
    expect(await Promise.all([one, other, offered].map(sourcesOf))).toEqual([
      [],
      ['award_search:seatscan'],
      ['seat_offers'],
    ]);
    expect(await rowsOf(BOTH)).toHaveLength(4);
    const filter = { sources: ['', 'seat_offers'] };
    const chosen = await awards.reads.records('demo', { ...everything, scope: BOTH, filter });
    expect(chosen.rows.map(({ source = '' }) => source).sort()).toEqual(['', 'seat_offers']);
    const selection = { scope: BOTH, filter };
    expect((await awards.reads.calendar('demo', selection)).map(({ records }) => records)).toContain(2);
    expect((await awards.takeRows({ ...selection, sort: [] })).count).toBe(2);
    const columns = [{ scope: BOTH, filter: { sources: [''] } }];
    const compared = await awards.reads.compare('demo', columns, {}, '2026-11-20');
    expect(compared.columns[0]?.cheapest).toBe(70_000);
  });

  it('have a history each, with its source', async () => {
    const { awards, buy } = opened();
    buy(answer([rawRecord('a')]), { input: AWARD_INPUT, ...FIRST });
    buy(answer([rawRecord('a')]), { input: AWARD_INPUT, ...SECOND });
    const subject = { origin: 'JFK', destination: 'LHR', programme: 'united', cabin: 'business' };
    const dates = { from: '2027-03-01', until: '2027-03-01' };
    const history = await awards.reads.awardHistory('demo', { ...subject, ...dates });
    expect(history.map(({ source }) => source)).toEqual([
      'Award search (seatscan)',
      'Award search (awardatlas)',
    ]);
    expect(await awards.reads.awardHistory('demo', { ...subject, ...dates, source: '' })).toHaveLength(1);
  });
});
