import { formatAmount } from '#shared/money.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { plainName } from '#shared/plain-text.ts';
import { chargeAlarm } from '#shared/purchase/charge.ts';
import type { RequestFailure } from '../../marketplace/http/answer.ts';
import type { AnswerReading } from '../../marketplace/service/vocabulary.ts';
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

/** A Tool and who provides it, as a question outside the page names them. */
export const toolLabel = (title: string, providerName: string | null): string =>
  `${plainName(title)}${providerName === null ? '' : ` by ${plainName(providerName)}`}`;

const refusalMessage = (code: string): string =>
  ownEntry(REFUSALS, code) ??
  `The service refused with the code “${plainName(code)}”, which Milepost does not know.`;

/** Messages for known kinds of problems, whatever their code. */
const KINDS: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT: 'The service does not accept this request as it is.',
  FAILED_PRECONDITION: 'The service says that something has to be done first.',
  UNAUTHENTICATED: 'The service does not accept the access key. Store a current one in Settings.',
  PERMISSION_DENIED:
    'The access key lacks the permission for this (scope market_tools:call). Store one that has it in Settings.',
  NOT_FOUND: 'The service does not have what was asked for.',
  ALREADY_EXISTS: 'The service says that this was done before.',
  RESOURCE_EXHAUSTED: 'The service takes no more requests at the moment. Try again later.',
  UNAVAILABLE: 'The service is not available at the moment. Try again later.',
};

/** The kinds that the contract gives the statuses of a refused key, and of what does not exist. */
const KIND_OF_STATUS: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
};

/** A refusal that asks nothing of the user. */
export const plainRefusal = (
  { code, words }: Pick<Refusal, 'code' | 'words'>,
  retryAfterMs: number | null = null,
): Refusal => ({ code, words, retryAfterMs, requiredActions: [] });

/** A refusal that an answer declares. */
export function refusalIn(
  read: Pick<Extract<AnswerReading<'quote'>, { kind: 'refused' }>, 'code' | 'requiredActions'>,
  retryAfterMs: number | null,
): Refusal {
  const code = read.code ?? 'unknown_code';
  return {
    code,
    words: refusalMessage(code),
    retryAfterMs,
    requiredActions: (read.requiredActions?.items ?? []).flatMap(({ title, description }) =>
      title === null && description === null
        ? []
        : [{ title: title ?? description ?? '', description: description ?? '' }],
    ),
  };
}

/**
 * The code of a failed request and what it means: the service's code where it has one, otherwise Milepost's for the
 * status. A code that is not known hides neither a known kind nor a known status, and of a service that failed itself
 * (500 and above) it says no more than the status.
 */
export function refusalOfFailure(failure: RequestFailure): Refusal {
  return plainRefusal(meaningOf(failure), failure.retryAfterMs);
}

function meaningOf({ problem, code, status, message }: RequestFailure): Pick<Refusal, 'code' | 'words'> {
  const named = problem?.code ?? problem?.kind ?? null;
  const stated = problem?.kind?.toUpperCase() ?? '';
  // 401 is of the key and 404 of what was asked for, whatever is said beside them; 403 may have another reason.
  const kind =
    status === 401 || status === 404 || ownEntry(KINDS, stated) === undefined
      ? KIND_OF_STATUS[status ?? 0]
      : stated;
  const known = ownEntry(KINDS, kind ?? '');
  if (named === null) return { code, words: known ?? message };
  const words = ownEntry(REFUSALS, named);
  if (words !== undefined) return { code: named, words };
  if (status !== null && status >= 500) return { code: named, words: message };
  const isOfKey = kind === 'UNAUTHENTICATED' || kind === 'PERMISSION_DENIED';
  const isNamed = problem?.code !== null && problem?.code !== undefined;
  return {
    // What waits for a key is recognised by these.
    code: isOfKey ? (kind === 'UNAUTHENTICATED' ? 'unauthenticated' : 'permission_denied') : named,
    words: [known ?? message, ...(isNamed || known === undefined ? [refusalMessage(named)] : [])].join(' '),
  };
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

/**
 * A purchase's state and what it means for the money, in a sentence or two.
 * @param waitsFor what it waits for before its status is read, in sentences; null if it is read
 */
export const stateMessage = (entry: Entry, waitsFor: string | null = null): string =>
  [damageMessage(entry), stateWords(entry, waitsFor)].filter((words) => words !== '').join(' ');

function stateWords(entry: Entry, waitsFor: string | null): string {
  const waiting = waitsFor === null ? '' : ` ${waitsFor}`;
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
        ? `Sent. Waiting for the service to take it.${waiting}`
        : waitsFor === null
          ? 'The service asked to wait before it takes this order. It counts as spent until then, when the identical order is sent again with the same key.'
          : `The service asked to wait before it takes this order, which counts as spent.${waiting}`;
    case 'not_sent':
      return entry.refusal === null
        ? 'It could not be sent: the service was not reached. Nothing was bought.'
        : `It was not sent. ${entry.refusal.words} Nothing was bought.`;
    case 'pending':
      return waitsFor === null
        ? `Accepted. The service is working on it.${openAlarm(entry)}`
        : `Accepted.${waiting}${openAlarm(entry)}`;
    case 'unknown':
      if (entry.refusal !== null)
        return `${entry.refusal.words} Whether it was charged is not settled: it counts as spent until the service says, or you do.${waiting}${openAlarm(entry)}`;
      return waitsFor === null
        ? `This may have been charged. Milepost reads its status and does not buy it again.${openAlarm(entry)}`
        : `This may have been charged, and is not bought again.${waiting}${openAlarm(entry)}`;
    case 'completed':
      return `Done. ${chargeMessage(entry)}`;
    case 'refused':
      return `Refused. ${entry.refusal?.words ?? ''} ${chargeMessage(entry)}`.replace('  ', ' ');
    case 'cancelled':
      return `Cancelled by the service. ${chargeMessage(entry)}`;
  }
}
