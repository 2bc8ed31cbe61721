/** What changed between two askings, in words. Pure. */
import type { CoverageReason } from '#shared/award-analysis/coverage.ts';
import type { Change } from '#shared/award-analysis/differences.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { AskedSide } from '#shared/contract/comparison.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { formatNumber, milesWords, seatsWords } from '../results/award-words.ts';

export type Differences = Awaited<ReturnType<ContractClient['results']['differences']>>;
export type ChangedRow = Differences['rows'][number];

export const CHANGE_WORDS: Readonly<Record<Change, string>> = {
  new: 'new',
  gone: 'gone',
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

/** What the words mean where they need saying. */
export const CHANGE_HINTS: Partial<Readonly<Record<Change, string>>> = {
  notSeenBefore: 'The earlier asking did not read so far: it may have been there.',
  notSeenAgain: 'The later asking did not read so far: it may still be there.',
  otherwise: 'Airlines, direct flight, date or a text changed; not space, miles or seats.',
};

const REASONS: Readonly<Record<CoverageReason, string>> = {
  exhausted: 'was read to its end: a record that it does not hold was not there',
  date_order:
    'was not read to its end; it came in the order of dates, so it shows what lies before its last date',
  not_exhausted:
    'was not read to its end: a record that it does not hold may lie on a page that was not read',
  skipped: 'began after results that it skipped: a record that it does not hold may be among them',
  unreadable: 'held records without a readable ID: a record that it does not hold may be one of them',
  other_criteria: 'asked for something else: a record that it does not hold was perhaps not asked for',
  no_asking: 'is no asking, but what is kept of several: it does not show that a record is missing',
};

/** What a record missing in an asking shows, as a sentence. @param name `The later asking` */
export function provesWords(name: string, { reason, from, until }: AskedSide['proves']): string {
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

/** `70,000 → 55,000`, or the one side that there is. */
export function beforeAfter({ before, after }: ChangedRow, words: (row: RecordRow) => string): string {
  const [then, now] = [before, after].map((row) => (row === null ? null : words(row)));
  if (then === null || then === undefined) return now ?? '';
  if (now === null || now === undefined || then === now) return then;
  return `${then} → ${now}`;
}

const milesOf = (row: RecordRow) => (row.available ? milesWords(row.miles, row.milesText) : 'no space');
const seatsOf = (row: RecordRow) => (row.available ? seatsWords(row.seats, true) : 'no space');

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
    date: beforeAfter(row, ({ dateText }) => dateText),
    route: beforeAfter(row, ({ origin, destination }) => `${origin} → ${destination}`),
    programme: beforeAfter(row, ({ programme }) => programme),
    change: row.changes.map((change) => CHANGE_WORDS[change]).join(', '),
    miles: beforeAfter(row, milesOf),
    seats: beforeAfter(row, seatsOf),
    direct: beforeAfter(row, ({ direct }) => (direct ? 'direct' : 'not direct')),
    airlines: beforeAfter(row, ({ airlines }) => airlines),
  };
}

/** One asking in a few figures, for the table of the two. */
export function sideCells(side: AskedSide): {
  records: string;
  withSpace: string;
  cheapest: string;
  pages: string;
} {
  return {
    pages: side.pages === null ? 'of several askings' : formatNumber(side.pages),
    records: formatNumber(side.records),
    withSpace: formatNumber(side.withSpace),
    cheapest: side.withSpace === 0 ? 'no award space' : milesWords(side.cheapest),
  };
}

/** All of it as a plain table: what was asked, how much changed, and the rows. */
export function differencesTable(told: Differences, rows: readonly ChangedRow[]): string[][] {
  const blank = CHANGED_COLUMNS.map(() => '');
  const line = (...cells: string[]) => [...cells, ...blank].slice(0, CHANGED_COLUMNS.length);
  return [
    line('Earlier asking', asOf(told.before), provesWords('The earlier asking', told.before.proves)),
    line('Later asking', asOf(told.after), provesWords('The later asking', told.after.proves)),
    ...Object.entries(told.counts)
      .filter(([, count]) => count > 0)
      .map(([change, count]) => line(CHANGE_WORDS[change as Change], String(count))),
    line('unchanged', String(told.unchanged)),
    line(),
    CHANGED_COLUMNS.map(([, title]) => title),
    ...rows.map((row) => {
      const cells = changedCells(row);
      return CHANGED_COLUMNS.map(([name]) => cells[name]);
    }),
  ];
}

const asOf = ({ askedAt, newestAt }: AskedSide): string => {
  const at = askedAt ?? newestAt;
  return at === null ? '' : new Date(at).toISOString();
};
