import type { ContractHandlers } from '#shared/contract/index.ts';
import type { AccountsDifference } from '#shared/contract/purchase-accounts.ts';
import { type Amount, formatAmount, sameAmount } from '#shared/money.ts';
import { plainName } from '#shared/plain-text.ts';
import { isSettled, isUnresolved, SENT_STATES } from '#shared/purchase/state.ts';
import { type CallStanding, callStanding } from '../../marketplace/service/call-standing.ts';
import type { ListedCall } from '../../marketplace/service/vocabulary.ts';
import type { Entry } from '../journal/entry.ts';
import type { Uses } from '../journal/purchase-context.ts';
import { countsMore, statedIn, UNSTATED } from '../journal/spending.ts';
import { readCallPages } from '../ordering/call-pages.ts';
import { foreignAccount } from '../ordering/purchase-account.ts';
import { applyStatedCharge, chargeChanges } from '../ordering/stated-charge.ts';

type Reconciled = Awaited<ReturnType<ContractHandlers['purchases']['reconcileWithService']>>;

/** The purchase states that fit how a Call stands by the list; none where it is over and no more is known. */
const EXPECTED: Readonly<Record<CallStanding, readonly Entry['state'][]>> = {
  working: SENT_STATES,
  completed: ['completed'],
  over: [],
  in_doubt: ['unknown'],
  refused: ['refused'],
  cancelled: ['cancelled'],
  void: ['refused'],
};

const sideOf = (state: string, chargeState: string | null, amount: Amount | null) => ({
  state,
  chargeState,
  amount,
});
const money = (amount: Amount | null): string => (amount === null ? 'no amount' : formatAmount(amount));

/** Compares a purchase with its listed Call; applies a corrected charge. */
function compare(context: Uses<'journal' | 'storage'>, entry: Entry, call: ListedCall): AccountsDifference[] {
  const state = call.state ?? '';
  const service = sideOf(state, call.usage?.chargeState ?? null, call.usage?.amount ?? null);
  const journal = sideOf(entry.state, entry.chargeState, entry.charged);
  const difference = (kind: AccountsDifference['kind'], words: string): AccountsDifference => ({
    kind,
    callRef: call.callRef,
    purchaseId: entry.id,
    words,
    service,
    journal,
  });
  if (isUnresolved(entry.state)) {
    applyStatedCharge(context, entry, chargeChanges(entry, call), { body: call.raw, requestId: null });
    return [
      difference(
        'open_here',
        `The service lists this Call as “${plainName(state)}”; here it is not settled yet, so its status is read again.`,
      ),
    ];
  }
  const said = statedIn(entry, call);
  const stated = said ?? UNSTATED;
  const standing = callStanding(state);
  if (standing === null || !EXPECTED[standing].includes(entry.state)) {
    // Whatever else differs, a known charge counts.
    const counts = isSettled(entry.state) && countsMore(entry, stated);
    if (counts)
      context.journal.record(entry.id, {
        event: 'charge_revised',
        words: `The service lists this Call as “${plainName(state)}” with ${money(stated.charged)}, which counts.`,
        detail: call.raw,
        changes: stated,
      });
    return [
      difference(
        'state',
        `The service lists this Call as “${plainName(state)}”, while it is ${entry.state} here, as the service itself answered before. The answer is stored with the purchase${counts ? ', and what it states of the charge counts' : ''}.`,
      ),
    ];
  }
  if (said === null) return [];
  // An amount that is known is not forgotten because a later answer leaves it away.
  const charge = { ...stated, charged: stated.charged ?? entry.charged };
  const same =
    charge.chargeState === entry.chargeState &&
    charge.chargeOddity?.known === entry.chargeOddity?.known &&
    (charge.charged === null || entry.charged === null
      ? charge.charged === entry.charged
      : sameAmount(charge.charged, entry.charged));
  if (same) return [];
  context.journal.record(entry.id, {
    event: 'charge_revised',
    words: `The service now states ${charge.chargeState ?? 'no charge state'} and ${money(charge.charged)}; before it was ${entry.chargeState ?? 'no charge state'} and ${money(entry.charged)}.`,
    detail: call.raw,
    changes: charge,
  });
  return [
    difference(
      'charge',
      `The service now states another charge (${charge.chargeState ?? 'no charge state'}, ${money(charge.charged)}) than before (${entry.chargeState ?? 'no charge state'}, ${money(entry.charged)}). It was taken over and noted in the purchase’s history.`,
    ),
  ];
}

const callsIn = (count: number): string => (count === 1 ? 'one Call' : `${count} Calls`);

/**
 * Compares the service's list of Calls with the journal of this marketplace and account, and explains each
 * difference.
 */
export async function compareWithService(
  context: Uses<
    | 'journal'
    | 'storage'
    | 'clock'
    | 'closed'
    | 'marketplace'
    | 'learnAccount'
    | 'accountContext'
    | 'publishChange'
  >,
): Promise<Reconciled> {
  const accountContext = await context.learnAccount();
  const { calls, missing: unread } = await readCallPages(context);
  const complete = unread === null;
  const own = context.journal
    .list({ demo: accountContext.demo, limit: Number.MAX_SAFE_INTEGER })
    .items.filter((entry) => entry.submittedAt !== null && foreignAccount(context, entry) === null);
  const listed = new Map(calls.map((call) => [call.callRef, call]));
  const known = new Set(own.flatMap(({ callRef }) => callRef ?? []));
  const differences = own.flatMap((entry): AccountsDifference[] => {
    const call = entry.callRef === null ? undefined : listed.get(entry.callRef);
    if (call !== undefined) return compare(context, entry, call);
    const journal = sideOf(entry.state, entry.chargeState, entry.charged);
    const missing = { callRef: entry.callRef, purchaseId: entry.id, service: null, journal };
    if (isUnresolved(entry.state))
      return [
        {
          ...missing,
          kind: 'open_here',
          words: 'It is not settled here, and no Call in the list is known to be its own.',
        },
      ];
    if (entry.callRef === null || !complete) return [];
    return [
      {
        ...missing,
        kind: 'only_here',
        words: 'The service answered with this Call before, but its list does not show it.',
      },
    ];
  });
  for (const call of listed.values())
    if (!known.has(call.callRef))
      differences.push({
        kind: 'only_at_service',
        callRef: call.callRef,
        purchaseId: null,
        words:
          'This Call of your account was not made by this journal: by another program, another machine, or an order that is still looked for.',
        service: sideOf(call.state ?? '', call.usage?.chargeState ?? null, call.usage?.amount ?? null),
        journal: null,
      });
  context.publishChange();
  return {
    at: context.clock(),
    complete,
    compared: listed.size,
    words: complete
      ? differences.length === 0
        ? `The service’s ${callsIn(listed.size)} and the journal agree.`
        : `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'} between the service’s ${callsIn(listed.size)} and the journal.`
      : `The service’s list could not be read as a whole. ${unread}`,
    differences,
  };
}
