import type { ContractClient } from '#shared/contract/index.ts';

export type ComparisonRead = Awaited<ReturnType<ContractClient['results']['compare']>>;
export type ComparedColumn = ComparisonRead['columns'][number];

export type RowRule = {
  name: string;
  wins: 'least' | 'most';
  reason: string;
  /** Whether it is a count over the requested days: more days, higher count. */
  counts?: true;
  value: (column: ComparedColumn) => number | bigint | null;
  words: (column: ComparedColumn, now: number) => string;
  detail?: (column: ComparedColumn) => string;
  /** Whether a column has nothing to say here; a row in which none has is left out. */
  isUnsaid?: (column: ComparedColumn) => boolean;
};
