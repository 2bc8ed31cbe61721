import { REQUEST_ID_HEADER } from './http/request-id.ts';
import type { Seen } from './http/transport-deps.ts';

/** What is known of how the service's own answers can be recognised. */
type Knowledge = 'nothing' | 'sends_ids' | 'sends_none';

/**
 * Whether answers are the service's own. One that returns request ids (§7.2) returns one on each; a portal or a proxy
 * knows nothing of them. Of a service that sends none, whatever is no page and no redirect is its own; but only once it
 * has shown its document or another answer that nobody else gives.
 * @param before whether answers of earlier runs had ids; null if there were none
 */
export function ownAnswers(before: boolean | null): (seen: Seen) => boolean {
  let known: Knowledge = before === null ? 'nothing' : before ? 'sends_ids' : 'sends_none';
  return ({ status, headers, body, bytes }) => {
    if (headers.get(REQUEST_ID_HEADER) !== null) {
      known = 'sends_ids';
      return true;
    }
    if (known === 'sends_ids') return false;
    const succeeded = status >= 200 && status < 300;
    if (succeeded && (isNoJson(bytes) || isOfPortal(body))) return false;
    if (known === 'nothing' && succeeded && (isDocument(bytes) || isOfContract(body))) known = 'sends_none';
    return known === 'sends_none';
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

/** RFC 8908: what a network says of its portal. */
const isOfPortal = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && typeof (body as { captive?: unknown }).captive === 'boolean';

/** Members that an answer of this contract has and that of a portal or a proxy has not. */
const MEMBERS = [
  'schemaVersion',
  'refreshState',
  'toolRef',
  'quoteRef',
  'callRef',
  'principalRef',
  'accountRef',
];

const isOfContract = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && MEMBERS.some((name) => Object.hasOwn(body, name));
