/** What the record kinds share in reading a record of an answer: its row, and values by the type that is declared. */
import type { Itinerary } from './itinerary.ts';

/** A record as far as it could be read. `null` means that the member was missing, of another type, or not readable. */
export type AwardRecord = {
  recordId: string | null;
  /** The programme: §2.3 Source. */
  programme: string | null;
  /** The departure date as sent; §2.3 states no format. */
  dateText: string | null;
  /** The calendar date that `dateText` names unambiguously, otherwise null. */
  date: string | null;
  available: boolean | null;
  /** Whole miles; null where the cost is not a whole number or is "0", which is known to mean none. */
  miles: number | null;
  milesText: string | null;
  /** Seats left; null where unknown: 0, which is known to mean "count not given", or not a whole number of seats. */
  seats: number | null;
  /** The number as it came, where it is not a count of seats, such as 2.5 or -1. */
  seatsText: string | null;
  direct: boolean | null;
  /** Airline codes as listed. */
  airlines: string[];
  /** Upper case where it is a code. */
  origin: string | null;
  destination: string | null;
  originRegion: string | null;
  destinationRegion: string | null;
};

export type AwardRow = {
  /** Place in the answer's `data`, from 0. */
  position: number;
  quality: 'valid' | 'added' | 'broken';
  record: AwardRecord;
  /** As it came. */
  raw: unknown;
  /** Undocumented members, as `name` or `Route.name`. */
  added: string[];
  /** Values that have the contract's types but are ambiguous, in words. */
  remarks: string[];
  /** What violates the contract, in words. */
  problems: string[];
  /** The ways to fly that the row lists (§2.1 `include_trips`); null where it says nothing of them that can be read. */
  itineraries: Itinerary[] | null;
};

/** A record that keeps the contract: what may be unknown is null, and nothing else. */
type MayBeUnknown = 'date' | 'miles' | 'seats' | 'seatsText';
export type WholeRecord = AwardRecord & {
  [Name in Exclude<keyof AwardRecord, MayBeUnknown>]: NonNullable<AwardRecord[Name]>;
};
export const isWhole = (row: AwardRow): row is AwardRow & { record: WholeRecord } => row.quality !== 'broken';

/** The declared members: their types, alternatives separated by `|`. */
type Members = Readonly<Record<string, string>>;
export type RawMembers = Record<string, unknown>;

export const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

export const ownMember = (object: RawMembers, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Compares an object with its declared members: what it has beyond them, and what is missing or of another type. */
export function compareMembers(
  object: RawMembers,
  members: Members,
  prefix: string,
  added: string[],
  problems: string[],
): void {
  for (const name in members) {
    const expected = members[name] ?? '';
    if (!Object.hasOwn(object, name)) problems.push(`${prefix}${name} is missing`);
    else {
      const actual = typeName(object[name]);
      if (!expected.split('|').includes(actual))
        problems.push(`${prefix}${name} is ${actual}, not ${expected.replace('|', ' or ')}`);
    }
  }
  for (const name of Object.keys(object)) if (!Object.hasOwn(members, name)) added.push(`${prefix}${name}`);
}

export const ownText = (object: RawMembers, name: string): string | null => {
  const value = ownMember(object, name);
  return typeof value === 'string' ? value : null;
};
export const ownFlag = (object: RawMembers, name: string): boolean | null => {
  const value = ownMember(object, name);
  return typeof value === 'boolean' ? value : null;
};

/** Separators of thousands only: a comma, spaces of several widths, an apostrophe. */
const BETWEEN_THOUSANDS = /[, \u00a0\u2009\u202f'\u2019]/g;
/** `70000`, `70,000`, `70 000`, `70000.0`: whole miles everywhere; `70.000` is ambiguous. */
const WHOLE_MILES = new RegExp(
  `^(?:\\d{1,12}|\\d{1,3}(?:${BETWEEN_THOUSANDS.source}\\d{3}){1,3})(?:\\.00?)?$`,
);

/** Whole miles from the cost's text; null for "0" (none), and for anything other than a whole number of miles. */
export function milesOf(cost: string | null): number | null {
  if (cost === null || !WHOLE_MILES.test(cost.trim())) return null;
  const miles = Number(cost.replaceAll(BETWEEN_THOUSANDS, ''));
  return miles > 0 ? miles : null;
}

/** A code as requests write it (§2.1), whatever its case; anything else unchanged. */
export const codeOf = (written: string | null): string | null => {
  const code = written?.trim().toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(code) ? code : written;
};

/** Seats left from their number: 0 is known to mean that no count is given. */
export function seatsLeft(value: unknown): Pick<AwardRecord, 'seats' | 'seatsText'> {
  const counted = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return {
    seats: counted && value > 0 ? value : null,
    seatsText: typeof value === 'number' && !counted ? String(value) : null,
  };
}

/** The names that the answer uses for what may be ambiguous, for the user. */
export type RowNames = Readonly<Record<'id' | 'date' | 'miles' | 'seats' | 'origin' | 'destination', string>>;

const LONGEST_QUOTED = 20;

/** Values of a record that have the declared types but are ambiguous. `ends`: its airports as written. */
function remarksOn(record: AwardRecord, ends: Ends, names: RowNames): string[] {
  const { recordId, date, dateText, milesText, seatsText } = record;
  return [
    ...(recordId?.trim() === '' ? [`${names.id} is empty`] : []),
    ...(date === dateText
      ? []
      : [date === null ? `${names.date} names no day plainly` : `${names.date} says more than the day`]),
    ...(seatsText === null ? [] : [`${names.seats} is ${seatsText}`]),
    ...(['origin', 'destination'] as const).flatMap((end) => {
      const written = ends[end];
      return written === record[end]
        ? []
        : [`${names[end]} is “${(written ?? '').slice(0, LONGEST_QUOTED)}”`];
    }),
    ...(milesText === null || /^\d{1,12}$/.test(milesText)
      ? []
      : [
          WHOLE_MILES.test(milesText.trim())
            ? `${names.miles} says more than the number`
            : `${names.miles} is no whole number of miles`,
        ]),
  ];
}

type Ends = Pick<AwardRecord, 'origin' | 'destination'>;

/** The row of a record that was read. @param written its airports as they came */
export function rowOf(
  read: Pick<AwardRow, 'position' | 'raw' | 'record' | 'added' | 'problems'>,
  written: Ends,
  names: RowNames,
): AwardRow {
  const { record, added, problems } = read;
  const remarks = problems.length > 0 ? [] : remarksOn(record, written, names);
  const isOdd = added.length + remarks.length > 0;
  return {
    ...read,
    quality: problems.length > 0 ? 'broken' : isOdd ? 'added' : 'valid',
    remarks,
    itineraries: null,
  };
}
