/** Invented purchases in every state, with their accounts, for the harness. */
import type { Accounts } from '#shared/contract/purchase-accounts.ts';
import type { Purchase, PurchaseSummary } from '#shared/contract/purchases.ts';
import type { Batch, Grant } from '#shared/contract/standing-approvals.ts';
import type { Amount } from '#shared/money.ts';
import { totalsByCurrency } from '#shared/money.ts';
import type { Limits } from '#shared/purchase/limits.ts';
import { isUnresolved, PURCHASE_STATES, type PurchaseState } from '#shared/purchase/state.ts';
import { NOW } from './records.ts';
import { usd } from './service.ts';

export const LIMITS: Limits = {
  perCall: usd(50000),
  perDay: usd(1000000),
  perMonth: usd(10000000),
  others: [
    {
      perCall: { currency: 'AUD', units: '80000', exponent: 6 },
      perDay: { currency: 'AUD', units: '500000', exponent: 6 },
      perMonth: { currency: 'AUD', units: '5000000', exponent: 6 },
    },
  ],
  perTool: [
    {
      toolId: 'get.demo.api-awards-search',
      title: 'Award-seat search',
      perDay: usd(500000),
      perMonth: null,
    },
  ],
};

const WORDS: Partial<Record<PurchaseState, string>> = {
  quoted: 'Waiting for your approval. Nothing is bought.',
  unknown: 'This may have been charged. Milepost reads its status and does not buy it again.',
  pending: 'Accepted. The service is working on it.',
  completed: 'Done. USD 0.022000 was charged.',
  refused: 'Refused. The account does not hold enough money for this. No charge was shown.',
};
const COUNTED = new Set<PurchaseState>(['approved', 'submitted', 'pending', 'unknown', 'completed']);
const CHARGES: Partial<Record<PurchaseState, string>> = {
  completed: 'paid',
  refused: 'refunded',
  unknown: 'outcome_unknown',
};

const DAY = 86_400_000;
export function inventPurchases(count: number): PurchaseSummary[] {
  return Array.from({ length: count }, (_, index): PurchaseSummary => {
    const state = index < PURCHASE_STATES.length ? (PURCHASE_STATES[index] ?? 'quoted') : 'completed';
    const aud = index % 17 === 16;
    const price: Amount = aud ? { currency: 'AUD', units: '34', exponent: 3 } : usd(22000);
    return {
      purchaseId: `purchase-${index}`,
      state,
      words: WORDS[state] ?? `It is ${state}. Nothing was bought.`,
      toolRef: 'operation:v1:01',
      toolId: index % 9 === 8 ? 'get.demo.tool-2' : 'get.demo.api-awards-search',
      toolTitle: index % 9 === 8 ? 'Currency rates' : 'Award-seat search',
      title: 'BOS, EWR, JFK to CDG, FRA, LHR, NRT · business · 2027-02-20 to 2027-05-23',
      price: state === 'quoting' || state === 'not_quoted' ? null : price,
      counted: COUNTED.has(state) ? price : null,
      chargeState: CHARGES[state] ?? null,
      callRef: COUNTED.has(state) ? `call:v1:${String(index).padStart(8, '0')}` : null,
      createdAt: NOW - index * (DAY / 7),
      updatedAt: NOW - index * (DAY / 7) + 4000,
      runId: state === 'completed' ? 12 : null,
      batchId: index % 11 === 10 ? 'batch-1' : null,
      grantId: index % 13 === 12 ? 'grant-1' : null,
    };
  });
}

