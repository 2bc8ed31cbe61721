import type { Refresh } from '../award-analysis/suggested-refresh.ts';
import type { Watched } from '../contract/watchlist.ts';
import type { Amount } from '../money.ts';

/** A saved search with what the watchlist needs. Times are UTC ms. */
export type WatchedSearch = Pick<
  Watched,
  | 'searchId'
  | 'title'
  | 'runs'
  | 'records'
  | 'offer'
  | 'cheapest'
  | 'lastRunAt'
  | 'lastRunId'
  /** The run before the last; null if there is none. */
  | 'beforeRunId'
  /** The price of the cheapest award space of each of the last runs, oldest first. */
  | 'prices'
> & {
  /** The criteria as canonical JSON, which identifies the search. */
  criteria: string;
  /** A purchase of the last run. */
  lastPurchaseId: string;
  /** The last refreshes, oldest first. */
  refreshes: Refresh[];
  /** Page count of the newest complete run among the last ones, else of the last run. */
  pages: number;
  /** Whether one of the last runs is complete; if not, the search may have more pages. */
  full: boolean;
  /** The request of the last run's first page, without `cursor` and `skip`; `provider` is '' if unknown. */
  request: { toolRef: string; provider: string; input: Record<string, unknown> };
  /** The last price of a page; null if unknown or free. */
  lastPrice: Amount | null;
};

/** A page of records that has just been stored. */
export type RecordedPage = {
  pageId: number;
  runId: number;
  searchId: number;
  partitionId: number;
  /** The previous run; null if this is the first. */
  beforeRunId: number | null;
};
