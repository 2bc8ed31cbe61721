import { resultRequests } from '#shared/contract/results.ts';
import { storeAwards } from './stored-awards.ts';

/** A first window that holds all rows of a scope. */
export const everything = { filter: {}, sort: [], offset: 0, limit: 100 };

/** Awards in memory, read through the contract's validation as by the host. */
export function openedAwards(today?: string) {
  const stored = storeAwards(undefined, undefined, today);
  const { handlers } = stored.awards;
  return {
    ...stored,
    searches: () => resultRequests.searches.output.parse(handlers.searches(undefined)),
    runs: (searchId: number, earlier: { beforeRun?: number; ranBefore?: number } = {}) =>
      resultRequests.runs.output.parse(handlers.runs({ searchId, ...earlier })).runs,
    scope: (scope: Parameters<typeof handlers.scope>[0]['scope']) =>
      resultRequests.scope.output.parse(handlers.scope({ scope })),
    records: (request: Parameters<typeof handlers.records>[0]) =>
      resultRequests.records.output.parse(handlers.records(request)),
    record: (versionId: number) => resultRequests.record.output.parse(handlers.record({ versionId })),
    broken: (scope: Parameters<typeof handlers.broken>[0]['scope']) =>
      resultRequests.broken.output.parse(handlers.broken({ scope })),
  };
}
