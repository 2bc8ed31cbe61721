import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { JsonObject } from '../http/json.ts';
import { SCOPES } from '../http/operations.ts';
import { refuseGrant } from './oauth-error.ts';

export type OAuthClient = {
  clientId: string;
  name: string;
  redirectUris: string[];
  grantTypes: readonly string[];
};
/** In memory: a program registers anew each time it asks for a key. */
export type OAuthClients = Map<string, OAuthClient>;

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const GRANT_TYPES = ['authorization_code', DEVICE_GRANT] as const;

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

function isAllowedRedirect(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, hash } = new URL(uri);
  return hash === '' && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname)));
}

const registrationSchema = z.object({
  client_name: z.string().max(200).default('Unnamed client'),
  redirect_uris: z.array(z.string().refine(isAllowedRedirect)).default([]),
  grant_types: z.array(z.enum(GRANT_TYPES)).default(['authorization_code']),
});

/** Registers a public client (RFC 7591). Returns the accepted registration. */
export function registerClient(clients: OAuthClients, metadata: unknown, now: number): JsonObject {
  const read = registrationSchema.safeParse(metadata);
  if (!read.success)
    return read.error.issues[0]?.path[0] === 'redirect_uris'
      ? refuseGrant('invalid_redirect_uri', 'Redirects go to https or to loopback.')
      : refuseGrant('invalid_client_metadata', `Offered grant types: ${GRANT_TYPES.join(', ')}.`);
  const { client_name, redirect_uris, grant_types } = read.data;
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
