import { ContractFailure, fail } from '#shared/contract/failure.ts';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import { plural } from '#shared/formats.ts';
import { type Amount, compareAmounts, formatAmount, multiplyAmount, sameAmount } from '#shared/money.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { whyNotUnattended } from '../journal/charge-alarms.ts';
import { digestOf } from '../journal/digest.ts';
import { stateMessage } from '../journal/messages.ts';
import type { Uses } from '../journal/purchase-context.ts';
import type { ForTrip, Standing, StandingApprovals } from '../journal/standing-approvals.ts';
import { type Approving, type Ordering, type Right, sendCommand } from '../ordering/buying.ts';
import { type Quoting, runAfter } from '../quoting/quoting.ts';
import { checkPrice, checkRequest, type NextOfBatch, nextOf, type Part } from './batch-parts.ts';
import { batchView } from './batch-view.ts';
import { refuseUnread, totalWith } from './spent-under.ts';
import { beforeReading, refuseAboveTrip, type SearchesOfTrip } from './trip-limits.ts';
import {
  accountOfApproval,
  type KnownRequest,
  knownRequest,
  newStanding,
  quoteAndApprove,
} from './under-approval.ts';

/** The next page of the run whose last page this purchase bought, or a search from its first page. */
type FirstPage = { after: string } | { toolRef: string; input: Record<string, unknown> };

export type BatchRequest = {
  requests: (FirstPage & {
    pages: number;
    pagePrice?: Amount | undefined;
    why?: string | undefined;
    tripId?: string | undefined;
  })[];
  ceiling: Amount;
  trip?: ForTrip | undefined;
};

/** The most searches chosen under one approval. */
const MAX_CHOSEN = 50;

/** Ends a batch before its last page, beside anything that the approval did not provide for. */
const UNFORESEEN = { code: 'trouble', message: 'Something could not be done or written down.' };

/** The listed price, if comparable with the ceiling. */
const listedIn = ({ currency }: Amount, { facts }: Pick<KnownRequest, 'facts'>): Amount | null =>
  facts.listedPrice?.currency === currency ? facts.listedPrice : null;

