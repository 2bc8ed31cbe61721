import { isCalendarDate } from '../dates.ts';
import { dateSpan, plainDate } from '../formats.ts';
import { airlineLabel } from '../places/airlines.ts';
import { placesLabel } from '../places/names.ts';
import { CABINS, type Cabin, checkAwardSearchRequest, type SearchCriteria, splitCodes } from './request.ts';

const CABIN_NAMES = {
  economy: 'economy',
  premium: 'premium economy',
  business: 'business',
  first: 'first',
} as const;

/** A cabin as travellers name it: `premium economy`; a cabin that the contract does not have is shown as it is. */
export const cabinName = (cabin: string): string =>
  Object.hasOwn(CABIN_NAMES, cabin) ? CABIN_NAMES[cabin as keyof typeof CABIN_NAMES] : cabin;

/** The cabin that a traveller's words name: `Business`, `PREMIUM_ECONOMY`, `first class`; null for none. */
export function cabinMeant(words: string): Cabin | null {
  const plain = words
    .toLowerCase()
    .split(/[\s_-]+/u)
    .filter((word) => word !== '' && word !== 'class')
    .join(' ');
  return CABINS.find((cabin) => plain === cabin || plain === CABIN_NAMES[cabin]) ?? null;
}

/** `London to Tokyo`; an empty end means any airport. @param isCityFirst `New York (JFK)` instead of `JFK` */
export function routeName(
  origins: readonly string[],
  destinations: readonly string[],
  isCityFirst = false,
): string {
  const end = (codes: readonly string[]) =>
    codes.length === 0 ? 'anywhere' : placesLabel(codes, isCityFirst);
  return `${end(origins)} to ${end(destinations)}`;
}

/** Days of travel as far as they are given: `1 to 31 Mar 2027`, `from 1 Mar 2027`, `any date`. */
export function datesName(from: string | undefined, until: string | undefined): string {
  const first = from !== undefined && isCalendarDate(from) ? from : null;
  const last = until !== undefined && isCalendarDate(until) ? until : null;
  if (first !== null && last !== null) return dateSpan(first, last);
  if (first !== null) return `from ${plainDate(first)}`;
  return last === null ? 'any date' : `until ${plainDate(last)}`;
}

/**
 * The name of a search on the screen: `London to Tokyo · business · 1 to 31 Mar 2027`.
 * @param isCityFirst for lists of all that was ever bought, where an airport's name alone says too little
 */
export function searchName(criteria: SearchCriteria, isCityFirst = false): string {
  return [
    routeName(splitCodes(criteria.origin_airport), splitCodes(criteria.destination_airport), isCityFirst),
    criteria.cabin === undefined ? 'any cabin' : cabinName(criteria.cabin),
    datesName(criteria.start_date, criteria.end_date),
    ...(criteria.carriers ? [`on ${splitCodes(criteria.carriers).map(airlineLabel).join(', ')}`] : []),
    ...(criteria.only_direct_flights ? ['direct only'] : []),
    ...(criteria.order_by ? ['fewest miles first'] : []),
    ...(criteria.include_trips ? ['with trip details'] : []),
  ].join(' · ');
}

/** Cache of search names by the canonical text of their criteria: long lists are read again and again. */
const names = new Map<string, string | null>();

/** More than a readable list has; beyond this the cache is emptied. */
const MAX_NAMES = 5_000;

/** With the title's ending for another source, which names it. */
function nameOf(text: string, title: string): string | null {
  const { source, ...criteria } = JSON.parse(text) as Record<string, unknown>;
  const ending = source === undefined ? '' : title.slice(Math.max(0, title.lastIndexOf(' · ')));
  const checked = checkAwardSearchRequest(criteria);
  return checked.ok ? `${searchName(checked.request)}${ending}` : null;
}

/**
 * The name of a saved search: the user's own, otherwise made from its criteria; the recorded title where they violate
 * §2.1.
 * @param criteria in their canonical text
 */
export function savedSearchName(stored: { name?: string | null; title: string; criteria: string }): string {
  if (stored.name) return stored.name;
  let name = names.get(stored.criteria);
  if (name === undefined) {
    if (names.size >= MAX_NAMES) names.clear();
    name = nameOf(stored.criteria, stored.title);
    names.set(stored.criteria, name);
  }
  return name ?? stored.title;
}
