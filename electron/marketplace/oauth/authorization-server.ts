import * as oauth from 'oauth4webapi';
import type { z } from 'zod';
import type { authorizationServerSchema } from '#shared/contract/program/connections.ts';
import type { GuardedFetch } from '../http/guarded-fetch.ts';
import { RequestFailed } from '../http/request-failure.ts';
import { safeAddress } from './safe-address.ts';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

export type Flow = 'device' | 'code';
export type Server = {
  metadata: oauth.AuthorizationServer;
  shown: z.output<typeof authorizationServerSchema>;
};

/** A `fetch` for the OAuth library to any origin, under the transport's rules. */
export type OAuthFetch = (origin: string) => GuardedFetch;

/**
 * Options for the OAuth library: requests go through the transport. It may use plain HTTP, because `safeAddress` has
 * checked every address.
 */
export function requestOptions(fetchAt: OAuthFetch, signal?: AbortSignal) {
  return {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (
      url: string,
      init: { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal },
    ) =>
      fetchAt(new URL(url).origin)(url, {
        method: init.method,
        headers: init.headers,
        ...(typeof init.body === 'string' || init.body instanceof URLSearchParams ? { body: init.body } : {}),
        ...(init.signal === undefined ? {} : { signal: init.signal }),
      }),
    ...(signal === undefined ? {} : { signal }),
  };
}

export type ServerRead = { ok: true; server: Server } | { ok: false; why: string };

/** Reads an authorization server's metadata (RFC 8414) as far as Milepost uses it. */
export async function readServer(
  issuer: string,
  marketplace: string,
  fetchAt: OAuthFetch,
  signal?: AbortSignal,
): Promise<ServerRead> {
  const address = safeAddress(issuer, marketplace);
  if (address === null)
    return {
      ok: false,
      why: 'The authorization server’s address is not allowed (HTTPS only).',
    };
  try {
    const metadata = await discover(address, fetchAt, signal);
    const astray = ENDPOINTS.find((name) => {
      const endpoint = metadata[name];
      return typeof endpoint === 'string' && safeAddress(endpoint, marketplace) === null;
    });
    if (astray !== undefined)
      return {
        ok: false,
        why: `The authorization server’s ${astray} is an address that is not allowed.`,
      };
    const documentation = metadata.service_documentation;
    return {
      ok: true,
      server: {
        metadata,
        shown: {
          issuer: metadata.issuer,
          flows: flowsOf(metadata),
          registers: typeof metadata.registration_endpoint === 'string',
          scopes: textsOf(metadata.scopes_supported),
          documentation:
            typeof documentation === 'string'
              ? (safeAddress(documentation, marketplace)?.href ?? null)
              : null,
        },
      },
    };
  } catch (error) {
    const reason = error instanceof Error && error.name === 'RequestFailed' ? ` ${error.message}` : '';
    return { ok: false, why: `The authorization server’s metadata could not be read.${reason}` };
  }
}

/**
 * Addresses of an issuer's metadata: before the path (RFC 8414 §3), else those of OpenID Connect Discovery, before or
 * after the path, which some servers publish alone (RFC 8414 §5).
 */
function placesOf({ origin, pathname }: URL): string[] {
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  const [oauthName, openIdName] = ['oauth-authorization-server', 'openid-configuration'].map(
    (name) => `/.well-known/${name}`,
  );
  const paths = [
    `${oauthName}${path}`,
    `${openIdName}${path}`,
    `${path}${openIdName}`,
    `${path}${oauthName}`,
  ];
  return [...new Set(paths)].map((one) => `${origin}${one}`);
}

async function discover(
  address: URL,
  fetchAt: OAuthFetch,
  signal?: AbortSignal,
): Promise<oauth.AuthorizationServer> {
  let first: unknown;
  let isUnable = false;
  for (const place of placesOf(address)) {
    try {
      const response = await fetchAt(address.origin)(place, {
        headers: { accept: 'application/json' },
        ...(signal === undefined ? {} : { signal }),
      });
      // It cannot answer now, at another address either (§7.1).
      isUnable = response.status === 429 || response.status >= 500;
      return await oauth.processDiscoveryResponse(address, response);
    } catch (error) {
      // The first address's failure is reported.
      first ??= error;
      const notAnswered = error instanceof RequestFailed && error.failure.delivery !== 'answered';
      if (signal?.aborted || isUnable || notAnswered) break;
    }
  }
  throw first;
}

/** The first authorization server with usable metadata, or why none has it. */
export async function firstServer(
  issuers: readonly string[],
  marketplace: string,
  fetchAt: OAuthFetch,
): Promise<{ server: Server | null; why: string | null }> {
  let why: string | null = 'The metadata names no authorization server.';
  for (const issuer of issuers.slice(0, 3)) {
    const read = await readServer(issuer, marketplace, fetchAt);
    if (read.ok) return { server: read.server, why: null };
    why = read.why;
  }
  return { server: null, why };
}

const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'device_authorization_endpoint',
  'registration_endpoint',
] as const;

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The flows that the server offers, device flow first: it needs only a browser anywhere. */
function flowsOf(metadata: oauth.AuthorizationServer): Flow[] {
  const { grant_types_supported: grants, token_endpoint: token } = metadata;
  const device =
    typeof metadata.device_authorization_endpoint === 'string' &&
    (grants === undefined || textsOf(grants).includes(DEVICE_GRANT));
  const code =
    typeof metadata.authorization_endpoint === 'string' &&
    (grants === undefined || textsOf(grants).includes('authorization_code')) &&
    textsOf(metadata.code_challenge_methods_supported).includes('S256');
  if (typeof token !== 'string') return [];
  return [...(device ? (['device'] as const) : []), ...(code ? (['code'] as const) : [])];
}
