import { type Amount, largestAmount, multiplyAmount, totalsByCurrency } from '#shared/money.ts';
import type { SearchToRefresh } from './next-pages-sheet.ts';

/** The pages that a refresh of a search may read. */
export const pagesOf = ({ pages }: SearchToRefresh, firstPageOnly: boolean): number =>
  firstPageOnly ? 1 : pages;

export type RefreshCost = {
  pages: number;
  /** Exact, one amount per currency. */
  totals: Amount[];
  /** Searches of which no price is known. */
  unpriced: number;
  /** The dearest single page in the currency of the first total; null where no price is known. */
  page: Amount | null;
};

/** The cost of refreshing all of these at the known prices. */
export function refreshCost(searches: readonly SearchToRefresh[], firstPageOnly: boolean): RefreshCost {
  const priced = searches.flatMap((search) =>
    search.pagePrice === null ? [] : [{ price: search.pagePrice, pages: pagesOf(search, firstPageOnly) }],
  );
  const [first] = priced;
  return {
    pages: searches.reduce((sum, search) => sum + pagesOf(search, firstPageOnly), 0),
    totals: totalsByCurrency(priced.map(({ price, pages }) => multiplyAmount(price, pages))),
    unpriced: searches.length - priced.length,
    page: largestAmount(
      priced.flatMap(({ price }) => (price.currency === first?.price.currency ? price : [])),
    ),
  };
}
