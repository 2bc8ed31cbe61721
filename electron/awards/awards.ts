import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Storage } from '../storage/open.ts';
import { brokenRecords } from './broken.ts';
import { calendarDays } from './calendar.ts';
import { compareScopes } from './comparison.ts';
import { facetsOf } from './facets.ts';
import { type KeptFor, keptFor } from './kept-for.ts';
import { createPageRecorder, type PageToRecord, type Rebuilt } from './page-recorder.ts';
import { recordDetail } from './record.ts';
import { routeSummaries } from './route-map.ts';
import { type PurchaseOf, runById, runsOfSearch } from './runs.ts';
import { savedSearches } from './saved-searches.ts';
import { scopeSummary } from './scope-summary.ts';
import { createReader } from './sql.ts';
import { recordWindow } from './window.ts';

export type Place = { latitude: number; longitude: number };

export type AwardsDeps = {
  storage: Storage;
  publish: Publish;
  /** The present marketplace and account: records of two are never shown together. */
  identity: () => string;
  /** The output of a purchase exactly as it came, parsed; null where there is none. */
  outputOf: (purchaseId: string) => unknown;
  purchaseOf: PurchaseOf;
  /** Where an airport lies; null where that is not known. */
  placeOf: (code: string) => Promise<Place | null> | Place | null;
};

export type Awards = {
  /** Records a page that was paid for, within the caller's transaction where there is one; returns its run. */
  recordPage(page: PageToRecord): number;
  /** The request for the page after the last of a run; null where there is none. */
  nextPageOf(runId: number): { toolRef: string; input: Record<string, unknown> } | null;
  /** The run that a purchase gave a page of; null where it gave none. */
  runOf(purchaseId: string): number | null;
  /** Derives every record anew from the stored outputs; fails with `output_missing` and changes nothing. */
  rebuild(): Rebuilt;
  /** What is kept for a request of §2.1, whole or half filled in. */
  keptFor(input: Readonly<Record<string, unknown>>): KeptFor;
  handlers: ContractHandlers['results'];
};

/** Award search answers kept, browsed and compared; everything here is local. */
export function createAwards(deps: AwardsDeps): Awards {
  const { storage, publish, identity, outputOf, purchaseOf, placeOf } = deps;
  const recorder = createPageRecorder(storage, identity);
  const reader = createReader(storage.db);
  const changed = () => publish('changed', { topics: ['results'] });

  return {
    recordPage(page) {
      const runId = recorder.record(page);
      changed();
      return runId;
    },
    nextPageOf: (runId) => runById(reader, purchaseOf, runId)?.next ?? null,
    runOf: recorder.runOf,
    rebuild() {
      const rebuilt = recorder.rebuild(outputOf);
      changed();
      return rebuilt;
    },
    keptFor: (input) => keptFor(reader, identity(), input),
    handlers: {
      searches: () => savedSearches(reader, identity(), purchaseOf),
      runs: ({ searchId }) => runsOfSearch(reader, purchaseOf, searchId),
      scope: ({ scope }) => scopeSummary(reader, identity(), purchaseOf, scope),
      records: (request) => recordWindow(reader, identity(), request),
      facets: ({ scope }) => facetsOf(reader, identity(), scope),
      calendar: ({ scope, filter }) => calendarDays(reader, identity(), scope, filter),
      async routes({ scope, filter }) {
        const routes = routeSummaries(reader, identity(), scope, filter);
        return Promise.all(
          routes.map(async (route) => ({
            ...route,
            from: await placeOf(route.origin),
            to: await placeOf(route.destination),
          })),
        );
      },
      record: ({ versionId }) => recordDetail(reader, purchaseOf, outputOf, versionId),
      broken: ({ scope }) => brokenRecords(reader, identity(), scope, outputOf),
      compare({ scopes, filter }) {
        const named = scopes.map((scope) => {
          const { title, newestAt } = scopeSummary(reader, identity(), purchaseOf, scope);
          return { scope, title, newestAt };
        });
        return compareScopes(reader, identity(), named, filter);
      },
    },
  };
}
