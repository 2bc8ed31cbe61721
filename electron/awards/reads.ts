import type { RecordFilter, RecordSort, Scope } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { keptPairs, type Narrowed, narrowedBy } from './alternatives.ts';
import { brokenRecords } from './broken.ts';
import { calendarDays } from './calendar.ts';
import { keptColumn, namedColumn } from './column-name.ts';
import { compareColumns } from './comparison.ts';
import { type DifferencesRequest, differencesBetween } from './differences.ts';
import { type EstimateRequest, estimateFor } from './estimate.ts';
import { facetsOf } from './facets.ts';
import { type GroupRequest, groupsOf } from './groups.ts';
import { histogramOf } from './histogram.ts';
import { keptFor } from './kept-for.ts';
import { type PairsRequest, roundTripsOf } from './pairs.ts';
import { recordDetail } from './record.ts';
import { routeSummaries } from './route-map.ts';
import { changesBetween, type RunPair } from './run-changes.ts';
import { type PurchaseOf, runsOfSearch } from './runs.ts';
import { savedSearches } from './saved-searches.ts';
import { scopeSummary } from './scope-summary.ts';
import type { Reader } from './sql.ts';
import { recordIds, rowsTaken, type Taken, takeSelection, takeVersions } from './taken.ts';
import { timelineOf } from './timeline.ts';
import { sinceTold, type ToldRecord } from './told-records.ts';
import { type RecordKey, recordsAgain, recordsToKeep } from './trip-records.ts';
import { watchedSearches } from './watched.ts';
import { recordWindow, type WindowRequest } from './window.ts';

export type ReadsDeps = {
  reader: Reader;
  /** The output of a purchase exactly as it came, parsed; null where there is none. */
  outputOf: (purchaseId: string) => unknown;
  purchaseOf: PurchaseOf;
};

type Selection = { scope: Scope; filter: RecordFilter };

/**
 * Everything that is read of what is kept, as functions whose inputs and results are plain data: they can be called
 * here or in another thread. `identity` is the marketplace and account whose records are looked at.
 */
export function awardReads({ reader, outputOf, purchaseOf }: ReadsDeps) {
  const named = (identity: string, column: CompareColumn) =>
    namedColumn(reader, identity, purchaseOf, column);
  return {
    searches: (identity: string, today: string) => savedSearches(reader, identity, purchaseOf, today),
    watched: (identity: string, today: string) => watchedSearches(reader, identity, purchaseOf, today),
    sinceTold: (records: readonly ToldRecord[]) => records.map((record) => sinceTold(reader, record)),
    changesBetween: (pairs: readonly RunPair[]) => changesBetween(reader, pairs),
    runs: (searchId: number) => runsOfSearch(reader, purchaseOf, searchId),
    scope: (identity: string, scope: Scope) => scopeSummary(reader, identity, purchaseOf, scope),
    records: (identity: string, request: WindowRequest) => recordWindow(reader, identity, request),
    facets: (identity: string, scope: Scope) => facetsOf(reader, identity, scope),
    calendar: (identity: string, { scope, filter }: Selection) =>
      calendarDays(reader, identity, scope, [filter]),
    routes: (identity: string, { scope, filter }: Selection) =>
      routeSummaries(reader, identity, scope, filter),
    groups: (identity: string, request: GroupRequest) => groupsOf(reader, identity, request),
    histogram: (identity: string, { scope, filter }: Selection) =>
      histogramOf(reader, identity, scope, filter),
    timeline: (identity: string, { scope, filter }: Selection) => timelineOf(reader, identity, scope, filter),
    estimate: (identity: string, request: EstimateRequest) =>
      estimateFor(reader, purchaseOf, identity, request),
    take: (identity: string, selection: Selection & { sort: readonly RecordSort[] }) =>
      takeSelection(reader, identity, selection),
    recordsToKeep: (versionIds: readonly number[]) => recordsToKeep(reader, versionIds),
    recordsAgain: (keys: readonly RecordKey[]) => recordsAgain(reader, keys),
    takeVersions: (versionIds: readonly number[]) => takeVersions(reader, versionIds),
    rowsTaken: (taken: Taken) => rowsTaken(reader, taken),
    recordIds: (versionIds: readonly number[]) => recordIds(reader, versionIds),
    record: (versionId: number) => recordDetail(reader, purchaseOf, outputOf, versionId),
    broken: (identity: string, scope: Scope) => brokenRecords(reader, identity, scope, outputOf),
    compare: (identity: string, columns: readonly CompareColumn[], filter: RecordFilter, today: string) =>
      compareColumns(
        reader,
        identity,
        columns.map((asked) => ({ asked, kept: keptColumn(reader, identity, purchaseOf, asked) })),
        filter,
        today,
      ),
    pairs: (identity: string, request: PairsRequest, today: string) =>
      roundTripsOf(reader, identity, request, today, [
        named(identity, request.outbound),
        named(identity, request.back),
      ]),
    narrowed: (scope: Scope) => narrowedBy(reader, scope),
    keptPairs: (
      identity: string,
      origins: readonly string[],
      destinations: readonly string[],
      narrowed: Narrowed,
      today: string,
    ) => keptPairs(reader, identity, origins, destinations, narrowed, today),
    differences: (identity: string, request: DifferencesRequest) =>
      differencesBetween(reader, identity, purchaseOf, request),
    keptFor: (identity: string, input: Readonly<Record<string, unknown>>) => keptFor(reader, identity, input),
  };
}

export type AwardReads = ReturnType<typeof awardReads>;

/** The same functions called where they may have to be waited for. */
export type Elsewhere<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...input: infer Input) => infer Result
    ? (...input: Input) => Result | Promise<Result>
    : never;
};
