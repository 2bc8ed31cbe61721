import { providerOfTool } from '#shared/record-kinds/record-kinds.ts';
import type { RecordedPage } from '#shared/records/watched-search.ts';
import type { MaybeAsync } from '../storage/reader-thread/reading.ts';
import { type Reader, sql } from '../storage/sql.ts';
import { knownSources, searchIdentity } from './coverage/search-identity.ts';
import type { AwardReads } from './reads.ts';
import { newMatches, pageOf } from './watch/new-matches.ts';
import { noticedSpace } from './watch/noticed.ts';
import { type Notified, type NotifiedRecord, wasLost } from './watch/notified-records.ts';
import type { RunPair } from './watch/run-changes.ts';
import { requestOfSearch } from './watch/watched.ts';

/** What the watchlist needs to know about saved searches and their records. */
export const awardWatching = (
  reader: Reader,
  reads: MaybeAsync<AwardReads>,
  identity: () => string,
  today: () => string,
) => ({
  searches: () => reads.watched(identity(), today()),
  changes: ({ pairs }: { pairs: readonly RunPair[] }) => reads.changesBetween(pairs),
  /** @param toolId the Tool's capability, which determines the source: each source has its own search */
  criteriaOf: ({ input, toolId }: { input: unknown; toolId: string }): string =>
    searchIdentity(input, { provider: providerOfTool(toolId), known: knownSources(reader, identity()) })
      .criteria,
  criteriaOfSearch: (searchId: number): string | null =>
    reader.get<{ criteria: string }>(sql('SELECT criteria FROM award_searches WHERE id = ?', searchId))
      ?.criteria ?? null,
  requestOfSearch: (searchId: number) => requestOfSearch(reader, searchId),
  runsAfter: (searchId: number, runId: number): number =>
    reader.get<{ runs: number }>(
      sql('SELECT count(*) AS runs FROM award_runs WHERE search_id = ? AND id > ?', searchId, runId),
    )?.runs ?? 0,
  pageOf: (purchaseId: string): RecordedPage | null => pageOf(reader, purchaseId),
  newMatches: (page: RecordedPage, rule: Parameters<typeof newMatches>[2]) => newMatches(reader, page, rule),
  wasLost: (
    page: RecordedPage,
    recordKey: string,
    rule: Parameters<typeof newMatches>[2],
    notified: Notified,
  ) => wasLost(reader, page, recordKey, rule, notified),
  /** The award space of stored notices, as it is told. */
  noticed: (noticeIds: readonly number[]) => noticedSpace(reader, noticeIds),
  sinceNotified: (records: readonly NotifiedRecord[]) => reads.sinceNotified(records),
});
