import { describe, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { insightRequests } from '#shared/contract/insights.ts';
import { refreshCostLabel } from '#shared/records/insight-labels.ts';
import { openedAwards } from '../testing/opened-awards.ts';
import { request } from '../testing/stored-awards.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const at = (date: string) => Date.parse(`${date}T00:00:00Z`);
const dateAfter = (date: string, days: number) =>
  new Date(at(date) + days * DAY_MS).toISOString().slice(0, 10);

const MARCH = request({ start_date: '2027-03-01', end_date: '2027-03-31' });

/** One record a day of March, each with its own miles. */
const days = (count: number, miles: (day: number) => number, first = '2027-03-01') =>
  Array.from({ length: count }, (_, day) =>
    rawRecord(`r-${first}-${day}`, { Date: dateAfter(first, day), JMileageCost: String(miles(day)) }),
  );

function opened() {
  const awards = openedAwards();
  const { insights } = awards.awards;
  const versionOf = (date: string, programme = 'united') => {
    const row = awards
      .records({
        scope: { kind: 'matching', origins: ['JFK'], destinations: ['LHR'], cabin: 'business' },
        filter: {},
        sort: [],
        offset: 0,
        limit: 1000,
      })
      .rows.find((one) => one.date === date && one.programme === programme);
    if (row === undefined) throw new Error(`No record of ${date}.`);
    return row.versionId;
  };
  const subject = { origins: ['JFK'], destinations: ['LHR'], programme: 'united', cabin: 'business' };
  return {
    ...awards,
    versionOf,
    price: (date: string) =>
      insightRequests.price.output.parse(insights.price({ versionId: versionOf(date) })),
    space: (more: { travelFrom?: string } = {}) =>
      insightRequests.space.output.parse(insights.space({ ...subject, ...more })),
    stillThere: (date: string, age: number) =>
      insightRequests.stillThere.output.parse(insights.stillThere({ versionId: versionOf(date), age })),
  };
}

describe('whether a price is good', () => {
  it('counts what was seen in the last two years, and nothing before', () => {
    const awards = opened();
    awards.buy(answer(days(31, () => 10_000)), { input: MARCH, at: at('2024-12-01') });
    awards.buy(answer(days(31, (day) => 60_000 + day * 1000, '2027-03-01')), {
      input: MARCH,
      at: at('2027-02-26'),
    });
    expect(awards.price('2027-03-11')).toMatchObject({ cheaper: 10, dates: 30 });
    expect(awards.space().runs).toHaveLength(1);
  });

  it.each([
    ['set back by decades', '2001-01-01'],
    ['set forward by decades', '2050-01-01'],
  ])('counts what was seen before the clock was %s for one run', (_how, wrong) => {
    const awards = opened();
    const page = answer(days(31, (day) => 60_000 + day * 1000));
    awards.buy(page, { input: MARCH, at: at('2027-02-20') });
    awards.buy(answer([]), { input: request({ origin_airport: 'SFO' }), at: at(wrong) });
    awards.buy(page, { input: MARCH, at: at('2027-02-26') });
    expect(awards.space().runs.map((run) => run.at)).toEqual([at('2027-02-26'), at('2027-02-20')]);
    expect(awards.price('2027-03-11')).toMatchObject({ dates: 30, since: at('2027-02-20') });
  });

  it('leaves out dates without miles and other spellings of the programme, and says how many', () => {
    const awards = opened();
    awards.buy(
      answer([
        ...days(20, (day) => 60_000 + day * 1000),
        ...['0', '', '70.000', '55000 points'].map((JMileageCost, place) =>
          rawRecord(`odd-${place}`, { JMileageCost, Date: `2027-03-${25 + place}` }),
        ),
        // One record of the date has miles, so the date counts.
        rawRecord('none', { JMileageCost: '0', Date: '2027-03-02' }),
        ...['UNITED', 'United MileagePlus', 'delta'].map((Source, place) =>
          rawRecord(`spelled-${place}`, { Source, JMileageCost: '1', Date: '2027-03-29' }),
        ),
      ]),
      { input: MARCH, at: at('2027-02-25') },
    );
    expect(awards.price('2027-03-11')).toMatchObject({
      dates: 19,
      basis: null,
      leftOut: { dates: 4, spellings: 2 },
    });
  });

  it('compares with no other programme, cabin, route or account', () => {
    const awards = opened();
    const other = (change: Parameters<typeof rawRecord>[1], prefix: string) =>
      days(31, () => 10_000).map((one, at) => ({
        ...rawRecord(`${prefix}${at}`, { ...change, JMileageCost: '10000', Date: one.Date }),
      }));
    awards.buy(answer(other({ Source: 'delta' }, 'a')), { input: MARCH });
    awards.buy(answer(other({ Route: { OriginAirport: 'EWR' } }, 'b')), {
      input: { ...MARCH, origin_airport: 'JFK,EWR' },
    });
    awards.buy(answer(other({}, 'c')), { input: { ...MARCH, cabin: 'first' } });
    awards.buy(answer(other({}, 'd')), { input: MARCH, identity: 'another' });
    awards.buy(answer(days(21, () => 60_000)), { input: MARCH, at: at('2027-02-25') });
    expect(awards.price('2027-03-11')).toMatchObject({ dates: 20, cheaper: 0, same: 20 });
  });

  it('rates nothing where there is no award space or no miles are given', () => {
    const awards = opened();
    awards.buy(
      answer([
        rawRecord('a', { JAvailable: false }),
        rawRecord('b', { Date: '2027-03-02', JMileageCost: '' }),
      ]),
      { input: MARCH },
    );
    expect(awards.price('2027-03-01').missing).toBe('no_space');
    expect(awards.price('2027-03-02').missing).toBe('no_miles');
  });

  it('rejects a record that is not stored', () => {
    expect(() => opened().awards.insights.price({ versionId: 99 })).toThrow(/not stored/u);
  });
});

describe('when space comes and how long it stays', () => {
  it('keeps apart what was seen, what was read without any, and what was not read', () => {
    const awards = opened();
    // Five days of March with space, read completely; then another month.
    awards.buy(answer(days(5, () => 60_000)), { input: MARCH, at: at('2027-02-01') });
    const { months, dates, seen, runs } = awards.space();
    expect({ dates, seen }).toEqual({ dates: 31, seen: 5 });
    const march = months[2] ?? [];
    expect(march.filter((cell) => cell.seen > 0).map(({ lead }) => lead)).toEqual([32, 31, 30, 29, 28]);
    expect(march.filter((cell) => cell.none > 0)).toHaveLength(26);
    // Nothing else was read: not in March, not in another month.
    expect(march).toHaveLength(31);
    expect(months.filter((_, month) => month !== 2).flat()).toEqual([]);
    expect(runs).toEqual([
      {
        source: { runId: 1, purchaseId: 'p1', callRef: 'call-p1' },
        at: at('2027-02-01'),
        covers: { from: '2027-03-01', until: '2027-03-31' },
      },
    ]);
  });

  it.each([
    {
      why: 'was not read to its end',
      input: request({ ...MARCH, order_by: 'lowest_mileage' }),
      hasMore: true,
    },
    {
      why: 'requested direct flights alone',
      input: request({ ...MARCH, only_direct_flights: true }),
      hasMore: false,
    },
    { why: 'requested some carriers alone', input: request({ ...MARCH, carriers: 'UA' }), hasMore: false },
    { why: 'left a date open', input: request({ start_date: '2027-03-01' }), hasMore: false },
    { why: 'began after results that it skipped', input: { ...MARCH, skip: 10 }, hasMore: false },
  ])('takes nothing for missing from a run that $why', ({ input, hasMore }) => {
    const awards = opened();
    awards.buy(
      answer(
        days(5, () => 60_000),
        { hasMore },
      ),
      { input, at: at('2027-02-01') },
    );
    const { months, dates, seen, runs } = awards.space();
    expect({ dates, seen }).toEqual({ dates: 5, seen: 5 });
    expect(months.flat().every(({ none }) => none === 0)).toBe(true);
    expect(runs[0]?.covers).toBeNull();
  });

  it.each([
    ['went the other way', { origin_airport: 'LHR', destination_airport: 'JFK' }],
    ['left from both of its ends', { origin_airport: 'JFK,LHR', destination_airport: 'CDG' }],
  ])('takes a route without a record for not read by a run that %s', (_how, ends) => {
    const awards = opened();
    awards.buy(answer([]), { input: request({ ...MARCH, ...ends }), at: at('2027-02-01') });
    expect(awards.space()).toMatchObject({ dates: 0, runs: [] });
  });

  it('takes nothing for missing from a run with a row that could not be read', () => {
    const awards = opened();
    awards.buy(answer([...days(5, () => 60_000), { ID: 'x' }]), { input: MARCH, at: at('2027-02-01') });
    expect(awards.space()).toMatchObject({ dates: 5, seen: 5 });
  });

  it('takes what lies before the last date of a run in the order of dates as read', () => {
    const awards = opened();
    const [first, , third] = days(3, () => 60_000);
    awards.buy(answer([first, third], { hasMore: true }), { input: MARCH, at: at('2027-02-01') });
    expect(awards.space().months[2]).toEqual([
      { lead: 30, seen: 1, none: 0 },
      { lead: 29, seen: 0, none: 1 },
      { lead: 28, seen: 1, none: 0 },
    ]);
  });

  it('takes a programme that its source spells otherwise for neither removed nor new', () => {
    const awards = opened();
    const page = (Source: string) => answer(days(31, () => 60_000).map((one) => ({ ...one, Source })));
    awards.buy(page('united'), { input: MARCH, at: at('2027-01-01') });
    for (const on of ['2027-01-10', '2027-01-20']) awards.buy(page('UNITED'), { input: MARCH, at: at(on) });
    const space = awards.space();
    expect(space).toMatchObject({ seen: 31, stays: { least: 19, most: null }, appears: { from: null } });
    expect(space.months.flat().every(({ none }) => none === 0)).toBe(true);
    const stillThere = awards.awards.insights.stillThere({
      versionId: awards.versionOf('2027-03-01', 'UNITED'),
      age: 5 * DAY_MS,
    });
    expect(stillThere).toMatchObject({ like: 'programme', dates: 30, bounds: { least: 30, most: 30 } });
  });

  it('adds up several routes, each date of each', () => {
    const awards = opened();
    awards.buy(answer(days(2, () => 60_000)), {
      input: { ...MARCH, origin_airport: 'JFK,EWR' },
      at: at('2027-02-01'),
    });
    const both = awards.awards.insights.space({
      origins: ['JFK', 'EWR'],
      destinations: ['LHR'],
      programme: 'united',
      cabin: 'business',
    });
    expect(both).toMatchObject({ dates: 62, seen: 2 });
  });
});

describe('whether it is still there', () => {
  it('bounds how many like it were still there at that age', () => {
    const awards = opened();
    const run = (hours: number, count: number) =>
      awards.buy(answer(days(count, () => 60_000)), { input: MARCH, at: at('2027-02-01') + hours * HOUR_MS });
    run(0, 31);
    run(12, 25);
    run(24, 20);
    const found = awards.stillThere('2027-03-01', 19 * HOUR_MS);
    expect(found).toMatchObject({
      like: 'programme',
      dates: 30,
      bounds: { least: 19, most: 24 },
      missing: null,
    });
    expect(found.evidence.find(({ date }) => date === '2027-03-23')).toMatchObject({
      standing: 'either',
      first: { runId: 1 },
      last: { runId: 2, callRef: 'call-p2' },
      next: { runId: 3, callRef: 'call-p3' },
    });
    expect(found.refresh).toEqual({ pages: 1, cost: [{ currency: 'USD', units: '22000', exponent: 6 }] });
  });

  it('widens to every programme of the route where too few are like it, and says so', () => {
    const awards = opened();
    const page = answer([
      ...days(5, () => 60_000),
      ...days(20, () => 60_000).map((one) => rawRecord(`d${one.ID}`, { Source: 'delta', Date: one.Date })),
    ]);
    awards.buy(page, { input: MARCH, at: at('2027-02-01') });
    awards.buy(page, { input: MARCH, at: at('2027-02-02') });
    expect(awards.stillThere('2027-03-01', 19 * HOUR_MS)).toMatchObject({
      like: 'route',
      dates: 24,
      bounds: { least: 24, most: 24 },
    });
  });

  it('says nothing of what has departed, not even what a refresh costs', () => {
    const awards = opened();
    awards.buy(answer(days(31, () => 60_000)), { input: MARCH, at: at('2027-02-01') });
    awards.buy(answer(days(31, () => 60_000)), { input: MARCH, at: at('2027-02-27') });
    expect(awards.stillThere('2027-03-01', 2 * DAY_MS)).toMatchObject({ missing: null, dates: 30 });
    const departed = awards.stillThere('2027-03-01', 3 * DAY_MS);
    expect(departed).toMatchObject({ missing: 'departed', dates: 0, bounds: null });
    expect(refreshCostLabel(departed)).toBeNull();
  });

  it('rates nothing that has no award space', () => {
    const awards = opened();
    awards.buy(answer(days(1, () => 60_000)), { input: MARCH, at: at('2027-02-01') });
    awards.buy(answer([]), { input: MARCH, at: at('2027-02-02') });
    expect(awards.stillThere('2027-03-01', HOUR_MS).missing).toBe('removed');
    awards.buy(answer([rawRecord('r-2027-03-01-0', { JAvailable: false })]), {
      input: MARCH,
      at: at('2027-02-03'),
    });
    expect(awards.stillThere('2027-03-01', HOUR_MS).missing).toBe('no_space');
  });
});
