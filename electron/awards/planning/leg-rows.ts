import { programmeAccount } from '#shared/places/programmes.ts';
import { type Candidates, newCandidates } from '#shared/planning/candidates.ts';
import { inList, type Reader, sql } from '../../storage/sql.ts';
import { NO_DAY } from '../coverage/day.ts';

/** The records of one leg: where it may go, and on which days. Days since 1970-01-01, both ends included. */
export type LegSubject = {
  identity: string;
  /** Accepted cabins, the preferred one first. */
  cabins: readonly string[];
  origins: readonly string[];
  destinations: readonly string[];
  from: number;
  until: number;
  today: number;
  /** Seats that every record needs, for which miles and taxes are counted. */
  seats: number;
  /** Most stops; null: any. A record without trip details passes only if it states a direct flight. */
  stopsMax: number | null;
  /** Taxes in other currencies cannot be compared. */
  taxCurrency: string;
};

/** Why records are no leg. */
type LeftOut = { departed: number; seats: number; stops: number; unreadable: number; removed: number };

export type LegRows = { candidates: Candidates; leftOut: LeftOut };

/** Gives numbers to names, in the order in which they come. */
export type Numbering = { names: string[]; of(name: string): number };

export function newNumbering(): Numbering {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  return {
    names,
    of(name) {
      const known = numbers.get(name) ?? names.push(name) - 1;
      numbers.set(name, known);
      return known;
    },
  };
}

/** The shortest way and the least taxes of a version, among those with few enough stops. */
type Way = { minutes: number; taxes: number };

type Listing = { id: number; origin: string; destination: string; cabin: string };
/** A row in three numbers, which is read in half the time of seven. */
type ListedRow = readonly [versionAndDay: number, pageAndProgramme: number, milesSeatsFlags: number];

const DAYS = 2 ** 20;
const PROGRAMMES = 65_536;
/** Seats of a record that states no count; more than any trip needs. */
const NO_COUNT = 15;
const PACKED = `version_id * ${DAYS} + day, page_id * ${PROGRAMMES} + programme_id,
  (max(coalesce(miles, 0), 0) * 16 + min(coalesce(max(seats, 0), ${NO_COUNT}), iif(seats IS NULL, ${NO_COUNT}, ${NO_COUNT - 1}))) * 8
    + available + 2 * (removed > 0) + 4 * direct`;

const MILLIONTHS = 6;

/** Reads every record that can be a leg, in the newest version of each route's listing. */
export function legRows(
  reader: Reader,
  airports: Numbering,
  programmes: Numbering,
  subject: LegSubject,
): LegRows {
  const { cabins, from, today, seats, stopsMax } = subject;
  const until = Math.min(subject.until, DAYS - 1);
  const listings = listingsOf(reader, subject);
  const size = reader.get<{ n: number }>(
    sql(
      `SELECT count(*) AS n FROM award_listed WHERE listing_id IN (SELECT value FROM json_each(?)) AND day BETWEEN ? AND ?`,
      JSON.stringify(listings.map(({ id }) => id)),
      from,
      until,
    ),
  );
  const all = newCandidates(size?.n ?? 0);
  const leftOut: LeftOut = { departed: 0, seats: 0, stops: 0, unreadable: 0, removed: 0 };
  const pages: number[] = [];
  const accounts = accountsOf(reader, programmes);
  const ways = hasTripDetails(reader);
  let count = 0;
  for (const { id, origin, destination, cabin } of listings) {
    const [start, end, rank] = [airports.of(origin), airports.of(destination), cabins.indexOf(cabin)];
    const flown = ways ? waysOf(reader, id, subject) : null;
    reader.each<ListedRow>(
      sql(`SELECT ${PACKED} FROM award_listed WHERE listing_id = ? AND day BETWEEN ? AND ?`, id, from, until),
      ([versionAndDay, pageAndProgramme, milesSeatsFlags]) => {
        const day = versionAndDay % DAYS;
        const flags = milesSeatsFlags % 8;
        const stated = Math.floor(milesSeatsFlags / 8) % 16;
        const miles = Math.floor(milesSeatsFlags / 128);
        if ((flags & 2) > 0) leftOut.removed += 1;
        else if ((flags & 1) === 0) return;
        else if (day < today) leftOut.departed += 1;
        else if (miles === 0) leftOut.unreadable += 1;
        else if (stated < seats) leftOut.seats += 1;
        else {
          const version = Math.floor(versionAndDay / DAYS);
          const way = flown?.get(version);
          if (stopsMax !== null && (flags & 4) === 0 && (stopsMax === 0 || way === undefined)) {
            leftOut.stops += 1;
            return;
          }
          all.id[count] = version;
          all.day[count] = day;
          all.origin[count] = start;
          all.destination[count] = end;
          all.programme[count] = accounts(pageAndProgramme % PROGRAMMES);
          all.miles[count] = miles * seats;
          all.cabin[count] = rank;
          all.seatsUnknown[count] = stated === NO_COUNT ? 1 : 0;
          all.taxes[count] = way === undefined || way.taxes < 0 ? -1 : way.taxes * seats;
          all.minutes[count] = way?.minutes ?? -1;
          all.doubt[count] = 1_000_000;
          pages[count] = Math.floor(pageAndProgramme / PROGRAMMES);
          count += 1;
        }
      },
    );
  }
  all.count = count;
  const seenAt = timesOf(reader, pages);
  for (let place = 0; place < count; place++) all.seenAt[place] = seenAt.get(pages[place] ?? 0) ?? 0;
  return { candidates: all, leftOut };
}

