/**
 * Reading an award search answer (§2.2 to §2.4). The reader never rejects what was paid for: a row that meets the
 * contract is `stored`, one with undocumented members or with an ambiguous value is `added`, one that lacks or mistypes
 * a member is `broken`, and each is read as far as possible.
 */

import {
  type AwardRecord,
  type AwardRow,
  codeOf,
  compareMembers,
  milesOf,
  ownFlag,
  ownMember,
  ownText,
  type RawMembers,
  type RowNames,
  rowOf,
  seatsLeft,
  typeName,
} from './answered-row.ts';
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

export type AwardPage = {
  count: number | null;
  cursor: number | null;
  hasMore: boolean | null;
  /** Whether there is a list of records: without one, the answer does not say what exists, not even that it is nothing. */
  isListed: boolean;
  rows: AwardRow[];
  added: string[];
  problems: string[];
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

function airlinesOf(list: string | null): string[] {
  return (list ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

function readRecord(row: RawMembers): AwardRecord {
  const routeValue = ownMember(row, 'Route');
  const route: RawMembers = typeName(routeValue) === 'object' ? (routeValue as RawMembers) : {};
  const dateText = ownText(row, 'Date');
  const milesText = ownText(row, 'JMileageCost');
  return {
    recordId: ownText(row, 'ID'),
    programme: ownText(row, 'Source'),
    dateText,
    date: dateText === null ? null : departureDay(dateText),
    available: ownFlag(row, 'JAvailable'),
    miles: milesOf(milesText),
    milesText,
    ...seatsLeft(ownMember(row, 'JRemainingSeats')),
    direct: ownFlag(row, 'JDirect'),
    airlines: airlinesOf(ownText(row, 'JAirlines')),
    origin: codeOf(ownText(route, 'OriginAirport')),
    destination: codeOf(ownText(route, 'DestinationAirport')),
    originRegion: ownText(route, 'OriginRegion'),
    destinationRegion: ownText(route, 'DestinationRegion'),
  };
}

const NAMES: RowNames = {
  id: 'ID',
  date: 'Date',
  miles: 'JMileageCost',
  seats: 'JRemainingSeats',
  origin: 'Route.OriginAirport',
  destination: 'Route.DestinationAirport',
};

/** Reads one element of `data`. */
export function readAwardRow(raw: unknown, position: number): AwardRow {
  const added: string[] = [];
  const problems: string[] = [];
  const object = typeName(raw) === 'object' ? (raw as RawMembers) : {};
  const route = ownMember(object, 'Route');
  const ends = typeName(route) === 'object' ? (route as RawMembers) : {};
  if (object !== raw) problems.push(`the record is ${typeName(raw)}, not object`);
  else {
    compareMembers(object, RECORD_MEMBERS, '', added, problems);
    if (ends === route) compareMembers(ends, ROUTE_MEMBERS, 'Route.', added, problems);
  }
  const written = {
    origin: ownText(ends, 'OriginAirport'),
    destination: ownText(ends, 'DestinationAirport'),
  };
  return rowOf({ position, raw, record: readRecord(object), added, problems }, written, NAMES);
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
      isListed: false,
      rows: [],
      added,
      problems: [`the answer is ${typeName(output)}, not object`],
    };
  }
  const object = output as RawMembers;
  compareMembers(object, ENVELOPE_MEMBERS, '', added, problems);
  const data = ownMember(object, 'data');
  const number = (name: string): number | null => {
    const value = ownMember(object, name);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  return {
    count: number('count') ?? writtenNumber(ownText(object, 'count')),
    cursor: number('cursor') ?? writtenNumber(ownText(object, 'cursor')),
    hasMore: ownFlag(object, 'hasMore') ?? writtenFlag(ownText(object, 'hasMore')),
    isListed: Array.isArray(data),
    rows: Array.isArray(data) ? data.map(readAwardRow) : [],
    added,
    problems,
  };
}
