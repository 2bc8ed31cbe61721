/** The status and headers of an answer. */
export type Came = { status: number; headers?: Headers | undefined };

/**
 * Success statuses of an answer that is partial, pending or modified: 202 Accepted, 203 Non-Authoritative
 * Information, 206 Partial Content (RFC 9110), 207 Multi-Status (RFC 4918).
 */
const PARTIAL_STATUSES = new Set([202, 203, 206, 207]);
const LONGEST = 4_000;
const NEXT = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i;

/** The address of the next page in a `Link` header; null where it gives none. */
const nextOf = (link: string): string | null =>
  link
    .split('<')
    .map((one) => one.split('>'))
    .find(([, ...parameters]) => NEXT.test(parameters.join('>')))?.[0] || null;

/**
 * What status and headers say about the list in the body, by the standards: a `Link` to the next page (RFC 8288), the
 * usual `X-Total-Count`, a `Warning` of a cache (RFC 9111), other than that it was transformed (214) or that the service is deprecated.
 */
export function readListHeaders(came: Came = { status: 200 }): {
  further: boolean;
  next: string | null;
  partial: boolean;
  counts: number[];
} {
  const header = (name: string): string => came.headers?.get(name)?.slice(0, LONGEST) ?? '';
  const warning = header('warning').trim();
  const total = header('x-total-count').trim();
  return {
    counts: total === '' ? [] : [Number(total)],
    further: NEXT.test(header('link')),
    next: nextOf(header('link')),
    partial:
      PARTIAL_STATUSES.has(came.status) ||
      (warning !== '' && !/^(?:214|299)\b|deprecat|sunset/i.test(warning)),
  };
}
