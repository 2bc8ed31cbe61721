import type { WatchMatch } from '#shared/contract/watchlist.ts';
import type { NoticeFacts } from '#shared/records/notice-sentence.ts';
import { inList, type Reader, sql } from '../../storage/sql.ts';
import { isReachedToday } from '../query/row.ts';
import { type StoredTitle, TITLE, withTitle } from '../query/search-title.ts';

type Row = StoredTitle & {
  noticeId: number;
  searchId: number;
  cabin: string;
  at: number;
  content: string;
  own: number | null;
  transfers: number | null;
  travellers: number | null;
};

/** What the wallet pays of it today, for every traveller. */
function paysOf({ miles, seats }: WatchMatch, { own, transfers, travellers }: Row): NoticeFacts['pays'] {
  if (miles === null || travellers === null || (seats !== null && seats < travellers)) return null;
  if (own !== null && miles * travellers <= own) return 'own';
  return transfers !== null && miles * travellers <= transfers ? 'transfers' : null;
}

/** The award space of stored notices, with what is known of it today, in the order of their ids. */
export function noticedSpace(
  reader: Reader,
  noticeIds: readonly number[],
): (NoticeFacts & { noticeId: number })[] {
  const ids = inList('n.id', noticeIds);
  return reader
    .all<Row>(
      sql(
        `SELECT n.id AS noticeId, n.search_id AS searchId, ${TITLE}, p.cabin, n.at, n.content, w.own, w.transfers, w.travellers
         FROM watch_notices n JOIN award_searches s ON s.id = n.search_id JOIN award_partitions p ON p.id = n.partition_id
         LEFT JOIN wallet_reach w ON w.programme = n.content ->> '$.programme'
           AND ${isReachedToday("coalesce(unixepoch(n.content ->> '$.date') / 86400, -1)")}
         WHERE ${ids.text} ORDER BY n.id`,
        ...ids.values,
      ),
    )
    .map((row) => {
      const match = JSON.parse(row.content) as WatchMatch;
      const { noticeId, searchId, cabin, at } = row;
      return {
        noticeId,
        searchId,
        title: withTitle(row).title,
        cabin: cabin === '' ? null : cabin,
        match,
        at,
        pays: paysOf(match, row),
      };
    });
}
