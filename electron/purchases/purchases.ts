import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { isStorageError } from '../storage/problem.ts';
import { accountHandlers } from './account-handlers.ts';
import { createAlarms } from './alarms.ts';
import { createBatches } from './batches.ts';
import { approveByPerson, sendCommand } from './buying.ts';
import { evidenceOf } from './evidence.ts';
import { createGrants } from './grants.ts';
import { IllegalEventError, openJournal } from './journal.ts';
import { openOutputs } from './outputs.ts';
import { openProvenance } from './provenance.ts';
import { askForQuote } from './quoting.ts';
import { cancel, foreignGround, look, resume, takeStock } from './recovery.ts';
import type { PurchasesDeps, Room } from './room.ts';
import { type SpendingView, spendingNow } from './spending.ts';
import { openStandingApprovals } from './standing.ts';
import { purchaseView, summaryOf } from './view.ts';
import { watching } from './watching.ts';

export type Purchases = ReturnType<typeof createPurchases>;

/**
 * The money path: quote, approval, Call, outcome. Nothing is bought without an approval recorded here, an approval
 * pays at most once, and what was bought is stored before it is read. See docs/purchases.md.
 */
export function createPurchases(deps: PurchasesDeps) {
  const pauses = new Set<() => void>();
  let closed = false;
  let stockTaken = false;
  const room: Room = {
    ...deps,
    journal: openJournal(deps.storage, deps.clock),
    outputs: openOutputs(deps.storage),
    busy: new Map(),
    quotedAt: new Map(),
    uninterpretable: new Set(),
    closed: () => closed,
    pause: (ms) =>
      new Promise((resolve) => {
        const end = () => {
          pauses.delete(end);
          callOff();
          resolve();
        };
        const callOff = deps.after(ms, end);
        pauses.add(end);
      }),
    storageFailed: () => alarms.storageFailed(),
    publishChange: () => {
      deps.publishChange();
      alarms.plan();
      batches.wake();
    },
  };
  const standing = openStandingApprovals(deps.storage, deps.clock);
  const batches = createBatches(room, standing);
  const grants = createGrants(room, standing);
  const alarms = createAlarms(room, tryTakingStock);

  /** Nothing is quoted, sent or looked at before what an earlier run left behind is named in the journal. */
  function takeStockOnce(): void {
    if (stockTaken) return;
    takeStock(room);
    batches.endUnfinished();
    grants.endThoseOver();
    stockTaken = true;
  }
  function tryTakingStock(): boolean {
    try {
      takeStockOnce();
      return true;
    } catch (error) {
      if (!isStorageError(error)) throw error;
      return false;
    }
  }

  function known(purchaseId: string): string {
    if (room.journal.get(purchaseId) === undefined)
      fail('not_found', 'This purchase is not in the journal. Nothing was bought.');
    return purchaseId;
  }

  room.publishChange();

  const handlers: ContractHandlers['purchases'] = {
    quote: async (request) => {
      takeStockOnce();
      return purchaseView(room, await askForQuote(room, request));
    },
    approve: async ({ purchaseId, shown, abovePerCall = false }) => {
      takeStockOnce();
      await approveByPerson(room, known(purchaseId), shown, abovePerCall);
      alarms.inBackground(() => sendCommand(room, purchaseId));
      return purchaseView(room, purchaseId);
    },
    discard: ({ purchaseId }) => {
      const state = room.journal.get(known(purchaseId))?.state;
      if (state === 'quoted')
        room.journal.record(purchaseId, { event: 'discarded', words: 'You discarded the quote.' });
      else if (state !== 'discarded' && state !== 'expired')
        fail('not_discardable', 'Only a quote that is waiting for approval can be discarded.', {
          purchaseId,
        });
      room.publishChange();
      return purchaseView(room, purchaseId);
    },
    show: ({ purchaseId }) => purchaseView(room, known(purchaseId)),
    list: ({ kind, limit = 200, ...wanted }) => {
      const demo = kind === undefined ? undefined : kind === 'demo';
      const { items, total } = room.journal.list({ ...wanted, demo, limit });
      return { items: items.map(summaryOf), total };
    },
    checkAgain: async ({ purchaseId }) => {
      const entry = room.journal.must(known(purchaseId));
      await room.learnGround();
      const foreign = foreignGround(room, entry);
      if (foreign !== null) fail('other_ground', foreign, { purchaseId });
      await look(room, purchaseId);
      return purchaseView(room, purchaseId);
    },
    resume: async ({ purchaseId }) => {
      takeStockOnce();
      await resume(room, known(purchaseId));
      return purchaseView(room, purchaseId);
    },
    cancel: async ({ purchaseId }) => {
      await cancel(room, known(purchaseId));
      return purchaseView(room, purchaseId);
    },
    evidence: ({ purchaseId }) => evidenceOf(room, known(purchaseId)),
    approveBatch: async (request) => {
      takeStockOnce();
      return batches.approveBatch(request);
    },
    approveSearches: async (request) => {
      takeStockOnce();
      return batches.approveSearches(request);
    },
    batches: ({ limit = 50 }) => batches.list(limit),
    stopBatch: ({ batchId }) => batches.stop(batchId),
    giveGrant: (request) => grants.giveGrant(request),
    grants: () => {
      grants.endThoseOver();
      return grants.list();
    },
    revokeGrant: ({ grantId }) => grants.revoke(grantId),
    ...accountHandlers(room),
  };

  return {
    handlers: toldRaces(handlers),
    /** Buys the request of a standing permission once more, for the refresh of a watched search. */
    spendUnderGrant: async (grantId: string): Promise<string> => {
      takeStockOnce();
      return grants.spendUnderGrant(grantId);
    },
    spending(): SpendingView & { standing?: { batches: number; grants: number } } {
      const view = spendingNow(room.journal, deps.limits(), deps.ground().demo, deps.clock());
      const now = { batches: standing.inForce('batch').length, grants: standing.inForce('grant').length };
      return now.batches + now.grants === 0 ? view : { ...view, standing: now };
    },
    /**
     * What of it would be broken off by holding the data file, in words; null where nothing would. An order that is on
     * its way is not: its answer is held until it can be written down.
     */
    underWay: (): string | null =>
      batches.areRunning()
        ? 'Pages are being bought under an approval of yours.'
        : room.journal.inStates(['quoting']).length > 0
          ? 'A quote is being asked for.'
          : null,
    watching: watching(room, standing, grants),
    outputOf: (purchaseId: string): unknown => room.outputs.outputOf(purchaseId),
    provenanceOf: openProvenance(deps.storage),
    /** Looks again at everything open: at start, when the network or the ground has changed. */
    recover(): void {
      if (closed || !tryTakingStock()) return;
      for (const entry of room.journal.inStates(['pending', 'unknown']))
        alarms.inBackground(() => look(room, entry.id));
    },
    /** Ends all waiting. An answer that comes later is not written: the next start reads it from the service. */
    close(): void {
      closed = true;
      alarms.close();
      for (const end of [...pauses]) end();
      batches.wake();
    },
  };
}

/** A race that another process or window won is told in words; the journal has the truth. */
function toldRaces(handlers: ContractHandlers['purchases']): ContractHandlers['purchases'] {
  const told =
    (handler: (input: never) => unknown) =>
    async (input: never): Promise<unknown> => {
      try {
        return await handler(input);
      } catch (error) {
        if (!(error instanceof IllegalEventError)) throw error;
        fail(
          'changed_meanwhile',
          'This purchase has changed meanwhile. Look at it again; nothing was bought twice.',
        );
      }
    };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, told(handler)]),
  ) as unknown as ContractHandlers['purchases']; // the same functions by the same names
}
