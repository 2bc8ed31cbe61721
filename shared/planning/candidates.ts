/** Records that can be one leg, in columns: a hundred thousand a leg are read at once. */
export type Candidates = {
  readonly count: number;
  /** The record's version. */
  readonly id: Float64Array;
  /** Departure, days since 1970-01-01. */
  readonly day: Int32Array;
  /** Places in `World.airports` and `World.programmes`. */
  readonly origin: Uint16Array;
  readonly destination: Uint16Array;
  readonly programme: Uint16Array;
  /** Whole miles for all travellers. */
  readonly miles: Float64Array;
  /** Place in the accepted cabins: 0 is the preferred one. */
  readonly cabin: Uint8Array;
  /** 1 where the source states no seat count. */
  readonly seatsUnknown: Uint8Array;
  /** UTC ms. */
  readonly seenAt: Float64Array;
  /** For all travellers, millionths of the currency that taxes are compared in; -1 where not known. */
  readonly taxes: Float64Array;
  /** Minutes of the shortest way; -1 without trip details. */
  readonly minutes: Int32Array;
  /**
   * Millionths of records like it that may have been removed at its age, at most; a million where too few are known.
   */
  readonly doubt: Int32Array;
};

export type World = {
  readonly legs: readonly Candidates[];
  /** Nights after the departure of the leg before, by leg; that of the first means nothing. */
  readonly nights: readonly { readonly min: number; readonly max: number }[];
  /** Airport codes and accounts of programmes. */
  readonly airports: readonly string[];
  readonly programmes: readonly string[];
  /** Whether leg `leg` may depart from `to` where the one before landed at `from`. */
  connects(leg: number, from: number, to: number): boolean;
  /** Whether a trip that departed from `first` may land at `last` in the end. */
  returnsTo(last: number, first: number): boolean;
};

/** An empty table of columns for at most so many candidates; the reader of rows fills it. */
export function newCandidates(size: number): { -readonly [Key in keyof Candidates]: Candidates[Key] } {
  return {
    count: 0,
    id: new Float64Array(size),
    day: new Int32Array(size),
    origin: new Uint16Array(size),
    destination: new Uint16Array(size),
    programme: new Uint16Array(size),
    miles: new Float64Array(size),
    cabin: new Uint8Array(size),
    seatsUnknown: new Uint8Array(size),
    seenAt: new Float64Array(size),
    taxes: new Float64Array(size),
    minutes: new Int32Array(size),
    doubt: new Int32Array(size),
  };
}

/** One plan: for each leg, the place of its candidate. */
export type PlanChoice = readonly number[];

/** The whole table, as places. */
export function everyPlace({ count }: Candidates): Int32Array {
  const places = new Int32Array(count);
  for (let place = 0; place < count; place++) places[place] = place;
  return places;
}

/** Those places that pass, in their order; `TypedArray.filter` takes several times as long. */
export function placesWhere(places: Int32Array, passes: (place: number) => boolean): Int32Array {
  const found = new Int32Array(places.length);
  let count = 0;
  for (const place of places) if (passes(place)) found[count++] = place;
  return found.subarray(0, count);
}

/** What makes two plans differ in more than a date, for one leg. */
export const kindOfLeg = (leg: Candidates, place: number): number =>
  (((leg.origin[place] ?? 0) * 4096 + (leg.destination[place] ?? 0)) * 4096 + (leg.programme[place] ?? 0)) *
    8 +
  (leg.cabin[place] ?? 0);
