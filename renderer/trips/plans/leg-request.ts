import { TAKE_MAX } from '#shared/award-search/request.ts';
import { addDays } from '#shared/dates.ts';
import type { TripQuestion } from '#shared/planning/question.ts';

/** The days on which a leg can depart: the trip's window, later by the nights before the leg. */
export function legDays({ window, legs }: TripQuestion, leg: number): { from: string; until: string } {
  const stays = legs.slice(0, leg + 1).map(({ nights }) => nights ?? { min: 0, max: 0 });
  return {
    from: addDays(
      window.from,
      stays.reduce((sum, { min }) => sum + min, 0),
    ),
    until: addDays(
      window.until,
      stays.reduce((sum, { max }) => sum + max, 0),
    ),
  };
}

/** A leg as a request of §2.1, in the cabin that the traveller likes best. */
export function legRequest(question: TripQuestion, leg: number): Record<string, unknown> {
  const { origins = [], destinations = [] } = question.legs[leg] ?? {};
  const { from, until } = legDays(question, leg);
  const [cabin] = question.cabins;
  return {
    origin_airport: origins.join(','),
    destination_airport: destinations.join(','),
    ...(cabin !== undefined && { cabin }),
    start_date: from,
    end_date: until,
    ...(question.stopsMax === 0 && { only_direct_flights: true }),
    take: TAKE_MAX,
  };
}
