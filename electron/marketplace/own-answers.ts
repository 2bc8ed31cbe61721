import { REQUEST_ID_HEADER } from './http/request-id.ts';
import type { Seen } from './http/transport-deps.ts';

/** What is known of how the service's own answers can be recognised. */
type Knowledge = 'nothing' | 'sends_ids' | 'sends_none';

/**
 * Whether answers are the service's own; null where nothing shows it. One that returns request ids (§7.2) returns one on
 * each; a portal or a proxy knows nothing of them. Of a service that sends none, an answer is its own if it fits what the
 * service declares of it, or the shape seen live; but only once it has shown its document or another success that does.
 * @param before whether answers of earlier runs had ids; null if there were none
 */
export function ownAnswers(before: boolean | null): (seen: Seen) => boolean | null {
  let known: Knowledge = before === null ? 'nothing' : before ? 'sends_ids' : 'sends_none';
  return ({ status, headers, body, bytes, isDeclared }) => {
    if (headers.get(REQUEST_ID_HEADER) !== null) {
      known = 'sends_ids';
      return true;
    }
    if (known === 'sends_ids') return false;
    const succeeded = status >= 200 && status < 300;
    if (isOfProvider(status, body) || asksForLogin(headers)) return false;
    if (succeeded && (isNoJson(bytes) || isOfPortal(body))) return false;
    const fits =
      (succeeded && isDocument(bytes)) || isDeclared(status, body) || (status === 401 && asksForKey(headers));
    if (known === 'nothing' && succeeded && fits) known = 'sends_none';
    return known === 'sends_none' && fits ? true : null;
  };
}

/** How far into a document its version is looked for, in bytes. */
const HEAD = 4_096;

/** Whether bytes begin as an OpenAPI document (§4). */
const isDocument = (bytes: Uint8Array): boolean =>
  /^\s*\{[\s\S]*"openapi"\s*:\s*"3\./u.test(new TextDecoder().decode(bytes.subarray(0, HEAD)));

/** Whether bytes begin as neither an object nor a list, as every success of the service does (§4); nothing is none. */
const isNoJson = (bytes: Uint8Array): boolean =>
  bytes.byteLength > 0 && !/^\s*[[{]/u.test(new TextDecoder().decode(bytes.subarray(0, HEAD)));

/** Whether a provider in front of the service says that it did not reach it, or did not ask it (Cloudflare's own). */
const isOfProvider = (status: number, body: unknown): boolean =>
  (status >= 520 && status <= 530) || hasFlag(body, 'cloudflare_error');

/** A proxy's or a network's login: the service takes a bearer key and no name with a password (§5). */
const asksForLogin = (headers: Headers): boolean =>
  /^\s*(?:basic|digest|ntlm|negotiate)\b/iu.test(headers.get('www-authenticate') ?? '');

/** A service that does not take a bearer key says so (RFC 6750 §3). */
const asksForKey = (headers: Headers): boolean =>
  /^\s*bearer\b/iu.test(headers.get('www-authenticate') ?? '');

const hasFlag = (body: unknown, name: string): boolean =>
  typeof body === 'object' && body !== null && typeof (body as Record<string, unknown>)[name] === 'boolean';

/** RFC 8908: what a network says of its portal. */
const isOfPortal = (body: unknown): boolean => hasFlag(body, 'captive');
