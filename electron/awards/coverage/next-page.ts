import type { Run } from '#shared/contract/awards.ts';
import { findingsOf, type HeldPage, wayOf } from './page-fit.ts';

/** Pages in a row without any row, after which none is asked for. */
const MOST_EMPTY = 3;

/**
 * The request for the page after these: the first page's own, continued in the way that the answers bear out. That is
 * the first cursor with `skip` moved past all rows received, as providers are known to continue, or the newest cursor
 * alone, where the cursor itself counts the rows or the other way was seen to fail. Where pages cost nothing, one that
 * may have left rows out is requested again in the other way first; so is one that held none, which costs no more.
 *
 * Null where the last answer has no more or does not say, where skipping past all rows gave none, where there is no usable cursor (§2.1: a whole
 * number), where both ways have failed or the request was made before, or where the first request is not ours to
 * continue: a guess would cost money.
 */
export function nextPage(pages: readonly HeldPage[]): Run['next'] {
  const first = pages[0];
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return null;
  if (last.hasMore !== true) return null;
  // Rows may have been filtered away; a service that gives none again and again has none.
  if (pages.slice(-MOST_EMPTY).filter(({ received }) => received === 0).length >= MOST_EMPTY) return null;
  if (typeof first.input !== 'object' || first.input === null || Array.isArray(first.input)) return null;
  const input: Record<string, unknown> = { ...first.input };
  const way = wayOf(pages);
  if (way === null || (way === 'skip' && last.received === 0)) return null;
  const next = way === 'skip' ? bySkip(pages, first, input) : byCursor(pages, input);
  // What was requested before would give the same page for the same money.
  if (next === null || pages.some((page) => sameRequest(page.input, next))) return null;
  return { toolRef: last.toolRef, input: next };
}

function bySkip(
  pages: readonly HeldPage[],
  first: HeldPage,
  input: Record<string, unknown>,
): Record<string, unknown> | null {
  if (first.cursor === null || !Number.isSafeInteger(first.cursor)) return null;
  const skipped = typeof input.skip === 'number' ? input.skip : 0;
  // A page that only repeated what was there moved nothing on.
  const skip = pages.reduce(
    (sum, { received, repeated }) => sum + (repeated === received ? 0 : received),
    skipped,
  );
  return { ...input, cursor: first.cursor, skip };
}

function byCursor(
  pages: readonly HeldPage[],
  { skip: _skip, ...input }: Record<string, unknown>,
): Record<string, unknown> | null {
  const left = findingsOf(pages).find(({ kind }) => kind === 'may_skip');
  const again = left === undefined ? undefined : pages[left.page - 1];
  const reread = again === undefined ? null : continued(input, again.cursor);
  if (
    reread !== null &&
    (pages.every(({ free }) => free) || pages[left?.page ?? 0]?.received === 0) &&
    !pages.some((page) => sameRequest(page.input, reread))
  )
    return reread;
  return continued(input, pages.at(-1)?.cursor ?? null);
}

const continued = (input: Record<string, unknown>, cursor: number | null): Record<string, unknown> | null =>
  cursor === null || !Number.isSafeInteger(cursor) ? null : { ...input, cursor };

function sameRequest(requested: unknown, wanted: Readonly<Record<string, unknown>>): boolean {
  if (typeof requested !== 'object' || requested === null) return false;
  const written = (members: object): string => JSON.stringify(Object.entries(members).sort());
  return written(requested) === written(wanted);
}
