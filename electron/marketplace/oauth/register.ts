import * as oauth from 'oauth4webapi';
import { DEVICE_GRANT, requestOptions } from './authorization-server.ts';
import { type FlowInput, flowFailure } from './granted.ts';

/**
 * Registers Milepost as a public client (RFC 7591) for one flow; for the device flow without a redirect. It has no secret and nothing is stored: each attempt
 * registers anew. Throws `RequestFailed`.
 */
export async function register(
  { server, scopes, fetchAt, signal }: FlowInput,
  redirectUri: string | null,
): Promise<oauth.Client> {
  try {
    const response = await oauth.dynamicClientRegistrationRequest(
      server,
      {
        client_name: 'Milepost',
        grant_types: [redirectUri === null ? DEVICE_GRANT : 'authorization_code'],
        response_types: redirectUri === null ? [] : ['code'],
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
