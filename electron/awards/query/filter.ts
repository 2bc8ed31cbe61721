import type { RecordFilter } from '#shared/contract/awards.ts';
import { codesNamed, type NamedCodes, typedUnits } from '#shared/places/named.ts';
import { allOf, inList, joinSql, type Sql, sql } from '../../storage/sql.ts';
import { NO_DAY } from '../coverage/day.ts';
import { foreignCities } from './foreign-cities.ts';
import { isReachedToday, PRICE_STANDING } from './row.ts';
import { dayRange } from './source.ts';
import { type TypedMeaning, typedMeanings } from './typed-meaning.ts';

/** The offset is whole weeks, so that no day is negative, plus 4 because 1970-01-01 was a Thursday. */
const WEEKDAY = `(x.day + ${7 * 200_000 + 4}) % 7`;

/** A bit mask of weekdays: testing a bit is faster for each row than looking up a list. */
const onWeekdays = (weekdays: readonly number[]): Sql =>
  sql(
    `x.day <> ${NO_DAY} AND (? >> ${WEEKDAY}) & 1`,
    weekdays.reduce((bits, day) => bits | (1 << day), 0),
  );

/**
 * The conditions of a filter on date, weekday and airports. A calendar omits days that fail them; a day that passes but
 * whose records all fail the other conditions is shown as a day without space.
 */
export function placeConditions(filter: RecordFilter): Sql[] {
  return [
    ...dayRange(filter.from, filter.until),
    ...(filter.weekdays === undefined ? [] : [onWeekdays(filter.weekdays)]),
    ...(filter.origins === undefined ? [] : [routeEnd('origin', filter.origins)]),
    ...(filter.destinations === undefined ? [] : [routeEnd('destination', filter.destinations)]),
    ...(filter.originRegions === undefined ? [] : [routeEnd('origin_region', filter.originRegions)]),
    ...(filter.destinationRegions === undefined
      ? []
      : [routeEnd('destination_region', filter.destinationRegions)]),
  ];
}

/** All other conditions of a filter. */
export function recordConditions(filter: RecordFilter): Sql[] {
  return [
    ...(filter.available === undefined ? [] : [sql('x.available = ?', filter.available ? 1 : 0)]),
    ...(filter.milesMin === undefined ? [] : [sql('x.miles >= ?', filter.milesMin)]),
    ...(filter.milesMax === undefined ? [] : [sql('x.miles <= ?', filter.milesMax)]),
    ...seats(filter),
    ...(filter.direct === undefined ? [] : [sql('x.direct = ?', filter.direct ? 1 : 0)]),
    ...(filter.airlines === undefined ? [] : [airlines(filter.airlines)]),
    ...(filter.programmes === undefined ? [] : [programmes(filter.programmes)]),
    ...(filter.sources === undefined ? [] : [ofSources(filter.sources)]),
    ...(filter.flagged === undefined ? [] : [sql('x.flagged = ?', filter.flagged ? 1 : 0)]),
    ...(filter.newSince === undefined ? [] : [sql(`${FIRST_SEEN} >= ?`, filter.newSince)]),
    ...(filter.starred === undefined ? [] : [starred(filter.starred)]),
    ...(filter.cheapest === undefined ? [] : [sql(`${PRICE_STANDING} <= ?`, filter.cheapest)]),
    ...(filter.wallet === undefined ? [] : [withinWallet(filter.wallet)]),
    ...(filter.tags === undefined ? [] : [tagged(filter.tags)]),
    ...flown(filter),
    ...filterUnits(filter.text ?? '').map(unitCondition),
  ];
}

/** All conditions of a filter; none if every record passes. */
export const conditions = (filter: RecordFilter): Sql[] => [
  ...placeConditions(filter),
  ...recordConditions(filter),
];

/** Space without a seat count passes `seatsMin` only if `seatsNotGiven` is set; a record without space never does. */
function seats(filter: RecordFilter): Sql[] {
  if (filter.seatsMin === undefined) return [];
  return [
    filter.seatsNotGiven === true
      ? sql('(x.seats >= ? OR (x.seats IS NULL AND x.available = 1))', filter.seatsMin)
      : sql('x.seats >= ?', filter.seatsMin),
  ];
}

/** Whether trip details of a record `x` are stored. */
const HAS_DETAILS = 'EXISTS (SELECT 1 FROM award_itineraries i WHERE i.version_id = x.version_id)';

/** A single itinerary must meet all conditions; a record without stored itineraries does not pass. */
function flown({ stopsMax, minutesMax, flown, tripDetails }: RecordFilter): Sql[] {
  const words = (flown ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const ways = [
    ...(stopsMax === undefined ? [] : [sql('i.stops <= ?', stopsMax)]),
    ...(minutesMax === undefined ? [] : [sql('i.minutes <= ?', minutesMax)]),
    ...words.map((part) => sql('instr(i.words, ?) > 0', part)),
  ];
  const { text, values } = allOf([sql('i.version_id = x.version_id'), ...ways]);
  return [
    ...(tripDetails === undefined ? [] : [sql(`${tripDetails ? '' : 'NOT '}${HAS_DETAILS}`)]),
    ...(ways.length === 0
      ? []
      : [sql(`EXISTS (SELECT 1 FROM award_itineraries i WHERE ${text})`, ...values)]),
  ];
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

/** Whether the wallet covers the miles for every traveller today; false if it holds nothing for the programme. */
const withinWallet = (how: NonNullable<RecordFilter['wallet']>): Sql =>
  sql(
    `x.available = 1 AND x.miles <= (
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
  if (meaning.kind === 'days')
    return sql(
      `(x.day <> ${NO_DAY} AND strftime(?, x.day * 86400, 'unixepoch') = ?)`,
      meaning.format,
      meaning.days,
    );
  return joinSql([airlines(meaning.airlines), programmes(meaning.programmes)], ' OR ', '0');
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
        ...(programmes.length === 0 ? [] : [inList('name', programmes)]),
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
