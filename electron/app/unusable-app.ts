import { ContractFailure } from '#shared/contract/failure.ts';
import { type ContractHandlers, requests } from '#shared/contract/index.ts';
import { UNREAD_LIMITS } from '#shared/purchase/limits.ts';
import type { StorageProblem } from '../storage/problem.ts';

/**
 * The handlers while the data file is unusable: they report this and do nothing that needs storage. Nothing is bought
 * without a journal.
 */
export function unusableHandlers(
  problem: StorageProblem,
  working: Pick<ContractHandlers, 'about' | 'diagnostics' | 'places' | 'updates'>,
  dataFolder: string,
): ContractHandlers {
  const refuse = (): never => {
    throw new ContractFailure({ code: `storage_${problem.code}`, message: problem.words });
  };
  const refusing = Object.fromEntries(
    Object.entries(requests).map(([group, names]) => [
      group,
      Object.fromEntries(Object.keys(names).map((name) => [name, refuse])),
    ]),
  ) as unknown as ContractHandlers; // one function for each request of the contract, by construction
  return {
    ...refusing,
    ...working,
    status: {
      ...refusing.status,
      read: () => ({
        storage: { state: 'unusable', code: problem.code, words: problem.words, path: problem.path },
        marketplace: { name: 'Marketplace not read', address: '', demo: false },
        network: {
          state: 'unknown',
          since: null,
          words: 'Nothing is asked while the data file cannot be used.',
        },
        freshness: null,
        key: {
          state: 'unread',
          origin: null,
          scopes: null,
          account: null,
          keychain: { works: false, words: 'Not read while the data file cannot be used.' },
          clipboard: { works: false, instead: problem.words },
        },
        spending: { limits: UNREAD_LIMITS, today: [], month: [], unresolved: 0 },
      }),
    },
    settings: {
      ...refusing.settings,
      read: () => ({ marketplaceAddress: null, limits: UNREAD_LIMITS, dataFolder }),
    },
  };
}
