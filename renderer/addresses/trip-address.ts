export const TRIPS_PATH = '/trips';

/** The address of a trip's board. */
export const tripPath = (tripId: string): string => `${TRIPS_PATH}/${encodeURIComponent(tripId)}`;

/** The trip of an address; null for the list of all. */
export function tripIdAt(path: string): string | null {
  const rest = path.slice(TRIPS_PATH.length + 1);
  return path.startsWith(`${TRIPS_PATH}/`) && rest !== '' ? decodeURIComponent(rest) : null;
}
