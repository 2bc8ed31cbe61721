/**
 * The columns of award records: the name, width, sort and cell of each, from which the table's head and rows, the
 * printed sheet, the choice of columns and the address are made. A column's content in files is defined with the record
 * itself, in `RECORD_FACTS`, because the main process writes them; a column without either half is a type error.
 */
import { IconFlag, IconNote, IconStarFilled } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
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
  cell: Cell;
  /** On paper, where it differs; null where paper does not need it. */
  onPaper?: Cell | null;
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

/** Where its content is the absence of something. */
const dimIf = (dim: boolean) => (dim ? classes.dim : undefined);

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
    cell: () => <td key="choose" />,
    onPaper: null,
    inDrawer: null,
  },
  date: {
    name: 'Date',
    width: 144,
    sort: 'date',
    isAlways: true,
    cell: (record) => <td key="date">{dateLabel(record)}</td>,
    inDrawer: (record) => [['Departure', dateLabel(record)]],
  },
  route: {
    name: 'Route',
    width: 176,
    sort: 'route',
    cell: (record) => (
      <td key="route" title={routeTitle(record)}>
        {routeLabel(record)}
      </td>
    ),
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
    cell: ({ programme }) => (
      <td key="programme" title={programme}>
        {programmeLabel(programme)}
      </td>
    ),
    inDrawer: ({ programme }) => [['Programme', <ProgrammeName key="programme" source={programme} />]],
    instead: ({ programme }) => (programme ? programmeLabel(programme) : undefined),
  },
  available: {
    name: 'Award space',
    width: 112,
    sort: 'available',
    cell: ({ available, removed }) => (
      <td key="available" className={dimIf(!available)} title={removed && REMOVED_MESSAGE}>
        {available ? <Tag tone="good">Space</Tag> : removed ? 'Removed' : 'No space'}
      </td>
    ),
    onPaper: ({ available, removed }) => (
      <td key="available">{available ? 'Space' : removed ? 'Removed' : 'No space'}</td>
    ),
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
    cell: ({ cabin }) => (
      <td
        key="cabin"
        className={dimIf(cabin === null)}
        title={cabin === null ? 'The search named no cabin' : undefined}
      >
        {cabinLabel(cabin)}
      </td>
    ),
    inDrawer: ({ cabin }) => [
      ['Cabin', cabin === null ? 'any: the search named none' : `${cabinLabel(cabin)}, as searched`],
    ],
  },
  miles: {
    name: 'Miles',
    width: 90,
    sort: 'miles',
    numeric: true,
    cell: ({ miles, milesText }) => (
      <td
        key="miles"
        data-numeric
        data-long={(miles !== null && miles > MAX_MILES) || undefined}
        title={milesLabel(miles, milesText)}
        className={dimIf(miles === null)}
      >
        {hasMiles(miles, milesText) ? milesLabel(miles, milesText) : NOTHING}
      </td>
    ),
    inDrawer: ({ miles, milesText }) => [['Miles', milesLabel(miles, milesText)]],
  },
  seats: {
    name: 'Seats',
    width: 66,
    sort: 'seats',
    numeric: true,
    cell: ({ seats, seatsText, available, seatsFor }) => (
      <td
        key="seats"
        data-numeric
        className={dimIf(seats === null || seatsFor?.enough === false)}
        title={seatsTitle({ seats, available, seatsText, seatsFor })}
      >
        {seatsWords({ seats, available, seatsText, seatsFor })}
      </td>
    ),
    inDrawer: ({ seats, available, seatsText }) => [['Seats', seatsLabel(seats, available, seatsText)]],
  },
  direct: {
    name: 'Direct',
    width: 68,
    sort: 'direct',
    cell: ({ direct }) => (
      <td key="direct" className={dimIf(!direct)} title={direct ? undefined : 'No direct flights'}>
        {direct ? 'Direct' : NOTHING}
      </td>
    ),
    inDrawer: ({ direct }) => [['Direct', direct ? 'yes' : 'no direct flights']],
    instead: ({ direct }) => (direct === undefined ? undefined : direct ? 'all direct' : 'none direct'),
  },
  airlines: {
    name: 'Airlines',
    width: 118,
    sort: 'airlines',
    cell: ({ airlines }) => (
      <td
        key="airlines"
        title={airlines === '' ? 'No airline given' : airlinesTitle(airlines)}
        className={dimIf(airlines === '')}
      >
        {airlinesShort(airlines) || NOTHING}
      </td>
    ),
    onPaper: ({ airlines }) => <td key="airlines">{airlines || NOTHING}</td>,
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
    cell: ({ price }) => (
      <td
        key="price"
        data-numeric
        className={dimIf(price === undefined)}
        title={price === undefined ? NO_STANDING_MESSAGE : standingTitle(price)}
      >
        {price === undefined ? NOTHING : standingShort(price)}
      </td>
    ),
    inDrawer: null,
    instead: ({ priced }) => (priced ? undefined : null),
  },
  wallet: {
    name: 'Wallet',
    width: 184,
    sort: null,
    cell: (row) => (
      <td
        key="wallet"
        className={dimIf(row.wallet?.how !== 'bookable')}
        title={row.wallet && walletTitle(row.wallet)}
      >
        <PaidBy row={row} />
      </td>
    ),
    inDrawer: null,
    instead: ({ wallet }) => (wallet ? undefined : null),
  },
  flights: {
    name: 'Flights',
    width: 128,
    sort: null,
    cell: ({ itineraries }) => (
      <td
        key="flights"
        title={itineraries && flightsTitle(itineraries)}
        className={dimIf(itineraries?.asOf !== null)}
      >
        {itineraries ? flightsLabel(itineraries) : NOTHING}
      </td>
    ),
    inDrawer: null,
    instead: ifFlown,
  },
  stops: {
    name: 'Stops',
    choiceName: 'Fewest stops',
    width: 66,
    sort: 'stops',
    numeric: true,
    cell: ({ itineraries }) => (
      <td key="stops" data-numeric className={dimIf(itineraries?.stops == null)}>
        {itineraries?.stops ?? NOTHING}
      </td>
    ),
    inDrawer: null,
    instead: ifFlown,
  },
  duration: {
    name: 'Duration',
    choiceName: 'Shortest duration',
    width: 98,
    sort: 'duration',
    numeric: true,
    cell: ({ itineraries }) => (
      <td key="duration" data-numeric className={dimIf(itineraries?.minutes == null)}>
        {itineraries?.minutes == null ? NOTHING : flyingTimeLabel(itineraries.minutes)}
      </td>
    ),
    inDrawer: null,
    instead: ifFlown,
  },
  aircraft: {
    name: 'Aircraft',
    width: 140,
    sort: null,
    cell: ({ itineraries }) => <ListCell key="aircraft" texts={itineraries?.aircraft ?? []} />,
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
      return (
        <td
          key="taxes"
          data-numeric
          className={dimIf(first === undefined)}
          title={first === undefined ? undefined : [first, ...others].join(', ')}
        >
          {first === undefined ? NOTHING : others.length === 0 ? first : `${first} +${others.length}`}
        </td>
      );
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
      itineraries?.sourceSawAt == null ? (
        <td key="sourceSaw" className={classes.dim}>
          {NOTHING}
        </td>
      ) : (
        <td key="sourceSaw">
          <time
            dateTime={new Date(itineraries.sourceSawAt).toISOString()}
            title={absoluteTime(itineraries.sourceSawAt)}
          >
            {seenLabel(itineraries.sourceSawAt, now)}
          </time>
        </td>
      ),
    onPaper: ({ itineraries }) => (
      <td key="sourceSaw">
        {itineraries?.sourceSawAt == null ? NOTHING : localDay(itineraries.sourceSawAt)}
      </td>
    ),
    inDrawer: null,
    instead: byChoice,
  },
  marks: {
    name: 'Marks',
    choiceName: 'Star, tags, note',
    width: 98,
    sort: null,
    cell: ({ mark }) => <td key="marks">{mark && <Marks mark={mark} />}</td>,
    inDrawer: null,
    instead: ({ marked }) => (marked ? undefined : null),
  },
  source: {
    name: 'Source',
    width: 104,
    sort: null,
    // Sources differ by provider; what they are would cut that off.
    cell: (row) => (
      <td key="source" title={sourceName(row)}>
        {row.provider ?? sourceName(row)}
      </td>
    ),
    inDrawer: (row) => [['Source', <SourceOf key="source" row={row} />]],
    instead: ({ oneSource }) => (oneSource ? null : undefined),
  },
  seen: {
    name: 'Seen',
    width: 118,
    sort: 'seen',
    cell: ({ seenAt, flagged }, now) => (
      <td key="seen" className={classes.seen} data-staleness={stalenessOf(seenAt, now)}>
        <time dateTime={new Date(seenAt).toISOString()} title={absoluteTime(seenAt)}>
          {seenLabel(seenAt, now)}
        </time>
        {flagged && <IconFlag size={13} role="img" aria-label="Flagged: has unexpected details" />}
      </td>
    ),
    // Age is of no use on paper.
    onPaper: ({ seenAt }) => <td key="seen">{plainDate(localDay(seenAt))}</td>,
    inDrawer: ({ seenAt }) => [['Last seen', <Ago key="seen" at={seenAt} />]],
    instead: ({ seenOnce }) => (seenOnce ? null : undefined),
  },
};

export type RecordColumn = Omit<Definition<ColumnId>, 'sort'> & {
  id: ColumnId;
  sort: RecordSort['by'] | null;
};

/** In their default order. */
export const ALL_COLUMNS: readonly RecordColumn[] = (Object.keys(DEFINITIONS) as ColumnId[]).map((id) => ({
  id,
  ...DEFINITIONS[id],
}));

/** @param hidden ids of columns that are hidden by the user or the scope */
export const isShown =
  (hidden: readonly string[]) =>
  ({ id, isAlways }: RecordColumn): boolean =>
    isAlways === true || !hidden.includes(id);

/** The columns of a printed table, with the cells for paper, in the order of files. */
export const columnsOnPaper = (hidden: readonly string[]): RecordColumn[] =>
  ALL_COLUMNS.filter(isShown(hidden)).flatMap((column) =>
    column.onPaper === null ? [] : [{ ...column, cell: column.onPaper ?? column.cell }],
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

/** A list in one line; all of it on hover. */
function ListCell({ texts }: { texts: readonly string[] }) {
  const words = texts.join(', ');
  return (
    <td title={words || undefined} className={dimIf(words === '')}>
      {words || NOTHING}
    </td>
  );
}

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
