import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** SHA-256 over the canonical JSON (RFC 8785) of a value, in hex: equal for equal data, whatever the order of members. */
export function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(canonicalize(value) ?? 'undefined')
    .digest('hex');
}
