import type { RecordRow, RecordSort } from '#shared/contract/awards.ts';
import type { PriceStandingRead } from '#shared/contract/record-row.ts';
import type { PriceBasis } from '#shared/insights/price-rank.ts';
import { itinerariesSummary } from '#shared/records/itineraries-summary.ts';
import { isDemoIdentity } from '#shared/records/made-up.ts';
import { type Reader, type Sql, sql } from '../../storage/sql.ts';
import { dateOf, NO_DAY } from '../coverage/day.ts';
import { storedItineraries } from '../itineraries/stored-itinerary.ts';
import { travellersOf } from './travellers.ts';

/** One row of a source: a version of a record, the last page with it, and whether it was removed since (not 0). */
export type FoundRow = { versionId: number; pageId: number; removed: number };

type Columns = {
  versionId: number;
  day: number;
  dateText: string | null;
  origin: string;
  destination: string;
  programme: string;
  available: number;
  miles: number | null;
  milesText: string | null;
  seats: number | null;
  seatsText: string | null;
  direct: number;
  airlines: string;
  cabin: string;
  source: string;
  provider: string;
  identity: string;
  starred: number | null;
  tags: string | null;
  note: string | null;
  seenAt: number;
  flagged: number;
  /** Null if no itineraries are stored. */
  itineraries: string | null;
  removed: number;
  cheapest: number | null;
  lowest: number | null;
  dates: number | null;
  basis: PriceBasis | null;
  own: number | null;
  transfers: number | null;
  travellers: number | null;
};

const TODAY = "SELECT date('now', 'localtime')";

/**
 * Whether a row of `wallet_reach` (`w`) applies today, local time, to a day of travel that has not departed; a subselect
 * evaluates the date only once.
 */
export const isReachedToday = (day: string): string =>
  `(${TODAY}) BETWEEN w.from_day AND w.until_day AND ${day} >= (SELECT unixepoch((${TODAY})) / 86400)`;

/** CROSS JOIN fixes the join order, each by key, and so preserves the order of the found rows. */
const rows = (found: string) => `
  WITH found (version_id, page_id, removed) AS MATERIALIZED (${found})
  SELECT v.id AS versionId, v.day, v.date_text AS dateText, r.origin, r.destination, g.name AS programme, v.available,
    v.miles, v.miles_text AS milesText, v.seats, v.seats_text AS seatsText, v.direct, a.airlines, s.cabin, s.source, s.provider, s.identity, p.received_at AS seenAt,
    coalesce(v.added_id, v.remarks) IS NOT NULL AS flagged, m.starred, m.tags, m.note, found.removed,
    t.cheapest, t.lowest, t.dates, t.basis, w.own, w.transfers, w.travellers,
    (SELECT json_array(json_group_array(i.content), max(q.received_at)) FROM award_itineraries i
      LEFT JOIN award_pages q ON q.id = i.page_id AND i.page_id <> found.page_id WHERE i.version_id = v.id HAVING count(*) > 0) AS itineraries
  FROM found
  CROSS JOIN award_versions v ON v.id = found.version_id
  CROSS JOIN award_pages p ON p.id = found.page_id
  CROSS JOIN award_routes r ON r.id = v.route_id
  CROSS JOIN award_programmes g ON g.id = v.programme_id
  CROSS JOIN award_airline_lists a ON a.id = v.airlines_id
  CROSS JOIN award_records e ON e.id = v.record_id
  CROSS JOIN award_partitions s ON s.id = e.partition_id
  LEFT JOIN record_marks m ON m.identity = s.identity AND m.cabin = s.cabin AND m.record_key = e.record_key
  LEFT JOIN award_price_standings t ON t.version_id = v.id
  LEFT JOIN wallet_reach w ON w.programme = g.name AND ${isReachedToday('v.day')}`;

/** The percentile of a price, if there is award space. */
export const PRICE_STANDING = 'CASE WHEN x.available THEN x.standing END';

/** The sort keys; a null key sorts last in either direction. */
export const SORTS: Readonly<Record<RecordSort['by'], string>> = {
  date: `nullif(x.day, ${NO_DAY})`,
  route: "(SELECT origin || ' ' || destination FROM award_routes WHERE id = x.route_id)",
  programme: '(SELECT name FROM award_programmes WHERE id = x.programme_id) COLLATE NOCASE',
  available: 'x.available',
  miles: 'x.miles',
  seats: 'x.seats',
  direct: 'x.direct',
  airlines: "(SELECT nullif(airlines, '') FROM award_airline_lists WHERE id = x.airlines_id)",
  seen: '(SELECT received_at FROM award_pages WHERE id = x.page_id)',
  price: PRICE_STANDING,
  stops: '(SELECT min(stops) FROM award_itineraries WHERE version_id = x.version_id)',
  duration: '(SELECT min(minutes) FROM award_itineraries WHERE version_id = x.version_id)',
};

