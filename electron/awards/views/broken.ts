import { splitCodes } from '#shared/award-search/request.ts';
import type { Scope } from '#shared/contract/awards.ts';
import type { ResultAnswer } from '#shared/contract/results.ts';
import { listNamed } from '#shared/record-kinds/record-kind.ts';
import { readerOfSource, unwrappedOutput } from '#shared/record-kinds/record-kinds.ts';
import { textAsItCame } from '../../outputs/outputs.ts';
import { allOf, inList, type Reader, type Sql, sql } from '../../storage/sql.ts';
import { runsOfScope } from '../coverage/runs-of-scope.ts';
import { runsInSet } from '../query/source.ts';
import { ENVELOPE_POSITION } from '../record/row-writer.ts';

/** The runs of a scope; for `matching`, those of every search with any of its airports. */
function runsOf(reader: Reader, identity: string, scope: Scope): Sql {
  switch (scope.kind) {
    case 'run':
    case 'search':
      return runsOfScope(scope);
    case 'several':
      return allOf([
        sql(runsInSet(scope)),
        sql('r.search_id IN (SELECT id FROM award_searches WHERE identity = ?)', identity),
      ]);
    case 'matching':
      return inList('r.search_id', searchesTouching(reader, identity, scope));
  }
}

function searchesTouching(
  reader: Reader,
  identity: string,
  scope: Extract<Scope, { kind: 'matching' }>,
): number[] {
  const searches = reader.all<{ id: number; cabin: string; criteria: string }>(
    sql(
      `SELECT s.id, h.cabin, s.criteria FROM award_searches s JOIN award_partitions h ON h.id = s.partition_id
       WHERE s.identity = ?`,
      identity,
    ),
  );
  const touches = (requested: unknown, wanted: readonly string[]) =>
    wanted.length === 0 ||
    (typeof requested === 'string' && splitCodes(requested).some((code) => wanted.includes(code)));
  if (scope.origins.length === 0 && scope.destinations.length === 0) return [];
  return searches
    .filter(({ cabin, criteria }) => {
      const { origin_airport, destination_airport } = JSON.parse(criteria) as Record<string, unknown>;
      return (
        (scope.cabin === undefined || scope.cabin === cabin) &&
        touches(origin_airport, scope.origins) &&
        touches(destination_airport, scope.destinations)
      );
    })
    .map((search) => search.id);
}

/** The number of records in a scope's runs that break the contract, each ID once per run. */
export function brokenCount(reader: Reader, identity: string, scope: Scope): number {
  const runs = runsOf(reader, identity, scope);
  const counted = reader.get<{ n: number }>(
    sql(`SELECT coalesce(sum(r.broken), 0) AS n FROM award_runs r WHERE ${runs.text}`, ...runs.values),
  );
  return counted?.n ?? 0;
}

type Columns = {
  runId: number;
  purchaseId: string;
  pageId: number;
  source: string;
  position: number;
  recordKey: string | null;
  readable: string;
  problems: string;
};

/** The raw records that break the contract, newest runs first. */
export function brokenRecords(
  reader: Reader,
  identity: string,
  scope: Scope,
  outputOf: (purchaseId: string) => unknown,
): ResultAnswer<'broken'> {
  const runs = runsOf(reader, identity, scope);
  const rows = reader.all<Columns>(
    sql(
      `SELECT r.id AS runId, p.purchase_id AS purchaseId, p.id AS pageId, h.source, b.position, b.record_key AS recordKey,
         b.readable, b.problems
       FROM award_runs r CROSS JOIN award_pages p ON p.run_id = r.id CROSS JOIN award_broken b ON b.page_id = p.id
       JOIN award_searches s ON s.id = r.search_id JOIN award_partitions h ON h.id = s.partition_id
       WHERE r.broken > 0 AND ${runs.text} ORDER BY r.id DESC, p.id, b.position`,
      ...runs.values,
    ),
  );
  // Pages overlap: for a repeated ID in one run, the last record is listed.
  const once = new Map(
    rows.map((row) => [JSON.stringify([row.runId, row.recordKey ?? [row.pageId, row.position]]), row]),
  );
  const outputs = new Map<string, unknown>();
  const output = (purchaseId: string): unknown => {
    if (!outputs.has(purchaseId)) outputs.set(purchaseId, outputOf(purchaseId));
    return outputs.get(purchaseId);
  };
  return [...once.values()].map(({ purchaseId, source, position, problems, readable }) => ({
    purchaseId,
    position,
    problems: JSON.parse(problems) as string[],
    readable,
    raw: rawAt(source, output(purchaseId), position),
    rawText: rawTextAt(source, output(purchaseId), position),
  }));
}

/** That element as it was written; null where the answer is lost, or it is no element of a list. */
export function rawTextAt(source: string, stored: unknown, position: number): string | null {
  const kind = readerOfSource(source);
  const output = unwrappedOutput(kind, stored);
  if (typeof output !== 'object' || output === null || position === ENVELOPE_POSITION) return null;
  return textAsItCame(stored, listNamed(output, kind.list), position);
}

/** One raw element of an answer's data; at -1, the answer without readable data. Null if the answer is lost. */
export function rawAt(source: string, stored: unknown, position: number): unknown {
  const kind = readerOfSource(source);
  const output = unwrappedOutput(kind, stored);
  if (typeof output !== 'object' || output === null) return output ?? null;
  const rows = listNamed(output, kind.list);
  if (position !== ENVELOPE_POSITION) return rows?.[position] ?? null;
  return Object.fromEntries(Object.entries(output).filter(([, value]) => value !== rows));
}
