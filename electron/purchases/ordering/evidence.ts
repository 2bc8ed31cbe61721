import { createHash } from 'node:crypto';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';

type Evidence = Awaited<ReturnType<ContractHandlers['purchases']['evidence']>>;

/** Everything stored for a purchase, as received. The service's texts are data, never markup. */
export function evidenceOf(context: PurchaseContext, purchaseId: string): Evidence {
  const stored = context.outputs.bytesOf(purchaseId);
  return {
    purchaseId,
    entries: context.journal.timeline(purchaseId).map(({ detail, ...line }) => ({
      ...line,
      detail: detail === null ? null : (JSON.parse(detail) as unknown),
    })),
    receipt: context.journal.must(purchaseId).receipt ?? null,
    output:
      stored === null
        ? null
        : {
            via: stored.via,
            bytes: stored.bytes.byteLength,
            sha256: createHash('sha256').update(stored.bytes).digest('hex'),
            receivedAt: stored.receivedAt,
            interpreted: stored.interpreted,
          },
  };
}
