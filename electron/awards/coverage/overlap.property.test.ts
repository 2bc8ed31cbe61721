import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitCodes } from '#shared/award-search/request.ts';
import { proves } from '#shared/testing/proves.ts';
import { dayOf } from './day.ts';
import { mustReturn, overlapOf } from './overlap.ts';

const FROM = ['JFK', 'EWR'] as const;
const TO = ['LHR', 'LGW'] as const;
const DATES = ['2027-03-01', '2027-03-02', '2027-03-03'] as const;

const optional = <Value>(...values: Value[]) => fc.constantFrom(undefined, ...values);
const defined = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const criteria = fc
  .record({
    origin_airport: fc.constantFrom('JFK', 'EWR', 'EWR,JFK'),
    destination_airport: fc.constantFrom('LHR', 'LGW', 'LGW,LHR'),
    carriers: optional('BA', 'BA,UA', ''),
    start_date: optional(...DATES),
    end_date: optional(...DATES),
    only_direct_flights: fc.constantFrom(undefined, true, false, 'true'),
    order_by: optional('lowest_mileage'),
    other: fc.constantFrom(undefined, undefined, undefined, undefined, 'x'),
  })
  .map(defined);

/** Requests that are likely to cover another: all airports and both dates. */
const wide = criteria.map(({ other: _other, carriers: _carriers, ...requested }) => ({
  ...requested,
  origin_airport: 'EWR,JFK',
  destination_airport: 'LGW,LHR',
  start_date: DATES[0],
  end_date: DATES[2],
}));

/** A request with one that differs from it in a few members. */
const pair = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: wide }, criteria),
    criteria,
    fc.subarray(['origin_airport', 'start_date', 'end_date', 'carriers', 'only_direct_flights']),
  )
  .map(([own, drawn, names]) => {
    const other: Record<string, unknown> = {
      ...own,
      ...Object.fromEntries(names.map((name) => [name, drawn[name]])),
    };
    return [own, defined(other)] as const;
  });

const day = fc.constantFrom(...DATES);
const record = fc.record({
  origin: fc.constantFrom(...FROM),
  destination: fc.constantFrom(...TO),
  date: day,
  direct: fc.boolean(),
  airline: fc.constantFrom('BA', 'UA', 'XX'),
});
type Rec = { origin: string; destination: string; date: string; direct: boolean; airline: string };

/** The dates that a service may assume if absent: any. */
const defaults = fc.record({ start: day, end: day });
type Defaults = { start: string; end: string };

/** Whether a service with these defaults returns a record; false also if a member unknown to §2.1 may exclude it. */
function returns(requested: Record<string, unknown>, rec: Rec, { start, end }: Defaults): boolean {
  const { carriers, only_direct_flights: direct, start_date = start, end_date = end } = requested;
  return (
    splitCodes(String(requested.origin_airport)).includes(rec.origin) &&
    splitCodes(String(requested.destination_airport)).includes(rec.destination) &&
    String(start_date) <= rec.date &&
    rec.date <= String(end_date) &&
    (carriers === undefined || splitCodes(String(carriers)).includes(rec.airline)) &&
    (direct === undefined || direct === false || rec.direct) &&
    requested.other === undefined
  );
}

const wantedOf = (requested: Record<string, unknown>) => ({
  carriers: requested.carriers === undefined ? null : splitCodes(String(requested.carriers)),
  direct: requested.only_direct_flights === true,
  start: requested.start_date,
  end: requested.end_date,
});

it('what one request covers of another, it returns, whatever absent dates mean to the service', () => {
  proves(
    0.15,
    [pair, record, defaults],
    ([own, other], rec, meant) => {
      const overlap = overlapOf(own, wantedOf(other));
      if (overlap === null || other.other !== undefined || !returns(other, rec, meant)) return false;
      const at = dayOf(rec.date);
      const isCovered =
        overlap.origins.includes(rec.origin) &&
        overlap.destinations.includes(rec.destination) &&
        (overlap.days === null || (overlap.days.from <= at && at <= overlap.days.until));
      if (isCovered) expect(returns(own, rec, meant)).toBe(true);
      return isCovered;
    },
    { numRuns: 3_000 },
  );
});

it('a search that must return a record returns it, and so does every wider one with both dates', () => {
  proves(
    0.2,
    [fc.oneof(wide, criteria), record, defaults],
    (own, rec, meant) => {
      const must = mustReturn(own, rec);
      const isTelling = must;
      if (must) expect(returns(own, rec, meant)).toBe(true);
      const wide = {
        origin_airport: 'EWR,JFK',
        destination_airport: 'LGW,LHR',
        start_date: DATES[0],
        end_date: DATES[2],
      };
      expect(mustReturn(wide, rec)).toBe(true);
      expect(mustReturn({ ...wide, only_direct_flights: true }, rec)).toBe(rec.direct);
      return isTelling;
    },
    { numRuns: 2000 },
  );
});

it('a request covers itself with the same dates, and a wider one covers it on its own days', () => {
  proves(
    0.25,
    [criteria],
    (requested) => {
      const overlap = overlapOf(requested, wantedOf(requested));
      const { carriers, start_date: start, end_date: end } = requested;
      const isValid =
        requested.other === undefined &&
        requested.only_direct_flights !== 'true' &&
        carriers !== '' &&
        !(typeof start === 'string' && typeof end === 'string' && end < start);
      const isTelling = isValid;
      expect(overlap !== null).toBe(isValid);
      if (overlap !== null) expect(overlap.days).toBeNull();
      return isTelling;
    },
    { numRuns: 500 },
  );
});