/** Several pages approved at once under one ceiling: quoted and bought one by one, until the first reason to stop. */
export function createBatches(
  context: Quoting &
    Approving &
    Ordering &
    Uses<'accountContext' | 'acts' | 'nextPageOf' | 'trips' | 'whyUnfit'>,
  standing: StandingApprovals,
) {
  /** The batches running in this process. */
  const running = new Map<string, Promise<void>>();
  const waiting = new Set<() => void>();

  const must = (batchId: string): Standing =>
    standing.get('batch', batchId) ??
    fail('not_found', 'This batch is not in the journal. Nothing was bought.');

  /** The first request, and the run that it continues; null for a search from its first page. */
  function firstOf(request: FirstPage) {
    if (!('after' in request)) return { toolRef: request.toolRef, input: request.input, runId: null };
    const runId = runAfter(context, request.after);
    const { toolRef, input } =
      context.nextPageOf(runId) ??
      fail('no_next_page', 'This run has no further page that is known. Nothing was bought.');
    return { toolRef, input, runId };
  }

  /** Records the approval of pages: the next ones of a run, or those of searches. They are bought afterwards in order. */
  async function approveBatch({ requests, ceiling, trip }: BatchRequest): Promise<Batch> {
    const firsts = requests.map(firstOf);
    const known = await Promise.all(
      requests.map(async (request, place) => {
        const { pages, why } = request;
        const tripId = trip?.tripId ?? request.tripId;
        if (tripId !== undefined) context.trips?.most(tripId);
        const checked = await knownRequest(context, firsts[place] ?? firstOf(request));
        const { facts, input } = checked;
        const pagePrice = request.pagePrice ?? listedIn(ceiling, checked);
        const digest = digestOf({ toolId: facts.toolId, input });
        return { ...checked, pages, why, tripId, digest, pagePrice, continues: 'after' in request };
      }),
    );
    const [first] = known;
    if (first === undefined || new Set(known.map(({ digest }) => digest)).size < known.length)
      fail('invalid_input', 'Two of these searches are the same request. Nothing was bought.');
    if (known.filter(({ continues }) => continues).length > 1)
      fail('invalid_input', 'One approval goes on with one run. Nothing was bought.');
    if (ceiling.units.startsWith('-')) fail('invalid_input', 'The ceiling cannot be below nothing.');
    const accountContext = await accountOfApproval(context);
    await context.acts.allow({ title: first.title, most: ceiling });
    const pages = known.reduce((sum, each) => sum + each.pages, 0);
    const isOne = known.length === 1;
    const batch = context.storage.transaction(() => {
      const now = requests.map(firstOf);
      if (now.some(({ input }, place) => digestOf(input) !== digestOf(firsts[place]?.input)))
        fail('no_next_page', 'This run has moved on meanwhile. Nothing was bought.');
      const approved = newStanding(context, accountContext, first, {
        kind: 'batch',
        ceiling,
        pages,
        trip: trip ?? null,
        title: isOne ? first.title : `${known.length} searches`,
        pagePrice: isOne ? first.pagePrice : null,
        runId: now.find(({ runId }) => runId !== null)?.runId ?? null,
        requests: known.map(({ facts, ...request }) => ({ ...request, toolId: facts.toolId })),
      });
      standing.open(approved);
      return approved;
    });
    return begin(batch);
  }

  /** Starts buying what was approved. */
  function begin(batch: Standing): Batch {
    context.publishChange();
    const work = run(batch.id).finally(() => running.delete(batch.id));
    running.set(batch.id, work);
    return batchView(context, must(batch.id));
  }

  async function run(id: string): Promise<void> {
    try {
      for (;;) {
        const next = nextOf(context, () => stillInForce(id));
        if (next === null && (await isSettled(id))) break;
        if (next === null) continue;
        await buyPage(id, next);
      }
      standing.end(id, 'done', 'All that it covers is bought.');
    } catch (error) {
      if (context.closed()) return;
      const { code, message } = error instanceof ContractFailure ? error.failure : UNFORESEEN;
      endQuietly(id, code, message);
    }
    context.publishChange();
  }

  /** Whether nothing more is to be read; otherwise the search that promises most for its trip was added. */
  async function isSettled(id: string): Promise<boolean> {
    const { trip, toolRef, requests } = stillInForce(id);
    if (trip === null || !trip.untilSettled || requests.length >= MAX_CHOSEN) return true;
    const offered = await Promise.all(
      ((await context.trips?.next(trip.tripId)) ?? []).map(async ({ input, ...chosen }) => {
        const known = await knownRequest(context, { toolRef, input });
        return { ...chosen, ...known, digest: digestOf({ toolId: known.facts.toolId, input: known.input }) };
      }),
    );
    const batch = stillInForce(id);
    // What was read under this approval and is still the best would be read for ever.
    const isRead = (digest: string) => batch.requests.some((request) => request.digest === digest);
    const left = offered.filter(({ digest }) => !isRead(digest));
    const pagePrice = batch.requests[0]?.pagePrice ?? null;
    // Where none fits into the amount, the best is what it ends at.
    const chosen = left.find(({ pages }) => fits(batch, pages, pagePrice)) ?? left[0];
    if (chosen === undefined) return true;
    const { title, input, facts, digest, pages, why } = chosen;
    const { tripId } = trip;
    const request = { toolRef, toolId: facts.toolId, title, input, digest, pages, pagePrice, why, tripId };
    standing.add(batch, request);
    context.publishChange();
    return false;
  }

  /** Whether so many pages more stay within the approved amount, as far as their price is known. */
  function fits({ id, ceiling }: Standing, pages: number, pagePrice: Amount | null): boolean {
    if (pagePrice?.currency !== ceiling.currency) return false;
    const total = totalWith(context.journal.under('batch', id), multiplyAmount(pagePrice, pages));
    return compareAmounts(total, ceiling) <= 0;
  }

  /** If the data file refuses this too, the next start finds the batch unfinished and ends it. */
  function endQuietly(id: string, code: string, words: string): void {
    try {
      standing.end(id, code, words);
    } catch (error) {
      context.storageFailed(error);
    }
  }

  function stillInForce(id: string): Standing {
    const now = must(id);
    if (context.closed() || now.endedAt !== null) fail('by_user', 'It was stopped.');
    const accountContext = context.accountContext();
    if (accountContext.marketplace !== now.marketplace || accountContext.keyMark !== now.keyMark)
      fail('account_changed', 'The marketplace or the key has changed since the approval.');
    const alarmed = whyNotUnattended(context);
    if (alarmed !== null) fail('charge_alarm', alarmed);
    if (context.clock() < now.createdAt) fail('clock_changed', 'The clock was set back since the approval.');
    return now;
  }

  async function buyPage(id: string, { part, request }: NextOfBatch): Promise<void> {
    const { purchaseId, approved } = await quoteAndApprove(context, request, (quoted, most) => {
      const batch = stillInForce(id);
      checkRequest(part, quoted);
      checkPrice(context, batch, part, most);
      return rightOf(batch, part, quoted.price, most);
    });
    if (!approved) fail('refused', stateMessage(context.journal.must(purchaseId)));
    sendCommand(context, purchaseId).catch(() => undefined);
    await settledBy(purchaseId);
    const after = context.journal.must(purchaseId);
    if (after.state === 'unknown') fail('outcome_unknown', stateMessage(after));
    if (after.state !== 'completed') fail('refused', stateMessage(after));
    const alarmed = whyNotUnattended(context);
    if (alarmed !== null) fail('charge_alarm', alarmed);
    if (after.charged !== null && after.price !== null && !sameAmount(after.charged, after.price))
      fail(
        'price_changed',
        `${formatAmount(after.charged)} was charged where ${formatAmount(after.price)} was quoted.`,
      );
  }

  const rightOf = (batch: Standing, { tripId }: Part, price: Amount, most: Amount): Right => ({
    event: 'approved_in_batch',
    words: `Bought for ${formatAmount(price)} under your approval of ${batch.runId === null ? 'at most ' : ''}${plural(batch.pages, 'page')}, at most ${formatAmount(batch.ceiling)}.`,
    changes: { batchId: batch.id },
    covers: () => {
      if (must(batch.id).endedAt !== null) fail('by_user', 'It was stopped.');
      const bought = context.journal.under('batch', batch.id);
      refuseUnread(bought, 'ceiling_reached');
      if (compareAmounts(totalWith(bought, most), batch.ceiling) > 0)
        fail(
          'ceiling_reached',
          `One more page for ${formatAmount(most)} would go above ${formatAmount(batch.ceiling)}.`,
        );
      if (tripId !== undefined) refuseAboveTrip(context, standing, tripId, most);
    },
  });

  /** Waits for change notifications until a purchase is settled or unknown. */
  async function settledBy(purchaseId: string): Promise<void> {
    for (;;) {
      if (context.closed()) fail('restarted', 'Milepost was closed.');
      const { state } = context.journal.must(purchaseId);
      if (!isUnresolved(state) || (state === 'unknown' && !context.busy.has(purchaseId))) return;
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
  }

  return {
    approveBatch,
    beforeReading: (searches: SearchesOfTrip) => beforeReading(context, standing, searches),
    /** Newest first, of one trip where that is given. */
    list: (limit: number, tripId?: string): Batch[] =>
      (tripId === undefined ? standing.list('batch', limit) : standing.ofTrip(tripId).slice(0, limit)).map(
        (batch) => batchView(context, batch),
      ),
    stop(batchId: string): Batch {
      must(batchId);
      standing.end(batchId, 'by_user', 'You stopped it.');
      context.publishChange();
      return batchView(context, must(batchId));
    },
    /** Whether pages are being bought now and more may follow. */
    areRunning: (): boolean => [...running.keys()].some((id) => must(id).endedAt === null),
    /** At the start: no page is bought automatically after a restart, since the approval was for what was shown then. */
    endUnfinished(): void {
      for (const { id } of standing.inForce('batch'))
        standing.end(id, 'restarted', 'Milepost was closed before all pages were bought.');
    },
    /** The journal has changed, or the feature was closed. */
    wake(): void {
      const woken = [...waiting];
      waiting.clear();
      for (const resolve of woken) resolve();
    },
  };
}
