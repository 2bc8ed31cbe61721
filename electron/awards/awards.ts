import type { RecordFilter, RecordSort, Scope } from '#shared/contract/awards.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { CalendarDate } from '#shared/dates.ts';
import type { GeoPoint } from '#shared/geo-point.ts';
import type { RecordKey } from '#shared/records/record-key.ts';
import type { Storage } from '../storage/open.ts';
import type { MaybeAsync } from '../storage/reader-thread/reading.ts';
import { createReader, sql } from '../storage/sql.ts';
import { createItineraryBacklog } from './itineraries/itinerary-backlog.ts';
import { countInBackground, prepareRunChanges, prepareStandings } from './price-standings.ts';
import { type PurchaseOf, runById } from './query/runs.ts';
import { type SelectionSnapshot, sliceSnapshot } from './query/selection-snapshot.ts';
import { type AwardReads, awardReads } from './reads.ts';
import { createPageRecorder, type PageToRecord } from './record/page-recorder.ts';
import { openSavedSearchChoices } from './saved-search-choices.ts';
import type { EstimateRequest } from './views/estimate.ts';
import type { CountedSearch } from './watch/brought.ts';
import type { CountedRun } from './watch/run-changes.ts';
import { awardWatching } from './watching.ts';

export type AwardsDeps = {
  storage: Storage;
  publish: Publish;
  /** UTC ms. */
  clock: () => number;
  /** The current marketplace and account: records of two are never shown together. */
  identity: () => string;
  /** The user’s local date. */
  today: () => CalendarDate;
  /** The parsed raw output of a purchase; null if there is none. */
  outputOf: (purchaseId: string) => unknown;
  purchaseOf: PurchaseOf;
  /** The location of an airport; null if unknown. */
  placeOf: (code: string) => Promise<GeoPoint | null> | GeoPoint | null;
  /** Moves reads to another thread; if absent, they run in this one. */
  moveToThread?: (reads: AwardReads) => MaybeAsync<AwardReads>;
};

type TableSelection = { scope: Scope; filter: RecordFilter; sort: readonly RecordSort[] };

/** The raw answer; null if its stored bytes are damaged. */
function readableOutput(outputOf: AwardsDeps['outputOf'], purchaseId: string): unknown {
  try {
    return outputOf(purchaseId);
  } catch {
    return null;
  }
}

export type Awards = ReturnType<typeof createAwards>;

