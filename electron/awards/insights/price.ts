import type { PriceInsight } from '#shared/contract/insights.ts';
import { priceRank } from '#shared/insights/price-rank.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { dateOf, dayOf } from '../coverage/day.ts';
import type { PurchaseOf } from '../query/runs.ts';
import { sightingsOf, sourceCalls, spellingsOf } from './sightings.ts';
import { pricedSightings } from './standings.ts';
import { type RatedRecord, ratedRecord } from './subject.ts';

/** Compares the price of a record with the other dates seen on its route, in its programme and cabin. */
export function priceInsight(reader: Reader, purchaseOf: PurchaseOf, versionId: number): PriceInsight {
  const { row, subject } = ratedRecord(reader, versionId);
  const { identity: _identity, ...shown } = subject;
  const none = { cheaper: 0, same: 0, dearer: 0 };
  const nothing = (missing: PriceInsight['missing']): PriceInsight => ({
    ...none,
    subject: shown,
    missing,
    miles: row.miles,
    basis: null,
    dates: 0,
    leftOut: { dates: 0, spellings: 0 },
    since: null,
    points: [],
  });
  if (!row.available) return nothing('no_space');
  if (row.miles === null) return nothing('no_miles');
  if (row.date === null) return nothing('no_date');
  const seen = sightingsOf(reader, subject);
  const priced = pricedSightings(reader, seen);
  const day = dayOf(row.date);
  const counted = new Set([day, ...priced.map((one) => one.day)]);
  const rank = priceRank({ day, miles: row.miles, at: row.seenAt }, priced);
  const { dates, ...standing } = rank;
  const callOf = sourceCalls(purchaseOf);
  return {
    ...none,
    ...standing,
    subject: shown,
    missing: null,
    miles: row.miles,
    dates: dates.length,
    leftOut: {
      dates: new Set(seen.flatMap((one) => (counted.has(one.day) ? [] : one.day))).size,
      spellings: otherSpellings(reader, subject),
    },
    since: dates.length === 0 ? null : Math.min(...dates.map(({ at }) => at)),
    points: dates.map((point) => ({
      date: dateOf(point.day) ?? '',
      miles: point.miles,
      at: point.at,
      versionId: point.versionId,
      source: callOf(point),
    })),
  };
}

/** The number of other spellings of the programme among the source's records of the same route and cabin. */
function otherSpellings(reader: Reader, subject: RatedRecord['subject']): number {
  const { identity, cabin, source, origin, destination, programme } = subject;
  return spellingsOf(reader, programme).filter(
    (name) =>
      name !== programme &&
      reader.get(
        sql(
          `SELECT 1 AS found FROM award_routes t
           CROSS JOIN award_route_records k ON k.route_id = t.id
             AND k.programme_id = (SELECT id FROM award_programmes WHERE name = ?)
           CROSS JOIN award_records e ON e.id = k.record_id CROSS JOIN award_partitions h ON h.id = e.partition_id
           WHERE t.origin = ? AND t.destination = ? AND h.identity = ? AND h.cabin = ? AND h.source = ? LIMIT 1`,
          name,
          origin,
          destination,
          identity,
          cabin,
          source,
        ),
      ) !== undefined,
  ).length;
}
