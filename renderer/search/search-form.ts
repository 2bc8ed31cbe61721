import {
  type AwardSearchField,
  CABINS,
  type Cabin,
  joinCodes,
  splitCodes,
  TAKE_MAX,
} from '#shared/award-search/request.ts';

/** The form as the user fills it in: text as typed, without defaults that the contract does not have. */
export type SearchForm = {
  /** The award Tool to use; null for the only one, or the first. */
  toolRef: string | null;
  origins: readonly string[];
  destinations: readonly string[];
  /** '' for any; null until the cabin that was used last is known. */
  cabin: Cabin | '' | null;
  carriers: readonly string[];
  earliest: string;
  latest: string;
  directOnly: boolean;
  includeTrips: boolean;
  order: 'lowest_mileage' | '';
  /**
   * Results per page as typed; empty uses the service's own number. A page costs the same whatever its size (§1.7), so
   * the form begins with the largest.
   */
  take: string;
};

export const EMPTY_FORM: SearchForm = {
  toolRef: null,
  origins: [],
  destinations: [],
  cabin: null,
  carriers: [],
  earliest: '',
  latest: '',
  directOnly: false,
  includeTrips: false,
  order: '',
  take: String(TAKE_MAX),
};

/** The form field that shows a problem with a member of the request. */
export const FIELD_OF: Partial<Record<AwardSearchField, keyof SearchForm>> = {
  origin_airport: 'origins',
  destination_airport: 'destinations',
  cabin: 'cabin',
  carriers: 'carriers',
  start_date: 'earliest',
  end_date: 'latest',
  include_trips: 'includeTrips',
  only_direct_flights: 'directOnly',
  order_by: 'order',
  take: 'take',
};

/**
 * The request of §2.1 for the form. What is not set is absent, because the service's defaults are not documented (§4,
 * rule 5). Invalid values are passed on as typed, so that the check reports what is wrong with them.
 */
export function requestOf(form: SearchForm): Record<string, unknown> {
  const take = form.take.trim();
  return {
    ...(form.origins.length > 0 && { origin_airport: joinCodes(form.origins) }),
    ...(form.destinations.length > 0 && { destination_airport: joinCodes(form.destinations) }),
    ...(form.cabin && { cabin: form.cabin }),
    ...(form.carriers.length > 0 && { carriers: joinCodes(form.carriers) }),
    ...(form.earliest.trim() !== '' && { start_date: form.earliest.trim() }),
    ...(form.latest.trim() !== '' && { end_date: form.latest.trim() }),
    ...(form.includeTrips && { include_trips: true }),
    ...(form.directOnly && { only_direct_flights: true }),
    ...(form.order !== '' && { order_by: form.order }),
    ...(take !== '' && { take: /^\d{1,15}$/.test(take) ? Number(take) : take }),
  };
}

const codesIn = (value: unknown): string[] => (typeof value === 'string' ? splitCodes(value) : []);
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const cabinIn = (value: unknown): Cabin | '' => CABINS.find((cabin) => cabin === value) ?? '';

/** The form for a request or for the criteria of a saved search; what it cannot show is left out. */
export function formOf(
  request: Readonly<Record<string, unknown>>,
  toolRef: string | null = null,
): SearchForm {
  return {
    toolRef,
    origins: codesIn(request.origin_airport),
    destinations: codesIn(request.destination_airport),
    cabin: cabinIn(request.cabin),
    carriers: codesIn(request.carriers),
    earliest: textIn(request.start_date),
    latest: textIn(request.end_date),
    directOnly: request.only_direct_flights === true,
    includeTrips: request.include_trips === true,
    order: request.order_by === 'lowest_mileage' ? 'lowest_mileage' : '',
    take: typeof request.take === 'number' ? String(request.take) : EMPTY_FORM.take,
  };
}

/** Nobody has searched yet: most look for what money buys dearly. */
const FIRST_CABIN: Cabin = 'business';

/** The cabin of the search that ran last, '' for any; the form begins with it. */
export function lastCabin(
  searches: readonly { lastRunAt: number; criteria: Readonly<Record<string, unknown>> }[],
): Cabin | '' {
  const [last] = searches.toSorted((a, b) => b.lastRunAt - a.lastRunAt);
  return last === undefined ? FIRST_CABIN : cabinIn(last.criteria.cabin);
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** A form as it was stored; a missing or mistyped member is as in a new form. */
export function storedForm(stored: unknown): SearchForm {
  if (typeof stored !== 'object' || stored === null) return EMPTY_FORM;
  const from: Readonly<Record<string, unknown>> = { ...stored };
  const list = (value: unknown) => (isTextList(value) ? value : []);
  return {
    toolRef: typeof from.toolRef === 'string' ? from.toolRef : null,
    origins: list(from.origins),
    destinations: list(from.destinations),
    cabin: typeof from.cabin === 'string' ? cabinIn(from.cabin) : null,
    carriers: list(from.carriers),
    earliest: textIn(from.earliest),
    latest: textIn(from.latest),
    directOnly: from.directOnly === true,
    includeTrips: from.includeTrips === true,
    order: from.order === 'lowest_mileage' ? 'lowest_mileage' : '',
    take: typeof from.take === 'string' ? from.take : EMPTY_FORM.take,
  };
}
