export const TRIPS_PATH = '/trips';
export const NEW_TRIP_PATH = '/trips/new';

/** The address of a trip. */
export const tripPath = (tripId: string): string => `${TRIPS_PATH}/${encodeURIComponent(tripId)}`;

/** The address of the form of a new trip, filled in from a request of §2.1. */
export const newTripPath = (request: Readonly<Record<string, unknown>>): string =>
  `${NEW_TRIP_PATH}?request=${encodeURIComponent(JSON.stringify(request))}`;

/** The trip of an address; null for the list of all. */
export function tripIdAt(path: string): string | null {
  const rest = path.slice(TRIPS_PATH.length + 1);
  return path.startsWith(`${TRIPS_PATH}/`) && rest !== '' ? decodeURIComponent(rest) : null;
}
