import { cheapestPercent, isLowest, type PriceBasis, priceRanker } from '#shared/insights/price-rank.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { NO_DAY } from '../coverage/day.ts';
import { travellersOf } from '../query/travellers.ts';
import { type Sighting, type Subject, sightingsOf } from './sightings.ts';

type StoredStanding = {
  versionId: number;
  cheapest: number;
  lowest: boolean;
  dates: number;
  basis: PriceBasis;
};

/** The standings of one price group, as of its `changes`-th change. */
export type CountedGroup = { groupId: number; changes: number; standings: StoredStanding[] };

type Group = { groupId: number; changes: number; partitionId: number; programmeId: number } & Omit<
  Subject,
  'programme'
> & { programme: string };

/** How long the reading thread counts at a time, in ms: the user's reads wait at most that long. */
const COUNTING_MS = 25;

/** Counts changed groups until the time is up; empty if none changed since it was counted. */
export function countChangedPrices(reader: Reader): CountedGroup[] {
  const end = performance.now() + COUNTING_MS;
  const counted: CountedGroup[] = [];
  let after = 0;
  do {
    const group = reader.get<Group>(
      sql(
        `SELECT g.id AS groupId, g.changes, g.partition_id AS partitionId, g.programme_id AS programmeId, g.origin,
           g.destination, h.identity, h.cabin, h.source, p.name AS programme
         FROM award_price_groups g CROSS JOIN award_partitions h ON h.id = g.partition_id
         CROSS JOIN award_programmes p ON p.id = g.programme_id
         WHERE g.changes <> g.counted AND g.id > ? ORDER BY g.id LIMIT 1`,
        after,
      ),
    );
    if (group === undefined) break;
    counted.push(countGroup(reader, group));
    after = group.groupId;
  } while (performance.now() < end);
  return counted;
}

export type PricedSighting = Sighting & { miles: number };

/** The sightings that a price is compared with: those with miles and not with too few seats for all travellers. */
export function pricedSightings(reader: Reader, seen: readonly Sighting[]): PricedSighting[] {
  const travellers = travellersOf(reader);
  return seen.filter(
    (one): one is PricedSighting => one.miles !== null && (one.seats === null || one.seats >= travellers),
  );
}

/** Returns a function that ranks a price among the sightings of its group. */
export const rankerFor = (reader: Reader, subject: Subject) =>
  priceRanker(pricedSightings(reader, sightingsOf(reader, subject)));

function countGroup(
  reader: Reader,
  { groupId, changes, partitionId, programmeId, ...subject }: Group,
): CountedGroup {
  const rank = rankerFor(reader, subject);
  const listed = reader.all<{ versionId: number; day: number; miles: number; at: number }>(
    sql(
      `SELECT x.version_id AS versionId, x.day, x.miles, p.received_at AS at
       FROM award_routes r CROSS JOIN award_listings l ON l.partition_id = ? AND l.route_id = r.id
       CROSS JOIN award_listed x ON x.listing_id = l.id CROSS JOIN award_pages p ON p.id = x.page_id
       WHERE r.origin = ? AND r.destination = ? AND x.programme_id = ? AND x.available = 1 AND x.miles IS NOT NULL
         AND x.day <> ${NO_DAY}`,
      partitionId,
      subject.origin,
      subject.destination,
      programmeId,
    ),
  );
  const standings = listed.flatMap(({ versionId, ...price }): StoredStanding[] => {
    const standing = rank(price);
    return standing === null
      ? []
      : [
          {
            versionId,
            cheapest: cheapestPercent(standing),
            lowest: isLowest(standing),
            dates: standing.dates,
            basis: standing.basis,
          },
        ];
  });
  return { groupId, changes, standings };
}
