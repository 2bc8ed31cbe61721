/** A record as plain facts, for files that other programs read: one fact per member. Pure. */
import { OWN_FACTS, RECORD_FACTS, type RecordContent } from '../contract/record-row.ts';
import type { Fact } from '../csv.ts';

/** A column of the table that shows something of a record. */
export type FactColumn = keyof typeof RECORD_FACTS;
const COLUMNS = Object.keys(RECORD_FACTS) as readonly FactColumn[];

export const isFactColumn = (name: string): boolean => Object.hasOwn(RECORD_FACTS, name);

type Joined<Parts> = (Parts extends object ? (part: Parts) => void : never) extends (all: infer All) => void
  ? All
  : never;
export type RecordFacts = Joined<ReturnType<(typeof OWN_FACTS)[keyof typeof OWN_FACTS]>>;

const factsUnder = (columns: readonly FactColumn[], row: RecordContent): Record<string, Fact> =>
  Object.assign({}, ...columns.map((column) => RECORD_FACTS[column](row)));

/** The service's content of a record, by name, in a fixed order. */
export const recordFacts = (row: RecordContent): RecordFacts =>
  factsUnder(Object.keys(OWN_FACTS) as FactColumn[], row) as RecordFacts; // joined from all of its parts

/** What distinguishes two records, and the made up from the real: in files always, even if hidden on the screen. */
const ALWAYS_EXPORTED: ReadonlySet<FactColumn> = new Set<FactColumn>(['date', 'cabin']);

/** A file's content of a record and its marks, without hidden columns. */
export const shownFacts = (row: RecordContent, hidden: readonly string[]): Record<string, Fact> =>
  factsUnder(
    COLUMNS.filter((column) => ALWAYS_EXPORTED.has(column) || !hidden.includes(column)),
    row,
  );
