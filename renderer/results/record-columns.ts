import { weekday } from '#shared/calendar-date.ts';
import { RECORD_SORTS, type RecordRow, type RecordSort } from '#shared/contract/awards.ts';
import { WEEKDAY_NAMES } from './award-words.ts';

export type RecordColumn = {
  id: string;
  /** Its heading. */
  name: string;
  /** Least width in pixels; the table scrolls sideways below the sum. */
  width: number;
  /** What a click on the heading sorts by; null where it sorts by nothing. */
  sorts: RecordSort['by'] | null;
  /** Figures stand right. */
  numeric: boolean;
};

const column = (id: string, name: string, width: number, numeric = false): RecordColumn => ({
  id,
  name,
  width,
  sorts: RECORD_SORTS.find((sort) => sort === id) ?? null,
  numeric,
});

const COLUMNS: readonly RecordColumn[] = [
  column('choose', 'Choose', 32),
  column('date', 'Date', 132),
  column('route', 'Route', 98),
  column('programme', 'Programme', 118),
  column('available', 'Award space', 98),
  column('cabin', 'Cabin asked for', 126),
  column('miles', 'Miles', 90, true),
  column('seats', 'Seats', 124, true),
  column('direct', 'Direct', 60),
  column('airlines', 'Airlines', 84),
  column('marks', 'Marks', 98),
  column('seen', 'Seen', 100),
];

/** Without these a row could be neither chosen nor opened. */
const ALWAYS: ReadonlySet<string> = new Set(['choose', 'date']);

export const isColumn = (name: string): boolean => COLUMNS.some(({ id }) => id === name);

/** The columns that are shown, in their order. @param hidden ids that a person, or the scope, has no use for */
export const shownColumns = (hidden: readonly string[]): RecordColumn[] =>
  COLUMNS.filter(({ id }) => ALWAYS.has(id) || !hidden.includes(id));

/** What a person may hide, as the list of columns names it. */
export const COLUMN_NAMES: readonly { id: string; name: string }[] = COLUMNS.filter(
  ({ id }) => !ALWAYS.has(id),
).map(({ id, name }) => ({ id, name: id === 'marks' ? 'Star, tags, note' : name }));

export const routeWords = (record: Pick<RecordRow, 'origin' | 'destination'>): string =>
  `${record.origin || '?'} → ${record.destination || '?'}`;

/** `Sun 2027-03-14`; a date that is no day of the calendar stands as it came. */
export const dateWords = (record: Pick<RecordRow, 'date' | 'dateText'>): string =>
  record.date === null
    ? record.dateText || 'no date'
    : `${WEEKDAY_NAMES[weekday(record.date)]} ${record.date}`;
