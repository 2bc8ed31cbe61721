import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { wordsOf } from './bindings-report.ts';
import { contractFailureOf } from './contract-failure.ts';
import type { LiveMarketplace } from './marketplace.ts';
import { askSandbox } from './sandbox.ts';

/** The handlers of `marketplace`: how roles were bound, and the person's hand in it. */
export function marketplaceHandlers(marketplace: () => LiveMarketplace): ContractHandlers['marketplace'] {
  return {
    bindings: () => marketplace().bindings(),
    bind: ({ role, operationId }) => {
      if (!marketplace().bind(role, operationId))
        fail(
          'no_such_operation',
          'The service’s document has no such operation. Read it again and choose from the list.',
        );
      return undefined;
    },
    refresh: async () => {
      const refreshed = await marketplace().refreshDocument();
      if (refreshed.ok) return undefined;
      if (refreshed.failure !== null) throw contractFailureOf(refreshed.failure, refreshed.why);
      return fail('document_unusable', refreshed.why);
    },
    wait: () => {
      const { until, roles } = marketplace().wait();
      return { until, waiting: roles.map(wordsOf) };
    },
    cancelWait: () => {
      marketplace().stopWaiting();
      return undefined;
    },
    askProvider: ({ address, input }) => marketplace().askProvider(address, input),
    askSandbox: () => askSandbox(marketplace()),
  };
}
