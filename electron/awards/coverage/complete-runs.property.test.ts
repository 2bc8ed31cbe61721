import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { proves } from '#shared/testing/proves.ts';
import { createReader } from '../../storage/sql.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';
import {
  ALL_ROUTES,
  commonStretches,
  coveredParts,
  type Gap,
  pairsOf,
  wantedRequest,
} from './complete-runs.ts';
import { dayOf } from './day.ts';

const CODES = ['JFK', 'EWR', 'LHR'] as const;
const DAYS = [1, 2, 3, 4, 5, 6];
const dateOf = (day: number) => `2027-03-0${day}`;

const codes = fc.subarray([...CODES], { minLength: 1 });
const days = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS))
  .map(([one, other]) => ({ from: Math.min(one, other), until: Math.max(one, other) }));
type Search = {
  from: string[];
  to: string[];
  days: { from: number; until: number };
  cabin: 'business' | 'first';
};
const search: fc.Arbitrary<Search> = fc.record({
  from: codes,
  to: codes,
  days,
  cabin: fc.constantFrom('business', 'business', 'business', 'first'),
});
const run = fc.record({
  search: fc.option(search, { freq: 2 }),
  days: fc.option(days, { freq: 2 }),
  /** The days of its records; where there is a further page, only what is before the last of them was read. */
  records: fc.array(fc.constantFrom(...DAYS), { maxLength: 3 }),
  hasMore: fc.boolean(),
});

const inputOf = ({ from, to, days, cabin }: Search) =>
  request({
    origin_airport: from.join(','),
    destination_airport: to.join(','),
    start_date: dateOf(days.from),
    end_date: dateOf(days.until),
    cabin,
  });

it('gives for each route and day the newest run that read it, and the days that none did', () => {
  let partly = 0;
  proves(
    0.5,
    [search, fc.array(run, { minLength: 1, maxLength: 5 })],
    (wanted, runs) => {
      const { storage, buy } = storeAwards();
      const input = inputOf(wanted);
      const pairs = pairsOf(wantedRequest(input, dateOf(1)));
      const all = new Set(wanted.from.flatMap((from) => wanted.to.map((to) => `${from}-${to}`)));
      expect(new Set(pairs)).toEqual(new Set([...all].filter((pair) => new Set(pair.split('-')).size > 1)));
      const expected = new Map<string, unknown>();
      for (const { search: other, days, records: drawn, hasMore } of runs) {
        const own = { ...(other ?? wanted), ...(days && { days }) };
        // Others would answer nothing that was requested.
        const records = drawn.filter(
          (day) => own.cabin === 'business' && day >= own.days.from && day <= own.days.until,
        );
        const Route = { OriginAirport: own.from[0] ?? '', DestinationAirport: own.to[0] ?? '' };
        const data = records.map((day, at) => rawRecord(`${day} ${at}`, { Date: dateOf(day), Route }));
        const { runId } = buy(answer(data, { hasMore }), { input: inputOf(own) });
        const isInOrder = records.every((day, at) => at === 0 || day >= (records[at - 1] ?? 0));
        const end = isInOrder ? (records.at(-1) ?? 1) - 1 : 0;
        const isSame = !hasMore && JSON.stringify(own) === JSON.stringify(wanted);
        const areRoutesSame = `${own.from} ${own.to}` === `${wanted.from} ${wanted.to}`;
        if (own.cabin !== wanted.cabin) continue;
        for (const pair of [...pairs, ALL_ROUTES]) {
          const [from = '', to = ''] = pair.split('-');
          const isNamed =
            pair === ALL_ROUTES
              ? areRoutesSame
              : own.from.some((code) => code === from) && own.to.some((code) => code === to);
          for (const day of DAYS.slice(
            own.days.from - 1,
            hasMore ? Math.min(end, own.days.until) : own.days.until,
          ))
            if (isNamed && wanted.days.from <= day && day <= wanted.days.until) {
              if (hasMore) partly += 1;
              expected.set(`${pair} ${dayOf(dateOf(day))}`, { runId, isSame });
            }
        }
      }
      const reader = createReader(storage.db);
      const places = [...pairs, ALL_ROUTES];
      const { pieces, gaps } = coveredParts(reader, 'demo', wantedRequest(input, dateOf(1)), places);
      storage.close();
      const daysIn = ({ from, until }: Pick<Gap, 'from' | 'until'>): number[] =>
        Array.from({ length: until - from + 1 }, (_, at) => from + at);
      const read = pieces.flatMap(({ pair, runId, isSame, ...days }) =>
        daysIn(days).map((day) => [`${pair} ${day}`, { runId, isSame }] as const),
      );
      const open = gaps.flatMap(({ pair, ...days }) => daysIn(days).map((day) => `${pair} ${day}`));
      expect(new Map(read)).toEqual(expected);
      // Every day of every route once.
      const length = places.length * (wanted.days.until - wanted.days.from + 1);
      expect(new Set([...open, ...read.map(([place]) => place)]).size).toBe(length);
      expect(open.length + read.length).toBe(length);
      expect([...pieces, ...gaps].every(({ from, until }) => from <= until)).toBe(true);
      const common = commonStretches(pairs, pieces);
      expect(common.every(({ from, until }) => from <= until)).toBe(true);
      const ofAll = daysIn({ from: dayOf(dateOf(1)), until: dayOf(dateOf(6)) }).filter(
        (day) => pairs.length > 0 && pairs.every((pair) => expected.has(`${pair} ${day}`)),
      );
      expect(common.flatMap(daysIn).toSorted((one, other) => one - other)).toEqual(ofAll);
      return expected.size > 0;
    },
    { numRuns: 150 },
  );
  expect(partly).toBeGreaterThan(0);
});
