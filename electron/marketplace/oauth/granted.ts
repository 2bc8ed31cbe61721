import type * as oauth from 'oauth4webapi';
import { ownEntry } from '#shared/own-entry.ts';

import { RequestFailed, requestFailed } from '../http/request-failure.ts';
import { textWithoutSecret } from '../http/without-secret.ts';
import type { OAuthFetch } from './authorization-server.ts';

/** The result of a flow. The key is stored only in the keychain. */
export type Granted = {
  key: string;
  /** As granted; the requested ones if unstated (RFC 6749 §5.1). */
  scopes: string[];
  /** In seconds, if stated. */
  expiresIn: number | null;
  /** Milepost's client id at the server, needed to revoke the key. */
  clientId: string;
};

/** The page on which the user decides. */
type DecisionPage = {
  /** The address as the user would type it. */
  verification: string;
  /** The address to open. */
  open: string;
  userCode: string | null;
  lifetimeMs: number;
};

/** What a flow needs, from registration to the key. */
export type FlowInput = {
  server: oauth.AuthorizationServer;
  scopes: readonly string[];
  /** The base address of the marketplace. */
  marketplace: string;
  /** The marketplace that the key is for (RFC 8707). */
  resource: string;
  fetchAt: OAuthFetch;
  signal: AbortSignal;
  /** Reports the page to decide on. */
  decide: (page: DecisionPage) => void;
};

export const requestedParameters = ({
  scopes,
  resource,
}: Pick<FlowInput, 'scopes' | 'resource'>): Record<string, string> => ({
  ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
  resource,
});

/** Of what was granted, in characters and in number; more is no scope that Milepost requested. */
const LONGEST_SCOPE = 10_000;
const MOST_SCOPES = 100;

export function grantedOf(
  answer: oauth.TokenEndpointResponse,
  { scopes }: Pick<FlowInput, 'scopes'>,
  client: oauth.Client,
): Granted {
  const { scope, access_token: key } = answer;
  return {
    key,
    // Unlike the key, they are stored in the data file and shown.
    scopes:
      scope === undefined
        ? [...scopes]
        : scope
            .slice(0, LONGEST_SCOPE)
            .split(' ', MOST_SCOPES)
            .filter((one) => one !== '' && textWithoutSecret(one, key) === one),
    expiresIn: answer.expires_in ?? null,
    clientId: client.client_id,
  };
}

/** Messages for the codes of RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2 and RFC 8628 §3.5. */
const LABELS: Readonly<Record<string, string>> = {
  access_denied: 'The request was denied in the browser. Nothing was changed.',
  expired_token: 'The code ran out before anyone decided. Nothing was changed; connect again.',
  invalid_scope: 'The service does not give these scopes to Milepost.',
  invalid_client: 'The service does not know Milepost under this client id.',
  unauthorized_client: 'The service does not let Milepost connect in this way.',
  invalid_grant: 'What the browser brought back was not accepted. Nothing was changed; connect again.',
  unsupported_grant_type: 'The service does not offer this way of connecting.',
  server_error: 'The authorization server failed. Nothing was changed.',
  temporarily_unavailable: 'The authorization server cannot answer now. Nothing was changed.',
};

/** Recognised by documented codes: this file is loaded at each start, the library only when needed. */
const isErrorOfServer = (
  error: unknown,
): error is oauth.ResponseBodyError | oauth.AuthorizationResponseError =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'OAUTH_RESPONSE_BODY_ERROR' || error.code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR');

/** Any error of a flow as `RequestFailed` with a stable code. The server's own text is not repeated. */
export function flowFailure(error: unknown): RequestFailed {
  if (error instanceof RequestFailed) return error;
  if (isErrorOfServer(error)) {
    const code = /^[a-z_]{1,60}$/.test(error.error) ? error.error : 'refused';
    const words = ownEntry(LABELS, code);
    return requestFailed(code, 'answered', words ?? 'The authorization server refused. Nothing was changed.');
  }
  if (error instanceof Error && error.name === 'AbortError')
    return requestFailed('cancelled', 'maybe', 'Connecting was given up.');
  return requestFailed(
    'oauth_unreadable',
    'maybe',
    'What the authorization server answered does not fit the protocol. Nothing was changed.',
  );
}
