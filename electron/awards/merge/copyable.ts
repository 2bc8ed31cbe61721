import { readerOfSource } from '#shared/record-kinds/record-kinds.ts';
import type { DatabaseConnection } from '../../storage/open.ts';
import { LAST_DAY, NO_DAY } from '../coverage/day.ts';
import { searchIdentity } from '../coverage/search-identity.ts';

/**
 * Whether the record tables of an attached backup may be copied as they are: every search matches what its pages requested,
 * and every day is valid. Otherwise a file could name a search after another, so that the next page of one is offered
 * under the name of the other. If false, the pages are recorded again from their answers.
 */
export function isCopyable(db: DatabaseConnection): boolean {
  const pages = db
    .prepare<
      [],
      { input: string; criteria: string; title: string; cabin: string; source: string; provider: string }
    >(
      `SELECT DISTINCT p.input, s.criteria, s.title, h.cabin, h.source, h.provider FROM other.award_pages p
       JOIN other.award_runs r ON r.id = p.run_id JOIN other.award_searches s ON s.id = r.search_id
       JOIN other.award_partitions h ON h.id = s.partition_id`,
    )
    .iterate();
  for (const { input, provider, ...rest } of pages) {
    const { criteria, title, cabin, source } = searchIdentity(JSON.parse(input), {
      provider,
      known: [{ source: rest.source, provider }],
      kind: readerOfSource(rest.source),
    });
    if (criteria !== rest.criteria || title !== rest.title || cabin !== rest.cabin || source !== rest.source)
      return false;
  }
  return !['award_versions', 'award_listed'].some(
    (table) =>
      db
        .prepare(
          `SELECT 1 FROM other.${table} WHERE day NOT BETWEEN -${LAST_DAY} AND ${LAST_DAY} AND day <> ${NO_DAY} LIMIT 1`,
        )
        .get() !== undefined,
  );
}
