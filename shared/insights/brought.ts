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

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

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

/** What runs brought, in a part for each Tool. @param runs in order of time */
export const broughtParts = (runs: readonly RunBrought[]): BroughtPart[] =>
  [...Map.groupBy(runs, ({ toolId }) => toolId)].map(([toolId, of]) => {
    const refreshes = of.filter(({ changes }) => changes !== null);
    const last = of.at(-1);
    return {
      toolId,
      lastRun: last?.runId ?? 0,
      toolTitle: last?.toolTitle ?? toolId,
      lastRunAt: last?.at ?? 0,
      runs: of.length,
      pages: sum(of.map(({ pages }) => pages)),
      paid: totalsByCurrency(of.flatMap(({ paid }) => paid)),
      records: sum(of.map(({ records }) => records)),
      newRecords: sum(of.map(({ newRecords }) => newRecords)),
      broken: sum(of.map(({ broken }) => broken)),
      refreshes: refreshes.length,
      nothingNew: refreshes.filter(({ changes }) => changes === 0).length,
      changes: sum(refreshes.map(({ changes }) => changes ?? 0)),
      paidForRefreshes: totalsByCurrency(refreshes.flatMap(({ paid }) => paid)),
      unpriced: sum(refreshes.map(({ unpriced }) => unpriced)),
    };
  });

/** The part with the latest run. @param parts at least one */
export const lastOf = (parts: readonly BroughtPart[]): BroughtPart =>
  parts.reduce((last, part) => (part.lastRun > last.lastRun ? part : last));

/** What several parts brought together. */
export function broughtBy(parts: readonly BroughtPart[]): Brought {
  const added = (of: (part: BroughtPart) => number) => sum(parts.map(of));
  const [refreshes, changes] = [added((part) => part.refreshes), added((part) => part.changes)];
  const paidForRefreshes = totalsByCurrency(parts.flatMap((part) => part.paidForRefreshes));
  return {
    runs: added(({ runs }) => runs),
    pages: added(({ pages }) => pages),
    paid: totalsByCurrency(parts.flatMap(({ paid }) => paid)),
    records: added(({ records }) => records),
    newRecords: added(({ newRecords }) => newRecords),
    broken: added(({ broken }) => broken),
    refreshes,
    nothingNew: added(({ nothingNew }) => nothingNew),
    changes,
    perChange:
      refreshes < MIN_REFRESHES || changes === 0 || added(({ unpriced }) => unpriced) > 0
        ? null
        : paidForRefreshes.map((amount) => sharedAmong(amount, changes)),
  };
}
