/**
 * The columns of award records: the name, width, sort and cell of each, from which the table's head and rows, the
 * printed sheet, the choice of columns and the address are made. A column's content in files is defined with the record
 * itself, in `RECORD_FACTS`, because the main process writes them; a column without either half is a type error.
 */
import { IconFlag, IconNote, IconStarFilled } from '@tabler/icons-react';
import type { ReactElement, ReactNode, TdHTMLAttributes } from 'react';
import type { Mark, RecordRow, RecordSort } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { localDay } from '#shared/dates.ts';
import { absoluteTime, plainDate, plural } from '#shared/formats.ts';
import { airlinesTitle, alliancesTitle } from '#shared/places/airlines.ts';
import { airportTitle } from '#shared/places/names.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { sourceName } from '#shared/record-kinds/record-kinds.ts';
import { NO_STANDING_MESSAGE, standingShort, standingTitle } from '#shared/records/insight-labels.ts';
import type { FactColumn } from '#shared/records/record-facts.ts';
import { Ago } from '../ui/ago.tsx';
import { seenLabel, stalenessOf } from '../ui/relative-time.ts';
import { Tag } from '../ui/tag.tsx';
import {
  airlinesShort,
  cabinLabel,
  dateLabel,
  milesLabel,
  REMOVED_MESSAGE,
  routeLabel,
  routeTitle,
  seatsLabel,
  statedTaxesLabel,
} from './award-labels.ts';
import { flightsLabel, flightsTitle, flyingTimeLabel } from './flight-labels.ts';
import { ProgrammeName, SourceOf } from './record-fields.tsx';
import classes from './results.module.css';
import { PaidBy } from './wallet/paying-line.tsx';

type RecordDetail = Awaited<ReturnType<ContractClient['results']['record']>>;

/** What all rows of a scope have in common. */
export type Alike = Awaited<ReturnType<ContractClient['results']['scope']>>['alike'];

/** The box that chooses a row shows nothing of its record. */
type ColumnId = 'choose' | FactColumn;

/** What a cell shows, what it says on hover, and whether it is dimmed, as the absence of something. */
type Shown = {
  shown: ReactNode;
  title?: string | undefined;
  isDim?: boolean;
  more?: TdHTMLAttributes<HTMLTableCellElement> & { [data: `data-${string}`]: string | true | undefined };
};
type Content = (record: RecordRow, now: number) => Shown;

/**
 * One plain element where possible, the same for every record, so that a row that receives another record while
 * scrolling only changes its text.
 */
type Cell = (record: RecordRow, now: number) => ReactElement;

type Definition<Id extends ColumnId> = {
  /** Its heading. */
  name: string;
  /** Its name in the list of columns, where its heading is too short. */
  choiceName?: string;
  /** Minimum width in pixels; the table scrolls sideways below the sum. */
  width: number;
  /** The sort of a click on the heading; null where there is none. */
  sort: Extract<RecordSort['by'], Id> extends never ? null : Extract<RecordSort['by'], Id>;
  /** Figures are right-aligned. */
  numeric?: true;
  /**
   * Without these a row could be neither chosen nor opened: they are never hidden, and the table's rows render them.
   */
  isAlways?: true;
  cell: Content;
  /** On paper, where it differs; null where paper does not need it. */
  onPaper?: Content | null;
  /** In the drawer of a record, each with its name; null where the drawer has a part of its own for it. */
  inDrawer:
    | ((record: RecordRow, detail: RecordDetail) => readonly (readonly [name: string, ReactNode])[])
    | null;
  /**
   * What stands above the table instead, where every row has the same value or the column is only shown by choice; null
   * where that needs no words, undefined where the column is shown.
   */
  instead?: (alike: Alike) => string | null | undefined;
};

/** In a cell without content: dimmed, with the reason on hover. */
const NOTHING = '–';

const hasMiles = (miles: number | null, text: string): boolean =>
  milesLabel(miles, text) !== milesLabel(null);

function seatsWords({
  seats,
  seatsText,
  available,
  seatsFor,
}: Pick<RecordRow, 'seats' | 'available' | 'seatsText' | 'seatsFor'>): string {
  if (seats === null) return seatsText ?? (seatsFor?.enough === null ? '?' : NOTHING);
  const count = seatsLabel(seats, available, seatsText);
  return seatsFor?.enough === false ? `${count} of ${seatsFor.travellers}` : count;
}

