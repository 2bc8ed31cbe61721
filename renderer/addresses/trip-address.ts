import { z } from 'zod';
import { addressOf } from './address.ts';

export const TRIPS_PATH = '/trips';

export const NEW_TRIP_PATH = '/trips/new';

/** The address of a trip. */
export const tripPath = (tripId: string): string => `${TRIPS_PATH}/${encodeURIComponent(tripId)}`;

/** The form of a new trip, filled in from a request of §2.1 where there is one. */
export const newTripAddress = addressOf(
  NEW_TRIP_PATH,
  z.object({ request: z.record(z.string(), z.unknown()).nullable().default(null) }),
);

/** The trip of an address; null for the list of all. */
export function tripIdAt(path: string): string | null {
  const rest = path.slice(TRIPS_PATH.length + 1);
  return path.startsWith(`${TRIPS_PATH}/`) && rest !== '' ? decodeURIComponent(rest) : null;
}
