import { fail } from '#shared/contract/failure.ts';
import type { Grant } from '#shared/contract/standing-approvals.ts';
import { DAY_MS, endOfDay } from '#shared/dates.ts';
import { type Amount, compareAmounts, formatAmount } from '#shared/money.ts';
import { plainName } from '#shared/plain-text.ts';
import { grantTerms } from '#shared/purchase/grant-terms.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { unreadAmong } from '../journal/damaged.ts';
import { digestOf } from '../journal/digest.ts';
import type { Entry } from '../journal/entry.ts';
import { toolLabel } from '../journal/messages.ts';
import type { Uses } from '../journal/purchase-context.ts';
import { spendingPeriods } from '../journal/spending.ts';
import type { Standing, StandingApprovals } from '../journal/standing-approvals.ts';
import { type Approving, type Ordering, sendCommand } from '../ordering/buying.ts';
import { isOfSameAccount } from '../ordering/purchase-account.ts';
import type { QuoteRequest, Quoting } from '../quoting/quoting.ts';
import { spentUnder, totalWith } from './spent-under.ts';
import { accountOfApproval, knownRequest, newStanding, quoteAndApprove } from './under-approval.ts';

export type GrantRequest = {
  toolRef: string;
  input: Record<string, unknown>;
  /** Of one refresh at most so many. */
  pages: number;
  /** From one refresh to the next. */
  everyHours: number;
  perDay: Amount;
  /** YYYY-MM-DD, inclusive. */
  until: string;
};

/** The longest permission, in days: longer ones are forgotten. */
const LONGEST_DAYS = 366;
/** How long the pages of one refresh may follow one another, in hours: later ones show another day's award space. */
const LONGEST_REFRESH_HOURS = 24;
const HOUR_MS = 3_600_000;

const isForSame = (one: Standing, other: Standing): boolean =>
  one.marketplace === other.marketplace &&
  one.toolId === other.toolId &&
  digestOf(one.input) === digestOf(other.input);

const termsOf = ({ pages, everyHours }: Standing) => ({ pages, everyHours: everyHours ?? 24 });

