import { describe, expect, it } from 'vitest';
import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import { DAY_MS, addDays as dayAfter } from '#shared/dates.ts';
import type { TripQuestion } from '#shared/planning/question.ts';
import { changedQuestions } from '#shared/planning/what-if.ts';
import type { PlanningRequest } from '#shared/records/planning-request.ts';
import { createReader } from '../../storage/sql.ts';
import { PRICE, type StoredAwards, storeAwards } from '../testing/stored-awards.ts';
import { planningReads } from './planning-reads.ts';

const TODAY = '2027-01-10';
const NOW = Date.parse(`${TODAY}T12:00:00Z`);

const there: AwardSearchRequest = {
  origin_airport: 'LHR,LGW',
  destination_airport: 'HND',
  cabin: 'business',
  start_date: '2027-03-01',
  end_date: '2027-03-10',
};
const home: AwardSearchRequest = {
  ...there,
  origin_airport: 'HND,NRT',
  destination_airport: 'LHR,LGW',
  start_date: '2027-03-11',
  end_date: '2027-03-26',
};

let ids = 0;
function record(route: string, date: string, source: string, miles: number, seats = 4, more: object = {}) {
  const [origin = '', destination = ''] = route.split('-');
  return {
    ID: `id-${ids++}`,
    Source: source,
    Date: date,
    JAvailable: true,
    JMileageCost: String(miles),
    JRemainingSeats: seats,
    JDirect: true,
    JAirlines: 'NH',
    Route: {
      OriginAirport: origin,
      DestinationAirport: destination,
      OriginRegion: 'Europe',
      DestinationRegion: 'Asia',
      Source: source,
    },
    ...more,
  };
}

const answer = (...data: unknown[]) => ({ count: data.length, cursor: 0, hasMore: false, data });

const question: TripQuestion = {
  adults: 2,
  children: 0,
  legs: [
    { origins: ['LHR', 'LGW'], destinations: ['HND', 'NRT'], nights: null, connects: 'hop' },
    { origins: ['HND', 'NRT'], destinations: ['LHR', 'LGW'], nights: { min: 10, max: 16 }, connects: 'hop' },
  ],
  returns: true,
  window: { from: '2027-03-01', until: '2027-03-10' },
  cabins: ['business'],
  stopsMax: null,
  hopKm: 100,
  owners: null,
  milesMax: null,
  perDayMax: null,
  inAllMax: null,
};

const request = (change: Partial<PlanningRequest> = {}): PlanningRequest => ({
  question,
  identity: 'demo',
  today: TODAY,
  now: NOW,
  purses: { today: TODAY, balances: [], transfers: [], pools: [], households: [] },
  values: null,
  near: {
    LHR: [{ code: 'LGW', km: 41 }],
    HND: [{ code: 'NRT', km: 60 }],
  },
  closed: [],
  ...change,
});

const planner = ({ storage }: StoredAwards) =>
  planningReads(createReader(storage.db), () => ({
    callRef: null,
    requestId: null,
    cost: PRICE,
    toolId: 'award',
    toolTitle: 'Award search',
  }));
const wallet = (...balances: [owner: string, name: string, points: number][]) => ({
  ...request().purses,
  balances: balances.map(([owner, name, points]) => ({
    owner,
    kind: 'programme' as const,
    name,
    points,
    expires: null,
  })),
});

function twoWays(): StoredAwards {
  const stored = storeAwards();
  stored.buy(
    answer(
      record('LHR-HND', '2027-03-02', 'united', 80_000),
      record('LGW-HND', '2027-03-03', 'aeroplan', 60_000),
      record('LHR-HND', '2027-03-04', 'alaska', 50_000, 1),
    ),
    { input: there, at: NOW - DAY_MS },
  );
  stored.buy(
    answer(
      record('HND-LHR', '2027-03-14', 'united', 80_000),
      record('NRT-LHR', '2027-03-15', 'aeroplan', 70_000, 0),
      record('HND-LHR', '2027-03-25', 'alaska', 40_000),
    ),
    { input: home, at: NOW - DAY_MS },
  );
  return stored;
}