function seatsTitle({
  seats,
  seatsText,
  available,
  seatsFor,
}: Pick<RecordRow, 'seats' | 'available' | 'seatsText' | 'seatsFor'>): string | undefined {
  if (seatsFor?.enough === false) return `Too few for ${seatsFor.travellers}`;
  if (seats !== null) return undefined;
  if (seatsText !== undefined) return 'As it came: no count of seats';
  if (!available) return 'No award space';
  return seatsFor === undefined
    ? 'This programme gives no seat count'
    : `This programme gives no seat count: there may be fewer than ${seatsFor.travellers}`;
}

const walletTitle = ({ travellers }: NonNullable<RecordRow['wallet']>): string =>
  `What your wallet pays for, ${plural(travellers, 'seat')}; open the record for the transfers`;

const seenTime = (at: number, now: number): ReactNode => (
  <time dateTime={new Date(at).toISOString()} title={absoluteTime(at)}>
    {seenLabel(at, now)}
  </time>
);

/** The column's usual width has no space for more. */
const MAX_MILES = 99_999_999;

const airportAndRegion = (code: string, region: string | null): string =>
  [code === '' ? 'not given' : airportTitle(code), region].filter(Boolean).join(', ');

/** With trip details the table has space only for some of them; the user can choose the rest. */
const ifFlown = ({ flown }: Alike) => (flown ? undefined : null);
const byChoice = () => null;

