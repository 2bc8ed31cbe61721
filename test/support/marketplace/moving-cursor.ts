import type {
  AwardSearchResponse,
  DemoSearchRequest,
} from '../../../electron/demo-marketplace/award-space/award-search.ts';

/** Where an opaque cursor begins to count. */
const OPAQUE = 40_000_000;

/**
 * Pages by a cursor that is the place of the next row, and moves with each page; `skip` is taken beside it, so that
 * whoever sends both loses rows.
 */
export async function byMovingCursor(
  request: DemoSearchRequest,
  way: 'from_zero' | 'opaque',
  search: (request: DemoSearchRequest) => Promise<AwardSearchResponse>,
): Promise<AwardSearchResponse> {
  const base = way === 'opaque' ? OPAQUE : 0;
  const { cursor, skip = 0, ...rest } = request;
  const start = (cursor === undefined ? 0 : Math.max(0, cursor - base)) + skip;
  const answer = await search({ ...rest, skip: start });
  return { ...answer, cursor: base + start + answer.data.length };
}
