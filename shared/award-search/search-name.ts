import { isCalendarDate } from '../dates.ts';
import { dateSpan, plainDate } from '../formats.ts';
import { airlineLabel, placesLabel } from '../places/names.ts';
import { CABINS, type Cabin, checkAwardSearchRequest, type SearchCriteria, splitCodes } from './request.ts';

const CABIN_NAMES = {
  economy: 'economy',
  premium: 'premium economy',
  business: 'business',
  first: 'first',
} as const;

/** A cabin as a traveller calls it: `premium economy`; a word that is no cabin of the contract stands as it is. */
export const cabinName = (cabin: string): string =>
  Object.hasOwn(CABIN_NAMES, cabin) ? CABIN_NAMES[cabin as keyof typeof CABIN_NAMES] : cabin;

/** The cabin that a traveller's words mean: `Business`, `PREMIUM_ECONOMY`, `first class`; null where none. */
export function cabinMeant(words: string): Cabin | null {
  const plain = words
    .toLowerCase()
    .split(/[\s_-]+/u)
    .filter((word) => word !== '' && word !== 'class')
    .join(' ');
  return CABINS.find((cabin) => plain === cabin || plain === CABIN_NAMES[cabin]) ?? null;
}

/** `London to Tokyo`; an empty end is any airport. */
export function routeName(origins: readonly string[], destinations: readonly string[]): string {
  const end = (codes: readonly string[]) => (codes.length === 0 ? 'anywhere' : placesLabel(codes));
  return `${end(origins)} to ${end(destinations)}`;
}

/** Days of travel as far as they are named: `1 to 31 Mar 2027`, `from 1 Mar 2027`, `any date`. */
export function datesName(from: string | undefined, until: string | undefined): string {
  const first = from !== undefined && isCalendarDate(from) ? from : null;
  const last = until !== undefined && isCalendarDate(until) ? until : null;
  if (first !== null && last !== null) return dateSpan(first, last);
  if (first !== null) return `from ${plainDate(first)}`;
  return last === null ? 'any date' : `until ${plainDate(last)}`;
}

/** What a search is called on the screen: `London to Tokyo · business · 1 to 31 Mar 2027`. */
export function searchName(criteria: SearchCriteria): string {
  return [
    routeName(splitCodes(criteria.origin_airport), splitCodes(criteria.destination_airport)),
    criteria.cabin === undefined ? 'any cabin' : cabinName(criteria.cabin),
    datesName(criteria.start_date, criteria.end_date),
    ...(criteria.carriers ? [`on ${splitCodes(criteria.carriers).map(airlineLabel).join(', ')}`] : []),
    ...(criteria.only_direct_flights ? ['direct only'] : []),
    ...(criteria.order_by ? ['fewest miles first'] : []),
    ...(criteria.include_trips ? ['with trip details'] : []),
  ].join(' · ');
}

/** The names of searches by the canonical text of their criteria: a long list is read again and again. */
const names = new Map<string, string | null>();

/** As many as any file holds that is still looked over; then they are made anew. */
const MOST_NAMES = 5_000;

/** With what a title of another source ends in: which source it is. */
function nameOf(text: string, title: string): string | null {
  const { source, ...criteria } = JSON.parse(text) as Record<string, unknown>;
  const ending = source === undefined ? '' : title.slice(Math.max(0, title.lastIndexOf(' · ')));
  const checked = checkAwardSearchRequest(criteria);
  return checked.ok ? `${searchName(checked.request)}${ending}` : null;
}

/**
 * What a saved search is called: as its user named it, else by what it asks for; one that breaks §2.1 as it was recorded.
 * @param criteria in their canonical text
 */
export function savedSearchName(stored: { name?: string | null; title: string; criteria: string }): string {
  if (stored.name) return stored.name;
  let name = names.get(stored.criteria);
  if (name === undefined) {
    if (names.size >= MOST_NAMES) names.clear();
    name = nameOf(stored.criteria, stored.title);
    names.set(stored.criteria, name);
  }
  return name ?? stored.title;
}
