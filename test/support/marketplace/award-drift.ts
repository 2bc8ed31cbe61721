import type { DemoAwardRecord } from '../../../electron/demo-marketplace/award-space/award-record.ts';
import {
  type DemoSearchRequest,
  requestProblems,
  searchAwards,
} from '../../../electron/demo-marketplace/award-space/award-search.ts';
import { hashText, unit } from '../../../electron/demo-marketplace/award-space/random.ts';
import type { OfferedTool } from '../../../electron/demo-marketplace/catalogue/tool.ts';
import type { JsonObject } from '../../../electron/demo-marketplace/http/json.ts';
import { asAwardRequest } from '../../../electron/demo-marketplace/tools/award-search-tool.ts';
import type { AwardDrift } from './controlled-behaviour.ts';
import { byMovingCursor } from './moving-cursor.ts';

const LETTERS = { Y: 0.42, W: 0.68, F: 1.62 } as const;

/** A row as the upstream source really sends it: other cabins' fields and timestamps beside the nine members. */
function withExtras(row: DemoAwardRecord, trips: boolean): JsonObject {
  const extra: JsonObject = {};
  for (const [letter, factor] of Object.entries(LETTERS)) {
    const available = row.JAvailable && unit(hashText(`${row.ID}${letter}`)) < 0.6;
    extra[`${letter}Available`] = available;
    extra[`${letter}MileageCost`] = available
      ? String(Math.round((Number(row.JMileageCost) * factor) / 100) * 100)
      : '0';
    extra[`${letter}RemainingSeats`] = available ? 1 + (hashText(row.ID) % 9) : 0;
    extra[`${letter}Direct`] = available && row.JDirect;
    extra[`${letter}Airlines`] = available ? row.JAirlines : '';
  }
  return {
    ...row,
    ...extra,
    ParsedDate: `${row.Date}T00:00:00Z`,
    CreatedAt: '2026-01-01T00:00:00Z',
    UpdatedAt: `${row.Date.slice(0, 7)}-01T06:30:00.123Z`,
    ...(trips ? { AvailabilityTrips: null } : {}),
  };
}

/** Ways in which a row violates §2.3 and 2.4, one after the other. */
const BREAKAGES: readonly ((row: JsonObject) => unknown)[] = [
  ({ JMileageCost, ...row }) => ({ ...row, JMileageCost: Number(JMileageCost) }),
  ({ Route: _route, ...row }) => row,
  ({ Date: _date, ...row }) => row,
  (row) => ({ ...row, JRemainingSeats: '3' }),
  (row) => ({ ...row, JAvailable: 'yes' }),
  ({ ID: _id, ...row }) => row,
  (row) => ({ ...row, Route: { OriginAirport: 'JFK' } }),
  (row) => ({ ...row, JMileageCost: 'many' }),
  () => null,
  (row) => JSON.stringify(row),
];

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
export function drifted(answer: JsonObject, drift: AwardDrift, trips: boolean): JsonObject {
  let data = answer.data as unknown[];
  if (drift.extraMembers) data = data.map((row) => withExtras(row as DemoAwardRecord, trips));
  if (drift.rows !== undefined) data = data.map(UNPLAIN[drift.rows]);
  const every = drift.brokenEvery ?? 0;
  if (every > 0) {
    data = data.map((row, index) => {
      if ((index + 1) % every !== 0) return row;
      const breakage = BREAKAGES[(Math.floor(index / every) + BREAKAGES.length) % BREAKAGES.length];
      return breakage ? breakage(row as JsonObject) : row;
    });
  }
  const altered: JsonObject = { ...answer, data, ...drift.replace };
  for (const member of drift.drop ?? []) delete altered[member];
  return altered;
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
    return drifted(answer, drift(), input.include_trips === true);
  },
});