/** Dated, revocable permissions to buy a request repeatedly. None exists unless the user gives it. */
export function createGrants(
  context: Quoting & Approving & Ordering & Uses<'confirm' | 'nextPageOf' | 'whyUnfit'>,
  standing: StandingApprovals,
) {
  const must = (grantId: string): Standing =>
    standing.get('grant', grantId) ?? fail('not_found', 'This permission is not in the journal.');

  const isOver = (grant: Standing): boolean => context.clock() >= (endOfDay(grant.until ?? '') ?? 0);

  /** Records expired permissions as ended, so that setting the clock back does not revive them. */
  function endThoseOver(): void {
    for (const grant of standing.inForce('grant'))
      if (isOver(grant)) standing.end(grant.id, 'over', `It held until ${grant.until}.`);
  }

  async function giveGrant(request: GrantRequest): Promise<Grant> {
    const end = endOfDay(request.until);
    const now = context.clock();
    if (end === null || end <= now || end > now + LONGEST_DAYS * DAY_MS)
      fail('bad_date', 'The permission needs a last day from today on, at most a year ahead.');
    if (BigInt(request.perDay.units) <= 0n) fail('invalid_input', 'The daily amount must be above nothing.');
    const known = await knownRequest(context, request);
    const { facts, title } = known;
    const accountContext = await accountOfApproval(context);
    const confirmed = await context.confirm({
      title: 'Let Milepost spend by itself?',
      words: `Milepost would buy “${plainName(title)}” again without asking ${grantTerms(request)}, up to ${formatAmount(request.perDay)} a day until ${request.until}.`,
      detail: `${toolLabel(facts.title, facts.providerName)}. Your limits hold as well, and you can take it back at any time.`,
    });
    if (!confirmed) fail('not_confirmed', 'You did not confirm it. Nothing was permitted.');
    const grant = newStanding(context, accountContext, known, {
      kind: 'grant',
      ceiling: request.perDay,
      pages: request.pages,
      everyHours: request.everyHours,
      until: request.until,
    });
    context.storage.transaction(() => {
      // Earlier permissions for the same search end, so that revoking the one shown leaves none.
      for (const earlier of standing.inForce('grant'))
        if (isForSame(earlier, grant))
          standing.end(earlier.id, 'replaced', 'You gave another permission for the same search.');
      standing.open(grant);
    });
    context.publishChange();
    return view(grant);
  }

  /** Why a grant covers nothing now; null if it does. */
  function whyNot(grant: Standing): string | null {
    if (grant.endedAt !== null) return grant.endWords ?? 'It is over.';
    if (isOver(grant)) return `It held until ${grant.until}.`;
    if (context.clock() < grant.createdAt) return 'The clock was set back since it was given.';
    return isOfSameAccount(grant, context.accountContext())
      ? null
      : 'It was given for another marketplace or account.';
  }

  const ofToday = (purchases: readonly Entry[]): Entry[] => {
    const { day } = spendingPeriods(context.clock());
    return purchases.filter(({ state, submittedAt }) => isUnresolved(state) || (submittedAt ?? 0) >= day);
  };

  function refuseAbove(grant: Standing, most: Amount): void {
    if (most.currency !== grant.ceiling.currency)
      fail(
        'not_granted',
        `The price is in ${most.currency}, the permission in ${grant.ceiling.currency}. Nothing was bought.`,
      );
    const today = ofToday(context.journal.under('grant', grant.id));
    if (unreadAmong(today) > 0)
      fail('not_granted', 'What was spent today under this permission cannot be read. Nothing was bought.');
    const total = totalWith(today, most);
    if (compareAmounts(total, grant.ceiling) > 0)
      fail(
        'not_granted',
        `With ${formatAmount(most)} today’s spending under this permission would be ${formatAmount(total)}, above ${formatAmount(grant.ceiling)}. Nothing was bought.`,
      );
  }

  /**
   * The next page of a refresh that was begun under a grant and has not read what the grant allows; null where the next
   * refresh begins anew. From the journal alone, so that it goes on after a restart.
   */
  function nextPageUnder(grant: Standing): { runId: number; request: QuoteRequest } | null {
    const { pages, everyHours } = termsOf(grant);
    const bought = context.journal.under('grant', grant.id);
    const runId = bought.findLast(({ state }) => state === 'completed')?.runId ?? null;
    const ofRun = bought.filter((page) => page.state === 'completed' && page.runId === runId);
    const [first] = ofRun;
    if (runId === null || first === undefined || ofRun.length >= pages) return null;
    const lasts = Math.min(everyHours, LONGEST_REFRESH_HOURS) * HOUR_MS;
    if (context.clock() - first.createdAt >= lasts || context.whyUnfit(runId) !== null) return null;
    const next = context.nextPageOf(runId);
    return next && { runId, request: { ...next, toolRef: grant.toolRef } };
  }

  /**
   * Buys the next page of a grant's refresh, or its request again from the first, without asking, within the grant and
   * the limits; for a refresh of the watchlist.
   * Resolves to the submitted purchase; throws `not_granted` with the reason if the grant does not cover it, and then
   * buys nothing.
   */
  async function spendUnderGrant(grantId: string): Promise<string> {
    const refuse = (grant: Standing): void => {
      const why = whyNot(grant);
      if (why !== null) fail('not_granted', `The permission does not hold. ${why} Nothing was bought.`);
    };
    const grant = must(grantId);
    await context.learnAccount();
    refuse(grant);
    const facts = context.toolFacts(grant.toolRef);
    if (facts === null || facts.toolId !== grant.toolId)
      fail('not_granted', 'The Tool of this permission is no longer listed as it was. Nothing was bought.');
    const requestNow = () => {
      // In one transaction: merging may renumber runs between the reads.
      const next = context.storage.transaction(() => nextPageUnder(must(grantId)));
      return next ?? { runId: null, request: { toolRef: grant.toolRef, input: grant.input } };
    };
    const { request } = requestNow();
    const { purchaseId, approved } = await quoteAndApprove(context, request, (quoted, most) => ({
      event: 'approved_by_grant',
      words: `Bought for ${formatAmount(quoted.price)} under your permission of up to ${formatAmount(grant.ceiling)} a day until ${grant.until}.`,
      changes: { grantId },
      covers: () => {
        refuse(must(grantId));
        const now = requestNow();
        const isRequested =
          quoted.continuesRun === now.runId &&
          (now.runId !== null || digestOf(quoted.input) === digestOf(grant.input));
        if (!isRequested)
          fail('not_granted', 'This is not the request of the permission. Nothing was bought.');
        refuseAbove(grant, most);
      },
    }));
    if (!approved) return purchaseId;
    sendCommand(context, purchaseId).catch(() => undefined);
    return purchaseId;
  }

  function view(grant: Standing): Grant {
    const purchases = context.journal.under('grant', grant.id);
    const today = ofToday(purchases);
    const state =
      grant.endCode === 'by_user' ? 'revoked' : grant.endedAt !== null || isOver(grant) ? 'over' : 'in_force';
    return {
      grantId: grant.id,
      state,
      words:
        state === 'in_force'
          ? `Milepost may refresh this search by itself ${grantTerms(termsOf(grant))}, up to ${formatAmount(grant.ceiling)} a day until ${grant.until}.`
          : (grant.endWords ?? `It held until ${grant.until}.`),
      toolRef: grant.toolRef,
      toolId: grant.toolId,
      title: grant.title,
      input: grant.input,
      ...termsOf(grant),
      perDay: grant.ceiling,
      until: grant.until ?? '',
      spentToday: spentUnder(today),
      spent: spentUnder(purchases),
      unreadToday: unreadAmong(today),
      unread: unreadAmong(purchases),
      createdAt: grant.createdAt,
      purchaseIds: purchases.map((purchase) => purchase.id),
    };
  }

  return {
    giveGrant,
    spendUnderGrant,
    endThoseOver,
    /** Whether a refresh was begun under it and has pages left to read. */
    isUnfinished: (grantId: string): boolean =>
      context.storage.transaction(() => nextPageUnder(must(grantId))) !== null,
    list: (): Grant[] => standing.list('grant', 200).map(view),
    /** Those of the current marketplace: the same search may be permitted at another one too. */
    inForce: (): Grant[] =>
      standing
        .inForce('grant')
        .filter(({ marketplace }) => marketplace === context.accountContext().marketplace)
        .map(view),
    revoke(grantId: string): Grant {
      must(grantId);
      standing.end(grantId, 'by_user', 'You took the permission back.');
      context.publishChange();
      return view(must(grantId));
    },
  };
}
