/** What runs brought for their cost. Pure; money stays exact and per currency. */
import { type Amount, totalsByCurrency } from '../money.ts';

/** One run of a search. */
export type RunBrought = {
  runId: number;
  searchId: number;
  /** The Tool that returned its first page. */
  toolId: string;
  toolTitle: string;
  /** UTC ms of its first page. */
  at: number;
  pages: number;
  /** What its pages cost, as far as known; the cost of `unpriced` pages is not. */
  paid: readonly Amount[];
  unpriced: number;
  records: number;
  /** Records that were in no earlier run of any search. */
  newRecords: number;
  /** Records that are proven to differ from the run before it; null for the first run of a search. */
  changes: number | null;
  /** Rows that could not be read. */
  broken: number;
};

export type Brought = {
  runs: number;
  pages: number;
  paid: Amount[];
  records: number;
  newRecords: number;
  broken: number;
  /** Runs after the first of their search: only these can show a change. */
  refreshes: number;
  /** Of these, how many found no change. */
  nothingNew: number;
  changes: number;
  /**
   * What one change cost, over all refreshes, rounded up; null with too few refreshes, without a change, or where the cost
   * of a refresh is not known.
   */
  perChange: Amount[] | null;
};

/** With fewer refreshes, the cost of one change is a matter of luck. */
export const MIN_REFRESHES = 3;

/** Decimals of the cost of one change: as fine as a listing's price. */
const DECIMALS = 6;

/** The amount divided by `count`, rounded up to the sixth decimal or the amount's own last. @param count at least 1 */
export function sharedAmong({ currency, units, exponent }: Amount, count: number): Amount {
  const finer = Math.max(exponent, DECIMALS);
  const all = BigInt(units) * 10n ** BigInt(finer - exponent);
  const each = BigInt(count);
  const rounded = all / each + (all % each > 0n ? 1n : 0n);
  return { currency, units: String(rounded), exponent: finer };
}

/** What some runs of one Tool brought, to be added to others. */
export type BroughtPart = Omit<Brought, 'perChange'> & {
  toolId: string;
  /** The last of them: its name for the Tool, and the time of its first page in UTC ms. */
  lastRun: number;
  toolTitle: string;
  lastRunAt: number;
  paidForRefreshes: Amount[];
  /** Pages of refreshes whose cost is not known. */
  unpriced: number;
};

const COUNTS = [
  'runs',
  'pages',
  'records',
  'newRecords',
  'broken',
  'refreshes',
  'nothingNew',
  'changes',
  'unpriced',
] as const satisfies (keyof BroughtPart)[];

/** What several parts brought together, under the name that the last of them has. @param parts at least one */
function together(parts: readonly BroughtPart[]): BroughtPart {
  const counts = COUNTS.map((name) => [name, parts.reduce((sum, part) => sum + part[name], 0)]);
  return {
    ...lastOf(parts),
    ...(Object.fromEntries(counts) as Pick<BroughtPart, (typeof COUNTS)[number]>),
    paid: totalsByCurrency(parts.flatMap(({ paid }) => paid)),
    paidForRefreshes: totalsByCurrency(parts.flatMap((part) => part.paidForRefreshes)),
  };
}

function partOf({ runId, toolId, toolTitle, at, changes, unpriced, ...run }: RunBrought): BroughtPart {
  const isRefresh = changes !== null;
  return {
    ...{ toolId, lastRun: runId, toolTitle, lastRunAt: at, runs: 1, pages: run.pages, paid: [...run.paid] },
    ...{ records: run.records, newRecords: run.newRecords, broken: run.broken },
    refreshes: isRefresh ? 1 : 0,
    nothingNew: changes === 0 ? 1 : 0,
    changes: changes ?? 0,
    paidForRefreshes: isRefresh ? [...run.paid] : [],
    unpriced: isRefresh ? unpriced : 0,
  };
}

/** What runs brought, in a part for each Tool. */
export const broughtParts = (runs: readonly RunBrought[]): BroughtPart[] =>
  [...Map.groupBy(runs.map(partOf), ({ toolId }) => toolId).values()].map(together);

/** The part with the latest run. @param parts at least one */
export const lastOf = (parts: readonly BroughtPart[]): BroughtPart =>
  parts.reduce((last, part) => (part.lastRun > last.lastRun ? part : last));

/** What several parts brought together, and what a change of them cost. @param parts at least one */
export function broughtBy(parts: readonly BroughtPart[]): Brought {
  const { toolId, toolTitle, lastRun, lastRunAt, paidForRefreshes, unpriced, ...sums } = together(parts);
  return {
    ...sums,
    perChange:
      sums.refreshes < MIN_REFRESHES || sums.changes === 0 || unpriced > 0
        ? null
        : paidForRefreshes.map((amount) => sharedAmong(amount, sums.changes)),
  };
}
