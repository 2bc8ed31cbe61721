import { fail } from '#shared/contract/failure.ts';
import type { Amount } from '#shared/money.ts';
import { approve, isQuoted, type Right } from './buying.ts';
import type { Entry } from './entry.ts';
import { askForQuote, type QuoteRequest } from './quoting.ts';
import { ceilingOf, type Ground, type Room, type ToolFacts } from './room.ts';
import type { Standing } from './standing.ts';

/** A request that is to stand under an approval, as the catalogue knows it. */
export type KnownRequest = {
  toolRef: string;
  facts: ToolFacts;
  title: string;
  input: Record<string, unknown>;
};

/** Checks a request before an approval is given for it; fails with `unknown_tool` or `invalid_input`. */
export function knownRequest(
  room: Room,
  { toolRef, input }: { toolRef: string; input: Record<string, unknown> },
): KnownRequest {
  const facts = room.toolFacts(toolRef) ?? fail('unknown_tool', 'This Tool is not in the kept catalogue.');
  const checked = room.checkInput(toolRef, input);
  if (!checked.ok)
    fail('invalid_input', 'The request does not keep the contract.', { fields: checked.problems });
  return { toolRef, facts, title: checked.title, input: checked.input };
}

/** Where and as whom an approval is given; fails with `no_key`. */
export async function groundOfApproval(room: Room): Promise<Ground> {
  const ground = await room.learnGround();
  if (ground.keyMark === 'none') fail('no_key', 'Buying needs an access key. Store one in Settings.');
  return ground;
}

/** An approval as it is recorded at its beginning. */
export const newStanding = (
  room: Room,
  { marketplace, demo, account, keyMark }: Ground,
  { toolRef, facts, title, input }: KnownRequest,
  terms: Pick<Standing, 'kind' | 'ceiling'> & Partial<Standing>,
): Standing => ({
  id: room.newId(),
  endedAt: null,
  endCode: null,
  endWords: null,
  marketplace,
  demo,
  account,
  keyMark,
  toolRef,
  toolId: facts.toolId,
  title,
  input,
  pages: null,
  pagePrice: null,
  runId: null,
  requests: null,
  until: null,
  createdAt: room.clock(),
  ...terms,
});

export type QuotedUnder = Entry & { price: Amount };

/**
 * Asks for a quote and approves it under an approval that stands. Where the service gave no quote, `approved` is false
 * and the purchase says why; where the approval does not cover the quote, it is let go and the reason thrown.
 * @param rightTo judges the quote and says by what right it is bought
 */
export async function quoteAndApprove(
  room: Room,
  request: QuoteRequest,
  rightTo: (quoted: QuotedUnder, most: Amount) => Right,
): Promise<{ purchaseId: string; approved: boolean }> {
  const purchaseId = await askForQuote(room, { ...request, underApproval: true });
  const quoted = room.journal.must(purchaseId);
  if (quoted.state !== 'quoted' || !isQuoted(quoted)) return { purchaseId, approved: false };
  const { quoteRef, toolVersion, inputDigest, price, ceiling } = quoted;
  try {
    const right = rightTo(quoted, ceilingOf({ price, ceiling }));
    approve(room, purchaseId, { quoteRef, toolVersion, inputDigest, price }, right);
  } catch (error) {
    // A quote that is not taken is not left waiting for a click.
    if (room.journal.get(purchaseId)?.state === 'quoted')
      room.journal.record(purchaseId, {
        event: 'voided',
        words: 'The approval under which it was asked for does not cover it.',
      });
    throw error;
  }
  return { purchaseId, approved: true };
}