function listingsOf(reader: Reader, { identity, cabins, origins, destinations }: LegSubject): Listing[] {
  const [cabin, origin, destination] = [
    inList('h.cabin', cabins),
    inList('r.origin', origins),
    inList('r.destination', destinations),
  ];
  return reader.all<Listing>(
    sql(
      `SELECT l.id, r.origin, r.destination, h.cabin FROM award_routes r
       JOIN award_partitions h ON h.identity = ? AND ${cabin.text}
       JOIN award_listings l ON l.partition_id = h.id AND l.route_id = r.id
       WHERE ${origin.text} AND ${destination.text} ORDER BY l.id`,
      identity,
      ...cabin.values,
      ...origin.values,
      ...destination.values,
    ),
  );
}

/** The number of a stored programme's account: every spelling of a programme is one. */
function accountsOf(reader: Reader, programmes: Numbering): (id: number) => number {
  const known = new Map(
    reader
      .all<{ id: number; name: string }>(sql('SELECT id, name FROM award_programmes'))
      .map(({ id, name }) => [id, name] as const),
  );
  const numbers = new Map<number, number>();
  return (id) => {
    const number = numbers.get(id) ?? programmes.of(programmeAccount(known.get(id) ?? ''));
    numbers.set(id, number);
    return number;
  };
}

function timesOf(reader: Reader, pages: readonly number[]): Map<number, number> {
  const ids = inList('id', [...new Set(pages)]);
  return new Map(
    reader
      .all<{ id: number; at: number }>(
        sql(`SELECT id, received_at AS at FROM award_pages WHERE ${ids.text}`, ...ids.values),
      )
      .map(({ id, at }) => [id, at] as const),
  );
}

const hasTripDetails = (reader: Reader): boolean =>
  reader.get(sql('SELECT 1 FROM award_itineraries LIMIT 1')) !== undefined;

type WayRow = readonly [version: number, minutes: number | null, taxes: string | null];

/**
 * By version, among the ways with few enough stops: the shortest, and the least taxes of those at the record's miles, in
 * millionths of the currency.
 */
function waysOf(
  reader: Reader,
  listing: number,
  { from, until, stopsMax, taxCurrency }: LegSubject,
): Map<number, Way> {
  const found = new Map<number, Way>();
  reader.each<WayRow>(
    sql(
      `SELECT x.version_id, i.minutes,
         iif(iif(json_valid(i.content), iif(ifnull(i.content ->> '$.miles', x.miles) IS x.miles,
             i.content ->> '$.taxes.amount.currency', NULL), NULL) = ?,
           json_extract(i.content, '$.taxes.amount.units', '$.taxes.amount.exponent'), NULL)
       FROM award_listed x CROSS JOIN award_itineraries i ON i.version_id = x.version_id
       WHERE x.listing_id = ? AND x.day BETWEEN ? AND ? AND x.available = 1
         AND (? IS NULL OR i.stops <= ?) AND x.day < ${NO_DAY}`,
      taxCurrency,
      listing,
      from,
      until,
      stopsMax,
      stopsMax,
    ),
    ([version, minutes, taxes]) => {
      const way = found.get(version) ?? { minutes: -1, taxes: -1 };
      found.set(version, way);
      if (minutes !== null && (way.minutes < 0 || minutes < way.minutes)) way.minutes = minutes;
      const stated = taxes === null ? -1 : millionths(taxes);
      if (stated >= 0 && (way.taxes < 0 || stated < way.taxes)) way.taxes = stated;
    },
  );
  return found;
}

/** An amount as `["4250",2]` in millionths; finer ones are rounded up, so that no plan looks cheaper than it is. */
function millionths(json: string): number {
  const [units, exponent] = JSON.parse(json) as [string, number];
  return Math.ceil(Number(units) * 10 ** (MILLIONTHS - exponent));
}