const PAIRS = 'SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) ORDER BY key';

/** The rows for display, in the order of `found`. */
export const rowsOf = (reader: Reader, found: readonly FoundRow[]): RecordRow[] =>
  rowsFoundBy(
    reader,
    sql(PAIRS, JSON.stringify(found.map(({ versionId, pageId, removed }) => [versionId, pageId, removed]))),
  );

/** The rows for display, in order. @param found selects version, page and removed */
export function rowsFoundBy(reader: Reader, found: Sql): RecordRow[] {
  const travellers = travellersOf(reader);
  return reader.all<Columns>(sql(rows(found.text), ...found.values)).map((columns) => {
    const date = dateOf(columns.day);
    const { isDamaged, ...itineraries } = itinerariesIn(columns.itineraries);
    return {
      versionId: columns.versionId,
      date,
      dateText: columns.dateText ?? date ?? '',
      origin: columns.origin,
      destination: columns.destination,
      programme: columns.programme,
      available: columns.available === 1 && columns.removed === 0,
      miles: columns.miles,
      milesText: columns.milesText ?? String(columns.miles ?? ''),
      seats: columns.seats,
      ...(columns.seatsText !== null && { seatsText: columns.seatsText }),
      direct: columns.direct === 1,
      airlines: columns.airlines,
      cabin: columns.cabin === '' ? null : columns.cabin,
      ...(columns.source !== '' && { source: columns.source }),
      ...(columns.provider !== '' && { provider: columns.provider }),
      ...(isDemoIdentity(columns.identity) && { demo: true as const }),
      seenAt: columns.seenAt,
      flagged: columns.flagged === 1 || isDamaged,
      ...itineraries,
      ...(columns.removed > 0 && { removed: true as const }),
      ...(columns.starred !== null && {
        mark: {
          starred: columns.starred === 1,
          tags: JSON.parse(columns.tags ?? '[]') as string[],
          note: columns.note ?? '',
        },
      }),
      ...standingOf(columns),
      ...seatsFor(columns, travellers),
      ...paidFor(columns),
    };
  });
}

/** How the price of award space compares with other dates. */
function standingOf({
  available,
  removed,
  cheapest,
  lowest,
  dates,
  basis,
}: Columns): Pick<RecordRow, 'price'> {
  if (available !== 1 || removed !== 0 || cheapest === null || dates === null || basis === null) return {};
  return { price: { cheapest, lowest: lowest === 1, dates, basis } };
}

/** Whether award space has seats for several travellers. */
const seatsFor = ({ available, removed, seats }: Columns, travellers: number): Pick<RecordRow, 'seatsFor'> =>
  travellers === 1 || available !== 1 || removed !== 0
    ? {}
    : { seatsFor: { travellers, enough: seats === null ? null : seats >= travellers } };

/** How the price of a version compares; null if there are too few dates or they are not counted yet. */
export const standingOfVersion = (reader: Reader, versionId: number): PriceStandingRead | null =>
  reader
    .all<Omit<PriceStandingRead, 'lowest'> & { lowest: number }>(
      sql('SELECT cheapest, lowest, dates, basis FROM award_price_standings WHERE version_id = ?', versionId),
    )
    .map(({ lowest, ...standing }) => ({ ...standing, lowest: lowest === 1 }))[0] ?? null;

/** Whether the wallet covers a record; absent without award space, miles or a known programme. */
function paidFor({
  available,
  seats,
  removed,
  miles,
  own,
  transfers,
  travellers,
}: Columns): Pick<RecordRow, 'wallet'> {
  if (available !== 1 || removed !== 0 || miles === null) return {};
  if (own === null || transfers === null || travellers === null) return {};
  const price = miles * travellers;
  const how =
    seats !== null && seats < travellers
      ? 'fewer_seats'
      : own >= price
        ? 'bookable'
        : transfers >= price
          ? 'transfer'
          : 'short';
  return { wallet: { how, short: Math.max(0, price - transfers), travellers } };
}

function itinerariesIn(json: string | null): Pick<RecordRow, 'itineraries'> & { isDamaged: boolean } {
  if (json === null) return { isDamaged: false };
  const [contents, asOf] = JSON.parse(json) as [string[], number | null];
  const itineraries = storedItineraries(contents);
  const isDamaged = itineraries.length < contents.length;
  return itineraries.length === 0
    ? { isDamaged }
    : { isDamaged, itineraries: itinerariesSummary(itineraries, asOf) };
}
