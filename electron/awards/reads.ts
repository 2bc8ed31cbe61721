import type { RecordFilter, RecordSort, Scope } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import type { ResultRequest } from '#shared/contract/results.ts';
import type { ChangedQuestion } from '#shared/planning/what-if.ts';
import type { PlanningRequest } from '#shared/records/planning-request.ts';
import type { RecordKey } from '#shared/records/record-key.ts';
import type { Reader } from '../storage/sql.ts';
import { awardHistory, type HistoryRequest } from './insights/history.ts';
import { priceInsight } from './insights/price.ts';
import { spellingsOf } from './insights/sightings.ts';
import { type SpaceRequest, spaceInsight } from './insights/space.ts';
import { countChangedPrices } from './insights/standings.ts';
import { stillThereInsight } from './insights/still-there.ts';
import { planningReads } from './planning/planning-reads.ts';
import { facetsOf } from './query/facets.ts';
import { groupsOf } from './query/groups.ts';
import { type PurchaseOf, runsOfSearch } from './query/runs.ts';
import {
  identifiedRecords,
  type SelectionSnapshot,
  snapshotRows,
  takeSelection,
  takeVersions,
} from './query/selection-snapshot.ts';
import { recordWindow } from './query/window.ts';
import { bestAwards } from './views/best-awards.ts';
import { brokenRecords } from './views/broken.ts';
import { calendarWithCheapest } from './views/calendar.ts';
import { storedColumn } from './views/column-name.ts';
import { compareColumns } from './views/comparison.ts';
import { coveredDays } from './views/covered-days.ts';
import { type DifferencesRequest, differencesBetween } from './views/differences.ts';
import { type EstimateRequest, estimateFor } from './views/estimate.ts';
import { histogramOf } from './views/histogram.ts';
import { onlyWays, recordDetail } from './views/record.ts';
import { routeSummaries } from './views/route-map.ts';
import { savedElsewhere, savedSearches } from './views/saved-searches.ts';
import { scopeSummary } from './views/scope-summary.ts';
import { storedFor } from './views/stored-for.ts';
import { timelineOf } from './views/timeline.ts';
import { broughtByAll, countWrittenSearches } from './watch/brought.ts';
import { type NotifiedRecord, sinceNotified } from './watch/notified-records.ts';
import { changesBetween, countWrittenRuns, type RunPair } from './watch/run-changes.ts';
import { currentRecords, recordsToStore } from './watch/trip-records.ts';
import { watchedSearches } from './watch/watched.ts';

export type ReadsDeps = {
  reader: Reader;
  /** The parsed raw output of a purchase; null if there is none. */
  outputOf: (purchaseId: string) => unknown;
  purchaseOf: PurchaseOf;
};

type Selection = { scope: Scope; filter: RecordFilter };

/**
 * All reads of stored records. Inputs and results are plain data, so that they can run in another thread. `identity` is
 * the marketplace and account whose records are read.
 */
