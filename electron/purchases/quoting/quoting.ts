import { fail } from '#shared/contract/failure.ts';
import { isObject } from '#shared/json.ts';
import { type Amount, compareAmounts, formatAmount } from '#shared/money.ts';
import { forOtherRequest, judgeAuthorisation } from '#shared/purchase/authorisation.ts';
import { differencesBeyondSpelling } from '#shared/purchase/input-difference.ts';
import type { Answer } from '../../marketplace/http/answer.ts';
import { statedWait } from '../../marketplace/http/retry-after.ts';
import { readAnswer } from '../../marketplace/service/read-answer.ts';
import type { AnswerReading } from '../../marketplace/service/vocabulary.ts';
import { digestOf } from '../journal/digest.ts';
import { type Entry, NOT_QUOTED_YET, type Refusal } from '../journal/entry.ts';
import { plainRefusal, refusalIn, refusalOfFailure } from '../journal/messages.ts';
import { ceilingOf, requireCallKey, type ToolFacts, type Uses } from '../journal/purchase-context.ts';

export type QuoteRequest = {
  toolRef: string;
  input: Record<string, unknown>;
  /** The purchase of a run's last page, whose next page this is; absent for a first page. */
  after?: string | undefined;
  /** Whether it is automatic, under an earlier approval. */
  underApproval?: boolean;
};

type Committed = Extract<AnswerReading<'quote'>, { kind: 'committed' }>;

/** Smaller differences are due to the Date header's whole seconds, not to a wrong clock. */
const CLOCK_TOLERANCE_MS = 2_000;

/**
 * The service's clock minus ours, in ms, by an answer's Date header. The header truncates to seconds, so the service
 * may be up to a second later: the quote then ends earlier here, never later.
 */
function clockDifference(answer: Pick<Answer, 'serverDate' | 'receivedAt'>): number {
  if (answer.serverDate === null) return 0;
  const difference = answer.serverDate + 1_000 - answer.receivedAt;
  return Math.abs(difference) <= CLOCK_TOLERANCE_MS ? 0 : difference;
}

/** The life of a quote that had already ended by its own time on receipt, from a service without a Date header. */
const LIFE_WITHOUT_CLOCK_MS = 60_000;

/**
 * When a quote ends, by our clock. No service issues an ended quote: if it seems so and there is no Date, its clock
 * is behind ours by an unknown time. The quote is then valid briefly, and the service refuses a late order itself
 * (§5.3).
 */
function endOf(
  { expiresAt }: Pick<Committed, 'expiresAt'>,
  answer: Pick<Answer, 'serverDate' | 'receivedAt'>,
): number {
  const end = expiresAt - clockDifference(answer);
  return answer.serverDate === null && end <= answer.receivedAt
    ? answer.receivedAt + LIFE_WITHOUT_CLOCK_MS
    : end;
}

/** The known facts of a Tool; one just listed is described first instead of being refused as unknown. */
async function describedFacts(
  context: Uses<'describeTool' | 'toolFacts'>,
  toolRef: string,
): Promise<ToolFacts | null> {
  const facts = context.toolFacts(toolRef);
  if (facts === null || facts.callable.ok || facts.callable.undescribed !== true) return facts;
  const why = (await context.describeTool?.(toolRef)) ?? null;
  if (why !== null)
    fail(
      'not_callable',
      `The Tool could not be described, so no quote was asked for. Nothing was bought. ${why}`,
    );
  return context.toolFacts(toolRef);
}

/**
 * Requests a quote. Nothing is bought (§1.2 is about public reads; a quote needs the key and commits to nothing).
 * Throws `invalid_input`, `not_callable`, `no_key`, `scope_missing` or `already_open` before anything is sent.
 */
/** What asking for a quote needs. */
export type Quoting = Uses<
  | 'checkInput'
  | 'clock'
  | 'closed'
  | 'describeTool'
  | 'journal'
  | 'learnAccount'
  | 'marketplace'
  | 'monotonic'
  | 'newId'
  | 'publishChange'
  | 'quotedAt'
  | 'runEndingWith'
  | 'storage'
  | 'toolFacts'
>;

