/**
 * Reading an award search answer (§2.2 to §2.4). The reader never rejects what was paid for: a row that meets the
 * contract is `stored`, one with undocumented members or with an ambiguous value is `added`, one that lacks or mistypes
 * a member is `broken`, and each is read as far as possible.
 */

import { departureDay } from './departure-day.ts';

const RECORD_MEMBERS = {
  ID: 'string',
  Source: 'string',
  Date: 'string',
  JAvailable: 'boolean',
  JMileageCost: 'string',
  JRemainingSeats: 'number',
  JDirect: 'boolean',
  JAirlines: 'string',
  Route: 'object',
} as const; // §2.3: all nine required, no others

const ROUTE_MEMBERS = {
  OriginAirport: 'string',
  DestinationAirport: 'string',
  OriginRegion: 'string',
  DestinationRegion: 'string',
  Source: 'string',
} as const; // §2.4: all five required strings, no others

const ENVELOPE_MEMBERS = { count: 'number', cursor: 'number', hasMore: 'boolean', data: 'array' } as const; // §2.2

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
};

export type AwardPage = {
  count: number | null;
  cursor: number | null;
  hasMore: boolean | null;
  rows: AwardRow[];
  added: string[];
  problems: string[];
};

type Members = Readonly<Record<string, string>>;
type Json = Record<string, unknown>;

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

const own = (object: Json, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined);

function compare(object: Json, members: Members, prefix: string, added: string[], problems: string[]): void {
  for (const name in members) {
    const expected = members[name];
    if (!Object.hasOwn(object, name)) problems.push(`${prefix}${name} is missing`);
    else {
      const actual = typeName(object[name]);
      if (actual !== expected) problems.push(`${prefix}${name} is ${actual}, not ${expected}`);
    }
  }
  for (const name of Object.keys(object)) if (!Object.hasOwn(members, name)) added.push(`${prefix}${name}`);
}

const text = (object: Json, name: string): string | null => {
  const value = own(object, name);
  return typeof value === 'string' ? value : null;
};
const flag = (object: Json, name: string): boolean | null => {
  const value = own(object, name);
  return typeof value === 'boolean' ? value : null;
};

/** The whole number in a text of digits: §2.1 declares a cursor as an integer, and a run continues from it. */
const writtenNumber = (written: string | null): number | null => {
  const value = Number(written ?? Number.NaN);
  return Number.isSafeInteger(value) && String(value) === written?.trim() ? value : null;
};

/** `true` or `false` written as text. */
const writtenFlag = (written: string | null): boolean | null => {
  const value = written?.trim().toLowerCase();
  return value === 'true' || value === 'false' ? value === 'true' : null;
};

