/** What changed between two runs, in words. Pure. */
import type { CoverageReason } from '#shared/award-analysis/coverage.ts';
import type { Change } from '#shared/award-analysis/differences.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { ComparedRun } from '#shared/contract/comparison.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { formatNumber } from '#shared/formats.ts';
import { airlineLabel } from '#shared/places/airlines.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { dateLabel, milesLabel, routeLabel, seatsLabel } from '../../records/award-labels.ts';

export type DifferencesRead = Awaited<ReturnType<ContractClient['results']['differences']>>;
export type ChangedRow = DifferencesRead['rows'][number];

export const CHANGE_LABELS: Readonly<Record<Change, string>> = {
  new: 'new',
  removed: 'removed',
  spaceCame: 'space came',
  spaceWent: 'space went',
  cheaper: 'cheaper',
  dearer: 'dearer',
  moreSeats: 'more seats',
  fewerSeats: 'fewer seats',
  otherwise: 'changed otherwise',
  notSeenBefore: 'not seen before',
  notSeenAgain: 'not seen again',
};

/** What the labels mean, where they need an explanation. */
export const CHANGE_HINTS: Partial<Readonly<Record<Change, string>>> = {
  notSeenBefore: 'The earlier run did not read so far: it may have been there.',
  notSeenAgain: 'The later run did not read so far: it may still be there.',
  otherwise:
    'Airlines, direct flight, date or a text changed, or only one of the two gives a number of seats; not space or miles.',
};

const REASONS: Readonly<Record<CoverageReason, string>> = {
  exhausted: 'is complete: a record that it does not hold was not there',
  date_order: 'is partial; it came in the order of dates, so it shows what lies before its last date',
  not_exhausted: 'is partial: a record that it does not hold may lie on a page that was not read',
  skipped: 'began after results that it skipped: a record that it does not hold may be among them',
  unreadable: 'held records without a readable ID: a record that it does not hold may be one of them',
  other_criteria: 'asked for something else: a record that it does not hold was perhaps not asked for',
  no_run: 'is no one run, but what is saved of several: it does not show that a record is missing',
};

/** What a record's absence from a run proves, as a sentence. @param name `The later run` */
export function provesLabel(name: string, { reason, from, until }: ComparedRun['proves']): string {
  const days =
    from !== null && until !== null
      ? ` (${from} to ${until})`
      : until !== null
        ? ` (until ${until})`
        : from !== null
          ? ` (from ${from})`
          : '';
  return `${name} ${REASONS[reason]}${days}.`;
}

/** `70,000 → 55,000`, or the only side there is. */
function beforeAfter({ before, after }: ChangedRow, words: (row: RecordRow) => string): string {
  const [then, now] = [before, after].map((row) => (row === null ? null : words(row)));
  if (then === null || then === undefined) return now ?? '';
  if (now === null || now === undefined || then === now) return then;
  return `${then} → ${now}`;
}

const milesOf = (row: RecordRow) => (row.available ? milesLabel(row.miles, row.milesText) : 'no space');
const seatsOf = (row: RecordRow) => (row.available ? seatsLabel(row.seats, true, row.seatsText) : 'no space');

export type ChangedCells = {
  date: string;
  route: string;
  programme: string;
  change: string;
  miles: string;
  seats: string;
  direct: string;
  airlines: string;
};

export const CHANGED_COLUMNS: readonly (readonly [keyof ChangedCells, string])[] = [
  ['date', 'Date'],
  ['route', 'Route'],
  ['programme', 'Programme'],
  ['change', 'What changed'],
  ['miles', 'Miles'],
  ['seats', 'Seats'],
  ['direct', 'Direct'],
  ['airlines', 'Airlines'],
];

export function changedCells(row: ChangedRow): ChangedCells {
  return {
    date: beforeAfter(row, dateLabel),
    route: beforeAfter(row, routeLabel),
    programme: beforeAfter(row, ({ programme }) => programmeLabel(programme)),
    change: row.changes.map((change) => CHANGE_LABELS[change]).join(', '),
    miles: beforeAfter(row, milesOf),
    seats: beforeAfter(row, seatsOf),
    direct: beforeAfter(row, ({ direct }) => (direct ? 'direct' : 'not direct')),
    airlines: beforeAfter(row, ({ airlines }) => airlines.split(', ').map(airlineLabel).join(', ')),
  };
}

/** One run in a few figures, for the table of the two. */
export function sideCells(side: ComparedRun): {
  records: string;
  withSpace: string;
  cheapest: string;
  pages: string;
} {
  return {
    pages: side.pages === null ? 'of several runs' : formatNumber(side.pages),
    records: formatNumber(side.records),
    withSpace: formatNumber(side.withSpace),
    cheapest: side.withSpace === 0 ? 'no award space' : milesLabel(side.cheapest),
  };
}

/** Everything as a plain table: the request, the counts of changes, and the rows. */
export function differencesTable(differences: DifferencesRead, rows: readonly ChangedRow[]): string[][] {
  const blank = CHANGED_COLUMNS.map(() => '');
  const line = (...cells: string[]) => [...cells, ...blank].slice(0, CHANGED_COLUMNS.length);
  return [
    line('Earlier run', asOf(differences.before), provesLabel('The earlier run', differences.before.proves)),
    line('Later run', asOf(differences.after), provesLabel('The later run', differences.after.proves)),
    ...Object.entries(differences.counts)
      .filter(([, count]) => count > 0)
      .map(([change, count]) => line(CHANGE_LABELS[change as Change], String(count))),
    line('unchanged', String(differences.unchanged)),
    line(),
    CHANGED_COLUMNS.map(([, title]) => title),
    ...rows.map((row) => {
      const cells = changedCells(row);
      return CHANGED_COLUMNS.map(([name]) => cells[name]);
    }),
  ];
}

const asOf = ({ ranAt, newestAt }: ComparedRun): string => {
  const at = ranAt ?? newestAt;
  return at === null ? '' : new Date(at).toISOString();
};
