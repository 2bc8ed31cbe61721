import { type Reader, sql } from '../../storage/sql.ts';
import { coveredParts, type Gap, NO_END, pairsOf, wantedRequest } from '../coverage/complete-runs.ts';
import { dateOf } from '../coverage/day.ts';
import { type KnownSource, knownSources } from '../coverage/search-identity.ts';

/** A range of days on one route for one source, both ends inclusive; `until` is null if open-ended. */
type Stretch = KnownSource & { origin: string; destination: string; from: string; until: string | null };

export type CoveredDays = {
  /** What was read completely, each with the newest such run and the UTC ms of its last page. */
  read: (Stretch & { runId: number; at: number })[];
  /** What no run read completely: there may be award space that is not stored. */
  notRead: Stretch[];
};

/**
 * Which days of a request's routes were read completely and which were not, for each known source separately. The rules of
 * what a run covers are in `coverage/`.
 * @param input a request of §2.1
 */
export function coveredDays(
  reader: Reader,
  identity: string,
  input: Readonly<Record<string, unknown>>,
  today: string,
): CoveredDays {
  const wanted = wantedRequest(input, today);
  const pairs = pairsOf(wanted);
  const known = knownSources(reader, identity);
  const bySource = (known.length === 0 ? [{ source: wanted.source, provider: '' }] : known).map((source) => ({
    source,
    ...coveredParts(reader, identity, { ...wanted, source: source.source }, pairs),
  }));
  const stretch = (source: KnownSource, { pair, from, until }: Gap): Stretch => {
    const [origin = '', destination = ''] = pair.split('-');
    const last = until >= NO_END ? null : dateOf(until);
    return { ...source, origin, destination, from: dateOf(from) ?? '', until: last };
  };
  const order = (a: Stretch, b: Stretch) =>
    a.origin.localeCompare(b.origin) ||
    a.destination.localeCompare(b.destination) ||
    a.from.localeCompare(b.from);
  const endedAt = endsOf(
    reader,
    bySource.flatMap(({ pieces }) => pieces.map(({ runId }) => runId)),
  );
  return {
    read: bySource
      .flatMap(({ source, pieces }) =>
        pieces.map((piece) => ({
          ...stretch(source, piece),
          runId: piece.runId,
          at: endedAt.get(piece.runId) ?? 0,
        })),
      )
      .sort(order),
    notRead: bySource.flatMap(({ source, gaps }) => gaps.map((gap) => stretch(source, gap))).sort(order),
  };
}

/** When the last page of each run was received. */
function endsOf(reader: Reader, runIds: readonly number[]): Map<number, number> {
  const rows = reader.all<{ runId: number; at: number }>(
    sql(
      `SELECT p.run_id AS runId, max(p.received_at) AS at FROM award_pages p
       WHERE p.run_id IN (SELECT value FROM json_each(?)) GROUP BY p.run_id`,
      JSON.stringify([...new Set(runIds)]),
    ),
  );
  return new Map(rows.map(({ runId, at }) => [runId, at]));
}
