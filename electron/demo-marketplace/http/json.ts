import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** A JSON object with unknown members. */
export type JsonObject = { [member: string]: unknown };

/** Lower-case hex SHA-256 of the canonical (RFC 8785) form of a JSON value. */
export function jsonDigest(value: unknown): string {
  return createHash('sha256')
    .update(canonicalize(value) ?? 'null')
    .digest('hex');
}
