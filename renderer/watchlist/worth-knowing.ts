/** The changes worth knowing first, over all searches. Pure. */
import type { DigestEntry } from '#shared/contract/watchlist.ts';
import { matchLabel } from '#shared/records/match-label.ts';
import { resultsPath } from '../addresses/results-address.ts';
import { runPriceLabel } from './price-labels.ts';

export type News = { key: string; words: string; path: string };
type Candidate = News & { searchId: number; weight: number };

const pathOf = (searchId: number, record: number | null = null): string =>
  resultsPath({ scope: { kind: 'search', searchId }, record });

/** Alerts that still hold, those with the rarest price first. */
const alertsOf = ({ searchId, matches }: DigestEntry): Candidate[] =>
  matches.flatMap((match) => {
    if (match.removedSince !== null) return [];
    const words = matchLabel(match);
    const cheapest = match.standing?.price?.cheapest ?? 100;
    const path = pathOf(searchId, match.standing?.versionId ?? null);
    return [{ key: `${searchId} ${words}`, words, path, searchId, weight: 3 - cheapest / 100 }];
  });

/** The cheapest award of a search became cheaper, appeared, or became dearer, the greatest change first. */
function priceOf({ searchId, title, prices, refreshes }: DigestEntry): Candidate[] {
  const [before, now] = [prices.at(-1 - refreshes), prices.at(-1)];
  const { words, isGood } = runPriceLabel(before, now);
  if (isGood === null || before === undefined || now === undefined) return [];
  const [was, is] = [before.miles ?? 0, now.miles ?? 0];
  const share = was === 0 || is === 0 ? 1 : Math.min(1, Math.abs(is - was) / was);
  return [
    {
      key: `${searchId} price`,
      words: is === 0 ? `${title}: ${words}` : `${title}: ${words} miles`,
      path: pathOf(searchId),
      searchId,
      weight: (isGood ? 1 : 0) + share,
    },
  ];
}

/** At most `most` changes, one of each search before a second of any. */
export function worthKnowing(entries: readonly DigestEntry[], most: number): News[] {
  const all = entries
    .flatMap((entry) => [...alertsOf(entry), ...priceOf(entry)])
    .toSorted((one, other) => other.weight - one.weight);
  const first = all.filter(
    ({ searchId }, place) => all.findIndex((each) => each.searchId === searchId) === place,
  );
  return [...first, ...all.filter((each) => !first.includes(each))].slice(0, most);
}
