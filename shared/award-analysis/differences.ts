import { type Coverage, proves } from './coverage.ts';

/** How a record of one run differs from the same record of another. */
export const CHANGES = [
  'new',
  'removed',
  'spaceCame',
  'spaceWent',
  'cheaper',
  'dearer',
  'moreSeats',
  'fewerSeats',
  'otherwise',
  'notSeenBefore',
  'notSeenAgain',
] as const;
export type Change = (typeof CHANGES)[number];

/** A record as one run saw it. The same `record` is the service's same ID in the same partition. */
export type SeenRecord = {
  record: number;
  /** Equal for versions that are equal in everything that the service sent. */
  version: number;
  /** Whether it passes the filter. */
  passes: boolean;
  /** Days since 1970-01-01; null where the date is no day of the calendar. */
  day: number | null;
  route: number;
  space: boolean;
  /** Whole miles; null where none are given. */
  miles: number | null;
  /** null: count not given. */
  seats: number | null;
};

type Sides<Seen> = { before: Seen | null; after: Seen } | { before: Seen; after: null };
type ChangedRecord<Seen> = { changes: Change[] } & Sides<Seen>;

export type Differences<Seen> = {
  /** How many records changed in each way; one record may change in several. */
  counts: Record<Change, number>;
  unchanged: number;
  /** Every record that changed, by date, then by record. */
  changed: ChangedRecord<Seen>[];
};

/**
 * The differences between two runs. A record counts where either of its two sides passes the filter, so that one which
 * became too dear for the filter is still listed as dearer.
 * A record that only one run returned is new or removed only where the other run proves it (`Coverage`); otherwise it
 * may be on a page that was not read, and is only not seen. Miles and seats are compared where both sides have award
 * space and give them: without space they are neither a price nor an offer.
 */
export function differencesOf<Seen extends SeenRecord>(
  before: Iterable<Seen>,
  after: Iterable<Seen>,
  coverage: { before: Coverage; after: Coverage },
): Differences<Seen> {
  const counts = Object.fromEntries(CHANGES.map((change) => [change, 0])) as Record<Change, number>;
  const changed: ChangedRecord<Seen>[] = [];
  let unchanged = 0;
  const report = (changes: Change[], sides: Sides<Seen>) => {
    for (const change of changes) counts[change] += 1;
    if (changes.length === 0) unchanged += 1;
    else changed.push({ changes, ...sides });
  };

  const earlier = new Map<number, Seen>();
  for (const seen of before) earlier.set(seen.record, seen);
  for (const now of after) {
    const then = earlier.get(now.record);
    if (then === undefined) {
      if (now.passes)
        report([proves(coverage.before, now) ? 'new' : 'notSeenBefore'], { before: null, after: now });
      continue;
    }
    earlier.delete(now.record);
    if (then.passes || now.passes) report(changesOf(then, now), { before: then, after: now });
  }
  for (const then of earlier.values())
    if (then.passes)
      report([proves(coverage.after, then) ? 'removed' : 'notSeenAgain'], { before: then, after: null });

  changed.sort((a, b) => dayOf(a) - dayOf(b) || lastSeen(a).record - lastSeen(b).record);
  return { counts, unchanged, changed };
}

/** How a record that both runs returned changed; empty where it did not. */
function changesOf(then: SeenRecord, now: SeenRecord): Change[] {
  if (then.version === now.version) return [];
  if (then.space !== now.space) return [now.space ? 'spaceCame' : 'spaceWent'];
  const changes = now.space
    ? [
        ...turn(then.miles, now.miles, { down: 'cheaper', up: 'dearer' }),
        ...turn(then.seats, now.seats, { down: 'fewerSeats', up: 'moreSeats' }),
      ]
    : [];
  return changes.length > 0 ? changes : ['otherwise'];
}

const turn = (then: number | null, now: number | null, named: { down: Change; up: Change }): Change[] =>
  then === null || now === null || then === now ? [] : [now < then ? named.down : named.up];

/** After every day of the calendar. */
const NO_DAY = Number.MAX_SAFE_INTEGER;

const lastSeen = (sides: Sides<SeenRecord>): SeenRecord =>
  sides.after === null ? sides.before : sides.after;
const dayOf = (sides: Sides<SeenRecord>): number => lastSeen(sides).day ?? NO_DAY;