export function wholePurchase(summary: PurchaseSummary): Purchase {
  const { state, price, createdAt } = summary;
  const timeline: Purchase['timeline'] = [
    { at: createdAt, event: 'quote_asked', by: 'person', words: 'You asked for a quote.', requestId: 'mp-1' },
    {
      at: createdAt + 900,
      event: 'quote_committed',
      by: 'service',
      words: 'Quoted at USD 0.022000.',
      requestId: 'mp-1',
    },
    { at: createdAt + 4000, event: state, by: 'main', words: summary.words, requestId: null },
  ];
  const input = { origin_airport: 'BOS,EWR,JFK', destination_airport: 'CDG,FRA,LHR,NRT', cabin: 'business' };
  const dear = summary.purchaseId === 'purchase-dear';
  const shown = dear ? usd(60000) : price;
  return {
    ...summary,
    price: shown,
    providerName: 'Seatwell',
    input,
    quote:
      shown === null
        ? null
        : {
            quoteRef: 'operation-commitment:v1:ab12',
            toolRef: summary.toolRef,
            toolVersion: '1',
            price: shown,
            ceiling: shown,
            expiresAt: Date.now() + 240_000,
            normalizedInput: input,
            inputDigest: 'sha256:1',
          },
    priceBefore: state === 'quoted' ? usd(18000) : null,
    refusal:
      state === 'refused' || state === 'not_quoted'
        ? {
            code: 'insufficient_balance',
            words: 'The account does not hold enough money for this.',
            retryable: true,
            retryAfterMs: 30_000,
            requiredActions: [{ title: 'Add money', description: 'In your account at the marketplace.' }],
          }
        : null,
    dataUse: ['Every input field is public data, used by the provider to execute the request.'],
    effects: ['Data release only.'],
    approvable: dear
      ? { ok: false, why: 'USD 0.060000 is above your limit of USD 0.050000 for one Call.', limit: 'perCall' }
      : { ok: state === 'quoted', why: state === 'quoted' ? '' : summary.words, limit: null },
    spendingBefore: { limits: LIMITS, today: [usd(466000)], month: [usd(966000)], unresolved: 2 },
    spendingAfterToday: [usd(488000)],
    receipt:
      state === 'completed' || state === 'refused'
        ? { receiptRef: 'receipt:1', state: 'settled', totalBuyerCharge: usd(22000) }
        : null,
    receiptRead:
      state === 'completed' || state === 'refused'
        ? {
            receiptRef: 'receipt:1',
            state: 'settled',
            refundState: state === 'refused' ? 'refunded' : 'none',
            lossState: 'none',
            transactionRef: '0xabc123',
            total: usd(22000),
            words: 'The charge is settled.',
          }
        : null,
    nextLookAt: state === 'pending' ? Date.now() + 5000 : null,
    can: {
      checkAgain: isUnresolved(state),
      resume: state === 'unknown',
      discard: state === 'quoted',
      cancel: state === 'pending',
    },
    timeline,
    requestId: 'mp-19d1c-4k2j9',
  };
}

export function accountsOver(items: readonly PurchaseSummary[]): Accounts {
  const sent = items.filter(({ counted, state }) => counted !== null || state === 'refused');
  const line = (some: readonly PurchaseSummary[]) => ({
    purchases: some.length,
    totals: totalsByCurrency(some.flatMap(({ counted }) => counted ?? [])),
  });
  const groups = (keyOf: (item: PurchaseSummary) => string) =>
    [...Map.groupBy(sent.toReversed(), keyOf)] as [string, PurchaseSummary[]][];
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return {
    kind: 'demo',
    ...line(sent),
    settled: line(sent.filter(({ state }) => !isUnresolved(state))),
    open: line(sent.filter(({ state }) => isUnresolved(state))),
    refunded: line(sent.filter(({ chargeState }) => chargeState === 'refunded')),
    losses: { purchases: 0, totals: [] },
    byDay: groups(({ createdAt }) => day(createdAt)).map(([key, some]) => ({ day: key, ...line(some) })),
    byMonth: groups(({ createdAt }) => day(createdAt).slice(0, 7)).map(([key, some]) => ({
      month: key,
      ...line(some),
    })),
    byTool: groups(({ toolId }) => toolId).map(([toolId, some]) => ({
      toolId,
      title: some[0]?.toolTitle ?? toolId,
      ...line(some),
    })),
    byCurrency: line(sent).totals.map((total) => ({
      currency: total.currency,
      purchases: sent.filter(({ counted }) => counted?.currency === total.currency).length,
      total,
    })),
    byChargeState: groups(({ chargeState }) => chargeState ?? 'not_told').map(([chargeState, some]) => ({
      chargeState,
      ...line(some),
    })),
  };
}

export const batch = (part: Partial<Batch>): Batch => ({
  batchId: 'batch-1',
  state: 'running',
  words: '2 of 5 pages bought.',
  toolRef: 'operation:v1:01',
  title: 'BOS, EWR, JFK to CDG, FRA, LHR, NRT · business · 2027-02-20 to 2027-05-23',
  runId: 12,
  pages: 5,
  bought: 2,
  parts: [],
  ceiling: usd(110000),
  spent: [usd(44000)],
  pagePrice: usd(22000),
  createdAt: NOW,
  endedAt: null,
  stopped: null,
  purchaseIds: ['purchase-1', 'purchase-2', 'purchase-3'],
  history: [],
  ...part,
});

export const grant = (part: Partial<Grant>): Grant => ({
  grantId: 'grant-1',
  state: 'in_force',
  words: 'Milepost may refresh this search by itself, up to USD 0.100000 a day until 2027-03-01.',
  toolRef: 'operation:v1:01',
  title: 'SFO to NRT · economy · 2027-03-01 to 2027-03-31',
  input: {},
  perDay: usd(100000),
  until: '2027-03-01',
  spentToday: [usd(22000)],
  spent: [usd(154000)],
  createdAt: NOW - 5 * DAY,
  endedAt: null,
  purchaseIds: [],
  history: [],
  ...part,
});