export async function askForQuote(context: Quoting, request: QuoteRequest): Promise<string> {
  const facts = await describedFacts(context, request.toolRef);
  if (facts === null)
    fail(
      'unknown_tool',
      'This Tool is not in the cached catalogue. Open the Catalogue and look for it again; nothing was bought.',
    );
  if (!facts.callable.ok) fail('not_callable', `This Tool cannot be called now. ${facts.callable.words}`);
  const checked = await context.checkInput(request.toolRef, request.input);
  if (!checked.ok)
    fail('invalid_input', 'The request does not meet the contract. Nothing was asked and nothing bought.', {
      fields: checked.problems,
    });
  const accountContext = await context.learnAccount();
  requireCallKey(accountContext);
  const requestDigest = digestOf({ toolId: facts.toolId, input: checked.input });
  const open = context.journal.openPurchaseOf(accountContext.marketplace, requestDigest);
  if (open)
    fail(
      'already_open',
      'The same request was approved before and its outcome is not settled yet. It is not bought again until it is.',
      { purchaseId: open.id },
    );
  for (const earlier of context.journal.inStates(['quoted']))
    if (earlier.marketplace === accountContext.marketplace && earlier.requestDigest === requestDigest)
      context.journal.record(earlier.id, {
        event: 'discarded',
        words: 'You asked for a new quote of the same request.',
      });

  const id = context.newId();
  context.storage.transaction(() => {
    const continuesRun = request.after === undefined ? null : runAfter(context, request.after);
    const at = context.clock();
    context.journal.open(
      {
        id,
        state: 'quoting',
        marketplace: accountContext.marketplace,
        demo: accountContext.demo,
        account: accountContext.account,
        keyMark: accountContext.keyMark,
        toolRef: request.toolRef,
        toolId: facts.toolId,
        toolTitle: facts.title,
        providerName: facts.providerName,
        title: checked.title,
        input: checked.input,
        requestDigest,
        continuesRun,
        interpretation: facts.interpretation,
        ...NOT_QUOTED_YET,
        createdAt: at,
        updatedAt: at,
      },
      request.underApproval
        ? 'Milepost asked for a quote under an approval of yours.'
        : 'You asked for a quote.',
      request.underApproval ? 'main' : 'user',
    );
  });
  context.publishChange();
  const reply = await context.marketplace().ask('quote', { toolRef: request.toolRef, input: checked.input });
  const quote = reply.ok ? readAnswer('quote', reply.answer) : null;
  const unsendable = quote?.kind === 'committed' ? await whyUnsendable(context, request, quote) : null;
  if (context.closed()) fail('closing', 'Milepost was closed before the quote came. Nothing was bought.');
  if (!reply.ok) {
    const { code, status, body, requestId } = reply.failure;
    const detail = { requestId, body: { code, status, body } };
    recordNoQuote(context, id, detail, 'quote_failed', refusalOfFailure(reply.failure));
  } else if (unsendable !== null) recordNoQuote(context, id, reply.answer, 'quote_failed', unsendable);
  else if (quote !== null) storeQuote(context, id, quote, reply.answer);
  context.publishChange();
  return id;
}

/**
 * The run that this purchase's next page belongs to. Call it in the transaction that stores it: later renumbering of
 * runs then includes it.
 */
export function runAfter(context: Uses<'runEndingWith'>, after: string): number {
  return (
    context.runEndingWith(after) ??
    fail(
      'changed_meanwhile',
      'The results have changed since this was shown: another page came, or a backup was put together with them. Look at them again; nothing was bought.',
    )
  );
}

/** Why no order by this quote could be sent, such as for what its operation declares of a key: it is not offered then. */
async function whyUnsendable(
  context: Uses<'marketplace' | 'newId'>,
  { toolRef }: QuoteRequest,
  { quoteRef }: Committed,
): Promise<Refusal | null> {
  const order = { quoteRef, idempotencyKey: context.newId(), toolRef };
  const why = await context.marketplace().whyNot('call', order);
  const words = `No order by this quote could be sent, so it cannot be approved. ${why}`;
  return why === null ? null : plainRefusal({ code: 'unsendable_order', words });
}

