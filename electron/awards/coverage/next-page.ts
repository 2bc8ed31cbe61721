import { isDeepStrictEqual } from 'node:util';
import type { Run } from '#shared/contract/awards.ts';
import { isObject } from '#shared/json.ts';
import { choosePaging, type FetchedPage, findPageProblems } from './page-fit.ts';

/** After this many consecutive empty pages, no further page is requested. */
const MAX_EMPTY = 3;

/**
 * Returns the request for the page after these: the first request, continued by the paging method that the answers
 * bear out (`choosePaging`). That is the first cursor with `skip` past all rows received, as known providers continue, or
 * the newest cursor alone. An empty page that may have skipped rows is requested again by cursor.
 *
 * Null if the last answer does not state that there is more, if a page repeated what came before, if skipping returned no
 * rows, if the last answer has no usable cursor (§2.1: an integer; §2.2), if the
 * request was made before, or if the first request is no object: a guess would cost money.
 */
export function nextPage(pages: readonly FetchedPage[]): Run['next'] {
  const last = pages.at(-1);
  if (last?.hasMore !== true || last.cursor === null) return null;
  const [first = last] = pages;
  // A page may be empty because the service filtered its rows; several in a row mean the end.
  if (pages.slice(-MAX_EMPTY).filter(({ received }) => received === 0).length >= MAX_EMPTY) return null;
  if (!isObject(first.input)) return null;
  const input: Record<string, unknown> = { ...first.input };
  const paging = choosePaging(pages);
  if (paging === null || (paging === 'skip' && last.received === 0)) return null;
  const next = paging === 'skip' ? bySkip(pages, first, input) : byCursor(pages, input);
  // Repeating a request would pay for the same page again.
  if (next === null || pages.some((page) => isDeepStrictEqual(page.input, next))) return null;
  return { toolRef: last.toolRef, input: next };
}

function bySkip(
  pages: readonly FetchedPage[],
  first: FetchedPage,
  input: Record<string, unknown>,
): Record<string, unknown> | null {
  // If already the second page came with another cursor, either it or `skip` means nothing to the service: sent together,
  // both lead on.
  const isMoving = findPageProblems(pages).some(({ page }) => page === 1);
  const cursor = (isMoving ? pages.at(-1) : first)?.cursor;
  if (!Number.isSafeInteger(cursor)) return null;
  const skipped = typeof input.skip === 'number' ? input.skip : 0;
  const skip = pages.reduce((sum, { received }) => sum + received, skipped);
  return { ...input, cursor, skip };
}

function byCursor(
  pages: readonly FetchedPage[],
  { skip: _skip, ...input }: Record<string, unknown>,
): Record<string, unknown> | null {
  const gap = findPageProblems(pages)[0]?.page ?? 0;
  const again = withCursor(input, pages[gap - 1]?.cursor ?? null);
  if (
    again !== null &&
    pages[gap]?.received === 0 &&
    !pages.some((page) => isDeepStrictEqual(page.input, again))
  )
    return again;
  return withCursor(input, pages.at(-1)?.cursor ?? null);
}

const withCursor = (input: Record<string, unknown>, cursor: number | null): Record<string, unknown> | null =>
  Number.isSafeInteger(cursor) ? { ...input, cursor } : null;
