/**
 * Compares a record with the request that it answers (§2.1). A record that the request excludes answers another question:
 * it was paid for and is kept, but apart, and nothing is concluded from it.
 */
import { isCalendarDate } from '../dates.ts';
import { madeFrom } from '../facts/in-use.ts';
import type { Pack } from '../facts/pack.ts';
import places from '../facts/places.json' with { type: 'json' };
import { cityLabel, placeOfCode } from '../places/names.ts';
import type { AwardRecord } from './answered-row.ts';
import { splitCodes } from './request.ts';

/** What of a record the request excludes. */
export type Unrequested = 'route' | 'dates' | 'carriers' | 'stops';

type Members = Readonly<Record<string, unknown>>;

/** Codes that a request names; null where it names none that can be read. */
const codesIn = (value: unknown): string[] | null =>
  typeof value === 'string' && splitCodes(value).length > 0 ? splitCodes(value) : null;

/** Present codes by those that the same airports had before: an answer may use either. */
const recoded = madeFrom(
  places as Pack<'places'>,
  ({ airports }) =>
    new Map(
      airports.flatMap(({ code, code_before }) => (code_before === undefined ? [] : [[code_before, code]])),
    ),
);
const presentCode = (code: string): string => recoded().get(code) ?? code;

/** A city's own code stands for its airports, on either side, and nobody knows what an unknown code stands for. */
const includesAirport = (codes: readonly string[] | null, airport: string | null): boolean =>
  codes === null ||
  airport === null ||
  !/^[A-Z]{3}$/.test(airport) ||
  codes.some((code) => {
    if (presentCode(code) === presentCode(airport)) return true;
    const place = placeOfCode(code);
    const isOfCity = place === 'city' || placeOfCode(airport) === 'city';
    return place === null || (isOfCity && cityLabel(code) === cityLabel(airport));
  });

/**
 * What of a readable record its request excludes; empty where it may answer it. A value that cannot be compared, such as
 * a date in no calendar or an airline's name, excludes nothing.
 * @param criteria the members of the request, whatever their types
 */
export function unrequestedIn(record: AwardRecord, criteria: Members): Unrequested[] {
  const { origin, destination, date, airlines, direct } = record;
  const { start_date: start, end_date: end } = criteria;
  const carriers = codesIn(criteria.carriers);
  const isRoute =
    includesAirport(codesIn(criteria.origin_airport), origin) &&
    includesAirport(codesIn(criteria.destination_airport), destination);
  const isBound = (day: unknown): day is string => typeof day === 'string' && isCalendarDate(day);
  const isInDates = date === null || ((!isBound(start) || date >= start) && (!isBound(end) || date <= end));
  const codes = airlines.map((code) => code.trim().toUpperCase());
  const isCarried =
    carriers === null ||
    codes.length === 0 ||
    codes.some((code) => carriers.includes(code)) ||
    ![...carriers, ...codes].every((code) => /^[A-Z0-9]{2}$/.test(code));
  return [
    ...(isRoute ? [] : ['route' as const]),
    ...(isInDates ? [] : ['dates' as const]),
    ...(isCarried ? [] : ['carriers' as const]),
    ...(criteria.only_direct_flights === true && direct === false ? ['stops' as const] : []),
  ];
}

/** Whether such a record leaves open what the request itself would have found: its answer was to another question. */
export const isOtherQuestion = (unrequested: readonly Unrequested[]): boolean =>
  unrequested.includes('route') || unrequested.includes('dates');

/** What is wrong with a record, in sentences for the screen. */
export function unrequestedProblems(record: AwardRecord, unrequested: readonly Unrequested[]): string[] {
  const problems: Readonly<Record<Unrequested, string>> = {
    route: `Its route, ${record.origin} to ${record.destination}, was not searched for.`,
    dates: `Its date, ${record.dateText}, is outside the dates that were searched for.`,
    carriers: `Its airlines, ${record.airlines.join(', ')}, were not searched for.`,
    stops: 'It is not direct, and only direct flights were searched for.',
  };
  return unrequested.map((one) => problems[one]);
}

const CALLED: Readonly<Record<Unrequested, string>> = {
  route: 'of another route',
  dates: 'outside its dates',
  carriers: 'of other airlines',
  stops: 'with stops',
};

/** The remark on a page with such records; null without any. @param found what the request excludes of each */
export function unrequestedRemark(
  found: readonly (readonly Unrequested[])[],
  received: number,
): string | null {
  if (found.length === 0) return null;
  const kinds = (Object.keys(CALLED) as Unrequested[]).flatMap((one) => {
    const count = found.filter((each) => each.includes(one)).length;
    return count === 0 ? [] : [`${count} ${CALLED[one]}`];
  });
  return `${found.length} of its ${received} records are not what was searched for: ${kinds.join(', ')}. They are set aside and count for nothing.`;
}
