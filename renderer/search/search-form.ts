import {
  type AwardSearchField,
  CABINS,
  type Cabin,
  joinCodes,
  splitCodes,
} from '#shared/award-search/request.ts';

/** The form as the user fills it in: text as typed, without defaults that the contract does not have. */
export type SearchForm = {
  /** The award Tool to use; null for the only one, or the first. */
  toolRef: string | null;
  origins: readonly string[];
  destinations: readonly string[];
  cabin: Cabin | '';
  carriers: readonly string[];
  earliest: string;
  latest: string;
  directOnly: boolean;
  includeTrips: boolean;
  order: 'lowest_mileage' | '';
  /** Results per page as typed; empty uses the service's own number. */
  take: string;
};

export const EMPTY_FORM: SearchForm = {
  toolRef: null,
  origins: [],
  destinations: [],
  cabin: '',
  carriers: [],
  earliest: '',
  latest: '',
  directOnly: false,
  includeTrips: false,
  order: '',
  take: '',
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
    ...(form.cabin !== '' && { cabin: form.cabin }),
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
    take: typeof request.take === 'number' ? String(request.take) : '',
  };
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** A form as it was stored; a missing or mistyped member is empty. */
export function storedForm(stored: unknown): SearchForm {
  if (typeof stored !== 'object' || stored === null) return EMPTY_FORM;
  const from: Readonly<Record<string, unknown>> = { ...stored };
  const list = (value: unknown) => (isTextList(value) ? value : []);
  return {
    toolRef: typeof from.toolRef === 'string' ? from.toolRef : null,
    origins: list(from.origins),
    destinations: list(from.destinations),
    cabin: cabinIn(from.cabin),
    carriers: list(from.carriers),
    earliest: textIn(from.earliest),
    latest: textIn(from.latest),
    directOnly: from.directOnly === true,
    includeTrips: from.includeTrips === true,
    order: from.order === 'lowest_mileage' ? 'lowest_mileage' : '',
    take: textIn(from.take),
  };
}
