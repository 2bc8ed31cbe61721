/** A record as plain facts, for files that other programs read: one fact per member. Pure. */
import { RECORD_FACTS, type RecordContent } from '../contract/record-row.ts';
import type { Fact } from '../csv.ts';

/** A column of the table that shows something of a record. */
export type FactColumn = keyof typeof RECORD_FACTS;
const COLUMNS = Object.keys(RECORD_FACTS) as readonly FactColumn[];

export const isFactColumn = (name: string): boolean => Object.hasOwn(RECORD_FACTS, name);

/** A record's marks, payment options and price rank are not part of the record itself. */
const NOT_OWN = ['marks', 'wallet', 'price'] as const;
type OwnColumn = Exclude<FactColumn, (typeof NOT_OWN)[number]>;
const isOwn = (column: FactColumn): column is OwnColumn => !NOT_OWN.some((other) => other === column);

type Joined<Parts> = (Parts extends object ? (part: Parts) => void : never) extends (all: infer All) => void
  ? All
  : never;
export type RecordFacts = Joined<ReturnType<(typeof RECORD_FACTS)[OwnColumn]>>;

const factsUnder = (columns: readonly FactColumn[], row: RecordContent): Record<string, Fact> =>
  Object.assign({}, ...columns.map((column) => RECORD_FACTS[column](row)));

/** The service's content of a record, by name, in a fixed order. */
export const recordFacts = (row: RecordContent): RecordFacts =>
  factsUnder(COLUMNS.filter(isOwn), row) as RecordFacts; // joined from all of its parts

/** What distinguishes two records: files always contain it, even if hidden on the screen. */
const ALWAYS_EXPORTED: ReadonlySet<FactColumn> = new Set<FactColumn>(['date', 'cabin']);

/** A file's content of a record and its marks, without hidden columns. */
export const shownFacts = (row: RecordContent, hidden: readonly string[]): Record<string, Fact> =>
  factsUnder(
    COLUMNS.filter((column) => ALWAYS_EXPORTED.has(column) || !hidden.includes(column)),
    row,
  );
