import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import {
  requestProblems,
  searchAwards,
} from '../../../electron/demo-marketplace/award-space/award-search.ts';
import type { OfferedTool } from '../../../electron/demo-marketplace/catalogue/tool.ts';
import { asAwardRequest } from '../../../electron/demo-marketplace/tools/award-search-tool.ts';
import type { AwardDrift } from './behaviour.ts';
import { byMovingCursor } from './moving-cursor.ts';

/** The award search with answers that deviate from its contract as `drift` states at the time. */
export const driftingTool = (tool: OfferedTool, drift: () => AwardDrift): OfferedTool => ({
  ...tool,
  check: (input, { now }) => {
    // A cursor that is a position in the list is not a timestamp.
    const { cursor, ...rest } = asAwardRequest(input);
    return requestProblems(
      drift().movingCursor === undefined && cursor !== undefined ? { ...rest, cursor } : rest,
      now,
    );
  },
  run: async (input, { now }) => {
    const search = (request: AwardSearchRequest) => searchAwards(request, now);
    const { movingCursor } = drift();
    const request = asAwardRequest(input);
    const answer = await (movingCursor === undefined
      ? search(request)
      : byMovingCursor(request, movingCursor, search));
    return { ...answer, ...drift().replace };
  },
});
