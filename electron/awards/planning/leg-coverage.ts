import { type Reader, sql } from '../../storage/sql.ts';
import { coveredParts, type Piece, pairsOf, UNREQUESTED } from '../coverage/complete-runs.ts';
import { knownSources } from '../coverage/search-identity.ts';
import type { LegSubject } from './leg-rows.ts';

/** What runs read of a leg completely. */
export type LegCoverage = {
  /** For each day from `from` on: how many of its routes and cabins were read. */
  from: number;
  read: Int32Array;
  /** Routes and cabins of one day. */
  perDay: number;
  /** The parts that were read, with the time of the reading (UTC ms). */
  pieces: readonly LegPiece[];
  oldestAt: number | null;
  newestAt: number | null;
};

type LegPiece = Omit<Piece, 'isSame'> & { cabin: string; source: string; at: number };

/** A route and cabin of a day counts once, by the newest run of any source that read it. */
export function legCoverage(reader: Reader, subject: LegSubject): LegCoverage {
  const { identity, cabins, origins, destinations, today } = subject;
  const [from, until] = [Math.max(subject.from, today), subject.until];
  const days = Math.max(0, until - from + 1);
  const pairs = pairsOf({ origins, destinations });
  const read = new Int32Array(days);
  const pieces: LegPiece[] = [];
  const times = new Map<number, number>();
  const timeOf = (runId: number): number => {
    const at =
      times.get(runId) ??
      reader.get<{ at: number }>(
        sql('SELECT max(received_at) AS at FROM award_pages WHERE run_id = ?', runId),
      )?.at ??
      0;
    times.set(runId, at);
    return at;
  };
  if (days > 0)
    for (const cabin of cabins) {
      const seen = new Map<string, Uint8Array>();
      for (const { source } of knownSources(reader, identity)) {
        const direct = subject.stopsMax === 0;
        const wanted = { ...UNREQUESTED, cabin, source, origins, destinations, direct, from, until };
        for (const piece of coveredParts(reader, identity, wanted, pairs).pieces) {
          pieces.push({ ...piece, cabin, source, at: timeOf(piece.runId) });
          const ofPair = seen.get(piece.pair) ?? new Uint8Array(days);
          seen.set(piece.pair, ofPair);
          for (let day = piece.from; day <= piece.until; day++) {
            if (ofPair[day - from] === 1) continue;
            ofPair[day - from] = 1;
            read[day - from] = (read[day - from] ?? 0) + 1;
          }
        }
      }
    }
  const all = pieces.map(({ at }) => at);
  return {
    from,
    read,
    perDay: pairs.length * cabins.length,
    pieces,
    oldestAt: all.reduce<number | null>((least, at) => (least === null ? at : Math.min(least, at)), null),
    newestAt: all.reduce<number | null>((most, at) => (most === null ? at : Math.max(most, at)), null),
  };
}

/** How many rows an answer has for a route and day of a cabin, bookable or not, on average; null where none was read. */
export function rowsPerDay(
  reader: Reader,
  identity: string,
  { pieces }: Pick<LegCoverage, 'pieces'>,
  cabin: string,
): number | null {
  const read = pieces.filter((piece) => piece.cabin === cabin);
  const days = read.reduce((sum, { from, until }) => sum + until - from + 1, 0);
  if (days === 0) return null;
  const { rows } = reader.get<{ rows: number }>(
    sql(
      `SELECT count(*) AS rows FROM json_each(?) w
       CROSS JOIN award_partitions h ON h.identity = ? AND h.cabin = ? AND h.source = w.value ->> 'source'
       CROSS JOIN award_routes r ON r.origin || '-' || r.destination = w.value ->> 'pair'
       CROSS JOIN award_listings l ON l.partition_id = h.id AND l.route_id = r.id
       CROSS JOIN award_listed x ON x.listing_id = l.id AND x.removed = 0
         AND x.day BETWEEN w.value ->> 'from' AND w.value ->> 'until'`,
      JSON.stringify(read),
      identity,
      cabin,
    ),
  ) ?? { rows: 0 };
  return rows / days;
}

/** Whether all, some or none of a day's routes and cabins were read. */
export function extentOn({ from, read, perDay }: LegCoverage, day: number): 'all' | 'part' | 'none' {
  const count = read[day - from] ?? 0;
  return count === 0 ? 'none' : count < perDay ? 'part' : 'all';
}

export const extentOfAll = ({ read, perDay }: LegCoverage): 'all' | 'part' | 'none' => {
  const total = read.reduce((sum, each) => sum + each, 0);
  return total === 0 ? 'none' : total < perDay * read.length ? 'part' : 'all';
};
