/** What a traveller wants of a trip, as the planner takes it: who, where, when, how, with what, how much. */
import { z } from 'zod';
import { CABINS } from '../award-search/request.ts';
import { addDays, isCalendarDate } from '../dates.ts';
import { amountSchema } from '../money.ts';

export const LEGS_MAX = 6;
/** A record's seats are counted up to nine. */
export const SEATS_MAX = 9;
export const HOP_KM_MAX = 300;
const NIGHTS_MAX = 330;
/** Airports of one end of a leg; a region has more than a traveller means. */
const AIRPORTS_MAX = 200;

const day = z.string().refine(isCalendarDate, 'This is not a day of the calendar.');
const airports = z
  .array(z.string().regex(/^[A-Z]{3}$/, 'Airport codes have three letters, such as LHR.'))
  .min(1, 'Choose at least one airport or city.')
  .max(AIRPORTS_MAX, 'That is too many airports for one end of a flight.');

const nights = z.int().min(0).max(NIGHTS_MAX, `At most ${NIGHTS_MAX} nights.`);

const legSchema = z
  .object({
    /** Airport codes, cities and regions expanded. */
    origins: airports,
    destinations: airports,
    /**
     * Nights between the departure of the leg before and this one, both ends included; null for the first leg, which
     * departs within the trip's window.
     */
    nights: z
      .object({ min: nights, max: nights })
      .refine(({ min, max }) => min <= max, {
        path: ['max'],
        message: 'The most nights are fewer than the fewest.',
      })
      .nullable(),
    /**
     * How the traveller gets from where the leg before lands to where this one departs: within the trip's hop, or on
     * their own over any distance (an open jaw). It means nothing for the first leg.
     */
    connects: z.enum(['hop', 'own_way']),
  })
  .refine(
    ({ origins, destinations }) =>
      origins.length * destinations.length !== 1 || origins[0] !== destinations[0],
    {
      path: ['destinations'],
      message: 'Choose another airport than where it begins.',
    },
  );
export type TripLeg = z.infer<typeof legSchema>;

export const tripQuestionSchema = z
  .object({
    /** Each needs a seat. */
    adults: z.int().min(1).max(SEATS_MAX),
    children: z
      .int()
      .min(0)
      .max(SEATS_MAX - 1),
    legs: z.array(legSchema).min(1).max(LEGS_MAX),
    /** Whether the last leg lands within the hop of where the first one departed. */
    returns: z.boolean(),
    /** When the first leg departs, both days included. */
    window: z.object({ from: day, until: day }).refine(({ from, until }) => from <= until, {
      path: ['until'],
      message: 'The last day is before the first.',
    }),
    /** Accepted cabins, the preferred one first. */
    cabins: z.array(z.enum(CABINS)).min(1, 'Accept at least one cabin.').max(CABINS.length),
    /** Most stops of a leg: 0 for direct only, null for any number. */
    stopsMax: z.int().min(0).max(3).nullable(),
    /** Kilometres between the airport where a leg lands and the one where the next departs; 0: the same airport. */
    hopKm: z.int().min(0).max(HOP_KM_MAX),
    /** Whose balances pay, by the owners' names in the wallet; null: everybody's. */
    owners: z.array(z.string()).nullable(),
    /** Most miles of one plan, for all travellers; null: any. */
    milesMax: z.int().min(1).nullable(),
    /** Most that searching for this trip may cost on one day and in all; null: only the limits of Settings. */
    perDayMax: amountSchema.nullable(),
    inAllMax: amountSchema.nullable(),
  })
  .refine(({ adults, children }) => adults + children <= SEATS_MAX, {
    path: ['children'],
    message: `One booking has at most ${SEATS_MAX} seats.`,
  })
  .refine(({ legs }) => legs.every(({ nights }, place) => (place === 0) === (nights === null)), {
    path: ['legs'],
    message: 'Every leg but the first needs its nights.',
  })
  .refine(({ cabins }) => new Set(cabins).size === cabins.length, {
    path: ['cabins'],
    message: 'Each cabin can stand once.',
  });
export type TripQuestion = z.infer<typeof tripQuestionSchema>;

/** The seats that every leg needs. */
export const seatsOf = ({ adults, children }: Pick<TripQuestion, 'adults' | 'children'>): number =>
  adults + children;

/** The days on which a leg can depart: the trip's window, later by the nights before the leg. */
export function legDays(
  { window, legs }: Pick<TripQuestion, 'window' | 'legs'>,
  leg: number,
): { from: string; until: string } {
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
