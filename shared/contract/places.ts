import { z } from 'zod';
import { MATCHES } from '../places/meant.ts';
import { request } from './define.ts';

/** Airports, cities and carriers matching what a user types; local. */
export const placeRequests = {
  suggestAirports: request(
    z.object({ text: z.string(), limit: z.int().min(1).max(50) }),
    z.array(
      z.object({
        /** `near`: a place without an airport of its own, with those that serve it. */
        kind: z.enum(['airport', 'city', 'region', 'near']),
        /** The codes that choosing it adds. */
        codes: z.array(z.string()),
        label: z.string(),
        detail: z.string(),
        match: z.enum(MATCHES),
        /** How much air traffic it has; distinguishes namesakes. */
        weight: z.number(),
      }),
    ),
  ),
  /** What is known of codes; unknown ones may still be searched (the contract only requires three characters). */
  airports: request(
    z.object({ codes: z.array(z.string()) }),
    z.array(
      z.object({
        code: z.string(),
        known: z.boolean(),
        name: z.string(),
        city: z.string(),
        country: z.string(),
        /** Whether scheduled airlines are known to fly there; none fly to a closed one. */
        scheduled: z.boolean(),
        /** The last day with scheduled flights; null where none is known. */
        closed: z.string().nullable(),
        /** Where the flights of a closed airport went. */
        replacedBy: z.array(z.string()),
        /** That what is said of it is past its date; empty while it is in date. */
        note: z.string(),
        /** For a code of a city that is not an airport, its airports; a search takes airports (§2.1). */
        airports: z.array(z.string()),
      }),
    ),
  ),
  suggestCarriers: request(
    z.object({ text: z.string(), limit: z.int().min(1).max(50) }),
    z.array(
      z.object({
        /** The codes that choosing it adds; none for an airline that flies no more. */
        codes: z.array(z.string()),
        label: z.string(),
        detail: z.string(),
        match: z.enum(MATCHES),
        weight: z.number(),
      }),
    ),
  ),
  /** What is known of airline codes: the name is empty for an unknown one. */
  carriers: request(
    z.object({ codes: z.array(z.string()) }),
    z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        /** The last day on which anybody flew under the code; null where somebody does. */
        ended: z.string().nullable(),
        /** The code whose numbers its flights carry, and since when; null where they carry its own. */
        now: z.object({ code: z.string(), from: z.string() }).nullable(),
      }),
    ),
  ),
};
