import type { CalendarDate } from '#shared/calendar-date.ts';
import type { RecordFilter, RecordRow, RecordSort, Scope } from '#shared/contract/awards.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Storage } from '../storage/open.ts';
import { airportPairs } from './alternatives.ts';
import type { Estimate, EstimateRequest } from './estimate.ts';
import type { KeptFor } from './kept-for.ts';
import { createPageRecorder, type PageToRecord, type Rebuilt } from './page-recorder.ts';
import { type AwardReads, awardReads, type Elsewhere } from './reads.ts';
import { type PurchaseOf, runById } from './runs.ts';
import { createReader } from './sql.ts';
import { partOf, type Taken } from './taken.ts';
import type { FoundAgain, RecordKey } from './trip-records.ts';
import { watching } from './watching.ts';

export type NearAirport = { code: string; name: string; kilometres: number | null };
export type Place = { latitude: number; longitude: number };

export type AwardsDeps = {
  storage: Storage;
  publish: Publish;
  /** The present marketplace and account: records of two are never shown together. */
  identity: () => string;
  /** The person's own day of the calendar. */
  today: () => CalendarDate;
  /** The output of a purchase exactly as it came, parsed; null where there is none. */
  outputOf: (purchaseId: string) => unknown;
  purchaseOf: PurchaseOf;
  /** Where an airport lies; null where that is not known. */
  placeOf: (code: string) => Promise<Place | null> | Place | null;
  /** The airports of the same city and those near it, the airport itself first. */
  nearby: (code: string) => Promise<NearAirport[]>;
  /** Moves the reading away from this thread; absent, it is done here. */
  elsewhere?: (reads: AwardReads) => Elsewhere<AwardReads>;
};

export type TableSelection = { scope: Scope; filter: RecordFilter; sort: readonly RecordSort[] };

export type Awards = {
  /** Records a page that was paid for, within the caller's transaction where there is one; returns its run. */
  recordPage(page: PageToRecord): number;
  /** The request for the page after the last of a run; null where there is none. */
  nextPageOf(runId: number): { toolRef: string; input: Record<string, unknown>; after: string } | null;
  /** The run that a purchase gave a page of; null where it gave none. */
  runOf(purchaseId: string): number | null;
  /** The run that ends with the page that a purchase gave; null where it gave none, or not the last. */
  runEndingWith(purchaseId: string): number | null;
  /** Derives every record anew from the stored outputs; fails with `output_missing` and changes nothing. */
  rebuild(): Rebuilt;
  /** What is kept for a request of §2.1, whole or half filled in. */
  keptFor(input: Readonly<Record<string, unknown>>): Promise<KeptFor>;
  /** How many pages a request may take, by what is kept. */
  estimate(request: Omit<EstimateRequest, 'today'>): Promise<Estimate | null>;
  /** Rows taken at one moment, to be read piece by piece. */
  takeRows(selection: TableSelection): Promise<Taken>;
  takeVersions(versionIds: readonly number[]): Promise<Taken>;
  rowsTaken(taken: Taken, from: number, count: number): Promise<RecordRow[]>;
  /** What the service calls the records of these versions, in their order; null where one is not kept. */
  recordIds(versionIds: readonly number[]): Promise<(string | null)[]>;
  /** Records by their versions, with what they are known by; rejects with `not_found` where one is not kept. */
  recordsToKeep(versionIds: readonly number[]): Promise<{ key: RecordKey; row: RecordRow }[]>;
  /** How records stand that were chosen earlier, in the order of the keys. */
  recordsAgain(keys: readonly RecordKey[]): Promise<FoundAgain[]>;
  /** What the watchlist needs of the saved searches. */
  watching: ReturnType<typeof watching>;
  handlers: ContractHandlers['results'];
};

/** Award search answers kept, browsed and compared; everything here is local. */
export function createAwards(deps: AwardsDeps): Awards {
  const { storage, publish, identity, today, outputOf, purchaseOf, placeOf, nearby } = deps;
  const recorder = createPageRecorder(storage, identity);
  const reader = createReader(storage.db);
  const here = awardReads({ reader, outputOf, purchaseOf });
  const reads: Elsewhere<AwardReads> = deps.elsewhere?.(here) ?? here;
  const changed = () => publish('changed', { topics: ['results'] });

  return {
    recordPage(page) {
      const runId = recorder.record(page);
      changed();
      return runId;
    },
    nextPageOf(runId) {
      const run = runById(reader, purchaseOf, runId);
      const after = run?.calls.at(-1)?.purchaseId;
      return run?.next && after !== undefined ? { ...run.next, after } : null;
    },
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
    keptFor: async (input) => reads.keptFor(identity(), input),
    estimate: async (request) => reads.estimate(identity(), { ...request, today: today() }),
    takeRows: async (selection) => reads.take(identity(), selection),
    recordsToKeep: async (versionIds) => reads.recordsToKeep(versionIds),
    recordsAgain: async (keys) => reads.recordsAgain(keys),
    takeVersions: async (versionIds) => reads.takeVersions(versionIds),
    rowsTaken: async (taken, from, count) =>
      // The piece alone crosses to another thread, not all that was taken.
      reads.rowsTaken(partOf(taken, from, count)),
    recordIds: async (versionIds) => reads.recordIds(versionIds),
    watching: watching(reader, reads, identity, today),
    handlers: {
      searches: () => reads.searches(identity(), today()),
      runs: ({ searchId }) => reads.runs(searchId),
      scope: ({ scope }) => reads.scope(identity(), scope),
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
      pairs: (request) => reads.pairs(identity(), request, today()),
      alternatives: async ({ scope, origin, destination }) => {
        const [origins, destinations, narrowed] = await Promise.all([
          nearby(origin),
          nearby(destination),
          reads.narrowed(scope),
        ]);
        const [from, to] = [origins, destinations].map((near) => near.map(({ code }) => code));
        const kept = await reads.keptPairs(identity(), from ?? [], to ?? [], narrowed, today());
        return {
          origins,
          destinations,
          ...narrowed,
          pairs: airportPairs(from ?? [], to ?? [], kept, narrowed),
        };
      },
      differences: (request) => reads.differences(identity(), request),
      compare: ({ columns, filter }) => reads.compare(identity(), columns, filter, today()),
    },
  };
}
