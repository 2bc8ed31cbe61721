import type { Unfriendliness } from './entry.ts';

const drift = (
  kind: string,
  row: number,
  shows: string,
  award: NonNullable<Unfriendliness['behaviour']>['award'],
): Unfriendliness =>
  award === undefined ? { kind, row, shows } : { kind, row, shows, behaviour: { award } };

/** Rows 16 and 17: ambiguous answers of the award search. */
export const AWARD_ANSWERS: readonly Unfriendliness[] = [
  drift('award_members_added', 16, 'The answer has members beside the four.', {
    replace: { moreURL: '/next', warnings: [] },
  }),
  drift('award_count_unlike_rows', 16, 'The answer counts 12000 records.', { replace: { count: 12_000 } }),
  drift('award_ids_empty', 16, 'No record has an ID.', { rows: 'empty_ids' }),
  drift('award_seats_odd', 16, 'Records have 2.5 seats and -1 in turn.', { rows: 'odd_seats' }),
  drift('award_dates_with_time', 16, 'Dates carry a time of day.', { rows: 'dates_with_time' }),
  drift('cursor_moves', 17, 'The cursor counts the rows and moves with each page; skip is taken beside it.', {
    movingCursor: 'from_zero',
  }),
  drift('cursor_moves_opaque', 17, 'The same, with a cursor that does not look like a count.', {
    movingCursor: 'opaque',
  }),
  drift('skip_repeats_first_page', 17, 'Whoever sends skip gets the first page again; the cursor leads on.', {
    movingCursor: 'alone',
  }),
];