/** In the order of the table. */
const DEFINITIONS: { readonly [Id in ColumnId]: Definition<Id> } = {
  choose: {
    name: 'Choose',
    width: 32,
    sort: null,
    isAlways: true,
    cell: () => ({ shown: null }),
    onPaper: null,
    inDrawer: null,
  },
  date: {
    name: 'Date',
    width: 144,
    sort: 'date',
    isAlways: true,
    cell: (record) => ({ shown: dateLabel(record) }),
    inDrawer: (record) => [['Departure', dateLabel(record)]],
  },
  route: {
    name: 'Route',
    width: 176,
    sort: 'route',
    cell: (record) => ({ shown: routeLabel(record), title: routeTitle(record) }),
    inDrawer: ({ origin, destination }, { originRegion, destinationRegion }) => [
      ['From', airportAndRegion(origin, originRegion)],
      ['To', airportAndRegion(destination, destinationRegion)],
    ],
    instead: ({ route }) => route && routeLabel(route),
  },
  programme: {
    name: 'Programme',
    width: 218,
    sort: 'programme',
    cell: ({ programme }) => ({ shown: programmeLabel(programme), title: programme }),
    inDrawer: ({ programme }) => [['Programme', <ProgrammeName key="programme" source={programme} />]],
    instead: ({ programme }) => (programme ? programmeLabel(programme) : undefined),
  },
  available: {
    name: 'Award space',
    width: 112,
    sort: 'available',
    cell: ({ available, removed }) => ({
      shown: available ? <Tag tone="good">Space</Tag> : removed ? 'Removed' : 'No space',
      title: removed && REMOVED_MESSAGE,
      isDim: !available,
    }),
    onPaper: ({ available, removed }) => ({
      shown: available ? 'Space' : removed ? 'Removed' : 'No space',
    }),
    inDrawer: ({ available, removed }) => [
      ['Award space', available ? 'yes' : removed ? `no. ${REMOVED_MESSAGE}` : 'no'],
    ],
    instead: ({ available }) =>
      available === undefined ? undefined : available ? 'all with space' : 'no award space',
  },
  cabin: {
    name: 'Cabin searched',
    width: 126,
    sort: null,
    cell: ({ cabin }) => ({
      shown: cabinLabel(cabin),
      title: cabin === null ? 'The search named no cabin' : undefined,
      isDim: cabin === null,
    }),
    inDrawer: ({ cabin }) => [
      ['Cabin', cabin === null ? 'any: the search named none' : `${cabinLabel(cabin)}, as searched`],
    ],
  },
  miles: {
    name: 'Miles',
    width: 90,
    sort: 'miles',
    numeric: true,
    cell: ({ miles, milesText }) => ({
      shown: hasMiles(miles, milesText) ? milesLabel(miles, milesText) : NOTHING,
      title: milesLabel(miles, milesText),
      isDim: miles === null,
      more: { 'data-long': (miles !== null && miles > MAX_MILES) || undefined },
    }),
    inDrawer: ({ miles, milesText }) => [['Miles', milesLabel(miles, milesText)]],
  },
  seats: {
    name: 'Seats',
    width: 66,
    sort: 'seats',
    numeric: true,
    cell: (record) => ({
      shown: seatsWords(record),
      title: seatsTitle(record),
      isDim: record.seats === null || record.seatsFor?.enough === false,
    }),
    inDrawer: ({ seats, available, seatsText }) => [['Seats', seatsLabel(seats, available, seatsText)]],
  },
  direct: {
    name: 'Direct',
    width: 68,
    sort: 'direct',
    cell: ({ direct }) =>
      direct ? { shown: 'Direct' } : { shown: NOTHING, title: 'No direct flights', isDim: true },
    inDrawer: ({ direct }) => [['Direct', direct ? 'yes' : 'no direct flights']],
    instead: ({ direct }) => (direct === undefined ? undefined : direct ? 'all direct' : 'none direct'),
  },
  airlines: {
    name: 'Airlines',
    width: 118,
    sort: 'airlines',
    cell: ({ airlines }) => ({
      shown: airlinesShort(airlines) || NOTHING,
      title: airlines === '' ? 'No airline given' : airlinesTitle(airlines),
      isDim: airlines === '',
    }),
    onPaper: ({ airlines }) => ({ shown: airlines || NOTHING }),
    inDrawer: ({ airlines, seenAt }) => [
      ['Airlines', airlinesTitle(airlines, seenAt) || 'not given'],
      ['Alliance', alliancesTitle(airlines) || 'none known'],
    ],
  },
  price: {
    name: 'Cheaper than',
    choiceName: 'Is it a good price?',
    width: 118,
    sort: 'price',
    numeric: true,
    cell: ({ price }) =>
      price === undefined
        ? { shown: NOTHING, title: NO_STANDING_MESSAGE, isDim: true }
        : { shown: standingShort(price), title: standingTitle(price) },
    inDrawer: null,
    instead: ({ priced }) => (priced ? undefined : null),
  },
  wallet: {
    name: 'Wallet',
    width: 184,
    sort: null,
    cell: (row) => ({
      shown: <PaidBy row={row} />,
      title: row.wallet && walletTitle(row.wallet),
      isDim: row.wallet?.how !== 'bookable',
    }),
    inDrawer: null,
    instead: ({ wallet }) => (wallet ? undefined : null),
  },
  flights: {
    name: 'Flights',
    width: 128,
    sort: null,
    cell: ({ itineraries }) => ({
      shown: itineraries ? flightsLabel(itineraries) : NOTHING,
      title: itineraries && flightsTitle(itineraries),
      isDim: itineraries?.asOf !== null,
    }),
    inDrawer: null,
    instead: ifFlown,
  },
  stops: {
    name: 'Stops',
    choiceName: 'Fewest stops',
    width: 66,
    sort: 'stops',
    numeric: true,
    cell: ({ itineraries }) => ({
      shown: itineraries?.stops ?? NOTHING,
      isDim: itineraries?.stops == null,
    }),
    inDrawer: null,
    instead: ifFlown,
  },
  duration: {
    name: 'Duration',
    choiceName: 'Shortest duration',
    width: 98,
    sort: 'duration',
    numeric: true,
    cell: ({ itineraries }) => ({
      shown: itineraries?.minutes == null ? NOTHING : flyingTimeLabel(itineraries.minutes),
      isDim: itineraries?.minutes == null,
    }),
    inDrawer: null,
    instead: ifFlown,
  },
  aircraft: {
    name: 'Aircraft',
    width: 140,
    sort: null,
    cell: ({ itineraries }) => {
      const words = itineraries?.aircraft.join(', ') ?? '';
      return { shown: words || NOTHING, title: words || undefined, isDim: words === '' };
    },
    inDrawer: null,
    instead: byChoice,
  },
  taxes: {
    name: 'Taxes',
    width: 140,
    sort: null,
    numeric: true,
    cell: ({ itineraries }) => {
      const [first, ...others] = (itineraries?.taxes ?? []).map(statedTaxesLabel);
      if (first === undefined) return { shown: NOTHING, isDim: true };
      return {
        shown: others.length === 0 ? first : `${first} +${others.length}`,
        title: [first, ...others].join(', '),
      };
    },
    inDrawer: null,
    instead: ({ taxed }) => (taxed ? undefined : null),
  },
  sourceSaw: {
    name: 'Source saw',
    choiceName: 'When the source saw it',
    width: 118,
    sort: null,
    cell: ({ itineraries }, now) =>
      itineraries?.sourceSawAt == null
        ? { shown: NOTHING, isDim: true }
        : { shown: seenTime(itineraries.sourceSawAt, now) },
    onPaper: ({ itineraries }) => ({
      shown: itineraries?.sourceSawAt == null ? NOTHING : localDay(itineraries.sourceSawAt),
    }),
    inDrawer: null,
    instead: byChoice,
  },
  marks: {
    name: 'Marks',
    choiceName: 'Star, tags, note',
    width: 98,
    sort: null,
    cell: ({ mark }) => ({ shown: mark && <Marks mark={mark} /> }),
    inDrawer: null,
    instead: ({ marked }) => (marked ? undefined : null),
  },
  source: {
    name: 'Source',
    width: 104,
    sort: null,
    // Sources differ by provider; what they are would cut that off.
    cell: (row) => ({ shown: row.provider ?? sourceName(row), title: sourceName(row) }),
    inDrawer: (row) => [['Source', <SourceOf key="source" row={row} />]],
    instead: ({ oneSource }) => (oneSource ? null : undefined),
  },
  seen: {
    name: 'Seen',
    width: 118,
    sort: 'seen',
    cell: ({ seenAt, flagged }, now) => ({
      shown: (
        <>
          {seenTime(seenAt, now)}
          {flagged && <IconFlag size={13} role="img" aria-label="Flagged: has unexpected details" />}
        </>
      ),
      more: { className: classes.seen, 'data-staleness': stalenessOf(seenAt, now) },
    }),
    // Age is of no use on paper.
    onPaper: ({ seenAt }) => ({ shown: plainDate(localDay(seenAt)) }),
    inDrawer: ({ seenAt }) => [['Last seen', <Ago key="seen" at={seenAt} />]],
    instead: ({ seenOnce }) => (seenOnce ? null : undefined),
  },
};

