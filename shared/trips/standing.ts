import type { RecordRow } from '../contract/awards.ts';
import type { ChosenRecord, RecordStanding } from '../contract/trips.ts';

/** A run whose search must return a record while it exists. Times in UTC ms. */
export type LaterRun = {
  runId: number;
  ranAt: number;
  pages: number;
  /** Records that it returned, of any route. */
  records: number;
  /** Whether every page of it was read; null where its last answer did not say whether there is more. */
  exhausted: boolean | null;
  /** Whether it returned the record in a form that could not be read. */
  unreadable: boolean;
  /**
   * Whether it proves that the record was removed: it read all of the record's day, and everything there was readable.
   */
  provesRemoved: boolean;
};

/** A record as last seen, and the run that saw it. */
export type LastSeen = { row: ChosenRecord; run: Omit<LaterRun, 'unreadable' | 'provesRemoved'> };

/** The same as stored now, with later runs without it although their search must return it, up to its departure. */
export type CurrentRecord = LastSeen & { row: RecordRow; later: LaterRun[] };

type Change = RecordStanding['changes'][number];

/** What changed between a record as it was chosen and as it was last seen. */
export function changesSince(chosen: ChosenRecord, now: ChosenRecord): Change[] {
  const changes: Change[] = [];
  if (chosen.available && !now.available) changes.push('space_removed');
  if (!chosen.available && now.available) changes.push('space_back');
  if (chosen.miles !== now.miles)
    changes.push(
      chosen.miles === null || now.miles === null ? 'miles' : now.miles < chosen.miles ? 'cheaper' : 'dearer',
    );
  if (chosen.seats !== now.seats)
    changes.push(
      chosen.seats === null || now.seats === null
        ? 'seats'
        : now.seats > chosen.seats
          ? 'more_seats'
          : 'fewer_seats',
    );
  if (chosen.direct !== now.direct) changes.push('direct');
  if (chosen.airlines !== now.airlines) changes.push('airlines');
  if (
    chosen.dateText !== now.dateText ||
    chosen.origin !== now.origin ||
    chosen.destination !== now.destination
  )
    changes.push('date');
  return changes;
}

/**
 * Whether a later run still has a record that was chosen. A run without it shows that it was removed only where the run
 * proves that; otherwise it may be on a page that was not read.
 * @param later every run after the one that last saw it whose search must return it, in any order
 */
export function standingOf(
  chosen: ChosenRecord,
  last: LastSeen | null,
  later: readonly LaterRun[],
): RecordStanding {
  if (last === null) return { state: 'not_stored', lastSeenAt: null, run: null, changes: [] };
  const lastSeenAt = last.row.seenAt;
  const changes = changesSince(chosen, last.row);
  const shown = ({ unreadable: _unreadable, provesRemoved: _provesRemoved, ...run }: LaterRun) => run;
  const newest = later.toSorted((a, b) => b.ranAt - a.ranAt);
  const unreadable = newest.find((run) => run.unreadable);
  const proof = newest.find((run) => run.provesRemoved);
  if (unreadable !== undefined && (proof === undefined || proof.ranAt < unreadable.ranAt))
    return { state: 'unreadable', lastSeenAt, run: shown(unreadable), changes };
  if (proof !== undefined) return { state: 'removed', lastSeenAt, run: shown(proof), changes };
  const [partial] = newest;
  if (partial !== undefined) return { state: 'not_found_so_far', lastSeenAt, run: shown(partial), changes };
  if (lastSeenAt <= chosen.seenAt) return { state: 'not_run_again', lastSeenAt, run: last.run, changes };
  return { state: changes.length === 0 ? 'as_chosen' : 'changed', lastSeenAt, run: last.run, changes };
}

/** The standing of a chosen record in two or three words. */
export function standingName({ state, changes }: Pick<RecordStanding, 'state' | 'changes'>): string {
  switch (state) {
    case 'as_chosen':
      return 'Still there';
    case 'changed':
      return changes.includes('space_removed') ? 'No award space any more' : 'Still there, changed';
    case 'not_run_again':
      return 'Not refreshed since';
    case 'removed':
      return 'Removed';
    case 'not_found_so_far':
      return 'Not found so far';
    case 'unreadable':
      return 'Came back unreadable';
    case 'not_stored':
      return 'Not stored here';
  }
}

/** Whether award space that was chosen is still there; null where no run proves either. */
export function isStillThere({ state, changes }: Pick<RecordStanding, 'state' | 'changes'>): boolean | null {
  if (state === 'removed') return false;
  return state === 'as_chosen' || state === 'changed' ? !changes.includes('space_removed') : null;
}
