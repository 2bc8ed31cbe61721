import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { POLLED_STATES } from '#shared/purchase/state.ts';
import { openOutputs } from '../outputs/outputs.ts';
import { unlessStorageFails } from '../storage/problem.ts';
import { accountHandlers } from './accounts/account-handlers.ts';
import { createBatches } from './approvals/batches.ts';
import { createGrants } from './approvals/grants.ts';
import { alarmedPurchases, notifyAlarms, refuseWhileAlarmed, seeCharge } from './journal/charge-alarms.ts';
import { IllegalEventError, openJournal } from './journal/journal.ts';
import type { PurchaseContext, PurchasesDeps } from './journal/purchase-context.ts';
import { type SpendingView, spendingNow } from './journal/spending.ts';
import { openStandingApprovals } from './journal/standing-approvals.ts';
import { createUserActs } from './journal/user-acts.ts';
import { checkAgain } from './ordering/account-claim.ts';
import { createAlarms } from './ordering/alarms.ts';
import { waitLeft } from './ordering/back-off.ts';
import { approveByUser, sendCommand } from './ordering/buying.ts';
import { callCandidates, placeByUser, saysNoCallByUser } from './ordering/call-claim.ts';
import { cancel } from './ordering/cancelling.ts';
import { evidenceOf } from './ordering/evidence.ts';
import { recordStatedAccounts } from './ordering/purchase-account.ts';
import { pollAutomatically, recoverUnfinished, waitsToBeSent } from './ordering/recovery.ts';
import { resume } from './ordering/resuming.ts';
import { purchaseView, summaryOf } from './ordering/view.ts';
import { askForQuote } from './quoting/quoting.ts';
import { purchaseWatching } from './watching.ts';

export type Purchases = ReturnType<typeof createPurchases>;

/**
 * The money path: quote, approval, Call, outcome. Nothing is bought without an approval recorded here, an approval
 * pays at most once, and a purchase is stored before it is read. See docs/purchases.md.
 */
