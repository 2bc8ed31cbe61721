import { setTimeout as delay } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';

import { RequestFailed, requestFailed } from '../http/request-failure.ts';
import { requestOptions } from './authorization-server.ts';
import { type FlowInput, flowFailure, type Granted, grantedOf, requestedParameters } from './granted.ts';
import { register } from './register.ts';
import { safeAddress } from './safe-address.ts';

/** Waits for some milliseconds; rejects if aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** RFC 8628 §3.5: the default poll interval in seconds, and how much each `slow_down` adds. */
const USUAL_INTERVAL_S = 5;
const SLOWER_BY_S = 5;
const LONGEST_INTERVAL_S = 60;

/**
 * The device flow (RFC 8628): the server issues a code, the user decides in a browser, and the token endpoint is
 * polled at the server's intervals. Throws `RequestFailed`.
 */
export async function deviceFlow(
  input: FlowInput,
  sleep: Sleep = (ms, stop) => delay(ms, undefined, { signal: stop }),
): Promise<Granted> {
  const { server, fetchAt, signal, marketplace } = input;
  const options = () => requestOptions(fetchAt, signal);
  try {
    const client = await register(input, null);
    const parameters = requestedParameters(input);
    const requested = await oauth.deviceAuthorizationRequest(
      server,
      client,
      oauth.None(),
      parameters,
      options(),
    );
    const device = await oauth.processDeviceAuthorizationResponse(server, client, requested);
    const page = safeAddress(device.verification_uri, marketplace);
    if (page === null) throw new Error('The authorization server’s page has an address that is not allowed.');
    const filledIn = safeAddress(device.verification_uri_complete ?? '', marketplace);
    const lifetimeMs = device.expires_in * 1000;
    const runsOutAt = performance.now() + lifetimeMs;
    input.decide({
      verification: page.href,
      open: (filledIn ?? page).href,
      userCode: device.user_code,
      lifetimeMs,
    });
    let interval = device.interval ?? USUAL_INTERVAL_S;
    while (performance.now() < runsOutAt) {
      await sleep(interval * 1000, signal);
      const polled = await poll(input, client, device.device_code, options());
      if (polled.granted !== undefined) return polled.granted;
      if (polled.interval === 'slower') interval += SLOWER_BY_S;
      if (polled.interval === 'lost') interval = Math.min(interval * 2, LONGEST_INTERVAL_S);
    }
  } catch (error) {
    throw flowFailure(error);
  }
  throw requestFailed(
    'expired_token',
    'answered',
    'The code ran out before anyone decided. Nothing was changed; connect again.',
  );
}

type Polled = { granted: Granted } | { granted?: never; interval: 'same' | 'slower' | 'lost' };

async function poll(
  input: FlowInput,
  client: oauth.Client,
  deviceCode: string,
  options: ReturnType<typeof requestOptions>,
): Promise<Polled> {
  const { server } = input;
  try {
    const response = await oauth.deviceCodeGrantRequest(server, client, oauth.None(), deviceCode, options);
    if (response.status === 429 || response.status >= 500) {
      response.body?.cancel().catch(() => undefined);
      return { interval: 'lost' };
    }
    return {
      granted: grantedOf(await oauth.processDeviceCodeResponse(server, client, response), input, client),
    };
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.error === 'authorization_pending')
      return { interval: 'same' };
    if (error instanceof oauth.ResponseBodyError && error.error === 'slow_down')
      return { interval: 'slower' };
    // A failed poll is repeated after a longer interval (RFC 8628 §3.5).
    if (error instanceof RequestFailed && error.failure.code !== 'cancelled') return { interval: 'lost' };
    throw error;
  }
}
