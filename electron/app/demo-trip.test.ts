import { expect, it } from 'vitest';
import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import { addDays } from '#shared/dates.ts';
import { exampleTrip } from '#shared/planning/example-trip.ts';
import type { TripQuestion } from '#shared/planning/question.ts';
import { changedQuestions } from '#shared/planning/what-if.ts';
import type { PlanningRequest } from '#shared/records/planning-request.ts';
import { planningReads } from '../awards/planning/planning-reads.ts';
import { PRICE, type StoredAwards, storeAwards } from '../awards/testing/stored-awards.ts';
import { searchAwards } from '../demo-marketplace/award-space/award-search.ts';
import { createPlaces } from '../places/places.ts';
import { createReader } from '../storage/sql.ts';

const places = createPlaces();

/** Buys every page of a search of the embedded marketplace. */
async function buyAll(stored: StoredAwards, input: AwardSearchRequest, now: number): Promise<void> {
  const first = await searchAwards(input, now);
  const { runId } = stored.buy(first, { input, at: now });
  let [page, skip] = [first, first.data.length];
  while (page.hasMore) {
    const next = { ...input, cursor: page.cursor, skip };
    page = await searchAwards(next, now);
    skip += page.data.length;
    stored.buy(page, { input: next, at: now, runId });
  }
}

const searchOf = (question: TripQuestion, leg: number): AwardSearchRequest => {
  const { window } = question;
  const { origins = [], destinations = [], nights = null } = question.legs[leg] ?? {};
  return {
    origin_airport: origins.join(','),
    destination_airport: destinations.join(','),
    cabin: 'business',
    start_date: addDays(window.from, nights?.min ?? 0),
    end_date: addDays(window.until, nights?.max ?? 0),
    include_trips: true,
    take: 1000,
  };
};

it.each(['2026-11-27', '2027-04-15', '2027-09-01'])(
  'shows three plans and one search that, bought, changes them, on %s',
  async (today) => {
    const now = Date.parse(`${today}T10:00:00Z`);
    const { question } = exampleTrip(today);
    const stored = storeAwards();
    const reads = planningReads(createReader(stored.storage.db), () => ({
      callRef: null,
      requestId: null,
      cost: PRICE,
      toolId: 'award',
      toolTitle: 'Award search',
    }));
    const codes = [
      ...new Set(question.legs.flatMap(({ origins, destinations }) => [...origins, ...destinations])),
    ];
    const request: PlanningRequest = {
      question,
      identity: 'demo',
      today,
      now,
      purses: { today, balances: [], transfers: [], pools: [], households: [] },
      values: null,
      near: await places.within(codes, 300),
      closed: [],
    };
    // Nothing is stored: the two directions are worth reading first.
    const begin = reads.advice(request).items;
    expect(new Set(begin.slice(0, 2).map(({ leg }) => leg))).toEqual(new Set([0, 1]));
    for (const leg of [0, 1]) await buyAll(stored, searchOf(question, leg), now);
    const before = reads.plans(request);
    expect(before.plans).toHaveLength(3);
    expect(before.plans.some(({ totals }) => totals.taxes.length > 0)).toBe(true);
    const [first] = reads.advice(request).items;
    expect(first?.kind).toBe('neighbour');
    if (first === undefined) return;
    await buyAll(stored, first.input as AwardSearchRequest, now);
    const after = reads.plans(request);
    expect(after.plans[0]?.key).not.toBe(before.plans[0]?.key);
    expect(after.plans[0]?.totals.milesAll ?? 0).toBeLessThan(before.plans[0]?.totals.milesAll ?? 0);
    const lines = changedQuestions(question, request.near, today).map((changed) =>
      reads.whatIf(request, changed),
    );
    expect(lines.some(({ miles, read }) => miles !== null && read !== 'none')).toBe(true);
    expect(lines.some(({ read }) => read === 'none')).toBe(true);
    expect(before.matrix?.cells.flat().some((cell) => cell?.miles !== null && cell?.read === 'all')).toBe(
      true,
    );
  },
);
