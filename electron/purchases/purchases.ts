import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { approve, sendCommand } from './buying.ts';
import { IllegalEventError, openJournal } from './journal.ts';
import { openOutputs } from './outputs.ts';
import { askForQuote, expireIfOver, timeLeft } from './quoting.ts';
import { foreignGround, look, lookWhenDue, resume, takeStock } from './recovery.ts';
import type { PurchasesDeps, Room } from './room.ts';
import { type SpendingView, spendingNow } from './spending.ts';
import { purchaseView, summaryOf } from './view.ts';

export type Purchases = ReturnType<typeof createPurchases>;

/**
 * The money path: quote, approval, Call, outcome. Nothing is bought without an approval recorded here, an approval
 * pays at most once, and what was bought is stored before it is read. See docs/purchases.md.
 */
export function createPurchases(deps: PurchasesDeps) {
  const room: Room = {
    ...deps,
    journal: openJournal(deps.storage, deps.clock),
    outputs: openOutputs(deps.storage),
    busy: new Set(),
    quotedAt: new Map(),
    publishChange: () => {
      deps.publishChange();
      plan();
    },
  };
  const planned = new Map<string, () => void>();
  let closed = false;

  /** Sets an alarm for whatever the journal says is next for each open purchase. The journal is the only plan. */
  function plan(): void {
    if (closed) return;
    for (const callOff of planned.values()) callOff();
    planned.clear();
    for (const entry of room.journal.inStates(['quoted']))
      planned.set(
        entry.id,
        deps.after(Math.max(0, timeLeft(room, entry)), () => expireIfOver(room, entry.id)),
      );
    for (const entry of room.journal.inStates(['submitted', 'pending', 'unknown'])) {
      if (entry.nextLookAt === null || room.busy.has(entry.id) || foreignGround(room, entry) !== null)
        continue;
      planned.set(
        entry.id,
        deps.after(Math.max(0, entry.nextLookAt - deps.clock()), () =>
          inBackground(lookWhenDue(room, entry.id)),
        ),
      );
    }
  }

  /** Work that goes on after the person's request was answered. What it finds is in the journal. */
  function inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      // A race that another process won is settled by the journal; anything else is looked at again by plan.
      if (!(error instanceof IllegalEventError)) plan();
    });
  }

  function known(purchaseId: string): string {
    if (room.journal.get(purchaseId) === undefined)
      fail('not_found', 'This purchase is not in the journal. Nothing was bought.');
    return purchaseId;
  }

  takeStock(room);

  const handlers: ContractHandlers['purchases'] = {
    quote: async (request) => purchaseView(room, await askForQuote(room, request)),
    approve: ({ purchaseId, shown }) => {
      approve(room, known(purchaseId), shown);
      inBackground(sendCommand(room, purchaseId));
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
    list: ({ states, limit }) => {
      const { items, total } = room.journal.list(states, limit ?? 200);
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
      await resume(room, known(purchaseId));
      return purchaseView(room, purchaseId);
    },
  };

  return {
    handlers,
    spending: (): SpendingView => spendingNow(room.journal, deps.limits(), deps.ground().demo, deps.clock()),
    outputOf: (purchaseId: string): unknown => room.outputs.outputOf(purchaseId),
    /** What a record's drawer says of the purchase that brought it. */
    provenanceOf(purchaseId: string) {
      const entry = room.journal.get(purchaseId);
      return entry === undefined
        ? null
        : { callRef: entry.callRef, requestId: entry.requestId, cost: entry.charged ?? entry.price };
    },
    /** Looks again at everything open: at start, when the network or the ground has changed. */
    recover(): void {
      for (const entry of room.journal.inStates(['pending', 'unknown'])) inBackground(look(room, entry.id));
    },
    close(): void {
      closed = true;
      for (const callOff of planned.values()) callOff();
      planned.clear();
    },
  };
}