export function createPurchases(deps: PurchasesDeps) {
  const pauses = new Set<() => void>();
  let closed = false;
  let hasStarted = false;
  const context: PurchaseContext = {
    ...deps,
    learnAccount: async () => {
      const learnt = await deps.learnAccount();
      if (!closed) recordStatedAccounts(context);
      return learnt;
    },
    journal: openJournal(deps.storage, deps.clock),
    outputs: openOutputs(deps.storage),
    acts: createUserActs(deps),
    busy: new Map(),
    quotedAt: new Map(),
    plans: new Map(),
    firstSeen: new Map(),
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
    storageFailed: (error) => alarms.storageFailed(error),
    unstored: new Set(),
    publishChange: () => {
      tellOfChange();
      alarms.plan();
      notifyAlarmsNow();
      batches.wake();
    },
  };
  const standing = openStandingApprovals(deps.storage, deps.clock);
  const batches = createBatches(context, standing);
  const grants = createGrants(context, standing);
  const alarms = createAlarms(context, tryTakingStock);

  /** Listeners cannot undo what happened: one that fails learns of it with the next change. */
  function tellOfChange(): void {
    try {
      deps.publishChange();
    } catch {
      // The journal has it; an order that is written down must go on to be sent.
    }
  }

  function notifyAlarmsNow(): void {
    if (closed) return;
    // An unreadable data file is read again at the next change.
    unlessStorageFails(
      () => notifyAlarms(context),
      () => {},
    );
  }

  /** Before anything is quoted, sent or polled, unfinished work of earlier runs is recorded. */
  function takeStockOnce(): void {
    if (hasStarted) return;
    recoverUnfinished(context);
    batches.endUnfinished();
    grants.endThoseOver();
    hasStarted = true;
  }
  function tryTakingStock(): boolean {
    unlessStorageFails(takeStockOnce, () => {});
    return hasStarted;
  }

  function known(purchaseId: string): string {
    if (context.journal.get(purchaseId) === undefined)
      fail('not_found', 'This purchase is not in the journal. Nothing was bought.');
    return purchaseId;
  }

  /** What somebody does to a purchase that is here, and what it is then. */
  const acting =
    <Input extends { purchaseId: string }>(act: (input: Input) => void | Promise<void>) =>
    async (input: Input): Promise<Purchase> => {
      known(input.purchaseId);
      await act(input);
      return purchaseView(context, input.purchaseId);
    };

  context.publishChange();

  const handlers: ContractHandlers['purchases'] = {
    quote: async (request) => {
      takeStockOnce();
      return purchaseView(context, await askForQuote(context, request));
    },
    approve: async ({ purchaseId, shown, abovePerCall = false, aboveAuthorisation = false }) => {
      takeStockOnce();
      await approveByUser(context, known(purchaseId), shown, { abovePerCall, aboveAuthorisation });
      alarms.inBackground(() => sendCommand(context, purchaseId));
      return purchaseView(context, purchaseId);
    },
    discard: acting(({ purchaseId }) => {
      const { state } = context.journal.must(purchaseId);
      if (state === 'quoted')
        context.journal.record(purchaseId, { event: 'discarded', words: 'You discarded the quote.' });
      else if (state !== 'discarded' && state !== 'expired')
        fail('not_discardable', 'Only a quote that is waiting for approval can be discarded.', {
          purchaseId,
        });
      context.publishChange();
    }),
    show: acting(() => {}),
    list: ({ kind, limit = 200, ...wanted }) => {
      const demo = kind === undefined ? undefined : kind === 'demo';
      const { items, total } = context.journal.list({ ...wanted, demo, limit });
      return { items: items.map((entry) => summaryOf(context, entry)), total };
    },
    checkAgain: acting(({ purchaseId }) => checkAgain(context, purchaseId)),
    resume: acting(({ purchaseId }) => {
      takeStockOnce();
      return resume(context, purchaseId);
    }),
    cancel: acting(({ purchaseId }) => cancel(context, purchaseId)),
    callCandidates: ({ purchaseId }) => callCandidates(context, known(purchaseId)),
    placeCall: acting(({ purchaseId, callRef, isOwn }) => {
      takeStockOnce();
      return callRef === null
        ? saysNoCallByUser(context, purchaseId)
        : placeByUser(context, purchaseId, callRef, isOwn);
    }),
    alarms: () => alarmedPurchases(context),
    seeCharge: acting(({ purchaseId, mark }) => seeCharge(context, purchaseId, mark)),
    evidence: ({ purchaseId }) => evidenceOf(context, known(purchaseId)),
    approveBatch: async (request) => {
      takeStockOnce();
      refuseWhileAlarmed(context);
      return batches.approveBatch(request);
    },
    beforeReading: (searches) => batches.beforeReading(searches),
    batches: ({ limit = 50, tripId }) => batches.list(limit, tripId),
    stopBatch: ({ batchId }) => batches.stop(batchId),
    giveGrant: (request) => grants.giveGrant(request),
    grants: () => {
      grants.endThoseOver();
      return grants.list();
    },
    revokeGrant: ({ grantId }) => grants.revoke(grantId),
    ...accountHandlers(context),
  };

  return {
    handlers: mappedRaces(handlers),
    /** Buys the request of a standing permission again, for a refresh of the watchlist. */
    spendUnderGrant: async (grantId: string): Promise<string> => {
      takeStockOnce();
      return grants.spendUnderGrant(grantId);
    },
    spending(): SpendingView & { standing?: { batches: number; grants: number } } {
      const view = spendingNow(context.journal, deps.limits(), deps.accountContext().demo, deps.clock());
      const now = { batches: standing.inForce('batch').length, grants: standing.inForce('grant').length };
      return now.batches + now.grants === 0 ? view : { ...view, standing: now };
    },
    /**
     * What holding the data file would interrupt, as words; null if nothing. Not an order in progress: its answer is
     * held in memory.
     */
    underWay: (): string | null =>
      batches.areRunning()
        ? 'Pages are being bought under an approval of yours.'
        : context.journal.inStates(['quoting']).length > 0
          ? 'A quote is being asked for.'
          : null,
    watching: purchaseWatching(context, standing, grants),
    /**
     * Polls everything open: at start, and after changes of network or account. Waits of the service are respected
     * (§7.1).
     */
    recover(): void {
      if (closed || !tryTakingStock()) return;
      const due = context.journal.inStates(POLLED_STATES).filter((entry) => waitLeft(context, entry) === 0);
      for (const entry of due) alarms.inBackground(() => pollAutomatically(context, entry.id));
      // An order that waits was planned for no time while the key was away or its account unknown.
      if (context.journal.inStates(['submitted']).some(waitsToBeSent))
        alarms.inBackground(async () => {
          await context.learnAccount();
          alarms.plan();
        });
    },
    /** Ends all waiting. Later answers are not written: the next start reads them from the service. */
    close(): void {
      closed = true;
      alarms.close();
      for (const end of [...pauses]) end();
      batches.wake();
    },
  };
}

/** Reports a race won by another process or window; the journal has the truth. */
function mappedRaces(handlers: ContractHandlers['purchases']): ContractHandlers['purchases'] {
  const mapped =
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
    Object.entries(handlers).map(([name, handler]) => [name, mapped(handler)]),
  ) as unknown as ContractHandlers['purchases']; // the same functions by the same names
}
