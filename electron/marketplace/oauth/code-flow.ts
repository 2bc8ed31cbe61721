import * as oauth from 'oauth4webapi';

import { requestFailed } from '../http/request-failure.ts';
import { requestOptions } from './authorization-server.ts';
import { type FlowInput, flowFailure, type Granted, grantedOf, requestedParameters } from './granted.ts';
import { listenForRedirect } from './loopback-redirect.ts';
import { register } from './register.ts';

/** The longest time for the browser, in ms. */
const CODE_LIFETIME_MS = 10 * 60_000;

/**
 * The authorization code flow with PKCE and a loopback redirect (RFC 6749 §4.1, RFC 7636, RFC 8252). Throws
 * `RequestFailed`.
 */
export async function codeFlow(input: FlowInput): Promise<Granted> {
  const { server, fetchAt, signal } = input;
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const redirect = await listenForRedirect(state);
  try {
    const client = await register(input, redirect.uri);
    const address = new URL(String(server.authorization_endpoint));
    const parameters = {
      ...requestedParameters(input),
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirect.uri,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    input.decide({
      verification: address.origin,
      open: address.href,
      userCode: null,
      lifetimeMs: CODE_LIFETIME_MS,
    });
    const back = await Promise.race([redirect.redirected, cancelledOrExpired(signal)]);
    const answer = oauth.validateAuthResponse(server, client, back, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      answer,
      redirect.uri,
      verifier,
      { ...requestOptions(fetchAt, signal), additionalParameters: { resource: input.resource } },
    );
    return grantedOf(await oauth.processAuthorizationCodeResponse(server, client, response), input, client);
  } catch (error) {
    throw flowFailure(error);
  } finally {
    redirect.close();
  }
}

/** Rejects if the user cancels or the browser takes too long. */
function cancelledOrExpired(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const give = (code: string, words: string) => reject(requestFailed(code, 'answered', words));
    const timer = setTimeout(
      () =>
        give('expired_token', 'Nobody decided in the browser in time. Nothing was changed; connect again.'),
      CODE_LIFETIME_MS,
    );
    timer.unref();
    const stop = () => {
      clearTimeout(timer);
      give('cancelled', 'Connecting was given up.');
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
