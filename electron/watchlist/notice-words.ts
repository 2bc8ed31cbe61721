import { matchWords } from '#shared/award-search/match-words.ts';
import type { WatchMatch } from '#shared/contract/watchlist.ts';

/** Records named in one notification; the digest has all of them. */
const NAMED = 3;

/** What one notification says of the records that a look found. */
export function noticeWords(title: string, matches: readonly WatchMatch[]): { title: string; body: string } {
  const named = matches.slice(0, NAMED).map(matchWords);
  const more = matches.length - named.length;
  return {
    title: matches.length === 1 ? 'Award space you asked for' : `${matches.length} records you asked for`,
    body: [title, ...named, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  };
}