export function awardReads({ reader, outputOf, purchaseOf }: ReadsDeps) {
  const planning = planningReads(reader, purchaseOf);
  return {
    plans: (request: PlanningRequest) => planning.plans(request),
    whatIf: (request: PlanningRequest, changed: ChangedQuestion) => planning.whatIf(request, changed),
    advice: (request: PlanningRequest) => planning.advice(request),
    wholeAdvice: (request: PlanningRequest) => planning.wholeAdvice(request),
    searches: (identity: string, today: string) => savedSearches(reader, identity, today),
    savedElsewhere: (identity: string) => savedElsewhere(reader, identity),
    watched: (identity: string, today: string) => watchedSearches(reader, identity, purchaseOf, today),
    sinceNotified: (records: readonly NotifiedRecord[]) =>
      records.map((record) => sinceNotified(reader, record)),
    changesBetween: (pairs: readonly RunPair[]) => changesBetween(reader, pairs),
    runs: (request: ResultRequest<'runs'>) => runsOfSearch(reader, purchaseOf, request),
    scope: (identity: string, scope: Scope) => scopeSummary(reader, identity, purchaseOf, scope),
    answer: (identity: string, selection: Selection, today: string) =>
      bestAwards(reader, identity, selection, today),
    records: (identity: string, request: ResultRequest<'records'>) => recordWindow(reader, identity, request),
    facets: (identity: string, scope: Scope) => facetsOf(reader, identity, scope),
    calendar: (identity: string, { scope, filter }: Selection) =>
      calendarWithCheapest(reader, identity, scope, filter),
    routes: (identity: string, { scope, filter }: Selection) =>
      routeSummaries(reader, identity, scope, filter),
    groups: (identity: string, request: ResultRequest<'groups'>) => groupsOf(reader, identity, request),
    histogram: (identity: string, { scope, filter }: Selection) =>
      histogramOf(reader, identity, scope, filter),
    timeline: (identity: string, { scope, filter, newest }: Selection & { newest?: number | undefined }) =>
      timelineOf(reader, identity, scope, filter, newest),
    estimate: (identity: string, request: EstimateRequest) =>
      estimateFor(reader, purchaseOf, identity, request),
    take: (identity: string, selection: Selection & { sort: readonly RecordSort[] }) =>
      takeSelection(reader, identity, selection),
    recordsToStore: (versionIds: readonly number[]) => recordsToStore(reader, versionIds),
    currentRecords: (keys: readonly RecordKey[]) => currentRecords(reader, keys),
    takeVersions: (versionIds: readonly number[]) => takeVersions(reader, versionIds),
    snapshotRows: (snapshot: SelectionSnapshot) => snapshotRows(reader, snapshot),
    identifiedRecords: (versionIds: readonly number[]) => identifiedRecords(reader, versionIds),
    onlyWays: (versionIds: readonly number[]) => onlyWays(reader, versionIds),
    record: (versionId: number) => recordDetail(reader, purchaseOf, outputOf, versionId),
    broken: (identity: string, scope: Scope) => brokenRecords(reader, identity, scope, outputOf),
    compare: (identity: string, columns: readonly CompareColumn[], filter: RecordFilter, today: string) =>
      compareColumns(
        reader,
        identity,
        columns.map((requested) => ({
          requested,
          stored: storedColumn(reader, identity, purchaseOf, requested),
        })),
        filter,
        today,
      ),
    differences: (identity: string, request: DifferencesRequest) =>
      differencesBetween(reader, identity, purchaseOf, request),
    countChangedPrices: () => countChangedPrices(reader),
    countWrittenRuns: () => countWrittenRuns(reader),
    countWrittenSearches: () => countWrittenSearches(reader, purchaseOf),
    priceInsight: (versionId: number) => priceInsight(reader, purchaseOf, versionId),
    spaceInsight: (identity: string, request: SpaceRequest) =>
      spaceInsight(reader, identity, purchaseOf, request),
    stillThereInsight: (versionId: number, age: number) =>
      stillThereInsight(reader, purchaseOf, versionId, age),
    storedFor: (identity: string, input: Readonly<Record<string, unknown>>) =>
      storedFor(reader, identity, input),
    coveredDays: (identity: string, input: Readonly<Record<string, unknown>>, today: string) =>
      coveredDays(reader, identity, input, today),
    broughtByAll: (identity: string) => broughtByAll(reader, identity, purchaseOf),
    spellings: (programme: string) => spellingsOf(reader, programme),
    awardHistory: (identity: string, request: HistoryRequest) => awardHistory(reader, identity, request),
  };
}

export type AwardReads = ReturnType<typeof awardReads>;

/** Those that do not wait for the others, which scan a whole scope. */
export const SHORT_READS = [
  'searches',
  'savedElsewhere',
  'sinceNotified',
  'runs',
  'scope',
  'records',
  'estimate',
  'recordsToStore',
  'record',
  'storedFor',
  'coveredDays',
  'spellings',
] as const satisfies readonly (keyof AwardReads)[];
