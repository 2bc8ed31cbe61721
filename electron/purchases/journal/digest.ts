import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** The hex SHA-256 of a value's canonical JSON (RFC 8785): equal for equal data, whatever the order of members. */
export function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(canonicalize(value) ?? 'undefined')
    .digest('hex');
}
