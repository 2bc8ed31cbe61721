import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { type CalendarDate, isCalendarDate, weekday } from '#shared/dates.ts';
import { codesNamed, type NamedCodes, typedUnits } from '#shared/places/named.ts';
import { allOf, inList, joinSql, type Sql, sql } from '../../storage/sql.ts';
import { NO_DAY } from '../coverage/day.ts';
import { foreignCities } from './foreign-cities.ts';
import { isReachedToday, PRICE_STANDING } from './row.ts';
import { dayRange, type Source, sourceOf } from './source.ts';
import { HAS_FEWER_SEATS } from './travellers.ts';
import { type TypedMeaning, typedMeanings } from './typed-meaning.ts';

/** The offset is whole weeks, so that no day is negative, plus 4 because 1970-01-01 was a Thursday. */
const WEEKDAY = `(x.day + ${7 * 200_000 + 4}) % 7`;

/** A bit mask of weekdays: testing a bit is faster for each row than looking up a list. */
const onWeekdays = (weekdays: readonly number[]): Sql =>
  sql(
    `x.day <> ${NO_DAY} AND (? >> ${WEEKDAY}) & 1`,
    weekdays.reduce((bits, day) => bits | (1 << day), 0),
  );

type Name = keyof RecordFilter;
/** The conditions of each member that is given; those on trip details are met by one way to fly together. */
type Conditions = {
  [Each in Name]?: (value: NonNullable<RecordFilter[Each]>, filter: RecordFilter) => Sql[];
};

/**
 * The conditions on date, weekday and airports. A calendar omits days that fail them; a day that passes but whose records
 * all fail the other conditions is shown as a day without space.
 */
const OF_PLACE = {
  from: (from, { until }) => dayRange(from, until),
  until: (until, { from }) => (from === undefined ? dayRange(undefined, until) : []),
  weekdays: (weekdays) => [onWeekdays(weekdays)],
  origins: (codes) => [routeEnd('origin', codes)],
  destinations: (codes) => [routeEnd('destination', codes)],
  originRegions: (names) => [routeEnd('origin_region', names)],
  destinationRegions: (names) => [routeEnd('destination_region', names)],
} as const satisfies Conditions;

const OF_RECORD = {
  available: (available) => [sql('x.available = ?', available ? 1 : 0)],
  milesMin: (miles) => [sql('x.miles >= ?', miles)],
  milesMax: (miles) => [sql('x.miles <= ?', miles)],
  enoughSeats: () => [sql(`NOT ${HAS_FEWER_SEATS}`)],
  // Space without a seat count passes only if that is asked for; a record without space never does.
  seatsMin: (seats, { seatsNotGiven }) => [
    seatsNotGiven === true
      ? sql('(x.seats >= ? OR (x.seats IS NULL AND x.available = 1))', seats)
      : sql('x.seats >= ?', seats),
  ],
  seatsNotGiven: () => [],
  direct: (direct) => [sql('x.direct = ?', direct ? 1 : 0)],
  airlines: (codes) => [airlines(codes)],
  programmes: (names) => [programmes(names)],
  sources: (sources) => [ofSources(sources)],
  flagged: (flagged) => [sql('x.flagged = ?', flagged ? 1 : 0)],
  newSince: (at) => [sql(`${FIRST_SEEN} >= ?`, at)],
  starred: (wanted) => [starred(wanted)],
  cheapest: (percent) => [sql(`${PRICE_STANDING} <= ?`, percent)],
  wallet: (how) => [withinWallet(how)],
  tags: (tags) => [tagged(tags)],
  tripDetails: (wanted) => [sql(`${wanted ? '' : 'NOT '}${HAS_DETAILS}`)],
  stopsMax: (_stops, filter) => flown(filter, 'stopsMax'),
  minutesMax: (_minutes, filter) => flown(filter, 'minutesMax'),
  flown: (_words, filter) => flown(filter, 'flown'),
  text: (text) => filterUnits(text).map(unitCondition),
} as const satisfies Conditions;

/** A member without a condition is a type error here, and would be offered and do nothing. */
const ALL = { ...OF_PLACE, ...OF_RECORD } satisfies Record<Name, unknown>;

/** The conditions of those members of a filter that a table has. */
const conditionsIn = (table: Conditions, filter: RecordFilter): Sql[] =>
  (Object.keys(table) as Name[]).flatMap((name) => {
    const value = filter[name];
    // The key ties the value to its condition, which the compiler cannot follow.
    const condition = table[name] as ((value: unknown, filter: RecordFilter) => Sql[]) | undefined;
    return value === undefined || condition === undefined ? [] : condition(value, filter);
  });