/** Stores, browses and compares award search answers. Uses no network. */
export function createAwards(deps: AwardsDeps) {
  const { storage, publish, clock, identity, today, outputOf, purchaseOf, placeOf } = deps;
  const recorder = createPageRecorder(storage, identity);
  const reader = createReader(storage.db);
  const localReads = awardReads({ reader, outputOf, purchaseOf });
  const reads: MaybeAsync<AwardReads> = deps.moveToThread?.(localReads) ?? localReads;
  const choices = openSavedSearchChoices(storage, clock);
  // Counting in a new file would start the thread for nothing.
  const hasRuns = () => reader.get(sql('SELECT 1 FROM award_runs LIMIT 1')) !== undefined;
  const priceStandings = countInBackground(
    () => (hasRuns() ? reads.countChangedPrices() : []),
    prepareStandings(storage),
    () => publish('changed', { topics: ['results', 'watchlist'] }),
  );
  const runChanges = countInBackground<CountedRun | CountedSearch>(
    async () => {
      if (!hasRuns()) return [];
      const runs = await reads.countWrittenRuns();
      // A search is counted after its runs.
      return runs.length > 0 ? runs : reads.countWrittenSearches();
    },
    prepareRunChanges(storage),
    () => {},
  );
  const changed = () => {
    publish('changed', { topics: ['results'] });
    priceStandings.written();
    runChanges.written();
  };

  const insights: ContractHandlers['insights'] = {
    price: ({ versionId }) => reads.priceInsight(versionId),
    space: (request) => reads.spaceInsight(identity(), request),
    brought: () => reads.broughtByAll(identity()),
    stillThere: ({ versionId, age }) => reads.stillThereInsight(versionId, age),
  };
  /** All but `elsewhere`, whose marketplaces only the composition can name. */
  const handlers: Omit<ContractHandlers['results'], 'elsewhere'> = {
    searches: () => reads.searches(identity(), today()),
    runs: (request) => reads.runs(request),
    rename({ searchId, name }) {
      choices.rename(searchId, name);
      publish('changed', { topics: ['results', 'watchlist'] });
      return undefined;
    },
    setListed({ searchIds, listed }) {
      choices.setListed(searchIds, listed);
      publish('changed', { topics: ['results', 'watchlist'] });
      return undefined;
    },
    scope: ({ scope }) => reads.scope(identity(), scope),
    answer: (selection) => reads.answer(identity(), selection, today()),
    records: (request) => reads.records(identity(), request),
    facets: ({ scope }) => reads.facets(identity(), scope),
    calendar: (selection) => reads.calendar(identity(), selection),
    async routes(selection) {
      const routes = await reads.routes(identity(), selection);
      return Promise.all(
        routes.map(async (route) => ({
          ...route,
          from: await placeOf(route.origin),
          to: await placeOf(route.destination),
        })),
      );
    },
    groups: (request) => reads.groups(identity(), request),
    histogram: (selection) => reads.histogram(identity(), selection),
    timeline: (selection) => reads.timeline(identity(), selection),
    async readAgain({ purchaseId }) {
      const runId = recorder.readAgain(purchaseId, outputOf(purchaseId));
      changed();
      const run = runById(reader, purchaseOf, runId);
      return { runId, records: run?.records ?? 0, broken: run?.broken ?? 0 };
    },
    record: ({ versionId }) => reads.record(versionId),
    broken: ({ scope }) => reads.broken(identity(), scope),
    differences: (request) => reads.differences(identity(), request),
    compare: ({ columns, filter }) => reads.compare(identity(), columns, filter, today()),
  };

  return {
    /** Records a purchased page, within the caller's transaction if any; returns its run. */
    recordPage(page: PageToRecord): number {
      const runId = recorder.record(page);
      choices.wasRun(runId);
      changed();
      return runId;
    },
    /** The request for a run's next page; null if there is none. */
    nextPageOf(runId: number) {
      const run = runById(reader, purchaseOf, runId);
      const after = run?.calls.at(-1)?.purchaseId;
      return run?.next && after !== undefined ? { ...run.next, after } : null;
    },
    /** Why a run's last page does not fit the earlier ones, as a sentence; null if it does. */
    whyUnfit: (runId: number) => runById(reader, purchaseOf, runId)?.unfit ?? null,
    /** The run whose last page is the purchase's; null if there is none. */
    runEndingWith(purchaseId: string) {
      const runId = recorder.runOf(purchaseId);
      const run = runId === null ? null : runById(reader, purchaseOf, runId);
      return run?.calls.at(-1)?.purchaseId === purchaseId ? runId : null;
    },
    /** The run that a purchase's page belongs to; null if it has no page. */
    runOf: recorder.runOf,
    /** Rebuilds every record from the stored outputs; may fail with `output_missing`, changing nothing. */
    rebuild() {
      const rebuilt = recorder.rebuild(outputOf);
      changed();
      return rebuilt;
    },
    storedFor: async (input: Readonly<Record<string, unknown>>) => reads.storedFor(identity(), input),
    estimate: async (request: Omit<EstimateRequest, 'today'>) =>
      reads.estimate(identity(), { ...request, today: today() }),
    takeRows: async (selection: TableSelection) => reads.take(identity(), selection),
    recordsToStore: async (versionIds: readonly number[]) => reads.recordsToStore(versionIds),
    currentRecords: async (keys: readonly RecordKey[]) => reads.currentRecords(keys),
    takeVersions: async (versionIds: readonly number[]) => reads.takeVersions(versionIds),
    snapshotRows: async (snapshot: SelectionSnapshot, from: number, count: number) =>
      // Only the slice is copied to the other thread.
      reads.snapshotRows(sliceSnapshot(snapshot, from, count)),
    identifiedRecords: async (versionIds: readonly number[]) => reads.identifiedRecords(versionIds),
    onlyWays: async (versionIds: readonly number[]) => reads.onlyWays(versionIds),
    watching: awardWatching(reader, reads, identity, today),
    itineraryBacklog: createItineraryBacklog({
      unread: recorder.withUnreadItineraries,
      read: (purchaseId) => recorder.readItineraries(purchaseId, readableOutput(outputOf, purchaseId)),
      changed,
    }),
    reads,
    priceStandings,
    runChanges,
    insights,
    savedElsewhere: async () => reads.savedElsewhere(identity()),
    handlers,
  };
}
