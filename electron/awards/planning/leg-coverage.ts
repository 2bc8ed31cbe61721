import type { Reader } from '../../storage/sql.ts';
import { sql } from '../../storage/sql.ts';
import { coveredParts, type Piece, pairsOf } from '../coverage/complete-runs.ts';
import { knownSources } from '../coverage/search-identity.ts';
import type { LegSubject } from './leg-rows.ts';

/** What complete runs read of a leg. */
export type LegCoverage = {
  /** For each day from `from` on: how many of its routes and cabins were read. */
  from: number;
  read: Int32Array;
  /** Routes and cabins of one day. */
  perDay: number;
  /** The parts that were read, by cabin, with the time of the reading (UTC ms). */
  pieces: readonly (Omit<Piece, 'isSame'> & { cabin: string; at: number })[];
  oldestAt: number | null;
  newestAt: number | null;
};

/** A route and cabin of a day counts once, by the newest complete run of any source that read it. */
export function legCoverage(reader: Reader, subject: LegSubject): LegCoverage {
  const { identity, cabins, origins, destinations, today } = subject;
  const [from, until] = [Math.max(subject.from, today), subject.until];
  const days = Math.max(0, until - from + 1);
  const pairs = pairsOf({ origins, destinations });
  const read = new Int32Array(days);
  const pieces: (Omit<Piece, 'isSame'> & { cabin: string; at: number })[] = [];
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
        const wanted = {
          // There is no request, so runs cover only the days that they name.
          criteria: '',
          start: null,
          end: null,
          cabin,
          source,
          origins,
          destinations,
          carriers: null,
          direct: subject.stopsMax === 0,
          from,
          until,
        };
        for (const piece of coveredParts(reader, identity, wanted, pairs).pieces) {
          pieces.push({ ...piece, cabin, at: timeOf(piece.runId) });
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

/** Whether all, some or none of a day's routes and cabins were read. */
export function extentOn({ from, read, perDay }: LegCoverage, day: number): 'all' | 'part' | 'none' {
  const count = read[day - from] ?? 0;
  return count === 0 ? 'none' : count < perDay ? 'part' : 'all';
}

export const extentOfAll = ({ read, perDay }: LegCoverage): 'all' | 'part' | 'none' => {
  const total = read.reduce((sum, each) => sum + each, 0);
  return total === 0 ? 'none' : total < perDay * read.length ? 'part' : 'all';
};
