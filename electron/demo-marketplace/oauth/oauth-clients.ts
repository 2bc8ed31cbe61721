import { randomUUID } from 'node:crypto';
import { isObject } from '#shared/json.ts';
import type { JsonObject } from '../http/json.ts';
import { SCOPES } from '../http/operations.ts';
import { refuseGrant } from './oauth-error.ts';

export type OAuthClient = { clientId: string; name: string; redirectUris: string[]; grantTypes: string[] };
/** In memory: a program registers anew each time it asks for a key. */
export type OAuthClients = Map<string, OAuthClient>;

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const GRANT_TYPES = ['authorization_code', DEVICE_GRANT];

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

const strings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function isAllowedRedirect(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, hash } = new URL(uri);
  return hash === '' && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname)));
}

/** Registers a public client (RFC 7591). Returns the accepted registration. */
export function registerClient(clients: OAuthClients, metadata: unknown, now: number): JsonObject {
  if (!isObject(metadata))
    return refuseGrant('invalid_client_metadata', 'The registration must be an object.');
  const {
    redirect_uris = [],
    grant_types = ['authorization_code'],
    client_name = 'Unnamed client',
  } = metadata;
  if (!strings(redirect_uris) || !redirect_uris.every(isAllowedRedirect)) {
    return refuseGrant('invalid_redirect_uri', 'Redirects go to https or to loopback.');
  }
  if (!strings(grant_types) || grant_types.some((grant) => !GRANT_TYPES.includes(grant))) {
    return refuseGrant('invalid_client_metadata', `Offered grant types: ${GRANT_TYPES.join(', ')}.`);
  }
  if (grant_types.includes('authorization_code') && redirect_uris.length === 0) {
    return refuseGrant('invalid_redirect_uri', 'The authorization code needs somewhere to go.');
  }
  if ((metadata.token_endpoint_auth_method ?? 'none') !== 'none') {
    return refuseGrant('invalid_client_metadata', 'Only public clients are registered.');
  }
  if (typeof client_name !== 'string' || client_name.length > 200) {
    return refuseGrant('invalid_client_metadata', 'client_name is a short text.');
  }
  const accepted = {
    client_name,
    redirect_uris,
    grant_types,
    response_types: grant_types.includes('authorization_code') ? ['code'] : [],
    token_endpoint_auth_method: 'none',
    scope: SCOPES.join(' '),
  };
  const clientId = `client_${randomUUID()}`;
  clients.set(clientId, {
    clientId,
    name: client_name,
    redirectUris: redirect_uris,
    grantTypes: grant_types,
  });
  return { client_id: clientId, client_id_issued_at: Math.floor(now / 1000), ...accepted };
}

/** A registered client; refuses an unknown one. */
export const findClient = (clients: OAuthClients, clientId: string | undefined): OAuthClient =>
  clients.get(clientId ?? '') ?? refuseGrant('invalid_client', 'The client is not registered.', 401);

const withoutPort = (uri: string): string => {
  const url = new URL(uri);
  url.port = '';
  return url.href;
};

/** Whether the client has registered a redirect. On loopback any port is allowed (RFC 8252 §7.3). */
export function isRegisteredRedirect(client: OAuthClient, uri: string): boolean {
  if (client.redirectUris.includes(uri)) return true;
  if (!URL.canParse(uri) || !LOOPBACK.has(new URL(uri).hostname)) return false;
  return client.redirectUris.some((own) => withoutPort(own) === withoutPort(uri));
}

/** The requested scopes; all if the request names none. */
export function requestedScopes(scope: string | undefined): string[] {
  const wanted = (scope ?? '').split(' ').filter((name) => name !== '');
  const unknown = wanted.find((name) => !SCOPES.some((known) => known === name));
  if (unknown !== undefined) return refuseGrant('invalid_scope', `There is no scope ${unknown}.`);
  return wanted.length > 0 ? [...new Set(wanted)] : [...SCOPES];
}
