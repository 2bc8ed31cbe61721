import type { Itinerary } from '#shared/award-search/itinerary.ts';
import type { Estimate, RecordFilter, RecordRow, RecordSort, Scope } from '#shared/contract/awards.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { CalendarDate } from '#shared/dates.ts';
import type { GeoPoint } from '#shared/geo-point.ts';
import type { RecordKey } from '#shared/records/record-key.ts';
import type { Storage } from '../storage/open.ts';
import type { MaybeAsync } from '../storage/reader-thread/reading.ts';
import { createReader, sql } from '../storage/sql.ts';
import { createItineraryBacklog } from './itineraries/itinerary-backlog.ts';
import {
  type BackgroundCounter,
  countInBackground,
  prepareRunChanges,
  prepareStandings,
} from './price-standings.ts';
import { type PurchaseOf, runById } from './query/runs.ts';
import { type IdentifiedRecord, type SelectionSnapshot, sliceSnapshot } from './query/selection-snapshot.ts';
import { type AwardReads, awardReads } from './reads.ts';
import { createPageRecorder, type PageToRecord, type Rebuilt } from './record/page-recorder.ts';
import { openSavedSearchChoices } from './saved-search-choices.ts';
import type { EstimateRequest } from './views/estimate.ts';
import type { SavedElsewhere } from './views/saved-searches.ts';
import type { StoredFor } from './views/stored-for.ts';
import type { CountedSearch } from './watch/brought.ts';
import type { CountedRun } from './watch/run-changes.ts';
import type { CurrentRecord } from './watch/trip-records.ts';
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

export type Awards = {
  /** Records a purchased page, within the caller's transaction if any; returns its run. */
  recordPage(page: PageToRecord): number;
  /** The request for a run's next page; null if there is none. */
  nextPageOf(runId: number): { toolRef: string; input: Record<string, unknown>; after: string } | null;
  /** Why a run's last page does not fit the earlier ones, as a sentence; null if it does. */
  whyUnfit(runId: number): string | null;
  /** The run that a purchase's page belongs to; null if it has no page. */
  runOf(purchaseId: string): number | null;
  /** The run whose last page is the purchase's; null if there is none. */
  runEndingWith(purchaseId: string): number | null;
  /** Rebuilds every record from the stored outputs; may fail with `output_missing`, changing nothing. */
  rebuild(): Rebuilt;
  /** What is stored for a request of §2.1, which may be incomplete. */
  storedFor(input: Readonly<Record<string, unknown>>): Promise<StoredFor>;
  /** Estimates the pages of a request from stored runs. */
  estimate(request: Omit<EstimateRequest, 'today'>): Promise<Estimate | null>;
  /** Takes a snapshot of rows, to be read in pieces. */
  takeRows(selection: TableSelection): Promise<SelectionSnapshot>;
  takeVersions(versionIds: readonly number[]): Promise<SelectionSnapshot>;
  snapshotRows(snapshot: SelectionSnapshot, from: number, count: number): Promise<RecordRow[]>;
  /** The record of each version with the service's ID, in order; null if not stored. */
  identifiedRecords(versionIds: readonly number[]): Promise<(IdentifiedRecord | null)[]>;
  /** The way to fly each version, in order; null where trip details list none, or several. */
  onlyWays(versionIds: readonly number[]): Promise<(Itinerary | null)[]>;
  /** Records by version, with their keys; rejects with `not_found` if one is not stored. */
  recordsToStore(versionIds: readonly number[]): Promise<{ key: RecordKey; row: RecordRow }[]>;
  /** The current state of records, in the order of `keys`. */
  currentRecords(keys: readonly RecordKey[]): Promise<CurrentRecord[]>;
  /** Reads the itineraries in answers stored by earlier versions. */
  itineraryBacklog: ReturnType<typeof createItineraryBacklog>;
  /** What the watchlist needs. */
  watching: ReturnType<typeof awardWatching>;
  /** All reads, run by the reading thread if there is one. */
  reads: MaybeAsync<AwardReads>;
  /** Background counts of price standings, and of run changes and results, from `follow` on. */
  priceStandings: BackgroundCounter;
  runChanges: BackgroundCounter;
  /** All but `elsewhere`, whose marketplaces only the composition can name. */
  handlers: Omit<ContractHandlers['results'], 'elsewhere'>;
  /** What is saved for other marketplace identities than the one in use. */
  savedElsewhere(): Promise<SavedElsewhere[]>;
  insights: ContractHandlers['insights'];
};

/** The raw answer; null if its stored bytes are damaged. */
function readableOutput(outputOf: AwardsDeps['outputOf'], purchaseId: string): unknown {
  try {
    return outputOf(purchaseId);
  } catch {
    return null;
  }
}

/** Stores, browses and compares award search answers. Uses no network. */
export function createAwards(deps: AwardsDeps): Awards {
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

  return {
    recordPage(page) {
      const runId = recorder.record(page);
      choices.wasRun(runId);
      changed();
      return runId;
    },
    nextPageOf(runId) {
      const run = runById(reader, purchaseOf, runId);
      const after = run?.calls.at(-1)?.purchaseId;
      return run?.next && after !== undefined ? { ...run.next, after } : null;
    },
    whyUnfit: (runId) => runById(reader, purchaseOf, runId)?.unfit ?? null,
    runEndingWith(purchaseId) {
      const runId = recorder.runOf(purchaseId);
      const run = runId === null ? null : runById(reader, purchaseOf, runId);
      return run?.calls.at(-1)?.purchaseId === purchaseId ? runId : null;
    },
    runOf: recorder.runOf,
    rebuild() {
      const rebuilt = recorder.rebuild(outputOf);
      changed();
      return rebuilt;
    },
    storedFor: async (input) => reads.storedFor(identity(), input),
    estimate: async (request) => reads.estimate(identity(), { ...request, today: today() }),
    takeRows: async (selection) => reads.take(identity(), selection),
    recordsToStore: async (versionIds) => reads.recordsToStore(versionIds),
    currentRecords: async (keys) => reads.currentRecords(keys),
    takeVersions: async (versionIds) => reads.takeVersions(versionIds),
    snapshotRows: async (snapshot, from, count) =>
      // Only the slice is copied to the other thread.
      reads.snapshotRows(sliceSnapshot(snapshot, from, count)),
    identifiedRecords: async (versionIds) => reads.identifiedRecords(versionIds),
    onlyWays: async (versionIds) => reads.onlyWays(versionIds),
    watching: awardWatching(reader, reads, identity, today),
    itineraryBacklog: createItineraryBacklog({
      unread: recorder.withUnreadItineraries,
      read: (purchaseId) => recorder.readItineraries(purchaseId, readableOutput(outputOf, purchaseId)),
      changed,
    }),
    reads,
    priceStandings,
    runChanges,
    insights: {
      price: ({ versionId }) => reads.priceInsight(versionId),
      space: (request) => reads.spaceInsight(identity(), request),
      brought: () => reads.broughtByAll(identity()),
      stillThere: ({ versionId, age }) => reads.stillThereInsight(versionId, age),
    },
    savedElsewhere: async () => reads.savedElsewhere(identity()),
    handlers: {
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
    },
  };
}
