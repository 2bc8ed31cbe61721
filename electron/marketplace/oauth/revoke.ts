import * as oauth from 'oauth4webapi';
import { type OAuthFetch, readServer, requestOptions } from './authorization-server.ts';
import { safeAddress } from './safe-address.ts';

/** The origin of a key: the authorization server and Milepost's client id there. */
export type KeyOrigin = { issuer: string; clientId: string };

/** The longest time for a revocation, in ms. */
const WITHIN_MS = 10_000;

/** Which key it is: a replaced one, or a granted one that is not stored. */
export type Unwanted = 'key before' | 'new key';

/**
 * Asks the server that issued a key to revoke it (RFC 7009), and returns the result as a sentence. Best effort: never
 * throws. The key is sent only to the exact origin that it was given for; with a server elsewhere, revoking is left
 * to the user.
 */
export async function revokeKey(
  key: string,
  { issuer, clientId }: KeyOrigin,
  marketplace: { base: string; origin: string },
  fetchAt: OAuthFetch,
  { withinMs = WITHIN_MS, unwanted = 'key before' }: { withinMs?: number; unwanted?: Unwanted } = {},
): Promise<string> {
  const still = (why: string): string =>
    `${why} The ${unwanted} may still work: remove it in your account at the marketplace.`;
  try {
    const stop = AbortSignal.timeout(withinMs);
    const read = await readServer(issuer, marketplace.base, fetchAt, stop);
    if (!read.ok) return still(`The service did not hear that the ${unwanted} is no longer wanted.`);
    const { metadata } = read.server;
    const endpoint = metadata.revocation_endpoint;
    if (typeof endpoint !== 'string') return still('The service offers no way to revoke a key from here.');
    if (safeAddress(endpoint, marketplace.base)?.origin !== marketplace.origin)
      return still('The service revokes keys at another address than the one that the key is for.');
    const client = { client_id: clientId, token_endpoint_auth_method: 'none' } as const;
    const response = await oauth.revocationRequest(metadata, client, oauth.None(), key, {
      ...requestOptions(fetchAt, stop),
      additionalParameters: { token_type_hint: 'access_token' },
    });
    await oauth.processRevocationResponse(response);
    return `The ${unwanted} was revoked at the service: it no longer works.`;
  } catch {
    // Not repeated: the error may contain the key.
    return still(`The service did not hear that the ${unwanted} is no longer wanted.`);
  }
}
