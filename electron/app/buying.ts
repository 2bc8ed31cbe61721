import { randomUUID } from 'node:crypto';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Awards } from '../awards/awards.ts';
import type { Key } from '../key/key.ts';
import type { PurchasesDeps } from '../purchases/journal/purchase-context.ts';
import { createPurchases } from '../purchases/purchases.ts';
import { watchAccount } from './account-context.ts';
import { needCallScope, quotingWithScope } from './call-scope.ts';
import type { InUse } from './marketplace-in-use.ts';
import type { ToolKnowledge } from './tool-facts.ts';

export type BuyingDeps = Pick<
  PurchasesDeps,
  | 'storage'
  | 'clock'
  | 'monotonic'
  | 'after'
  | 'random'
  | 'limits'
  | 'confirm'
  | 'approvals'
  | 'actedByHand'
  | 'publishChange'
  | 'tellCharge'
> & {
  current: () => InUse;
  key: Key;
  tools: ToolKnowledge;
  awards: Awards;
  /** Records of a purchase are there. */
  recorded: (purchaseId: string) => void;
};

/** Purchases at the marketplace in use, under the key in use, with award searches read into records. */
export function openBuying({ current, key, tools, awards, recorded, ...deps }: BuyingDeps) {
  const accountContext = watchAccount(current, key);
  const knownScopes = async () => (await key.handlers.status(undefined)).scopes;
  const purchases = createPurchases({
    ...deps,
    newId: randomUUID,
    marketplace: () => quotingWithScope(current().live, knownScopes),
    learnAccount: accountContext.learn,
    accountContext: accountContext.now,
    toolFacts: tools.facts,
    describeTool: tools.describe,
    checkInput: tools.checkInput,
    interpret: ({ interpretation, marketplace, ...page }) => {
      if (interpretation !== 'award_search') return null;
      const runId = awards.recordPage({ ...page, identity: marketplace });
      recorded(page.purchaseId);
      return runId;
    },
    nextPageOf: awards.nextPageOf,
    runEndingWith: awards.runEndingWith,
  });
  const handlers: ContractHandlers['purchases'] = {
    ...purchases.handlers,
    quote: async (input) => {
      await needCallScope(knownScopes);
      return purchases.handlers.quote(input);
    },
    approve: async (input) => {
      await needCallScope(knownScopes);
      return purchases.handlers.approve(input);
    },
  };
  return { purchases, handlers, learnAccount: accountContext.learn };
}
