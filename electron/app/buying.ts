import { randomUUID } from 'node:crypto';
import { providerOfTool } from '#shared/record-kinds/record-kinds.ts';
import type { Awards } from '../awards/awards.ts';
import type { Key } from '../key/key.ts';
import type { PurchasesDeps } from '../purchases/journal/purchase-context.ts';
import { createPurchases } from '../purchases/purchases.ts';
import { watchAccount } from './account-context.ts';
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
  | 'notifyCharge'
  | 'onStorageFailed'
  | 'trips'
> & {
  current: () => InUse;
  key: Key;
  tools: ToolKnowledge;
  awards: Awards;
  /** Called when the records of a purchase are stored. */
  recorded: (purchaseId: string) => void;
};

/** Purchases with the marketplace and key in use; answers of award searches are recorded as records. */
export function openBuying({ current, key, tools, awards, recorded, ...deps }: BuyingDeps) {
  const accountContext = watchAccount(current, key);
  const purchases = createPurchases({
    ...deps,
    newId: randomUUID,
    marketplace: () => current().live,
    learnAccount: accountContext.learn,
    accountContext: accountContext.now,
    toolFacts: tools.facts,
    describeTool: tools.describe,
    checkInput: tools.checkInput,
    interpret: ({ interpretation, marketplace, toolId, ...page }) => {
      if (interpretation === null) return null;
      const runId = awards.recordPage({
        ...page,
        kind: interpretation,
        identity: marketplace,
        provider: providerOfTool(toolId),
      });
      recorded(page.purchaseId);
      return runId;
    },
    nextPageOf: awards.nextPageOf,
    whyUnfit: awards.whyUnfit,
    runEndingWith: awards.runEndingWith,
  });
  return { purchases, learnAccount: accountContext.learn };
}
