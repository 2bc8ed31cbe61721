import { NO_RECORD } from '#shared/contract/record-row.ts';
import type { ExactFigure, Fact } from '#shared/csv.ts';
import { type RecordFacts, recordFacts } from '#shared/records/record-facts.ts';

/** A table for other programs: one plain fact per cell, under stable names. */
export type DataTable = { names: readonly string[]; rows: readonly (readonly (Fact | ExactFigure)[])[] };

type Row = Parameters<typeof recordFacts>[0];

const FACTS = Object.keys(recordFacts(NO_RECORD)) as (keyof RecordFacts)[];

/** The names of a record's facts where a row has two records. @param side `outbound`, `before` */
export const factNames = (side: string): string[] =>
  FACTS.map((name) => `${side}${name.charAt(0).toUpperCase()}${name.slice(1)}`);

/** A record's facts in the order of their names; empty where there is no record. */
export function factsOf(row: Row | null): Fact[] {
  const facts = row && recordFacts(row);
  return FACTS.map((name) => facts?.[name] ?? null);
}
