import type { Market } from '../catalogue/market.ts';
import type { AppContext, Mount } from '../http/http-app.ts';
import type { JsonObject } from '../http/json.ts';
import { SCOPES } from '../http/operations.ts';
import { readJsonBody } from '../http/request-body.ts';
import { issueKey, revokeIssuedKey } from '../purchases/accounts.ts';
import {
  DEVICE_GRANT,
  findClient,
  GRANT_TYPES,
  isRegisteredRedirect,
  registerClient,
  requestedScopes,
} from './oauth-clients.ts';
import { OAuthError, oauthErrorResponse, refuseGrant } from './oauth-error.ts';
import { createOAuthGrants, DEVICE_MS, type Grants } from './oauth-grants.ts';
import { codePage, consentPage, messagePage } from './oauth-pages.ts';

/** The protected-resource metadata (RFC 9728, §5.5). */
function resourceMetadata(market: Market): JsonObject {
  return {
    resource: market.origin(),
    authorization_servers: [market.origin()],
    scopes_supported: [...SCOPES],
    bearer_methods_supported: ['header'],
    resource_name: 'Milepost demo marketplace',
    resource_documentation: `${market.origin()}/openapi.json`,
  };
}

/** The authorization-server metadata (RFC 8414). */
function serverMetadata(market: Market): JsonObject {
  const origin = market.origin();
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    device_authorization_endpoint: `${origin}/oauth/device_authorization`,
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    grant_types_supported: GRANT_TYPES,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  };
}

type Form = Record<string, string | undefined>;

const queryForm = (context: AppContext): Form => context.req.query();

async function bodyForm(market: Market, context: AppContext): Promise<Form> {
  const origin = context.req.header('origin');
  if (origin !== undefined && origin !== market.origin()) {
    return refuseGrant('invalid_request', 'Forms are taken from this origin alone.', 403);
  }
  const type = context.req.header('content-type')?.split(';')[0]?.trim();
  if (type !== 'application/x-www-form-urlencoded') {
    return refuseGrant('invalid_request', 'The body must be application/x-www-form-urlencoded.', 415);
  }
  return Object.fromEntries(new URLSearchParams(await context.req.text()));
}

const grantedOf = (form: Form, scopes: string[]): string[] =>
  form.decision === 'allow' ? scopes.filter((scope) => form[`scope:${scope}`] === 'on') : [];

function redirect(to: string, members: Record<string, string | undefined>): Response {
  const url = new URL(to);
  for (const [name, value] of Object.entries(members))
    if (value !== undefined) url.searchParams.set(name, value);
  return new Response(null, { status: 303, headers: { Location: url.href } });
}

/** Answers an authorization request with PKCE (RFC 6749 §4.1.1). Errors go to the redirect, unless it is not valid. */
function authorizePage(market: Market, grants: Grants, form: Form): Promise<Response> | Response {
  const client = findClient(grants.clients, form.client_id);
  const redirectUri = form.redirect_uri ?? '';
  if (!isRegisteredRedirect(client, redirectUri))
    return refuseGrant('invalid_request', 'The redirect is not registered.');
  try {
    if (form.response_type !== 'code') refuseGrant('unsupported_response_type', 'Only code is offered.');
    if (form.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(form.code_challenge ?? '')) {
      refuseGrant('invalid_request', 'PKCE with S256 is required.');
    }
    const scopes = requestedScopes(form.scope);
    const requested = { clientId: client.clientId, clientName: client.name, scopes, redirectUri };
    const id = grants.ask({ ...requested, state: form.state, challenge: form.code_challenge ?? '' });
    return consentPage(requested, '/oauth/authorize', { request: id }, new URL(redirectUri).origin);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return redirect(redirectUri, {
      error: error.code,
      error_description: error.message,
      state: form.state,
      iss: market.origin(),
    });
  }
}

function decideAuthorization(market: Market, grants: Grants, form: Form): Response {
  const requested = grants.takePending(form.request);
  const granted = grantedOf(form, requested.scopes);
  const back = { state: requested.state, iss: market.origin() };
  if (granted.length === 0) return redirect(requested.redirectUri, { error: 'access_denied', ...back });
  return redirect(requested.redirectUri, { code: grants.issueCode(requested, granted), ...back });
}

