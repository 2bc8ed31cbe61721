import { ContractFailure, fail } from '#shared/contract/failure.ts';
import type { Amount } from '#shared/money.ts';
import { needsSecondAct } from '#shared/purchase/authorisation.ts';
import { refuseWhileAlarmed } from '../journal/charge-alarms.ts';
import {
  type CurrentAccount,
  ceilingOf,
  requireCallKey,
  type ToolFacts,
  type Uses,
} from '../journal/purchase-context.ts';
import type { Standing } from '../journal/standing-approvals.ts';
import { type Approving, approve, isQuoted, type QuotedEntry, type Right } from '../ordering/buying.ts';
import { askForQuote, type QuoteRequest, type Quoting } from '../quoting/quoting.ts';

/** A request for an approval, as known to the catalogue. */
export type KnownRequest = {
  toolRef: string;
  facts: ToolFacts;
  title: string;
  input: Record<string, unknown>;
};

/** Validates a request before its approval; throws `unknown_tool` or `invalid_input`. */
export async function knownRequest(
  context: Uses<'checkInput' | 'toolFacts'>,
  { toolRef, input }: { toolRef: string; input: Record<string, unknown> },
): Promise<KnownRequest> {
  const facts =
    context.toolFacts(toolRef) ?? fail('unknown_tool', 'This Tool is not in the cached catalogue.');
  const checked = await context.checkInput(toolRef, input);
  if (!checked.ok)
    fail('invalid_input', 'The request does not meet the contract.', { fields: checked.problems });
  return { toolRef, facts, title: checked.title, input: checked.input };
}

/** The account context of an approval; throws `no_key` or `scope_missing`. */
export async function accountOfApproval(context: Uses<'learnAccount'>): Promise<CurrentAccount> {
  const accountContext = await context.learnAccount();
  requireCallKey(accountContext);
  return accountContext;
}

/** A new approval record. */
export const newStanding = (
  context: Uses<'clock' | 'newId'>,
  { marketplace, account, keyMark }: CurrentAccount,
  { toolRef, facts, title, input }: KnownRequest,
  terms: Pick<Standing, 'kind' | 'ceiling' | 'pages'> & Partial<Standing>,
): Standing => ({
  id: context.newId(),
  endedAt: null,
  endCode: null,
  endWords: null,
  marketplace,
  account,
  keyMark,
  toolRef,
  toolId: facts.toolId,
  title,
  input,
  everyHours: null,
  pagePrice: null,
  runId: null,
  requests: [],
  trip: null,
  until: null,
  createdAt: context.clock(),
  ...terms,
});

/**
 * Requests a quote and approves it under a standing approval. If the service gave no quote, `approved` is false and
 * the purchase states why; if the approval does not cover the quote, it is discarded and the reason thrown.
 * @param rightTo checks the quote and returns what entitles the purchase
 */
export async function quoteAndApprove(
  context: Quoting & Approving,
  request: QuoteRequest,
  rightTo: (quoted: QuotedEntry, most: Amount) => Right,
): Promise<{ purchaseId: string; approved: boolean }> {
  refuseWhileAlarmed(context);
  const purchaseId = await askForQuote(context, { ...request, underApproval: true });
  const quoted = context.journal.must(purchaseId);
  if (quoted.state !== 'quoted' || !isQuoted(quoted)) return { purchaseId, approved: false };
  const { quoteRef, toolVersion, inputDigest, price, ceiling } = quoted;
  try {
    const right = rightTo(quoted, ceilingOf({ price, ceiling }));
    refuseBeyondAuthorisation(quoted);
    refuseWhileAlarmed(context);
    approve(context, purchaseId, { quoteRef, toolVersion, inputDigest, price }, right);
  } catch (error) {
    // A quote that is not covered must not wait for a click.
    if (context.journal.must(purchaseId).state === 'quoted')
      context.journal.record(purchaseId, {
        event: 'voided',
        words:
          `The approval under which it was asked for does not cover it. ${error instanceof ContractFailure ? error.failure.message : ''}`.trim(),
      });
    throw error;
  }
  return { purchaseId, approved: true };
}

/** Throws `above_authorisation` or `input_changed`: beyond what was authorised only the user buys, by a separate act (§1.7). */
function refuseBeyondAuthorisation({ id, authorisation }: QuotedEntry): void {
  if (!needsSecondAct(authorisation)) return;
  const code = authorisation.verdict === 'other_request' ? 'input_changed' : 'above_authorisation';
  fail(code, `${authorisation.words} It is not bought without you.`, { purchaseId: id });
}