/** Last year, from Gatwick to Narita on 40 days of March. */
const buyLastYear = (stored: StoredAwards, milesOn: (day: number) => number) =>
  stored.buy(
    answer(
      ...Array.from({ length: 40 }, (_, at) =>
        record('LGW-NRT', dayAfter('2026-03-01', at), 'aeroplan', milesOn(at)),
      ),
    ),
    {
      input: {
        ...there,
        origin_airport: 'LGW',
        destination_airport: 'NRT',
        start_date: '2026-03-01',
        end_date: '2026-04-09',
      },
      at: Date.parse('2026-01-05T00:00:00Z'),
    },
  );

const oneWay: TripQuestion = {
  ...question,
  legs: [{ origins: ['LHR'], destinations: ['HND'], nights: null, connects: 'hop' }],
  returns: false,
};

describe('plans of a trip', () => {
  it('are made of records with enough seats, within nights and hops, unknown seat counts last', () => {
    const { plans, noPlan, ranking } = planner(twoWays()).plans(request());
    expect([noPlan, ranking]).toEqual([null, 'miles']);
    const shown = plans.map(({ legs }) => legs.map(({ record: row }) => `${row.date} ${row.programme}`));
    expect(shown[0]).toEqual(['2027-03-03 aeroplan', '2027-03-14 united']);
    expect(shown.flat()).not.toContain('2027-03-04 alaska');
    expect(shown.flat()).not.toContain('2027-03-25 alaska');
    expect(plans[0]?.totals).toMatchObject({
      miles: [
        { programme: 'aeroplan', each: 60_000, all: 120_000 },
        { programme: 'united', each: 80_000, all: 160_000 },
      ],
      pays: 'no_wallet',
      legsNotKnown: 2,
    });
  });

  it('say which airports differ, that tickets are separate, and what is not known', () => {
    const { plans } = planner(twoWays()).plans(request());
    expect(plans[0]?.warnings).toEqual([
      { code: 'separate_tickets', tickets: 2 },
      { code: 'other_airport', leg: 1, at: 'lands', from: 'LGW', to: 'LHR', km: 41 },
      { code: 'taxes_not_known', legs: [0, 1] },
    ]);
    const unknown = plans.find(({ legs }) => legs[1]?.record.seats === null);
    expect(unknown?.warnings).toContainEqual({ code: 'seats_not_stated', leg: 1 });
    expect(unknown?.warnings).toContainEqual({
      code: 'other_airport',
      leg: 1,
      at: 'departs',
      from: 'HND',
      to: 'NRT',
      km: 60,
    });
  });

  it('say where a flight lands or leaves at an airport that the trip does not name, once for each flight', () => {
    const [there, home] = question.legs;
    const tokyo = {
      ...question,
      legs: [
        { ...there, destinations: ['NRT'] },
        { ...home, origins: ['NRT'] },
      ],
    } as TripQuestion;
    const airportsOf = (question: TripQuestion) =>
      planner(twoWays())
        .plans(request({ question, near: { ...request().near, NRT: [{ code: 'HND', km: 60 }] } }))
        .plans[0]?.warnings.flatMap((warning) =>
          warning.code === 'other_airport' ? `${warning.leg} ${warning.at} ${warning.to}` : [],
        );
    expect(airportsOf(tokyo)).toEqual(['0 lands HND', '1 lands LHR']);
    const ownWay = { ...tokyo, legs: tokyo.legs.map((leg) => ({ ...leg, connects: 'own_way' as const })) };
    expect(airportsOf(ownWay)).toEqual(['0 lands HND', '1 departs HND', '1 lands LHR']);
  });

  it('use what is stored of airports within the hop that the trip does not name, and say so', () => {
    const stored = twoWays();
    stored.buy(answer(record('STN-HND', '2027-03-03', 'aeroplan', 30_000)), {
      input: { ...there, origin_airport: 'STN' },
      at: NOW - DAY_MS,
    });
    const near = {
      ...request().near,
      LHR: [
        { code: 'LGW', km: 41 },
        { code: 'STN', km: 67 },
      ],
    };
    const [best] = planner(stored).plans(request({ near })).plans;
    expect(best?.totals.milesAll).toBe(60_000 + 160_000);
    const left = { code: 'other_airport', leg: 0, at: 'departs', from: 'LHR', to: 'STN', km: 67 };
    expect(best?.warnings).toContainEqual(left);
    const close = { ...question, hopKm: 50 };
    expect(planner(stored).plans(request({ near, question: close })).plans[0]?.totals.milesAll).toBe(280_000);
  });

  it('prefer what the wallet pays, each leg from the account of one owner', () => {
    const purses = wallet(['Ana', 'united', 165_000], ['Ben', 'united', 169_000]);
    const [best] = planner(twoWays()).plans(request({ purses })).plans;
    expect(best?.legs.map(({ record: row, paidBy }) => [row.programme, paidBy])).toEqual([
      ['united', 'Ana'],
      ['united', 'Ben'],
    ]);
    expect(best?.totals.pays).toBe('own');
    expect(best?.totals.left).toEqual([
      { owner: 'Ana', kind: 'programme', name: 'united', points: 5_000 },
      { owner: 'Ben', kind: 'programme', name: 'united', points: 9_000 },
    ]);
  });

  it('are short by what is missing where no plan can be paid for', () => {
    const [best] = planner(twoWays()).plans(request({ purses: wallet(['You', 'aeroplan', 100_000]) })).plans;
    expect(best?.totals.pays).toBe('short');
    expect(best?.totals.short).toEqual([
      { programme: 'aeroplan', by: 20_000 },
      { programme: 'united', by: 160_000 },
    ]);
  });

  it('leave out what a later run of its search proves to be removed', () => {
    const stored = twoWays();
    stored.buy(answer(record('LHR-HND', '2027-03-02', 'united', 80_000)), { input: there, at: NOW });
    const { plans, legs } = planner(stored).plans(request());
    expect(plans[0]?.legs[0]?.record.programme).toBe('united');
    expect(legs[0]?.leftOut.removed).toBeGreaterThan(0);
  });

  it('say why there is none: nothing stored, a window in the past, a leg without records', () => {
    expect(planner(storeAwards()).plans(request()).noPlan).toBe('nothing_stored');
    const past = { ...question, window: { from: '2026-12-01', until: '2026-12-31' } };
    expect(planner(twoWays()).plans(request({ question: past })).noPlan).toBe('past');
    const stored = storeAwards();
    stored.buy(answer(record('LHR-HND', '2027-03-02', 'united', 80_000)), { input: there, at: NOW });
    expect(planner(stored).plans(request()).noPlan).toBe('leg_without_records');
    // Whatever is read: Seoul is not within any change of airport of Tokyo.
    const [out, back] = question.legs;
    const apart = { ...question, legs: out && back ? [out, { ...back, origins: ['ICN'] }] : [] };
    const { noPlan, legs } = planner(stored).plans(request({ question: apart }));
    expect([noPlan, legs.map((leg) => leg.isApart)]).toEqual(['flights_apart', [false, true]]);
  });

  it('count what was read of each leg, and when', () => {
    const { legs } = planner(twoWays()).plans(request());
    // Two origins to one of two destinations; the other was never searched.
    expect(legs[0]).toMatchObject({ candidates: 2, read: 20, of: 40, oldestAt: NOW - DAY_MS });
    // Nobody flies from an airport that was closed by then: its days are no gap.
    const closed = planner(twoWays()).plans(request({ closed: ['LGW'] }));
    expect(closed.legs[0]).toMatchObject({ candidates: 2, read: 10, of: 20 });
  });
});

