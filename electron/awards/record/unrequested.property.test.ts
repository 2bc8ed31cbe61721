/** A row that its request excludes is kept, told and counted nowhere. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { everything, openedAwards } from '../testing/opened-awards.ts';
import { request } from '../testing/stored-awards.ts';

const INPUT = request({
  origin_airport: 'SFO,OAK',
  destination_airport: 'TYO',
  carriers: 'NH,UA',
  start_date: '2027-03-01',
  end_date: '2027-03-10',
  only_direct_flights: true,
});

type Change = Parameters<typeof rawRecord>[1];

const fits = { Date: '2027-03-04', JAirlines: 'NH', JMileageCost: '60000' };
const route = {
  OriginAirport: 'SFO',
  DestinationAirport: 'NRT',
  OriginRegion: 'NA',
  DestinationRegion: 'Asia',
};

/** One way each in which a row does not fit: what it says instead is drawn. */
const misfits: readonly fc.Arbitrary<Change>[] = [
  fc
    .constantFrom('LAX', 'SJC', 'NRT', 'JFK')
    .map((OriginAirport) => ({ ...fits, Route: { ...route, OriginAirport } })),
  fc.constantFrom('LHR', 'KIX', 'SFO', 'ICN').map((DestinationAirport) => ({
    ...fits,
    Route: { ...route, DestinationAirport },
  })),
  fc.constantFrom('2027-02-28', '2027-03-11', '2027-07-04', '2028-03-04').map((date) => ({
    ...fits,
    Date: date,
    Route: route,
  })),
  fc.constantFrom('JL', 'BA, AA', 'ZZ').map((JAirlines) => ({ ...fits, JAirlines, Route: route })),
  fc.constant({ ...fits, JDirect: false, Route: route }),
];

const rows = fc.record({
  good: fc.array(fc.constantFrom('NRT', 'HND'), { maxLength: 3 }),
  bad: fc.array(fc.oneof(...misfits), { minLength: 1, maxLength: 4 }),
  // Cheaper than every row that fits, so that any figure would show it.
  isFirst: fc.boolean(),
  pages: fc.integer({ min: 1, max: 2 }),
});

it('in any way and place: it stands apart with its reason, and no figure knows it', () => {
  proves(
    0.65,
    [rows],
    ({ good, bad, isFirst, pages }) => {
      const { buy, awards, records, broken, runs, searches, scope, storage } = openedAwards('2027-01-01');
      const fitting = good.map((DestinationAirport, at) =>
        rawRecord(`good-${at}`, {
          ...fits,
          JMileageCost: String(60_000 + at),
          Route: { ...route, DestinationAirport },
        }),
      );
      const other = bad.map((change, at) =>
        rawRecord(`bad-${at}`, { ...change, JMileageCost: String(9_000 + at) }),
      );
      const all = isFirst ? [...other, ...fitting] : [...fitting, ...other];
      const cut = pages === 1 ? all.length : Math.ceil(all.length / 2);
      const { runId } = buy(answer(all.slice(0, cut), { hasMore: pages === 2 }), { input: INPUT });
      if (pages === 2)
        buy(answer(all.slice(cut)), { runId, input: { ...INPUT, cursor: 1_700_000_000, skip: cut } });
      const searchId = searches()[0]?.searchId ?? 0;
      const [run] = runs(searchId);
      for (const which of [
        { kind: 'search' as const, searchId },
        { kind: 'run' as const, runId },
      ]) {
        expect(records({ scope: which, ...everything }).total).toBe(good.length);
        expect(scope(which)).toMatchObject({ records: good.length, broken: bad.length });
        const apart = broken(which);
        expect(apart.map(({ raw }) => JSON.stringify(raw)).sort()).toEqual(
          other.map((raw) => JSON.stringify(raw)).sort(),
        );
        expect(apart.every(({ problems }) => problems.length > 0)).toBe(true);
        const answered = awards.handlers.answer({ scope: which, filter: {} }) as {
          best: { miles: number } | null;
        };
        expect(answered.best?.miles ?? null).toBe(good.length === 0 ? null : 60_000);
        const days = awards.handlers.calendar({ scope: which, filter: {} }) as {
          records: number;
          miles: number;
        }[];
        expect(days.reduce((sum, day) => sum + day.records, 0)).toBe(good.length);
        expect(days.every(({ miles }) => miles === null || miles >= 60_000)).toBe(true);
      }
      expect(run?.remarks.filter((words) => words.includes('not what was searched for'))).toHaveLength(
        pages === 2 &&
          other.some((row) => all.indexOf(row) < cut) &&
          other.some((row) => all.indexOf(row) >= cut)
          ? 2
          : 1,
      );
      awards.rebuild();
      expect(runs(searchId)[0]).toEqual(run);
      storage.close();
      return good.length > 0;
    },
    { numRuns: propertyRuns(40, 400) },
  );
});

it('an answer to another question proves nothing about this one', async () => {
  const { buy, awards, records } = openedAwards('2027-01-01');
  const input = request({ start_date: '2027-03-01', end_date: '2027-03-10' });
  const before = buy(answer([rawRecord('a')]), { input });
  for (const change of [{ Date: '2027-07-04' }, { Route: { OriginAirport: 'LAX' } }]) {
    buy(answer([rawRecord('x', change)]), { input });
    const scope = { kind: 'search', searchId: 1 } as const;
    expect(records({ scope, ...everything }).rows).toMatchObject([{ available: true }]);
    const days = (await awards.handlers.calendar({ scope, filter: {} })) as { date: string }[];
    expect(days.map(({ date }) => date)).toEqual(['2027-03-01']);
  }
  expect(before.runId).toBe(1);
});