/** The conditions on date, weekday and airports. */
export const placeConditions = (filter: RecordFilter): Sql[] => conditionsIn(OF_PLACE, filter);

/** All other conditions of a filter. */
export const recordConditions = (filter: RecordFilter): Sql[] => conditionsIn(OF_RECORD, filter);

/** All conditions of a filter; none if every record passes. */
export const conditions = (filter: RecordFilter): Sql[] => conditionsIn(ALL, filter);

/** The rows of a scope that pass a filter, and further conditions if any. */
export function rowsPassing(scope: Scope, identity: string, filter: RecordFilter, ...more: Sql[]): Source {
  const { from, where } = sourceOf(scope, identity);
  return { from, where: allOf([where, ...conditions(filter), ...more]) };
}

/** Whether a date meets a filter's dates and weekdays; an invalid bound is ignored, as in `dayRange`. */
export const isOnDays = ({ from, until, weekdays }: RecordFilter, date: CalendarDate): boolean =>
  (from === undefined || !isCalendarDate(from) || date >= from) &&
  (until === undefined || !isCalendarDate(until) || date <= until) &&
  (weekdays === undefined || weekdays.includes(weekday(date)));

/** Whether trip details of a record `x` are stored. */
const HAS_DETAILS = 'EXISTS (SELECT 1 FROM award_itineraries i WHERE i.version_id = x.version_id)';

const WAYS = ['stopsMax', 'minutesMax', 'flown'] as const;

const wordsFlown = (flown = ''): Sql[] =>
  flown
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => sql('instr(i.words, ?) > 0', part));

/**
 * A single itinerary must meet all conditions, so the first member that is given carries those of all three. A record
 * without stored itineraries does not pass.
 */
function flown(filter: RecordFilter, own: (typeof WAYS)[number]): Sql[] {
  if (WAYS.find((name) => filter[name] !== undefined) !== own) return [];
  const { stopsMax, minutesMax, flown } = filter;
  const ways = [
    ...(stopsMax === undefined ? [] : [sql('i.stops <= ?', stopsMax)]),
    ...(minutesMax === undefined ? [] : [sql('i.minutes <= ?', minutesMax)]),
    ...wordsFlown(flown),
  ];
  if (ways.length === 0) return [];
  const { text, values } = allOf([sql('i.version_id = x.version_id'), ...ways]);
  return [sql(`EXISTS (SELECT 1 FROM award_itineraries i WHERE ${text})`, ...values)];
}

const inSelect = (column: string, select: Sql): Sql => sql(`${column} IN (${select.text})`, ...select.values);

type RouteEnd = 'origin' | 'destination' | 'origin_region' | 'destination_region';

const routeEnd = (end: RouteEnd, codes: readonly string[]): Sql => {
  const condition = inList(end, codes);
  return inSelect(
    'x.route_id',
    sql(`SELECT id FROM award_routes WHERE ${condition.text}`, ...condition.values),
  );
};

/** The airline lists that contain any of the airlines. */
const airlineListsWith = (codes: readonly string[]): Sql => {
  const condition = inList('code', codes);
  return sql(`SELECT list_id FROM award_airline_members WHERE ${condition.text}`, ...condition.values);
};

const airlines = (codes: readonly string[]): Sql => inSelect('x.airlines_id', airlineListsWith(codes));

const programmes = (names: readonly string[]): Sql => {
  const condition = inList('name', names);
  return inSelect(
    'x.programme_id',
    sql(`SELECT id FROM award_programmes WHERE ${condition.text}`, ...condition.values),
  );
};

/** However the service spells them: `Aeroplan` is in an alliance as `aeroplan` is. */
const programmesSpelled = (words: readonly string[]): Sql =>
  inList(
    "replace(replace(replace(lower(name), '_', ''), '-', ''), ' ', '')",
    words.map((word) => word.toLowerCase().replaceAll(/[\s_-]/gu, '')),
  );

const ofSources = (sources: readonly string[]): Sql => {
  const condition = inList('source', sources);
  return sql(
    `(SELECT partition_id FROM award_records WHERE id = x.record_id)
       IN (SELECT id FROM award_partitions WHERE ${condition.text})`,
    ...condition.values,
  );
};

/** When the first page with a record was received. */
const FIRST_SEEN = `(SELECT p.received_at FROM award_records e CROSS JOIN award_pages p ON p.id = e.first_page_id
  WHERE e.id = x.record_id)`;

