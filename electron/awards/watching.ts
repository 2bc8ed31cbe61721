import { newMatches, pageOf, type RecordedPage } from './new-matches.ts';
import type { AwardReads, Elsewhere } from './reads.ts';
import type { RunPair } from './run-changes.ts';
import { searchIdentity } from './search-identity.ts';
import type { Reader } from './sql.ts';
import { type Told, type ToldRecord, wasLost } from './told-records.ts';

/** What the watchlist needs of the saved searches and their records. */
export const watching = (
  reader: Reader,
  reads: Elsewhere<AwardReads>,
  identity: () => string,
  today: () => string,
) => ({
  searches: () => reads.watched(identity(), today()),
  changes: ({ pairs }: { pairs: readonly RunPair[] }) => reads.changesBetween(pairs),
  criteriaOf: (input: unknown): string => searchIdentity(input).criteria,
  pageOf: (purchaseId: string): RecordedPage | null => pageOf(reader, purchaseId),
  newMatches: (page: RecordedPage, rule: Parameters<typeof newMatches>[2]) => newMatches(reader, page, rule),
  wasLost: (page: RecordedPage, recordKey: string, rule: Parameters<typeof newMatches>[2], told: Told) =>
    wasLost(reader, page, recordKey, rule, told),
  sinceTold: (records: readonly ToldRecord[]) => reads.sinceTold(records),
});
