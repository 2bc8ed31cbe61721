import type { DemoAwardRecord } from '../../../electron/demo-marketplace/award-space/award-record.ts';
import {
  type DemoSearchRequest,
  requestProblems,
  searchAwards,
} from '../../../electron/demo-marketplace/award-space/award-search.ts';
import type { OfferedTool } from '../../../electron/demo-marketplace/catalogue/tool.ts';
import type { JsonObject } from '../../../electron/demo-marketplace/http/json.ts';
import { asAwardRequest } from '../../../electron/demo-marketplace/tools/award-search-tool.ts';
import type { AwardDrift } from './controlled-behaviour.ts';
import { byMovingCursor } from './moving-cursor.ts';

/** Rows that have the contract's types but are ambiguous. */
const UNPLAIN: Record<NonNullable<AwardDrift['rows']>, (row: unknown, index: number) => JsonObject> = {
  empty_ids: (row) => ({ ...(row as DemoAwardRecord), ID: '' }),
  odd_seats: (row, index) => ({ ...(row as DemoAwardRecord), JRemainingSeats: index % 2 === 0 ? 2.5 : -1 }),
  dates_with_time: (row) => ({
    ...(row as DemoAwardRecord),
    Date: `${(row as DemoAwardRecord).Date}T23:30:00-11:00`,
  }),
};

/** Makes an answer of the award search deviate from its contract; unchanged without a drift. */
function drifted(answer: JsonObject, { rows, replace }: AwardDrift): JsonObject {
  const data = answer.data as unknown[];
  return { ...answer, data: rows === undefined ? data : data.map(UNPLAIN[rows]), ...replace };
}

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
    const search = (request: DemoSearchRequest) => searchAwards(request, now);
    const { movingCursor } = drift();
    const request = asAwardRequest(input);
    const answer = await (movingCursor === undefined
      ? search(request)
      : byMovingCursor(request, movingCursor, search));
    return drifted(answer, drift());
  },
});
