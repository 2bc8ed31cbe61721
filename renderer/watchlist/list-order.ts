import type { Watched } from '#shared/contract/watchlist.ts';

export const LIST_ORDERS = ['next', 'ran', 'title'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** Those whose last date has passed come last. */
const nextOf = ({ next }: Watched): number => (next.kind === 'over' ? Number.POSITIVE_INFINITY : next.at);

const ORDERS: Record<ListOrder, (a: Watched, b: Watched) => number> = {
  next: (a, b) => (nextOf(a) === nextOf(b) ? 0 : nextOf(a) - nextOf(b)),
  ran: (a, b) => b.lastRunAt - a.lastRunAt,
  title: (a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0),
};

/** In the chosen order; equal ones keep theirs. */
export const sortWatched = (searches: readonly Watched[], order: ListOrder): Watched[] =>
  searches.toSorted(ORDERS[order]);

/** Those whose title contains all the words. */
export function matching(searches: readonly Watched[], text: string): Watched[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return searches.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
}