it('says of a pair of days, as of its plan, that miles are pooled, and whose', () => {
  const purses = {
    ...wallet(['Ana', 'united', 9_000], ['Ben', 'united', 400_000]),
    households: ['united'],
  };
  const { plans, matrix } = planner(twoWays()).plans(request({ purses }));
  const pair = matrix?.cells.flat().find((cell) => cell?.miles === 320_000);
  expect(pair?.pays).toBe(plans[0]?.totals.pays);
  expect([pair?.pays, pair?.paidBy]).toEqual(['pooled', ['Ana', 'Ben']]);
});

it('shows each pair of days with the cheapest total, and a dash for what was not read', () => {
  const { matrix } = planner(twoWays()).plans(request());
  const cell = (out: string, back: string) =>
    matrix?.cells[matrix.outbound.indexOf(out)]?.[matrix.back.indexOf(back)];
  expect(cell('2027-03-03', '2027-03-14')).toMatchObject({ miles: 280_000, read: 'part', pays: 'no_wallet' });
  expect(cell('2027-03-03', '2027-03-15')).toMatchObject({ miles: 260_000 });
  expect(cell('2027-03-02', '2027-03-11')).toBeNull();
  expect(cell('2027-03-01', '2027-03-14')).toMatchObject({ miles: null, read: 'part', versionIds: [] });
});