/** Separators of thousands only: a comma, spaces of several widths, an apostrophe. */
const BETWEEN_THOUSANDS = /[, \u00a0\u2009\u202f'\u2019]/g;
/** `70000`, `70,000`, `70 000`, `70000.0`: whole miles everywhere; `70.000` is ambiguous. */
const WHOLE_MILES = new RegExp(
  `^(?:\\d{1,12}|\\d{1,3}(?:${BETWEEN_THOUSANDS.source}\\d{3}){1,3})(?:\\.00?)?$`,
);

/** Whole miles from the cost's text; null for "0" (none), and for anything other than a whole number of miles. */
function milesOf(cost: string | null): number | null {
  if (cost === null || !WHOLE_MILES.test(cost.trim())) return null;
  const miles = Number(cost.replaceAll(BETWEEN_THOUSANDS, ''));
  return miles > 0 ? miles : null;
}

function airlinesOf(list: string | null): string[] {
  return (list ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

/** A code as requests write it (§2.1), whatever its case; anything else unchanged. */
const codeOf = (written: string | null): string | null => {
  const code = written?.trim().toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(code) ? code : written;
};

function readRecord(row: Json): AwardRecord {
  const routeValue = own(row, 'Route');
  const route: Json = typeName(routeValue) === 'object' ? (routeValue as Json) : {};
  const dateText = text(row, 'Date');
  const seats = own(row, 'JRemainingSeats');
  const milesText = text(row, 'JMileageCost');
  const counted = typeof seats === 'number' && Number.isSafeInteger(seats) && seats >= 0;
  return {
    recordId: text(row, 'ID'),
    programme: text(row, 'Source'),
    dateText,
    date: dateText === null ? null : departureDay(dateText),
    available: flag(row, 'JAvailable'),
    miles: milesOf(milesText),
    milesText,
    seats: counted && seats > 0 ? seats : null,
    seatsText: typeof seats === 'number' && !counted ? String(seats) : null,
    direct: flag(row, 'JDirect'),
    airlines: airlinesOf(text(row, 'JAirlines')),
    origin: codeOf(text(route, 'OriginAirport')),
    destination: codeOf(text(route, 'DestinationAirport')),
    originRegion: text(route, 'OriginRegion'),
    destinationRegion: text(route, 'DestinationRegion'),
  };
}

const LONGEST_QUOTED = 20;

/** Values of a record that have the contract's types but are ambiguous. */
function remarksOn(record: AwardRecord, route: Json): string[] {
  const { recordId, date, dateText, milesText, seatsText } = record;
  return [
    ...(recordId?.trim() === '' ? ['ID is empty'] : []),
    ...(date === dateText
      ? []
      : [date === null ? 'Date names no day plainly' : 'Date says more than the day']),
    ...(seatsText === null ? [] : [`JRemainingSeats is ${seatsText}`]),
    ...[record.origin, record.destination].flatMap((code, end) => {
      const name = end === 0 ? 'OriginAirport' : 'DestinationAirport';
      const written = text(route, name);
      return written === code ? [] : [`Route.${name} is “${(written ?? '').slice(0, LONGEST_QUOTED)}”`];
    }),
    ...(milesText === null || /^\d{1,12}$/.test(milesText)
      ? []
      : [
          WHOLE_MILES.test(milesText.trim())
            ? 'JMileageCost says more than the number'
            : 'JMileageCost is no whole number of miles',
        ]),
  ];
}

/** Reads one element of `data`. */
export function readAwardRow(row: unknown, position: number): AwardRow {
  const added: string[] = [];
  const problems: string[] = [];
  if (typeName(row) !== 'object') {
    return {
      position,
      quality: 'broken',
      record: readRecord({}),
      raw: row,
      added,
      remarks: [],
      problems: [`the record is ${typeName(row)}, not object`],
    };
  }
  const object = row as Json;
  compare(object, RECORD_MEMBERS, '', added, problems);
  const route = own(object, 'Route');
  if (typeName(route) === 'object') compare(route as Json, ROUTE_MEMBERS, 'Route.', added, problems);
  const record = readRecord(object);
  const remarks = problems.length > 0 ? [] : remarksOn(record, route as Json);
  return {
    position,
    quality: problems.length > 0 ? 'broken' : added.length + remarks.length > 0 ? 'added' : 'valid',
    record,
    raw: row,
    added,
    remarks,
    problems,
  };
}

/** Reads an entire answer (§2.2). Anything other than an object has no rows, and `problems` states it. */
export function readAwardPage(output: unknown): AwardPage {
  const added: string[] = [];
  const problems: string[] = [];
  if (typeName(output) !== 'object') {
    return {
      count: null,
      cursor: null,
      hasMore: null,
      rows: [],
      added,
      problems: [`the answer is ${typeName(output)}, not object`],
    };
  }
  const object = output as Json;
  compare(object, ENVELOPE_MEMBERS, '', added, problems);
  const data = own(object, 'data');
  const number = (name: string): number | null => {
    const value = own(object, name);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  return {
    count: number('count') ?? writtenNumber(text(object, 'count')),
    cursor: number('cursor') ?? writtenNumber(text(object, 'cursor')),
    hasMore: flag(object, 'hasMore') ?? writtenFlag(text(object, 'hasMore')),
    rows: Array.isArray(data) ? data.map(readAwardRow) : [],
    added,
    problems,
  };
}
