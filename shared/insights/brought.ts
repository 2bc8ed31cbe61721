/** What runs brought for what they cost. Pure; money stays exact and per currency. */
import { type Amount, totalsByCurrency } from '../money.ts';

/** One run of a search. */
export type RunBrought = {
  searchId: number;
  /** The Tool that gave its first page. */
  toolId: string;
  toolTitle: string;
  /** UTC ms of its first page. */
  at: number;
  pages: number;
  /** What its pages cost, as far as that is known. */
  paid: readonly Amount[];
  records: number;
  /** Records that no run of any search had before. */
  newRecords: number;
  /** Records that are proven to be other than in the run before it; null for the first run of a search. */
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
  /** What one change cost, over all refreshes, rounded up; null where there are too few refreshes, or no change. */
  perChange: Amount[] | null;
};

/** With fewer refreshes, what one change costs is a matter of luck. */
export const LEAST_REFRESHES = 3;

/** Decimals of what one change costs: as fine as a listing's price. */
const DECIMALS = 6;

/** The amount shared among so many, rounded up to the sixth decimal or the amount's own last. @param count at least 1 */
export function sharedAmong({ currency, units, exponent }: Amount, count: number): Amount {
  const finer = Math.max(exponent, DECIMALS);
  const all = BigInt(units) * 10n ** BigInt(finer - exponent);
  const each = BigInt(count);
  const rounded = all / each + (all % each > 0n ? 1n : 0n);
  return { currency, units: String(rounded), exponent: finer };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export function broughtBy(runs: readonly RunBrought[]): Brought {
  const refreshes = runs.filter(({ changes }) => changes !== null);
  const changes = sum(refreshes.map((run) => run.changes ?? 0));
  const paidForRefreshes = totalsByCurrency(refreshes.flatMap(({ paid }) => paid));
  return {
    runs: runs.length,
    pages: sum(runs.map(({ pages }) => pages)),
    paid: totalsByCurrency(runs.flatMap(({ paid }) => paid)),
    records: sum(runs.map(({ records }) => records)),
    newRecords: sum(runs.map(({ newRecords }) => newRecords)),
    broken: sum(runs.map(({ broken }) => broken)),
    refreshes: refreshes.length,
    nothingNew: refreshes.filter((run) => run.changes === 0).length,
    changes,
    perChange:
      refreshes.length < LEAST_REFRESHES || changes === 0
        ? null
        : paidForRefreshes.map((amount) => sharedAmong(amount, changes)),
  };
}
