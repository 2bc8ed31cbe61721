import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import type { AwardSearchResponse } from '../../../electron/demo-marketplace/award-space/award-search.ts';

/** Where an opaque cursor begins to count. */
const OPAQUE = 40_000_000;

/**
 * How a moving cursor is read. `from_zero` and `opaque` also apply `skip`, so that sending both loses rows; `alone`
 * answers a request with `skip` with the first page again.
 */
export type MovingCursor = 'from_zero' | 'opaque' | 'alone';

/** Pages by a cursor that is the position of the next row, and moves with each page. */
export async function byMovingCursor(
  request: AwardSearchRequest,
  way: MovingCursor,
  search: (request: AwardSearchRequest) => Promise<AwardSearchResponse>,
): Promise<AwardSearchResponse> {
  const base = way === 'from_zero' ? 0 : OPAQUE;
  const { cursor, skip = 0, ...rest } = request;
  const place = cursor === undefined ? 0 : Math.max(0, cursor - base);
  const start = way === 'alone' && skip > 0 ? 0 : place + skip;
  const answer = await search({ ...rest, skip: start });
  return { ...answer, cursor: base + start + answer.data.length };
}
