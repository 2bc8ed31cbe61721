/** Awards with their outputs in a file of their own, for tests. */
import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import type { Amount } from '#shared/money.ts';
import { kindAnswering } from '#shared/record-kinds/record-kinds.ts';
import type { Storage } from '../../storage/open.ts';
import { emptyDataFile, openDataFile } from '../../storage/testing/empty-data-file.ts';
import { type Awards, createAwards } from '../awards.ts';

export const request = (change: Partial<AwardSearchRequest> = {}): AwardSearchRequest => ({
  origin_airport: 'JFK',
  destination_airport: 'LHR',
  cabin: 'business',
  ...change,
});

export const PRICE: Amount = { currency: 'USD', units: '22000', exponent: 6 };

export type StoredAwards = {
  storage: Storage;
  awards: Awards;
  outputs: Map<string, unknown>;
  published: string[][];
  /** Records an answer as bought; returns its run and purchase. */
  buy(
    output: unknown,
    more?: { input?: unknown; runId?: number; at?: number; identity?: string; provider?: string },
  ): { runId: number; purchaseId: string };
};

/** Opens awards over a file, or an empty one in memory, like the composition. */
export function storeAwards(
  file: string | null = null,
  outputs = new Map<string, unknown>(),
  today = '2026-11-20',
  identity = 'demo',
): StoredAwards {
  const storage = file === null ? emptyDataFile() : openDataFile(file);
  const published: string[][] = [];
  const awards = createAwards({
    storage,
    publish: (_name, payload) => {
      if ('topics' in payload) published.push([...payload.topics]);
    },
    clock: () => 0,
    identity: () => identity,
    today: () => today,
    outputOf: (purchaseId) => outputs.get(purchaseId) ?? null,
    purchaseOf: (purchaseId) => ({
      callRef: `call-${purchaseId}`,
      requestId: `req-${purchaseId}`,
      cost: PRICE,
      toolId: 'award',
      toolTitle: 'Award search',
    }),
    placeOf: (code) => (code === 'JFK' ? { latitude: 40.6, longitude: -73.8 } : null),
  });
  // The cost of a search is computed in SQL, so purchases must be stored.
  const insertPurchase = storage.db.prepare<[string, string]>(
    `INSERT OR IGNORE INTO purchases (id, state, marketplace, demo, key_mark, tool_ref, tool_id, tool_title, title, input,
       request_digest, price, created_at, updated_at)
     VALUES (?, 'completed', 'demo', 1, '', '', '', '', '', '{}', '', ?, 0, 0)`,
  );
  return {
    storage,
    awards,
    outputs,
    published,
    buy(output, more = {}) {
      const purchaseId = `p${outputs.size + 1}`;
      outputs.set(purchaseId, output);
      insertPurchase.run(purchaseId, JSON.stringify(PRICE));
      const runId = awards.recordPage({
        purchaseId,
        kind: kindAnswering(more.input ?? request()).id,
        runId: more.runId ?? null,
        toolRef: 'operation:v1:award',
        input: more.input ?? request(),
        output,
        receivedAt: more.at ?? outputs.size * 1000,
        ...(more.identity === undefined ? {} : { identity: more.identity }),
        ...(more.provider === undefined ? {} : { provider: more.provider }),
      });
      return { runId, purchaseId };
    },
  };
}
