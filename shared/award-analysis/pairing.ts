/** A record with award space that can be one leg of a round trip. */
export type Leg = {
  /** Distinguishes legs of one side; the final tie-breaker. */
  id: number;
  /** Days since 1970-01-01. */
  day: number;
  programme: number;
  /** Whole miles. */
  miles: number;
  /**
   * What the pairs are sorted by: the miles themselves, or their value in one unit of money. A whole number of at most
   * 2^52; within a programme it grows with the miles.
   */
  weight: number;
  /** 1 if it is not known to have enough seats: pairs with it come after those that are. */
  unsure: 0 | 1;
};

type Pair<Way extends Leg> = { outbound: Way; return: Way; nights: number };

export type Pairing<Way extends Leg> = {
  /** The first `limit` pairs, in order. */
  pairs: Pair<Way>[];
  /** How many pairs there are in all. */
  total: number;
};

export type PairingChoice = {
  /** Nights between the two days of departure, both ends included. */
  nightsMin: number;
  nightsMax: number;
  /** Only pairs that one programme pays for in both directions. */
  sameProgramme: boolean;
  limit: number;
};

/**
 * Pairs every outbound leg with every return leg that departs within a range of nights after it, and returns the first
 * `limit` pairs: those that are known to have enough seats first, then by weight of both legs, then outbound day, return day, outbound id, return id; no two pairs tie.
 * Only `limit` pairs are in memory. Legs are read in order of weight, and reading stops once no later leg can come
 * before the last of these pairs, so that a hundred thousand legs a side take a fraction of a second.
 */
export function cheapestPairs<Way extends Leg>(
  outbound: readonly Way[],
  back: readonly Way[],
  { nightsMin, nightsMax, sameProgramme, limit }: PairingChoice,
): Pairing<Way> {
  const groupOf = (leg: Leg) => (sameProgramme ? leg.programme : 0);
  const returns = new Map(
    [...Map.groupBy(back, groupOf)].map(([group, legs]) => [group, byDayOf(legs)] as const),
  );
  const best = takeFirst<Pair<Way>>(limit, comparePairs);
  let total = 0;
  for (const leg of [...outbound].sort(lightestFirst)) {
    const days = returns.get(groupOf(leg));
    if (days === undefined) continue;
    total += days.countBetween(leg.day + nightsMin, leg.day + nightsMax);
    const worst = best.last();
    if (worst !== null) {
      const doubts = leg.unsure + days.leastUnsure - unsureOf(worst);
      if (doubts > 0 || (doubts === 0 && leg.weight + days.lightest > weightOf(worst))) continue;
    }
    for (let nights = nightsMin; nights <= nightsMax; nights++) {
      // In one day, once a leg does not fit, no later one can.
      for (const other of days.on(leg.day + nights))
        if (!best.take({ outbound: leg, return: other, nights })) break;
    }
  }
  return { pairs: best.inOrder(), total };
}

const lightestFirst = (a: Leg, b: Leg) =>
  a.unsure - b.unsure || a.weight - b.weight || a.day - b.day || a.id - b.id;

const weightOf = (pair: Pair<Leg>) => pair.outbound.weight + pair.return.weight;

const unsureOf = (pair: Pair<Leg>) => pair.outbound.unsure + pair.return.unsure;

const comparePairs = (a: Pair<Leg>, b: Pair<Leg>): number =>
  unsureOf(a) - unsureOf(b) ||
  weightOf(a) - weightOf(b) ||
  a.outbound.day - b.outbound.day ||
  a.return.day - b.return.day ||
  a.outbound.id - b.outbound.id ||
  a.return.id - b.return.id;

/** Legs by day, in order of weight, and how many are between two days. */
function byDayOf<Way extends Leg>(legs: readonly Way[]) {
  const days = Map.groupBy(legs, (leg) => leg.day);
  for (const day of days.values()) day.sort(lightestFirst);
  const first = legs.reduce((least, leg) => Math.min(least, leg.day), Number.MAX_SAFE_INTEGER);
  const last = legs.reduce((most, leg) => Math.max(most, leg.day), 0);
  // How many legs are before each day; where dates are millennia apart, counting each time takes less memory.
  const upTo = last - first < MAX_DAYS ? runningCounts(days, first, last) : null;
  const before = (day: number) => upTo?.[Math.min(Math.max(day - first, 0), upTo.length - 1)] ?? 0;
  return {
    leastUnsure: legs.reduce((least, leg) => Math.min(least, leg.unsure), 1),
    lightest: legs.reduce((least, leg) => Math.min(least, leg.weight), Number.MAX_SAFE_INTEGER),
    on: (day: number): readonly Way[] => days.get(day) ?? [],
    countBetween(from: number, until: number): number {
      if (upTo !== null) return Math.max(0, before(until + 1) - before(from));
      let count = 0;
      for (let day = from; day <= until; day++) count += days.get(day)?.length ?? 0;
      return count;
    },
  };
}

/** A century. */
const MAX_DAYS = 36_525;

function runningCounts(
  days: ReadonlyMap<number, readonly unknown[]>,
  first: number,
  last: number,
): Float64Array {
  const counts = new Float64Array(last - first + 2);
  for (let day = first; day <= last; day++)
    counts[day - first + 1] = (counts[day - first] ?? 0) + (days.get(day)?.length ?? 0);
  return counts;
}

/** The first `limit` of the items that it receives, in a heap whose top is the last of them. */
function takeFirst<Item>(limit: number, compare: (a: Item, b: Item) => number) {
  const heap: Item[] = [];
  const isAfter = (a: number, b: number) => {
    const [one, other] = [heap[a], heap[b]];
    return one !== undefined && other !== undefined && compare(one, other) > 0;
  };
  const swap = (a: number, b: number) => {
    const [one, other] = [heap[a], heap[b]];
    if (one === undefined || other === undefined) return;
    heap[a] = other;
    heap[b] = one;
  };
  const rise = (place: number): void => {
    const above = (place - 1) >> 1;
    if (place > 0 && isAfter(place, above)) {
      swap(place, above);
      rise(above);
    }
  };
  const sink = (place: number): void => {
    const [left, right] = [2 * place + 1, 2 * place + 2];
    const below = isAfter(right, left) ? right : left;
    if (isAfter(below, place)) {
      swap(below, place);
      sink(below);
    }
  };
  return {
    /** The last item in the heap once the heap is full, otherwise null. */
    last: (): Item | null => (heap.length < limit ? null : (heap[0] ?? null)),
    /** Whether it is among the first of all items so far. */
    take(item: Item): boolean {
      if (heap.length < limit) {
        heap.push(item);
        rise(heap.length - 1);
        return true;
      }
      const last = heap[0];
      if (last === undefined || compare(item, last) >= 0) return false;
      heap[0] = item;
      sink(0);
      return true;
    },
    inOrder: (): Item[] => [...heap].sort(compare),
  };
}
