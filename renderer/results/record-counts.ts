import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { formatNumber, listLabel, plural } from '#shared/formats.ts';

/** What a scope has, as its summary tells. */
type Summary = { records: number; withSpace: number; fewerSeats: number; removed: number };

/**
 * How many records of the chosen kind a scope has, and how many of them pass its filters; undefined until known. `kind` is
 * what is counted: award space, what has none, or both.
 */
export type RecordCounts = {
  all: number;
  passing: number | undefined;
  kind: 'space' | 'none' | 'any';
  /** What the filter leaves out besides: without award space, of these removed since, and with too few seats. */
  hidden: { spaceless: number; removed: number; fewerSeats: number };
};

/**
 * The counts of a scope, made consistent. Its rows and its summary are read one after the other, and pages may arrive
 * in between: it has at least as many records as pass a filter.
 * @param rows the selection of the rows and their number; ignored if it is of another scope
 */
export function recordCounts(
  scope: Scope,
  { records, withSpace, fewerSeats, removed }: Summary,
  rows: { shown: { scope: Scope; filter: RecordFilter }; total: number | undefined },
): RecordCounts {
  const isOfScope = JSON.stringify(rows.shown.scope) === JSON.stringify(scope);
  const passing = isOfScope ? rows.total : undefined;
  const { available, enoughSeats } = rows.shown.filter;
  const spaceless = records - withSpace;
  const tooFew = enoughSeats === true && available !== false ? fewerSeats : 0;
  const all = available === true ? withSpace - tooFew : available === false ? spaceless : records - tooFew;
  return {
    all: Math.max(all, passing ?? 0),
    passing,
    kind: available === true ? 'space' : available === false ? 'none' : 'any',
    hidden: {
      spaceless: available === true ? spaceless : 0,
      removed: available === true ? removed : 0,
      fewerSeats: tooFew,
    },
  };
}

const KINDS = { space: ' with space', none: ' without space', any: '' } as const;

/** `1,995 of 2,495 records with space`, or `2,495 records with space` where all pass. */
export const countsLabel = ({
  all,
  passing = all,
  kind,
}: Pick<RecordCounts, 'all' | 'passing' | 'kind'>): string =>
  `${passing === all ? '' : `${formatNumber(passing)} of `}${plural(all, 'record')}${KINDS[kind]}`;

/** `Show 1,210 without space`; null where nothing is hidden. */
export const hiddenLabel = ({ hidden }: Pick<RecordCounts, 'hidden'>): string | null => {
  const parts = [
    ...(hidden.spaceless > 0 ? [`${formatNumber(hidden.spaceless)} without space`] : []),
    ...(hidden.fewerSeats > 0 ? [`${formatNumber(hidden.fewerSeats)} with too few seats`] : []),
  ];
  return parts.length === 0 ? null : `Show ${listLabel(parts)}`;
};

/** Of the rows without space, how many were there before. */
export const hiddenTitle = ({
  hidden: { spaceless, removed },
}: Pick<RecordCounts, 'hidden'>): string | undefined =>
  spaceless === 0
    ? undefined
    : `${formatNumber(removed)} removed since, ${formatNumber(spaceless - removed)} without space when they came`;
