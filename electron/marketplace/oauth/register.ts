import * as oauth from 'oauth4webapi';
import { DEVICE_GRANT, type Flow, type OAuthFetch, requestOptions } from './authorization-server.ts';
import { flowFailure } from './granted.ts';

/**
 * Registers Milepost as a public client (RFC 7591) for one flow. It has no secret and nothing is stored: each attempt
 * registers anew. Throws `RequestFailed`.
 */
export async function register(
  server: oauth.AuthorizationServer,
  flow: Flow,
  redirectUri: string | null,
  scopes: readonly string[],
  fetchAt: OAuthFetch,
  signal: AbortSignal,
): Promise<oauth.Client> {
  try {
    const response = await oauth.dynamicClientRegistrationRequest(
      server,
      {
        client_name: 'Milepost',
        grant_types: [flow === 'device' ? DEVICE_GRANT : 'authorization_code'],
        response_types: flow === 'device' ? [] : ['code'],
        token_endpoint_auth_method: 'none',
        ...(redirectUri === null ? {} : { redirect_uris: [redirectUri] }),
        ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
      },
      requestOptions(fetchAt, signal),
    );
    const { client_id } = await oauth.processDynamicClientRegistrationResponse(response);
    return { client_id, token_endpoint_auth_method: 'none' };
  } catch (error) {
    throw flowFailure(error);
  }
}
