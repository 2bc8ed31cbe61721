import { formatAmount } from '#shared/money.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { plainName } from '#shared/plain-text.ts';
import { chargeAlarm } from '#shared/purchase/charge.ts';
import type { RequestFailure } from '../../marketplace/http/answer.ts';
import { damageMessage } from './damaged.ts';
import type { Entry, Refusal } from './entry.ts';
import { chargeOfEntry, countedAmounts } from './spending.ts';

/**
 * Messages for known refusal codes: what happened, what it means for the money, what to do. An unknown code is shown
 * as it is.
 */
const REFUSALS: Readonly<Record<string, string>> = {
  tool_not_found: 'The service no longer knows this Tool. Look for it again in the Catalogue.',
  tool_not_current:
    'The Tool has changed since it was listed. Open it in the Catalogue to read its new terms, then ask again.',
  tool_not_ready: 'The Tool is not ready at the moment. Try again later.',
  tool_unsupported: 'The service does not offer this Tool for Calls.',
  input_invalid: 'The service does not accept this request as it is. Change the search and ask again.',
  grant_not_found: 'The access key has no permission to spend. Grant it in your account at the marketplace.',
  authority_required: 'The account holder has to approve this at the marketplace first.',
  budget_exceeded: 'The price is above the budget that your account sets for this key.',
  insufficient_balance: 'The account does not hold enough money for this.',
  treasury_capacity_unavailable: 'The marketplace cannot pay the provider at the moment. Try again later.',
  pricing_setup_required: 'The marketplace has not finished setting up prices for this Tool.',
  commercial_policy_unavailable: 'The marketplace cannot confirm its terms at the moment. Try again later.',
  inspection_unavailable: 'The marketplace cannot check this Tool at the moment. Try again later.',
  quote_expired: 'The quote had ended when the service looked at it. Ask for a new one.',
  UNAUTHENTICATED: 'The service does not accept the access key. Store a current one in Settings.',
  PERMISSION_DENIED: 'The access key lacks the permission for this (scope market_tools:call).',
  rate_limited: 'The service takes no more requests at the moment. Try again later.',
  cancelled: 'The Call was cancelled.',
  quote_not_found: 'The service no longer knows this quote. Ask for a new one.',
  provider_unavailable: 'The provider behind the Tool cannot be reached at the moment. Try again later.',
};

export const refusalMessage = (code: string): string =>
  ownEntry(REFUSALS, code) ??
  `The service refused with the code “${plainName(code)}”, which Milepost does not know.`;

/**
 * The code of a failed request and what it means: the service's code where it has one, otherwise Milepost's for the
 * status. Of a service that failed itself (500 and above), an unknown code says no more than the status.
 */
export function refusalOfFailure({
  problem,
  code,
  status,
  message,
}: RequestFailure): Pick<Refusal, 'code' | 'words'> {
  const named = problem?.code ?? problem?.kind ?? null;
  if (named === null) return { code, words: message };
  const isOwnFault = status !== null && status >= 500 && ownEntry(REFUSALS, named) === undefined;
  return { code: named, words: isOwnFault ? message : refusalMessage(named) };
}

function chargeMessage(entry: Entry): string {
  const alarm = chargeAlarm(chargeOfEntry(entry));
  if (alarm !== null)
    return `${alarm.words} ${countedAmounts(entry).map(formatAmount).join(' and ')} counts as spent.`;
  if (entry.chargeState === 'free_tier') return 'It was free of charge.';
  if (entry.chargeState === 'refunded') return 'The charge was refunded.';
  if (entry.chargeState === 'insufficient_credit')
    return 'Nothing was charged: the account did not hold enough credit.';
  if (entry.chargeState === 'outcome_unknown' && entry.price !== null)
    return `Whether it was charged is not settled yet; ${formatAmount(entry.ceiling ?? entry.price)} counts as spent.`;
  if (entry.charged !== null) return `${formatAmount(entry.charged)} was charged.`;
  if (entry.state === 'completed' && entry.price !== null)
    return `The service did not say what was charged; ${formatAmount(entry.price)} counts as spent.`;
  return 'No charge was shown.';
}

/** The alarm of an open purchase's charge, if it differs from the approval. */
function openAlarm(entry: Entry): string {
  const alarm = chargeAlarm(chargeOfEntry(entry));
  return alarm === null ? '' : ` ${alarm.words}`;
}

/** A purchase's state and what it means for the money, in a sentence or two. */
export const stateMessage = (entry: Entry): string =>
  [damageMessage(entry), stateWords(entry)].filter((words) => words !== '').join(' ');

function stateWords(entry: Entry): string {
  switch (entry.state) {
    case 'quoting':
      return 'Asking for a quote. Nothing is bought.';
    case 'not_quoted':
      return `No quote. ${entry.refusal?.words ?? ''} Nothing was bought.`.replace('  ', ' ');
    case 'quoted':
      return 'Waiting for your approval. Nothing is bought.';
    case 'discarded':
      return 'Discarded. Nothing was bought.';
    case 'expired':
      return 'The quote ended before it was approved. Nothing was bought.';
    case 'approved':
      return 'Approved. Nothing has left yet.';
    case 'void':
      return 'The approval no longer held, so nothing was sent. Nothing was bought.';
    case 'submitted':
      return entry.waitUntil === null
        ? 'Sent. Waiting for the service to take it.'
        : 'The service asked to wait before it takes this order. It counts as spent until then, when the identical order is sent again with the same key.';
    case 'not_sent':
      return entry.refusal === null
        ? 'It could not be sent: the service was not reached. Nothing was bought.'
        : `It was not sent. ${entry.refusal.words} Nothing was bought.`;
    case 'pending':
      return `Accepted. The service is working on it.${openAlarm(entry)}`;
    case 'unknown':
      return `This may have been charged. Milepost reads its status and does not buy it again.${openAlarm(entry)}`;
    case 'completed':
      return `Done. ${chargeMessage(entry)}`;
    case 'refused':
      return `Refused. ${entry.refusal?.words ?? ''} ${chargeMessage(entry)}`.replace('  ', ' ');
    case 'cancelled':
      return `Cancelled by the service. ${chargeMessage(entry)}`;
  }
}