it('shows of a long window the days around the best plan, and says that they are a part', () => {
  const long = {
    ...question,
    legs: question.legs.map((leg, at) => (at === 0 ? leg : { ...leg, nights: { min: 10, max: 300 } })),
    window: { from: '2027-01-11', until: '2028-06-01' },
  };
  const { matrix, plans } = planner(twoWays()).plans(request({ question: long }));
  expect(plans[0]?.totals.milesAll).toBe(200_000);
  const [outbound, back] = plans[0]?.legs.map(({ record: row }) => row.date ?? '') ?? [];
  expect(matrix?.isPart).toBe(true);
  for (const days of [matrix?.outbound, matrix?.back]) expect(days?.length).toBe(70);
  const row = matrix?.outbound.indexOf(outbound ?? '') ?? -1;
  expect(matrix?.cells[row]?.[matrix.back.indexOf(back ?? '')]).toMatchObject({ miles: 200_000 });
  expect(planner(twoWays()).plans(request()).matrix?.isPart).toBe(false);
});

const linesOf = (reads: ReturnType<typeof planner>, of: PlanningRequest) =>
  changedQuestions(of.question, of.near, of.today).map((changed) => reads.whatIf(of, changed));

describe('what if', () => {
  it('equals planning again with that one change', () => {
    const reads = planner(twoWays());
    const near = { ...request().near, LGW: [{ code: 'STN', km: 70 }] };
    const base = reads.plans(request({ near })).plans[0]?.totals.milesAll ?? 0;
    const lines = linesOf(reads, request({ near }));
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) {
      if (line.change.kind === 'one_apart') continue;
      const again = reads.plans(request({ near, question: line.question })).plans[0]?.totals.milesAll;
      expect(line.miles).toBe(again === undefined ? null : again - base);
    }
  });

  it('tells what airports of one city are worth between flights that keep to the same one', () => {
    const same = request({ question: { ...question, hopKm: 0 } });
    const hop = linesOf(planner(twoWays()), same).find(({ change }) => change.kind === 'hop');
    // Out to Heathrow's Tokyo with aeroplan from Gatwick, home to Heathrow.
    expect(hop).toMatchObject({
      change: { hopKm: 100 },
      question: { hopKm: 100 },
      miles: expect.any(Number),
    });
    expect(hop?.miles).toBeLessThan(0);
    expect(linesOf(planner(twoWays()), request()).some(({ change }) => change.kind === 'hop')).toBe(false);
  });

  it('says what is worse in a plan that costs less', () => {
    const stored = twoWays();
    stored.buy(answer(record('LHR-HND', '2027-03-12', 'aeroplan', 30_000, 0)), {
      input: { ...there, start_date: '2027-03-11', end_date: '2027-03-12' },
      at: NOW - DAY_MS,
    });
    const linesFor = (purses: PlanningRequest['purses']) =>
      linesOf(planner(stored), request({ purses })).find(
        ({ change }) => change.kind === 'days' && change.days === 3,
      );
    expect(linesFor(request().purses)).toMatchObject({ miles: -140_000, worse: ['unstated'] });
    const poor = linesFor(wallet(['Ana', 'united', 400_000]));
    expect(poor).toMatchObject({ total: 140_000, miles: 140_000 - 320_000, worse: ['short', 'unstated'] });
  });

  it('lets one traveller take the seat that is too few for two', () => {
    const lines = linesOf(planner(twoWays()), request());
    // One flies with alaska for 50,000 instead of aeroplan for 60,000; both return with united.
    expect(lines.find(({ change }) => change.kind === 'one_apart')?.miles).toBe(-10_000);
  });
});

