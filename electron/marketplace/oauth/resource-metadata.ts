import type { ResourceMetadata } from '#shared/contract/program/connections.ts';
import { member, membersOf, text, texts } from '../answers/reading.ts';
import type { RequestFailure } from '../http/answer.ts';
import { readBounded } from '../http/bounded-body.ts';
import type { GuardedFetch } from '../http/guarded-fetch.ts';
import { parseJson } from '../http/json-body.ts';
import { failureWith, RequestFailed } from '../http/request-failure.ts';
import { receivedRequestId } from '../http/request-id.ts';
import { statusMessage } from '../http/status-messages.ts';
import { safeAddress } from './safe-address.ts';

/** §5.5: where the metadata is published, relative to the base address. */
const PATH = '/.well-known/oauth-protected-resource';
/** Parsed in this process, also by the OAuth library: the largest takes some ten milliseconds. */
export const LARGEST_METADATA = 256 * 1024;

export type ReadMetadata = Omit<ResourceMetadata, 'server' | 'serverTrouble'>;

/** Reads the protected-resource metadata (RFC 9728) of the marketplace at `base`. Throws `RequestFailed`. `now` in UTC ms. */
export async function readResourceMetadata(
  base: string,
  fetch: GuardedFetch,
  now: () => number,
): Promise<ReadMetadata> {
  const address = `${base}${PATH}`;
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  const requestId = receivedRequestId(response.headers);
  const read = await readBounded(response, LARGEST_METADATA);
  if (response.status !== 200) {
    const { code, words } = statusMessage(response.status);
    throw new RequestFailed(
      failure(
        code,
        response.status === 404 ? 'The service publishes no protected-resource metadata (§5.5).' : words,
        response.status,
        requestId,
      ),
    );
  }
  const json = read.ok ? parseJson(read.bytes) : { ok: false as const, why: 'it broke off' };
  if (!json.ok || membersOf(json.value) === null)
    throw new RequestFailed(
      failure('unreadable', 'The protected-resource metadata cannot be read.', response.status, requestId),
    );
  const body = json.value;
  const resource = text(member(body, 'resource'));
  const documentation = text(member(body, 'resource_documentation'));
  return {
    readAt: now(),
    address,
    requestId,
    resource,
    matches: resource !== null && sameResource(resource, base),
    authorizationServers: texts(member(body, 'authorization_servers')),
    scopes: texts(member(body, 'scopes_supported')),
    documentation: documentation === null ? null : (safeAddress(documentation, base)?.href ?? null),
    name: text(member(body, 'resource_name')),
    raw: body,
  };
}

const failure = (code: string, words: string, status: number, requestId: string | null): RequestFailure =>
  failureWith(code, 'answered', words, { status, requestId });

/** `resource` must be the marketplace's base address or its origin (RFC 9728 §3.3), except for a trailing slash. */
function sameResource(resource: string, base: string): boolean {
  const url = URL.parse(resource);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return false;
  const named = url.href.replace(/(?<!\/)\/+$/, '');
  return named === base || named === new URL(base).origin;
}
