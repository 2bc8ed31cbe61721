/** What the invented main process answers about purchases. `raise` throws a told failure. */
import type { Failure } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Purchase, PurchaseSummary } from '#shared/contract/purchases.ts';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import { accountsOver, batch, grant, inventPurchases, LIMITS, wholePurchase } from './purchases.ts';
import { NOW } from './records.ts';
import { usd } from './service.ts';

export { LIMITS };

export function purchaseAnswers(
  count: number,
  raise: (failure: Failure) => never,
): Partial<ContractHandlers['purchases']> {
  const items = inventPurchases(count);
  const [quoted] = inventPurchases(3).slice(2);
  const dear: PurchaseSummary[] = quoted ? [{ ...quoted, purchaseId: 'purchase-dear' }] : [];
  const must = (purchaseId: string): Purchase => {
    const found = [...items, ...dear].find((each) => each.purchaseId === purchaseId);
    return found ? wholePurchase(found) : raise({ code: 'not_found', message: 'There is no such purchase.' });
  };
  const chosen = (filter: Parameters<ContractHandlers['purchases']['accounts']>[0]) =>
    items.filter(
      (item) =>
        (filter.from === undefined || item.createdAt >= filter.from) &&
        (filter.until === undefined || item.createdAt < filter.until) &&
        (filter.toolId === undefined || item.toolId === filter.toolId) &&
        (filter.currency === undefined || item.price?.currency === filter.currency) &&
        (filter.states === undefined || filter.states.includes(item.state)),
    );
  let batches: Batch[] = [];
  const grants =
    count === 0
      ? []
      : [
          grant({}),
          grant({
            grantId: 'grant-2',
            state: 'over',
            until: '2026-10-01',
            words: 'It held until 2026-10-01.',
          }),
        ];
  const dearAsked = new URLSearchParams(location.search).has('dear');
  return {
    list: (filter) => {
      const some = chosen(filter);
      return { items: some.slice(0, filter.limit ?? 200), total: some.length };
    },
    show: ({ purchaseId }) => must(purchaseId),
    quote: () => must(dearAsked ? 'purchase-dear' : 'purchase-2'),
    approve: async ({ purchaseId, abovePerCall }) => {
      if (abovePerCall) {
        await new Promise((resolve) => setTimeout(resolve, 3000));
        raise({ code: 'not_confirmed', message: 'You did not confirm it. Nothing was bought.' });
      }
      return must(purchaseId);
    },
    accounts: (filter) => accountsOver(chosen(filter)),
    statement: ({ month }) => {
      const from = Date.parse(`${month}-01`);
      const until = from + 31 * 86_400_000;
      const some = chosen({ from, until });
      return {
        month,
        from,
        until,
        accounts: accountsOver(some),
        rows: some
          .filter(({ counted }) => counted !== null)
          .map((item) => ({
            ...item,
            at: item.createdAt,
            marketplace: 'http://127.0.0.1:41234',
            account: 'demo',
            quoted: item.price,
            receiptRef: 'receipt:1',
            transactionRef: '0xabc',
            requestId: 'mp-1',
            idempotencyKey: 'k',
          })),
      };
    },
    export: ({ format }) => ({
      fileName: `milepost-purchases.${format}`,
      mimeType: 'text/plain',
      text: '',
      rows: items.length,
    }),
    balance: () => ({ at: NOW, available: usd(4_913_000), reserved: usd(22000), requestId: 'mp-2' }),
    reconcileWithService: () => ({
      at: Date.now(),
      whole: false,
      compared: 41,
      words: 'The service’s list could not be read as a whole. The list is longer than Milepost reads.',
      differences: (['only_at_service', 'only_here', 'state', 'charge', 'open_here'] as const).map(
        (kind, index) => ({
          kind,
          callRef: `call:v1:${index}`,
          purchaseId: kind === 'only_at_service' ? null : `purchase-${index}`,
          words:
            'The service lists this Call as "completed", while it is refused here, as it answered before.',
          service:
            kind === 'only_here' ? null : { state: 'completed', chargeState: 'paid', amount: usd(22000) },
          journal:
            kind === 'only_at_service' ? null : { state: 'refused', chargeState: 'refunded', amount: null },
        }),
      ),
    }),
    evidence: ({ purchaseId }) => {
      const { timeline, state, receipt } = must(purchaseId);
      return {
        purchaseId,
        entries: timeline.map((entry) => ({
          ...entry,
          state,
          detail: { kind: 'committed', price: usd(22000) },
        })),
        receipt: receipt ?? null,
        output: { via: 'call', bytes: 48211, sha256: 'ab'.repeat(32), receivedAt: NOW, interpreted: true },
      };
    },
    approveBatch: ({ pages, ceiling }) => {
      batches = [batch({ pages, ceiling })];
      return batch({ pages, ceiling });
    },
    batches: () => batches,
    stopBatch: () => {
      batches = batches.map((each) => ({
        ...each,
        state: 'stopped',
        words: '2 of 5 pages bought. Stopped: You stopped it.',
        stopped: { code: 'by_person', words: 'You stopped it.' },
      }));
      return batches[0] ?? raise({ code: 'not_found', message: 'There is no such approval.' });
    },
    grants: () => grants,
    revokeGrant: ({ grantId }) => ({ ...grant({ grantId }), state: 'revoked', words: 'You took it back.' }),
  };
}