describe('what is worth reading next', () => {
  const advise = (stored: StoredAwards, change: Partial<PlanningRequest> = {}) =>
    planner(stored).advice(
      request({ near: { ...request().near, LGW: [{ code: 'STN', km: 70 }] }, ...change }),
    );

  it('names what was never read, without a figure where nothing is known', () => {
    const { items, settled } = advise(twoWays());
    expect(items.length).toBe(3);
    expect(settled).toBeNull();
    for (const item of items) {
      expect(item.promise).toBeNull();
      expect(item.cost).toEqual({ ...PRICE, units: String(22_000 * item.pages) });
      expect(item.input).toMatchObject({ cabin: 'business', start_date: item.from, end_date: item.until });
    }
  });

  it('offers no search of an airport that was closed on all of its days', () => {
    const ends = ({ closed = [] as string[] } = {}) =>
      advise(twoWays(), { closed }).items.flatMap(({ origins, destinations }) => [
        ...origins,
        ...destinations,
      ]);
    expect(ends()).toContain('NRT');
    expect(ends({ closed: ['NRT'] })).not.toContain('NRT');
    expect(advise(twoWays(), { closed: ['HND', 'NRT'] }).items).toEqual([]);
  });

  it('reads nothing twice: what one search reads, no other of the three does', () => {
    const stored = storeAwards();
    // A page holds four days of this flight: eight days that were not read are two pages, or one search of both.
    const many = (from: string, days: number) =>
      answer(
        ...Array.from({ length: days * 230 }, (_, at) =>
          record('LHR-HND', dayAfter(from, Math.floor(at / 230)), 'united', 80_000),
        ),
      );
    const input = { ...there, origin_airport: 'LHR', end_date: '2027-03-04' };
    stored.buy(many('2027-03-01', 4), { input, at: NOW });
    const twelveDays = { ...oneWay, window: { from: '2027-03-01', until: '2027-03-12' } };
    const { items } = planner(stored).advice(request({ question: twelveDays, near: {} }));
    const days = items.map(({ from, until }) => `${from.slice(8)}-${until.slice(8)}`);
    expect(days).toEqual(['05-08', '09-12']);
  });

  it('offers no day of a further flight that no first flight still ahead reaches', () => {
    const [out, back] = question.legs;
    const legs = out && back ? [out, { ...back, nights: { min: 5, max: 5 } }] : [];
    const begun = { ...question, legs, window: { from: '2027-01-03', until: '2027-01-15' } };
    const ahead = { ...begun, window: { from: TODAY, until: '2027-01-15' } };
    const days = advise(storeAwards(), { question: begun }).items.map(({ leg, from, until }) => [
      leg,
      from,
      until,
    ]);
    expect(days.filter(([leg]) => leg === 1).length).toBeGreaterThan(0);
    for (const [leg, from] of days) expect((from ?? '') >= (leg === 1 ? '2027-01-15' : TODAY)).toBe(true);
    expect(planner(storeAwards()).plans(request({ question: begun }))).toEqual(
      planner(storeAwards()).plans(request({ question: ahead })),
    );
  });

  it('searches the direction first without which there is no plan', () => {
    const stored = storeAwards();
    stored.buy(answer(record('LHR-HND', '2027-03-02', 'united', 80_000)), { input: there, at: NOW });
    expect(advise(stored).items[0]).toMatchObject({ kind: 'unread', leg: 1 });
  });

  describe('after a page of a run that has more', () => {
    const input = { ...there, origin_airport: 'LHR' };
    const pageOf = (...dates: string[]) => ({
      ...answer(...dates.map((date) => record('LHR-HND', date, 'united', 80_000))),
      hasMore: true,
    });
    const advised = (stored: StoredAwards) =>
      planner(stored)
        .advice(request({ question: oneWay, near: {} }))
        .items.map(({ from, until, pages }) => [from.slice(8), until.slice(8), pages]);

    it('goes on where its days ended, and does not read the same page again', () => {
      const stored = storeAwards();
      stored.buy(pageOf('2027-03-02', '2027-03-06'), { input, at: NOW });
      expect(planner(stored).plans(request({ question: oneWay })).legs[0]).toMatchObject({ read: 5, of: 10 });
      expect(advised(stored)).toEqual([['06', '10', 1]]);
    });

    it('reads a search again with a page more where its days do not tell how far it came', () => {
      const stored = storeAwards();
      expect(advised(stored)).toEqual([['01', '10', 1]]);
      const asAdvised = { ...input, take: 1000, include_trips: true };
      for (const half of [{ end_date: '2027-03-05' }, { start_date: '2027-03-06' }, {}])
        stored.buy(pageOf('2027-03-06', '2027-03-02'), { input: { ...asAdvised, ...half }, at: NOW });
      expect(advised(stored)).toEqual([['01', '10', 2]]);
    });
  });

  it('promises what dates like it cost before, from the dates themselves', () => {
    const stored = twoWays();
    buyLastYear(stored, (day) => (day % 4 === 0 ? 30_000 : 90_000));
    const [first] = advise(stored).items;
    expect(first).toMatchObject({
      kind: 'unread',
      leg: 0,
      promise: { unit: 'miles', dates: 31, basis: 'month' },
    });
    // The best plan is 280,000; from 9 March on, the return for 80,000 of 25 March would do.
    expect(first?.promise?.atQuarter).toBe(280_000 - 80_000 - 60_000);
    expect(first?.promise?.expected).toBeGreaterThan(50_000);
    expect(first?.origins).toContain('LGW');
  });

  describe('of a trip that accepts several cabins', () => {
    const cabins: PlanningRequest['question']['cabins'] = ['business', 'premium'];
    const inPremium = (stored: StoredAwards, route: string, days: readonly string[], cost: number) => {
      const [origin = '', destination = ''] = route.split('-');
      const span = { start_date: days[0], end_date: days.at(-1) };
      const input = { cabin: 'premium', origin_airport: origin, destination_airport: destination, ...span };
      stored.buy(answer(...days.map((day) => record(route, day, 'united', cost))), { input, at: NOW });
    };
    const marchOf = (year: number) => Array.from({ length: 31 }, (_, at) => dayAfter(`${year}-03-01`, at));

    it('reads the one that it prefers first, whatever it may cost, where the best plan has another', () => {
      const stored = storeAwards();
      inPremium(stored, 'LHR-HND', ['2027-03-02'], 40_000);
      inPremium(stored, 'HND-LHR', ['2027-03-16'], 40_000);
      const severalCabins = { question: { ...question, cabins } };
      expect(planner(stored).plans(request(severalCabins)).plans[0]?.totals.milesAll).toBe(160_000);
      const { items } = advise(stored, severalCabins);
      expect(items[0]).toMatchObject({ cabin: 'business', promise: null });
      expect(items[0]?.input).toMatchObject({ cabin: 'business' });
    });

    it('counts what another cabin saves only where the best plan has it too', () => {
      const cheaper = (stored: StoredAwards) => {
        inPremium(stored, 'LHR-HND', marchOf(2026), 5_000);
        return advise(stored, { question: { ...question, cabins } }).items.filter(
          ({ cabin }) => cabin === 'premium',
        );
      };
      // Both flights are stored in business: no premium economy comes before them.
      expect(cheaper(twoWays())).toEqual([]);
      const without = storeAwards();
      inPremium(without, 'LHR-HND', ['2027-03-02'], 40_000);
      inPremium(without, 'HND-LHR', ['2027-03-16'], 40_000);
      expect(cheaper(without)).not.toEqual([]);
    });
  });

  it('values a watched search by the same rule, as the trip of its one flight', () => {
    const stored = twoWays();
    const flight = {
      ...question,
      legs: question.legs.slice(0, 1),
      returns: false,
      hopKm: 0,
    };
    const read = (now: number) => planner(stored).wholeAdvice(request({ question: flight, now }));
    expect(read(NOW)).toMatchObject({ from: '2027-03-01', until: '2027-03-10', promise: null });
    // The cheapest stored now costs 60,000.
    buyLastYear(stored, () => 30_000);
    expect(read(NOW)?.promise).toMatchObject({ unit: 'miles', atQuarter: 60_000, expected: 60_000 });
  });

  it('compares promise and price in money, where every programme has a value', () => {
    const stored = twoWays();
    buyLastYear(stored, () => 30_000);
    const only = {
      ...question,
      legs: question.legs.map((leg, at) =>
        at === 0 ? { ...leg, origins: ['LGW'], destinations: ['NRT'] } : leg,
      ),
      hopKm: 60,
    };
    const values = (units: string) => ({
      currency: 'USD',
      values: ['aeroplan', 'united', 'alaska'].map((programme) => ({
        programme,
        perMile: { currency: 'USD', units, exponent: 6 as const },
      })),
    });
    const near = { LGW: [{ code: 'LHR', km: 41 }], NRT: [{ code: 'HND', km: 60 }] };
    const { items, settled } = planner(stored).advice(
      request({ question: only, near, values: values('15000') }),
    );
    expect(items[0]?.promise).toMatchObject({ unit: 'USD', dates: 31 });
    expect(items.some(({ promise }) => promise === null) ? null : false).toBe(settled);
  });
});