/** The records that the user marked, joined by what survives a rebuild: identity, requested cabin and record key. */
const MARKED = `SELECT e.id FROM record_marks m
  CROSS JOIN award_partitions s ON s.identity = m.identity AND s.cabin = m.cabin
  CROSS JOIN award_records e ON e.record_key = m.record_key AND e.partition_id = s.id`;

/**
 * Whether the wallet covers the miles for every traveller today, and no fewer seats are seen than there are travellers;
 * false if it holds nothing for the programme.
 */
const withinWallet = (how: NonNullable<RecordFilter['wallet']>): Sql =>
  sql(
    `x.available = 1 AND NOT ${HAS_FEWER_SEATS} AND x.miles <= (
       SELECT w.${how === 'bookable' ? 'own' : 'transfers'} / w.travellers
       FROM award_programmes g CROSS JOIN wallet_reach w ON w.programme = g.name
       WHERE g.id = x.programme_id AND ${isReachedToday('x.day')})`,
  );

const starred = (wanted: boolean): Sql =>
  sql(`x.record_id ${wanted ? '' : 'NOT '}IN (${MARKED} WHERE m.starred = 1)`);

const tagged = (tags: readonly string[]): Sql => {
  const condition = inList('t.value', tags);
  return sql(
    `x.record_id IN (${MARKED} WHERE EXISTS (SELECT 1 FROM json_each(m.tags) t WHERE ${condition.text}))`,
    ...condition.values,
  );
};

/** What a unit names in English, and its airports by their city's name in other languages if it means nothing else. */
function namedBy(unit: string): NamedCodes {
  const named = codesNamed(unit);
  const { airports } = named;
  if (named.airlines.length > 0 || named.programmes.length > 0 || typedMeanings(unit).length > 0)
    return named;
  return { ...named, airports: [...airports, ...foreignCities(unit, airports.length > 0)] };
}

const isUnit = (words: string): boolean =>
  typedMeanings(words).length > 0 || namedBy(words).airports.length > 0;

/** Splits the text of a filter into units, each of which a record must match. */
const filterUnits = (text: string): string[] => typedUnits(text, isUnit);

function meaningCondition(meaning: TypedMeaning): Sql {
  if (meaning.kind === 'filter') return allOf(conditions(meaning.filter));
  if (meaning.kind === 'cabin')
    return sql(
      `(SELECT partition_id FROM award_records WHERE id = x.record_id)
         IN (SELECT id FROM award_partitions WHERE cabin = ?)`,
      meaning.cabin,
    );
  return sql(
    `(x.day <> ${NO_DAY} AND strftime(?, x.day * 86400, 'unixepoch') = ?)`,
    meaning.format,
    meaning.days,
  );
}

const escaped = (unit: string): string => unit.replace(/[\\%_]/g, '\\$&');

/** Routes with a region whose name has a word beginning with the unit; fewer than four letters match too many. */
const regions = (unit: string): Sql[] =>
  unit.length < 4
    ? []
    : ['origin_region', 'destination_region'].map((end) =>
        sql(`' ' || ${end} LIKE ? ESCAPE '\\'`, `% ${escaped(unit)}%`),
      );

/** Matches a unit in the route, programme or airlines (part of a code, start of a word in a name), or its other meanings. */
function unitCondition(unit: string): Sql {
  const pattern = `%${escaped(unit)}%`;
  const { airports, airlines, programmes } = namedBy(unit);
  const like = (name: string): Sql => sql(`${name} LIKE ? ESCAPE '\\'`, pattern);
  // Most units match one of the three columns: EXISTS rules out the others once instead of for every row.
  const matchesColumn = (column: string, table: string, ways: readonly Sql[]): Sql => {
    const { text, values } = joinSql(ways, ' OR ', '0');
    const select = `SELECT id FROM ${table} WHERE ${text}`;
    return sql(`(EXISTS (${select}) AND ${column} IN (${select}))`, ...values, ...values);
  };
  const { text: anywhere, values } = joinSql(
    [
      matchesColumn('x.route_id', 'award_routes', [
        like("origin || '-' || destination"),
        ...(airports.length === 0 ? [] : [inList('origin', airports), inList('destination', airports)]),
        ...regions(unit),
      ]),
      matchesColumn('x.programme_id', 'award_programmes', [
        like('name'),
        ...(programmes.length === 0 ? [] : [programmesSpelled(programmes)]),
      ]),
      matchesColumn('x.airlines_id', 'award_airline_lists', [
        like('airlines'),
        ...(airlines.length === 0 ? [] : [inSelect('id', airlineListsWith(airlines))]),
      ]),
      ...typedMeanings(unit).map(meaningCondition),
    ],
    ' OR ',
    '0',
  );
  return sql(`(${anywhere})`, ...values);
}
