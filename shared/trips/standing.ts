import type { ChosenRecord, RecordStanding } from '../contract/trips.ts';

/** An asking that covered a record's route and day. Times in UTC ms. */
export type LaterAsking = {
  runId: number;
  askedAt: number;
  pages: number;
  /** Records that it had, of whatever route. */
  records: number;
  /** Whether its pages were read to the end; null where the last answer did not tell. */
  exhausted: boolean | null;
  /** Whether a row of this record's ID came with it that broke the contract. */
  unreadable: boolean;
};

/** A record as it was seen last, and the asking that saw it. */
export type LastSeen = { row: ChosenRecord; asking: Omit<LaterAsking, 'unreadable'> };

type Change = RecordStanding['changes'][number];

/** What is different between a record as it was chosen and as it was seen last. */
export function changesSince(chosen: ChosenRecord, now: ChosenRecord): Change[] {
  const changes: Change[] = [];
  if (chosen.available && !now.available) changes.push('space_gone');
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
 * Whether a later asking still has a record that was chosen. That a record is not among the pages that were read shows
 * that it is gone only where they were read to the end.
 * @param later every asking after the one that saw it last that covered its route and day, in any order
 */
export function standingOf(
  chosen: ChosenRecord,
  last: LastSeen | null,
  later: readonly LaterAsking[],
): RecordStanding {
  if (last === null) return { state: 'not_kept', lastSeenAt: null, asking: null, changes: [] };
  const lastSeenAt = last.row.seenAt;
  const changes = changesSince(chosen, last.row);
  const told = ({ unreadable: _unreadable, ...asking }: LaterAsking) => asking;
  const newest = later.toSorted((a, b) => b.askedAt - a.askedAt);
  const unreadable = newest.find((asking) => asking.unreadable);
  const whole = newest.find((asking) => asking.exhausted === true && !asking.unreadable);
  if (unreadable !== undefined && (whole === undefined || whole.askedAt < unreadable.askedAt))
    return { state: 'unreadable', lastSeenAt, asking: told(unreadable), changes };
  if (whole !== undefined) return { state: 'gone', lastSeenAt, asking: told(whole), changes };
  const [partial] = newest;
  if (partial !== undefined) return { state: 'not_found_so_far', lastSeenAt, asking: told(partial), changes };
  if (lastSeenAt <= chosen.seenAt)
    return { state: 'not_asked_again', lastSeenAt, asking: last.asking, changes };
  return { state: changes.length === 0 ? 'as_chosen' : 'changed', lastSeenAt, asking: last.asking, changes };
}

/** How a chosen record stands, in two or three words. */
export function standingName({ state, changes }: Pick<RecordStanding, 'state' | 'changes'>): string {
  switch (state) {
    case 'as_chosen':
      return 'Still there';
    case 'changed':
      return changes.includes('space_gone') ? 'No award space any more' : 'Still there, changed';
    case 'not_asked_again':
      return 'Not asked again since';
    case 'gone':
      return 'Gone';
    case 'not_found_so_far':
      return 'Not found so far';
    case 'unreadable':
      return 'Came back unreadable';
    case 'not_kept':
      return 'Not kept here';
  }
}

/** Whether award space that was chosen is still there; null where nothing that was read tells. */
export function isStillThere({ state, changes }: Pick<RecordStanding, 'state' | 'changes'>): boolean | null {
  if (state === 'gone') return false;
  return state === 'as_chosen' || state === 'changed' ? !changes.includes('space_gone') : null;
}
