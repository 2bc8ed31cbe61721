import { fail } from '#shared/contract/failure.ts';
import type { Marketplace } from '../marketplace/http/answer.ts';
import { requestFailure } from '../marketplace/http/request-failure.ts';

/** §5.3: what a key must be allowed for protected Calls. */
const CALL_SCOPE = 'market_tools:call';

const LABELS = `The access key has no scope ${CALL_SCOPE}, so nothing is quoted or bought with it. Connect in the browser with that scope, or store another key, in Settings.`;

/** Whether a key's scopes are known and lack the one for Calls. Scopes that nobody told may well be there. */
const lacksIt = (scopes: readonly string[] | null): boolean =>
  scopes !== null && !scopes.includes(CALL_SCOPE);

/** Fails where the key is known not to be allowed to call. */
export async function needCallScope(scopes: () => Promise<readonly string[] | null>): Promise<void> {
  if (lacksIt(await scopes())) fail('scope_missing', LABELS);
}

/** A marketplace that asks for no quote with a key that is known not to be allowed to call: it could buy nothing. */
export function quotingWithScope(
  marketplace: Marketplace,
  scopes: () => Promise<readonly string[] | null>,
): Marketplace {
  return {
    ...marketplace,
    ask: async (role, members, options) =>
      role === 'quote' && lacksIt(await scopes())
        ? requestFailure('scope_missing', 'not_sent', LABELS)
        : marketplace.ask(role, members, options),
  };
}
