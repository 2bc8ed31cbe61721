import type { ContractHandlers } from '#shared/contract/index.ts';
import { jsonOfColumn } from '../../storage/json-of-column.ts';
import type { Uses } from '../journal/purchase-context.ts';

type Evidence = Awaited<ReturnType<ContractHandlers['purchases']['evidence']>>;

/** Everything stored for a purchase, as it was read. The service's texts are data, never markup. */
export async function evidenceOf(
  context: Uses<'journal' | 'outputs'>,
  purchaseId: string,
): Promise<Evidence> {
  const entry = context.journal.must(purchaseId);
  return {
    purchaseId,
    entries: context.journal.timeline(purchaseId).map(({ detail, ...line }) => ({
      ...line,
      detail: jsonOfColumn(detail, detail),
    })),
    ...(entry.damaged !== undefined && { stored: context.journal.stored(purchaseId) }),
    receipt: entry.receipt?.raw ?? null,
    output: await context.outputs.evidenceOf(purchaseId),
  };
}