function storeQuote(
  context: Uses<'journal' | 'monotonic' | 'quotedAt' | 'toolFacts'>,
  id: string,
  quote: AnswerReading<'quote'>,
  answer: Answer,
): void {
  const entry = context.journal.must(id);
  const { requestId } = answer;
  if (quote.kind === 'refused') {
    recordNoQuote(context, id, answer, 'quote_refused', refusalIn(quote, statedWait(answer)));
    return;
  }
  if (quote.kind === 'unreadable') {
    recordNoQuote(context, id, answer, 'quote_failed', unusable(quote.why));
    return;
  }
  const normalizedInput = quote.normalizedInput ?? entry.input;
  const inputDigest = digestOf(normalizedInput);
  const why = whyUnusable(entry, quote) ?? whyAmbiguous(context, entry, quote.quoteRef, inputDigest);
  if (why !== null) {
    recordNoQuote(context, id, answer, 'quote_failed', unusable(why));
    return;
  }
  const ceiling = mostOf(quote);
  const facts = context.toolFacts(entry.toolRef);
  context.quotedAt.set(id, context.monotonic());
  context.journal.record(id, {
    event: 'quote_committed',
    words: `The service quoted ${formatAmount(quote.price)}.`,
    requestId,
    detail: answer.body,
    changes: {
      requestId,
      quoteRef: quote.quoteRef,
      toolVersion: quote.toolVersion ?? '',
      price: quote.price,
      ceiling,
      authorisation: forOtherRequest(
        judgeAuthorisation(
          ceiling,
          facts === null ? 'not_read' : facts.listedAuthorisation,
          quote.authorised,
        ),
        differencesBeyondSpelling(entry.input, normalizedInput, facts?.declaredDefaults),
      ),
      priceBefore: context.journal.quotedBefore(entry)?.price ?? null,
      expiresAt: endOf(quote, answer),
      normalizedInput,
      inputDigest,
    },
  });
}

/** The most that a quote may charge. */
const mostOf = ({ price, maximum }: Committed): Amount => ceilingOf({ price, ceiling: maximum });

const unusable = (why: string): Refusal =>
  plainRefusal({ code: 'unreadable_quote', words: `${why} It cannot be approved.` });

/** Why this quote is not one for the request; null if it is. */
function whyUnusable(entry: Entry, quote: Committed): string | null {
  if (quote.toolRef !== null && quote.toolRef !== entry.toolRef)
    return 'The service quoted another Tool than the one that was asked for.';
  if (quote.price.units.startsWith('-')) return 'The service quoted a negative price.';
  const { normalizedInput: executed } = quote;
  // An input is an object: anything else is no request that the user could approve.
  if (executed != null && !isObject(executed))
    return 'The service states no request that it would carry out, but something else in its place.';
  const ceiling = mostOf(quote);
  if (ceiling.currency !== quote.price.currency || compareAmounts(ceiling, quote.price) < 0)
    return 'The most that the service may charge contradicts its price.';
  return null;
}

/**
 * Why this quote reference must not be ordered; null if it may. A repeated reference is the same offer, such as a
 * hash of its content; one issued for another request could mean either.
 */
function whyAmbiguous(
  context: Uses<'journal'>,
  entry: Entry,
  quoteRef: string,
  digest: string,
): string | null {
  const otherwise = context.journal
    .ofQuote(entry.marketplace, quoteRef)
    .some(
      ({ id, toolId, inputDigest }) => id !== entry.id && (toolId !== entry.toolId || inputDigest !== digest),
    );
  return otherwise
    ? 'The service gave this quote the reference of another request, so that an order could mean either.'
    : null;
}

/** Records that no quote came that can be approved. */
function recordNoQuote(
  context: Uses<'journal'>,
  id: string,
  { requestId, body: detail }: { requestId: string | null; body: unknown },
  event: 'quote_refused' | 'quote_failed',
  refusal: Refusal,
): void {
  context.journal.record(id, {
    event,
    words: refusal.words,
    requestId,
    detail,
    changes: { requestId, refusal },
  });
}

/** The rest of a quote's life in ms, by the clock or the elapsed time, whichever is later. */
export function timeLeft(context: Uses<'clock' | 'monotonic' | 'quotedAt'>, entry: Entry): number {
  if (entry.expiresAt === null) return 0;
  const quotedAt = context.quotedAt.get(entry.id);
  const now = context.clock();
  // A quote of an earlier run of the program cannot be judged once the clock was set back: it counts as ended.
  if (quotedAt === undefined) return now < entry.updatedAt ? 0 : entry.expiresAt - now;
  return entry.expiresAt - Math.max(now, entry.updatedAt + context.monotonic() - quotedAt);
}

/** Ends a quote whose time is over; true if it was still waiting. */
export function expireIfOver(
  context: Uses<'clock' | 'journal' | 'monotonic' | 'publishChange' | 'quotedAt'>,
  id: string,
): boolean {
  const entry = context.journal.get(id);
  if (entry?.state !== 'quoted' || timeLeft(context, entry) > 0) return false;
  context.journal.record(id, { event: 'expired', words: 'The quote ended.' });
  context.publishChange();
  return true;
}
