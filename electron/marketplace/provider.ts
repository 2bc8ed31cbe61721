import { checkAwardSearchRequest } from '#shared/award-search/request.ts';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { member } from './answers/reading.ts';
import type { Reply } from './http/answer.ts';
import { contractFailureOf } from './http/contract-failure.ts';
import { readAddress } from './http/origin-rule.ts';
import { createTransport } from './http/transport.ts';
import type { TransportDeps } from './http/transport-deps.ts';
import { decodedPaymentHeader, readPaymentOffers } from './payment-offers.ts';

export type ProviderAnswer = Awaited<ReturnType<ContractHandlers['marketplace']['askProvider']>>;

/** The provider's path and timeout for the award search (§4, §1.7). */
const PATH = '/api/awards/search';
const DEADLINE_MS = 10_000;
const LARGEST_ANSWER = 4 * 1024 * 1024;

/**
 * Sends an award search to the provider's own address without paying, and reads its payment demand. The key is not
 * sent: it was given for the marketplace only. Throws contract errors.
 */
export async function askProvider(
  deps: Pick<TransportDeps, 'fetch' | 'clock' | 'record' | 'timing' | 'budgets'>,
  address: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const read = readAddress(address);
  if (!read.ok) fail('not_an_address', read.why, { fields: { address: read.why } });
  const checked = checkAwardSearchRequest(input);
  if (!checked.ok)
    fail('invalid_request', 'The request does not fit the award search (§2.1).', {
      fields: checked.problems,
    });
  const url = new URL(`${read.base.origin}${read.base.pathname.replace(/(?<!\/)\/+$/, '')}${PATH}`);
  for (const [name, value] of Object.entries(checked.request)) url.searchParams.set(name, String(value));
  const transport = createTransport({ ...deps, origin: url.origin, keyFor: async () => null });
  const at = deps.clock();
  const requested = await transport.send(
    {
      role: 'provider',
      method: 'GET',
      url,
      withKey: false,
      isRead: true,
      urgent: false,
      deadlineMs: DEADLINE_MS,
      maximumBytes: LARGEST_ANSWER,
    },
    signal,
  );
  return { requested: url.href, at, ...answerOf(requested) };
}

function answerOf(requested: Reply): Omit<ProviderAnswer, 'requested' | 'at'> {
  if (requested.ok) {
    const { status, requestId, body } = requested.answer;
    const words = Array.isArray(member(body, 'data'))
      ? 'The provider answered without asking for payment. Nothing was paid; the answer is shown and not saved.'
      : 'What answered asked for no payment and sent no award search (§2.2): maybe something between here and the provider. Nothing was paid.';
    return { status, requestId, words, offers: [], raw: { body } };
  }
  const { failure } = requested;
  if (failure.status !== 402) throw contractFailureOf(failure);
  const header = decodedPaymentHeader(failure.paymentRequired);
  const offers = [...readPaymentOffers(header, 'header'), ...readPaymentOffers(failure.body, 'body')];
  return {
    status: 402,
    requestId: failure.requestId,
    words:
      offers.length === 0
        ? 'Payment is asked for, but the terms cannot be read: by the provider, or by something in between. Nothing was paid.'
        : 'The provider asks for payment on these terms. Nothing was paid: Milepost buys award searches through the marketplace alone.',
    offers,
    raw: { body: failure.body, ...(header === undefined ? {} : { paymentRequired: header }) },
  };
}
