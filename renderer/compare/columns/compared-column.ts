import type { ContractClient } from '#shared/contract/index.ts';

export type ComparisonRead = Awaited<ReturnType<ContractClient['results']['compare']>>;
export type ComparedColumn = ComparisonRead['columns'][number];

export type RowRule = {
  name: string;
  wins: 'least' | 'most';
  reason: string;
  /** Whether it counts what there is on the days that were asked for: more days, more of it. */
  counts?: true;
  value: (column: ComparedColumn) => number | bigint | null;
  words: (column: ComparedColumn, now: number) => string;
  detail?: (column: ComparedColumn) => string;
};
