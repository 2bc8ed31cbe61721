import { z } from 'zod';
import { CALENDAR_DATE_PATTERN, isCalendarDate } from '../dates.ts';
import { onOneLine, plainDate } from '../formats.ts';

/** The cabins that a search may request, in the contract's order (§2.1). */
export const CABINS = ['economy', 'premium', 'business', 'first'] as const;
export type Cabin = (typeof CABINS)[number];

/** Limits that the contract states (§8). */
export const TAKE_MIN = 10;
export const TAKE_MAX = 1000;
const AIRPORT_LIST_MIN_LENGTH = 3;

// Messages are written for travellers; the rules are those of §2.1.
const airportList = z
  .string({ error: 'Choose at least one airport or city.' })
  .min(AIRPORT_LIST_MIN_LENGTH, 'Airport codes have three letters, such as LHR.');

const dateText = z
  .string()
  .regex(CALENDAR_DATE_PATTERN, {
    error: () => `This is no date. Write it like ${onOneLine(plainDate('2027-03-14'))}.`,
  })
  .refine(
    (text) => !CALENDAR_DATE_PATTERN.test(text) || isCalendarDate(text),
    'There is no such day in the calendar.',
  );

/**
 * The award search request exactly as §2.1 shows it: twelve properties, no other. A property that is not set is absent,
 * because the defaults of optional parameters are not documented (§4, rule 5).
 */
const awardSearchRequestSchema = z
  .strictObject({
    origin_airport: airportList,
    destination_airport: airportList,
    cabin: z.enum(CABINS, 'Choose economy, premium, business or first.').optional(),
    carriers: z.string().optional(),
    start_date: dateText.optional(),
    end_date: dateText.optional(),
    include_trips: z.boolean().optional(),
    only_direct_flights: z.boolean().optional(),
    order_by: z.literal('lowest_mileage', 'The only other order is lowest mileage.').optional(),
    cursor: z.int('The cursor is a whole number.').optional(),
    skip: z.int('Skip is a whole number.').min(0, 'Skip is 0 or more.').optional(),
    take: z
      .int(`Type a whole number from ${TAKE_MIN} to ${TAKE_MAX}.`)
      .min(TAKE_MIN, `At least ${TAKE_MIN} results per page.`)
      .max(TAKE_MAX, `At most ${TAKE_MAX} results per page.`)
      .optional(),
  })
  .refine(
    ({ start_date: start, end_date: end }) =>
      // An invalid date is neither before nor after another.
      start === undefined || end === undefined || ![start, end].every(isCalendarDate) || start <= end,
    { path: ['end_date'], message: 'The latest departure is before the earliest.' },
  );
export type AwardSearchRequest = z.infer<typeof awardSearchRequestSchema>;
export type AwardSearchField = keyof AwardSearchRequest;

export type CheckedRequest =
  | { ok: true; request: AwardSearchRequest }
  | { ok: false; problems: Partial<Record<AwardSearchField | 'other', string>> };

/** Checks a request against §2.1; each problem is reported under the name of its field, unknown properties under `other`. */
export function checkAwardSearchRequest(input: unknown): CheckedRequest {
  const parsed = awardSearchRequestSchema.safeParse(input);
  if (parsed.success) return { ok: true, request: parsed.data };
  const problems: Partial<Record<AwardSearchField | 'other', string>> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path[0];
    const key =
      typeof field === 'string' && field in awardSearchRequestSchema.shape
        ? (field as AwardSearchField)
        : 'other';
    problems[key] ??=
      issue.code === 'unrecognized_keys'
        ? `The award search takes no property named ${issue.keys.join(', ')}.`
        : issue.message;
  }
  return { ok: false, problems };
}

/**
 * Splits what a user types or pastes into codes, by commas, semicolons, slashes and white space; upper case, without
 * duplicates.
 */
export function splitCodes(text: string): string[] {
  const codes = text
    .toUpperCase()
    .split(/[\s,;/|]+/)
    .filter((code) => code !== '');
  return [...new Set(codes)];
}

/** A list in the contract's form: comma-delimited, no spaces (§2.1). */
export const joinCodes = (codes: readonly string[]): string => codes.join(',');

/** What is searched, without the page: the identity of a saved search. */
export type SearchCriteria = Omit<AwardSearchRequest, 'cursor' | 'skip' | 'take'>;

/**
 * The criteria of a request in canonical form: lists sorted, absent members absent. Two requests with the same
 * canonical criteria are pages or repetitions of one search.
 */
export function searchCriteria(request: AwardSearchRequest): SearchCriteria {
  const { cursor: _cursor, skip: _skip, take: _take, ...criteria } = request;
  const sorted = (list: string) => joinCodes(splitCodes(list).sort());
  return {
    ...criteria,
    origin_airport: sorted(criteria.origin_airport),
    destination_airport: sorted(criteria.destination_airport),
    ...(criteria.carriers === undefined ? {} : { carriers: sorted(criteria.carriers) }),
  };
}

/**
 * A search by its codes, as it is stored: `JFK, EWR to LHR · business · 2027-03-01 to 2027-04-30`. Screens show
 * `searchName` instead.
 */
export function searchTitle(criteria: SearchCriteria): string {
  const spaced = (list: string) => splitCodes(list).join(', ');
  const dates =
    criteria.start_date && criteria.end_date
      ? criteria.start_date === criteria.end_date
        ? criteria.start_date
        : `${criteria.start_date} to ${criteria.end_date}`
      : criteria.start_date
        ? `from ${criteria.start_date}`
        : criteria.end_date
          ? `until ${criteria.end_date}`
          : 'any date';
  return [
    `${spaced(criteria.origin_airport)} to ${spaced(criteria.destination_airport)}`,
    criteria.cabin ?? 'any cabin',
    dates,
    ...(criteria.carriers ? [`on ${spaced(criteria.carriers)}`] : []),
    ...(criteria.only_direct_flights ? ['direct only'] : []),
    ...(criteria.order_by ? ['fewest miles first'] : []),
    ...(criteria.include_trips ? ['with trip details'] : []),
  ].join(' · ');
}
