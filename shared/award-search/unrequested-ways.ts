/**
 * Compares the ways to fly of a record (§2.1 `include_trips`) with its request, as rows are compared (unrequested.ts): one
 * that the request excludes is kept and shown apart, and no figure, filter or plan knows it.
 */
import type { AwardRow } from './answered-row.ts';
import type { Itinerary } from './itinerary.ts';
import { cabinMeant } from './search-name.ts';
import { unrequestedIn } from './unrequested.ts';

type Members = Readonly<Record<string, unknown>>;

const CALLED = {
  cabin: 'in another cabin',
  route: 'of another route',
  dates: 'outside its dates',
  carriers: 'of other airlines',
  stops: 'with stops',
} as const;
export type UnrequestedInWay = keyof typeof CALLED;

/** A mixed cabin includes each of its cabins; a word for none excludes nothing. */
function isOfCabin(cabins: readonly string[], requested: unknown): boolean {
  const wanted = typeof requested === 'string' ? cabinMeant(requested) : null;
  const meant = cabins.map(cabinMeant);
  return wanted === null || meant.length === 0 || meant.includes(null) || meant.includes(wanted);
}

/** Codes of its airlines: those that it names, or else those of its flights. */
function airlinesOf({ carriers, flights }: Itinerary): string[] {
  const named = carriers.map((code) => code.toUpperCase());
  return named.length > 0 && named.every((code) => /^[A-Z0-9]{2}$/.test(code))
    ? named
    : flights.map((flight) => flight.slice(0, 2));
}

/** What of a way to fly its request excludes; empty where it may answer it. */
function unrequestedInWay(way: Itinerary, row: AwardRow, criteria: Members): UnrequestedInWay[] {
  const [first] = way.segments;
  const last = way.segments.at(-1);
  const found = unrequestedIn(
    {
      ...row.record,
      origin: first?.origin ?? row.record.origin,
      destination: last?.destination ?? row.record.destination,
      date: way.departs?.slice(0, 10) ?? row.record.date,
      airlines: airlinesOf(way),
      direct: way.stops === null ? null : way.stops === 0,
    },
    criteria,
  );
  return [...(isOfCabin(way.cabins, criteria.cabin) ? [] : ['cabin' as const]), ...found];
}

export type WayApart = { way: Itinerary; problems: string[] };

/** The rows with the ways that may answer the request alone, and of each the others with their reasons. */
export function partWays(
  rows: readonly AwardRow[],
  criteria: Members,
): { row: AwardRow; apart: (WayApart & { unrequested: UnrequestedInWay[] })[] }[] {
  return rows.map((row) => {
    const judged = (row.itineraries ?? []).map((way) => {
      const unrequested = unrequestedInWay(way, row, criteria);
      return { way, unrequested, problems: unrequested.map((one) => CALLED[one]) };
    });
    const apart = judged.filter(({ unrequested }) => unrequested.length > 0);
    if (apart.length === 0) return { row, apart };
    const fitting = judged.filter(({ unrequested }) => unrequested.length === 0).map(({ way }) => way);
    return { row: { ...row, itineraries: fitting }, apart };
  });
}

/** The remark on a page with such ways to fly; null without any. */
export function waysRemark(rows: ReturnType<typeof partWays>): string | null {
  const found = rows.flatMap(({ apart }) => apart.map(({ unrequested }) => unrequested));
  if (found.length === 0) return null;
  const all = rows.reduce((sum, { row }) => sum + (row.itineraries?.length ?? 0), found.length);
  const kinds = (Object.keys(CALLED) as UnrequestedInWay[]).flatMap((one) => {
    const count = found.filter((each) => each.includes(one)).length;
    return count === 0 ? [] : [`${count} ${CALLED[one]}`];
  });
  return `${found.length} of its ${all} flights in trip details are not what was searched for: ${kinds.join(', ')}. They are shown apart with their records and count for nothing.`;
}
