/** A place on the earth, in degrees: north and east are positive. */
export type GeoPoint = { latitude: number; longitude: number };

/** An airport of the same city as another, or near it. */
export type NearAirport = {
  code: string;
  name: string;
  /** From the requested airport, rounded; null where the location of either is not known. */
  kilometres: number | null;
};