function startDevice(market: Market, grants: Grants, form: Form): Response {
  const client = findClient(grants.clients, form.client_id);
  if (!client.grantTypes.includes(DEVICE_GRANT)) {
    return refuseGrant('unauthorized_client', 'The client did not register the device flow.');
  }
  const requested = {
    clientId: client.clientId,
    clientName: client.name,
    scopes: requestedScopes(form.scope),
  };
  const device = grants.startDevice(requested);
  const uri = `${market.origin()}/oauth/device`;
  return Response.json({
    device_code: device.deviceCode,
    user_code: device.userCode,
    verification_uri: uri,
    verification_uri_complete: `${uri}?user_code=${device.userCode}`,
    expires_in: DEVICE_MS / 1000,
    interval: market.devicePollSeconds,
  });
}

function devicePage(grants: Grants, form: Form): Promise<Response> {
  if (form.user_code === undefined) return codePage();
  const device = grants.openDevice(form.user_code);
  if (!device) return codePage('This code is not known, was used before, or has expired.');
  return consentPage(device, '/oauth/device', { user_code: device.userCode });
}

function decideDevice(grants: Grants, form: Form): Promise<Response> {
  const device = grants.openDevice(form.user_code);
  if (!device) return codePage('This code is not known, was used before, or has expired.');
  const granted = grantedOf(form, device.scopes);
  device.decision = granted.length === 0 ? 'denied' : { granted };
  return granted.length === 0
    ? messagePage('Access denied', 'The program was told that you said no. You can close this page.')
    : messagePage('Access allowed', 'The program has its key. You can close this page.');
}

function issueToken(market: Market, grants: Grants, form: Form): Response {
  const { clientId } = findClient(grants.clients, form.client_id);
  const issue = (granted: string[]) =>
    issueKey(market.books, market.clock(), { scopes: granted, application: `application:${clientId}` });
  const answer = (key: string, granted: string[]) =>
    Response.json({ access_token: key, token_type: 'Bearer', scope: granted.join(' ') });
  if (form.grant_type === 'authorization_code') {
    const { granted } = grants.redeemCode(form.code ?? '', clientId, form.redirect_uri, form.code_verifier);
    return answer(issue(granted), granted);
  }
  if (form.grant_type === DEVICE_GRANT) {
    const intervalMs = market.devicePollSeconds * 1000;
    const { granted } = grants.pollDevice(form.device_code ?? '', clientId, intervalMs);
    return answer(issue(granted), granted);
  }
  return refuseGrant('unsupported_grant_type', 'This grant type is not offered.');
}

/** The marketplace's authorization server, on the same origin, with a consent page without script. */
export function oauthMounts(market: Market): Mount[] {
  const grants = createOAuthGrants(market.clock);
  const { books } = market;
  const mount = (
    method: 'GET' | 'POST',
    path: string,
    serve: (context: AppContext) => Response | Promise<Response>,
  ): Mount => ({
    path,
    method,
    endpoint: 'oauth',
    serve: async (context) => {
      try {
        return await serve(context);
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        const forUser = method === 'GET' || context.req.header('accept')?.includes('text/html');
        return forUser
          ? messagePage('This does not work', error.message, error.status)
          : oauthErrorResponse(error);
      }
    },
  });
  return [
    mount('GET', '/.well-known/oauth-protected-resource', () => Response.json(resourceMetadata(market))),
    mount('GET', '/.well-known/oauth-authorization-server', () => Response.json(serverMetadata(market))),
    mount('POST', '/oauth/register', async (context) =>
      Response.json(
        registerClient(grants.clients, await readJsonBody(context.req.raw, false), market.clock()),
        {
          status: 201,
        },
      ),
    ),
    mount('GET', '/oauth/authorize', (context) => authorizePage(market, grants, queryForm(context))),
    mount('POST', '/oauth/authorize', async (context) =>
      decideAuthorization(market, grants, await bodyForm(market, context)),
    ),
    mount('POST', '/oauth/device_authorization', async (context) =>
      startDevice(market, grants, await bodyForm(market, context)),
    ),
    mount('GET', '/oauth/device', (context) => devicePage(grants, queryForm(context))),
    mount('POST', '/oauth/device', async (context) => decideDevice(grants, await bodyForm(market, context))),
    mount('POST', '/oauth/token', async (context) =>
      issueToken(market, grants, await bodyForm(market, context)),
    ),
    mount('POST', '/oauth/revoke', async (context) => {
      const form = await bodyForm(market, context);
      revokeIssuedKey(books, form.token ?? '', market.clock());
      return new Response(null, { status: 200 });
    }),
  ];
}
