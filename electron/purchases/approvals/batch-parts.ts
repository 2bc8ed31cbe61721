import { fail } from '#shared/contract/failure.ts';
import { type Amount, compareAmounts, formatAmount } from '#shared/money.ts';
import { digestOf } from '../journal/digest.ts';
import type { Entry } from '../journal/entry.ts';
import { ceilingOf, type Uses } from '../journal/purchase-context.ts';
import type { Standing, StandingRequest } from '../journal/standing-approvals.ts';
import type { QuoteRequest } from '../quoting/quoting.ts';

/** One search of a batch with its purchases, in order. */
export type Part = Omit<StandingRequest, 'digest'> & {
  bought: Entry[];
  /** The run of its pages; null before the first. */
  runId: number | null;
};

/** A batch's searches and their progress, from the journal alone. */
export function partsOf({ requests, runId }: Standing, purchases: readonly Entry[]): Part[] {
  const byRun = Map.groupBy(purchases, ({ continuesRun }) => continuesRun);
  const first = new Map((byRun.get(null) ?? []).map((purchase) => [purchase.requestDigest, purchase]));
  return requests.map(({ digest, ...request }) => {
    const begun = request.continues === true ? undefined : first.get(digest);
    const run = request.continues === true ? runId : (begun?.runId ?? null);
    const more = run === null ? [] : (byRun.get(run) ?? []);
    return { ...request, bought: begun === undefined ? more : [begun, ...more], runId: run };
  });
}

export type NextOfBatch = { part: Part; request: QuoteRequest };

/**
 * The next request to buy; null if everything is bought. A search with fewer pages than allowed is followed by the
 * next one; a run with fewer pages than were requested by number throws `no_more`.
 */
export const nextOf = (
  context: Uses<'journal' | 'nextPageOf' | 'storage' | 'whyUnfit'>,
  batch: () => Standing,
): NextOfBatch | null =>
  // In one transaction: merging may renumber runs between the two reads.
  context.storage.transaction(() => nextOfNow(context, batch()));

function nextOfNow(
  context: Uses<'journal' | 'nextPageOf' | 'whyUnfit'>,
  batch: Standing,
): NextOfBatch | null {
  const parts = partsOf(batch, context.journal.under('batch', batch.id));
  for (const part of parts) {
    if (part.bought.length >= part.pages) continue;
    if (part.runId === null && part.bought.length === 0)
      return { part, request: { toolRef: part.toolRef, input: part.input } };
    const next = part.runId === null ? null : context.nextPageOf(part.runId);
    // The approval assumed pages that follow one another: what the service showed is reported first.
    const unfit = part.runId === null || part.bought.length === 0 ? null : context.whyUnfit(part.runId);
    if (unfit !== null) fail('pages_unfit', unfit);
    if (next !== null) return { part, request: next };
  }
  const last = parts.at(-1);
  if (last?.continues === true && last.bought.length < last.pages)
    fail(
      'no_more',
      'No further page is known: the service names none, or none that would bring anything new.',
    );
  return null;
}

/**
 * The most that a page of a search may cost: the price shown, else the quote for the first page with the same Tool.
 */
export function pagePriceOf(part: Part, purchases: readonly Entry[]): Amount | null {
  const first = purchases.find(({ toolId }) => toolId === part.toolId);
  if (part.pagePrice !== null || first?.price == null) return part.pagePrice;
  return ceilingOf({ price: first.price, ceiling: first.ceiling });
}

/**
 * Throws if the quoted Tool or request differs from the approved one after changes in the catalogue. Purchases are
 * matched by these: bought as something else, the same page would be bought again.
 */
export function checkRequest(part: Part, quoted: Entry): void {
  const begins = part.bought.length === 0 && part.runId === null;
  if (quoted.toolId !== part.toolId || (begins && digestOf(quoted.input) !== digestOf(part.input)))
    fail('tool_changed', 'The Tool is no longer listed as it was at the approval.');
}

/** Throws if a page's price exceeds what the approval provides for. */
export function checkPrice(context: Uses<'journal'>, batch: Standing, part: Part, most: Amount): void {
  const { ceiling } = batch;
  if (most.currency !== ceiling.currency)
    fail('price_changed', `The page is priced in ${most.currency}, the approval in ${ceiling.currency}.`);
  const shown = pagePriceOf(part, context.journal.under('batch', batch.id));
  if (shown === null) return;
  if (shown.currency !== most.currency || compareAmounts(most, shown) > 0)
    fail(
      part.bought.length === 0 ? 'above_listed_price' : 'price_changed',
      `A page is quoted at ${formatAmount(most)} where ${formatAmount(shown)} was shown.`,
    );
}
