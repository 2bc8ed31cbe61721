import { Text } from '@mantine/core';
import { IconFlag, IconNote, IconStarFilled } from '@tabler/icons-react';
import {
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import { weekday } from '#shared/calendar-date.ts';
import type { Mark, RecordRow } from '#shared/contract/awards.ts';
import { Ago } from '../components/ago.tsx';
import { Tag } from '../components/tag.tsx';
import { cabinWords, milesWords, seatsWords, WEEKDAY_NAMES } from './award-words.ts';
import classes from './results.module.css';

/** A row that is shown, with its place among all rows of the selection. */
export type ShownRow = { index: number; record: RecordRow };

/** Rows come sorted and cut from the main process: the table keeps columns, their order of sorting and what is hidden. */
export const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });

const column = createColumnHelper<typeof features, ShownRow>();

/** Least width of each column in pixels; the table scrolls sideways below their sum. */
export const COLUMN_WIDTHS: Record<string, number> = {
  choose: 36,
  date: 134,
  route: 112,
  programme: 112,
  available: 100,
  cabin: 132,
  miles: 78,
  seats: 134,
  direct: 62,
  airlines: 90,
  seen: 88,
  marks: 84,
};

/** Columns whose figures stand right. */
export const NUMERIC_COLUMNS: ReadonlySet<string> = new Set(['miles', 'seats']);

export const routeWords = (record: Pick<RecordRow, 'origin' | 'destination'>): string =>
  `${record.origin || '?'} → ${record.destination || '?'}`;

/** `Sun 2027-03-14`; a date that is no day of the calendar stands as it came. */
export const dateWords = (record: Pick<RecordRow, 'date' | 'dateText'>): string =>
  record.date === null
    ? record.dateText || 'no date'
    : `${WEEKDAY_NAMES[weekday(record.date)]} ${record.date}`;

function Dim({ children }: { children: string }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  );
}

function Space({ available }: { available: boolean }) {
  return available ? <Tag tone="good">Space</Tag> : <Dim>No space</Dim>;
}

/** Names stay what the contract sorts by. The date column cannot be hidden: its cell opens the record. */
export const columns = column.columns([
  column.display({ id: 'choose', header: 'Choose', enableHiding: false, enableSorting: false }),
  column.accessor((row) => row.record.dateText, { id: 'date', header: 'Date', enableHiding: false }),
  column.accessor((row) => routeWords(row.record), { id: 'route', header: 'Route' }),
  column.accessor((row) => row.record.programme, {
    id: 'programme',
    header: 'Programme',
    cell: ({ row }) => (
      <span className={classes.cut} title={row.original.record.programme}>
        {row.original.record.programme}
      </span>
    ),
  }),
  column.accessor((row) => row.record.available, {
    id: 'available',
    header: 'Award space',
    cell: ({ row }) => <Space available={row.original.record.available} />,
  }),
  column.accessor((row) => row.record.cabin, {
    id: 'cabin',
    header: 'Cabin asked for',
    enableSorting: false,
    cell: ({ row }) =>
      row.original.record.cabin === null ? <Dim>{cabinWords(null)}</Dim> : row.original.record.cabin,
  }),
  column.accessor((row) => row.record.miles, {
    id: 'miles',
    header: 'Miles',
    cell: ({ row: { original } }) =>
      original.record.miles === null ? (
        <Dim>{milesWords(null, original.record.milesText)}</Dim>
      ) : (
        milesWords(original.record.miles)
      ),
  }),
  column.accessor((row) => row.record.seats, {
    id: 'seats',
    header: 'Seats',
    cell: ({ row: { original } }) =>
      original.record.seats === null ? (
        <Dim>{seatsWords(null, original.record.available)}</Dim>
      ) : (
        seatsWords(original.record.seats, original.record.available)
      ),
  }),
  column.accessor((row) => row.record.direct, {
    id: 'direct',
    header: 'Direct',
    cell: ({ row }) => (row.original.record.direct ? 'Direct' : <Dim>no</Dim>),
  }),
  column.accessor((row) => row.record.airlines, {
    id: 'airlines',
    header: 'Airlines',
    cell: ({ row }) => (
      <span className={classes.cut} title={row.original.record.airlines}>
        {row.original.record.airlines || <Dim>none told</Dim>}
      </span>
    ),
  }),
  column.accessor((row) => row.record.mark?.starred ?? false, {
    id: 'marks',
    header: 'Marks',
    enableSorting: false,
    cell: ({ row }) => row.original.record.mark && <Marks mark={row.original.record.mark} />,
  }),
  column.accessor((row) => row.record.seenAt, {
    id: 'seen',
    header: 'Seen',
    cell: ({ row: { original } }) => (
      <span className={classes.seen}>
        <Ago at={original.record.seenAt} />
        {original.record.flagged && (
          <IconFlag size={13} role="img" aria-label="Has members that the contract does not show" />
        )}
      </span>
    ),
  }),
]);

function Marks({ mark }: { mark: Mark }) {
  return (
    <span className={classes.marks} title={[...mark.tags, mark.note].filter(Boolean).join(' · ')}>
      {mark.starred && <IconStarFilled size={13} role="img" aria-label="Starred" />}
      {mark.tags.length > 0 && <span>{mark.tags.join(', ')}</span>}
      {mark.note !== '' && <IconNote size={14} role="img" aria-label="Has a note" />}
      {mark.note !== '' && <Dim>{mark.note}</Dim>}
    </span>
  );
}

export const COLUMN_NAMES: readonly { id: string; name: string }[] = [
  { id: 'route', name: 'Route' },
  { id: 'programme', name: 'Programme' },
  { id: 'available', name: 'Award space' },
  { id: 'cabin', name: 'Cabin asked for' },
  { id: 'miles', name: 'Miles' },
  { id: 'seats', name: 'Seats' },
  { id: 'direct', name: 'Direct' },
  { id: 'airlines', name: 'Airlines' },
  { id: 'marks', name: 'Star, tags, note' },
  { id: 'seen', name: 'Seen' },
];
