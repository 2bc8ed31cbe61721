import type { Run } from '#shared/contract/awards.ts';

/** What is known of a run's pages, in the order in which they came. */
export type HeldPage = {
  toolRef: string;
  input: unknown;
  /** Rows in the answer's data, whatever their quality. */
  received: number;
  cursor: number | null;
  hasMore: boolean | null;
};

/** Whether the cached query is exhausted: what the last page said, null where it did not. */
export function isExhausted(pages: readonly HeldPage[]): boolean | null {
  const last = pages.at(-1);
  return last === undefined || last.hasMore === null ? null : !last.hasMore;
}

/**
 * The request for the page after these: the first page's own, with the first answer's cursor and `skip` moved past
 * all rows received, as providers are known to continue. Null where the last answer has no more, does not say, or
 * held no row, where the first gave no usable cursor (§2.1: a whole number), or where the first request is not ours
 * to continue: a guess would cost money.
 */
export function nextPage(pages: readonly HeldPage[]): Run['next'] {
  const first = pages[0];
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return null;
  if (last.hasMore !== true || last.received === 0) return null;
  if (first.cursor === null || !Number.isSafeInteger(first.cursor)) return null;
  if (typeof first.input !== 'object' || first.input === null || Array.isArray(first.input)) return null;
  const input: Record<string, unknown> = { ...first.input };
  const skipped = typeof input.skip === 'number' ? input.skip : 0;
  const skip = pages.reduce((sum, page) => sum + page.received, skipped);
  return { toolRef: last.toolRef, input: { ...input, cursor: first.cursor, skip } };
}