export type RecordColumn = Omit<Definition<ColumnId>, 'sort' | 'cell' | 'onPaper'> & {
  id: ColumnId;
  sort: RecordSort['by'] | null;
  cell: Cell;
  onPaper: Cell | null;
};

/** In their default order. */
export const ALL_COLUMNS: readonly RecordColumn[] = (Object.keys(DEFINITIONS) as ColumnId[]).map((id) => {
  const { cell, onPaper = cell, ...column } = DEFINITIONS[id];
  const cellOf =
    (content: Content): Cell =>
    (record, now) => {
      const { shown, title, isDim = false, more } = content(record, now);
      return (
        <td
          key={id}
          data-numeric={column.numeric}
          title={title}
          className={isDim ? classes.dim : undefined}
          {...more}
        >
          {shown}
        </td>
      );
    };
  return { id, ...column, cell: cellOf(cell), onPaper: onPaper && cellOf(onPaper) };
});

/** @param hidden ids of columns that are hidden by the user or the scope */
export const isShown =
  (hidden: readonly string[]) =>
  ({ id, isAlways }: RecordColumn): boolean =>
    isAlways === true || !hidden.includes(id);

/** The columns of a printed table, with the cells for paper, in the order of files. */
export const columnsOnPaper = (hidden: readonly string[]): RecordColumn[] =>
  ALL_COLUMNS.filter(isShown(hidden)).flatMap((column) =>
    column.onPaper === null ? [] : [{ ...column, cell: column.onPaper }],
  );

/** The columns that are the same in every row, or that are shown only by choice. */
export const alikeColumns = (alike: Alike): ColumnId[] =>
  ALL_COLUMNS.flatMap(({ id, instead }) => (instead?.(alike) === undefined ? [] : [id]));

/** The text shown above the table instead. */
export const alikeLabels = (alike: Alike): { column: ColumnId; words: string }[] =>
  ALL_COLUMNS.flatMap(({ id, instead }) => {
    const words = instead?.(alike) ?? null;
    return words === null ? [] : [{ column: id, words }];
  });

function Marks({ mark }: { mark: Mark }) {
  return (
    <span className={classes.marks} title={[...mark.tags, mark.note].filter(Boolean).join(' · ')}>
      {mark.starred && <IconStarFilled size={13} role="img" aria-label="Starred" />}
      {mark.tags.length > 0 && <span>{mark.tags.join(', ')}</span>}
      {mark.note !== '' && <IconNote size={14} role="img" aria-label="Has a note" />}
      {mark.note !== '' && <span className={classes.dim}>{mark.note}</span>}
    </span>
  );
}
