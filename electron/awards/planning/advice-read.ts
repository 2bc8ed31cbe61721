import { TAKE_MAX } from '#shared/award-search/request.ts';
import type { Advice } from '#shared/contract/planning.ts';
import type { Amount } from '#shared/money.ts';
import { programmeAccount } from '#shared/places/programmes.ts';
import {
  expectedSaving,
  nextPurchase,
  type Prospect,
  type Rated,
  ratedOffers,
  type SearchOffer,
} from '#shared/planning/advice.ts';
import { bestOfKind, type PlansRequest, weightOf } from '#shared/planning/best-plans.ts';
import { everyPlace } from '#shared/planning/candidates.ts';
import {
  type Changed,
  type CostHistory,
  changedWithin,
  cheapestQuarter,
  outlookFor,
} from '#shared/planning/outlook.ts';
import type { TripQuestion } from '#shared/planning/question.ts';
import { type Rest, type RestOf, restOf } from '#shared/planning/rest.ts';
import { bestPlan } from '#shared/planning/search.ts';
import { cabinsIn, type MileWorth, rankOf, weightsOf } from '#shared/planning/weights.ts';
import { pairOf } from '../coverage/complete-runs.ts';
import { dateOf } from '../coverage/day.ts';
import type { Sighting } from '../insights/sightings.ts';
import type { LegCoverage } from './leg-coverage.ts';
import { costHistory, type HistoryReader } from './route-history.ts';
import type { TripWorld } from './trip-world.ts';

/** What one route's day is known by: when it was read, and what dates like it cost. */
type RouteDays = {
  origin: string;
  destination: string;
  /** UTC ms of the newest reading of each day; 0 where it was never read. */
  readAt: Float64Array;
  history: readonly CostHistory[];
};

type LegOffer = SearchOffer & {
  leg: number;
  origins: readonly string[];
  destinations: readonly string[];
  /** Days since 1970-01-01, both included. */
  from: number;
  until: number;
  days: number;
  /** Its place among the accepted cabins. */
  cabin: number;
  /** The most dates with space among those like one that may lift the plan; null where none is known. */
  space: { had: number; of: number } | null;
  /** Whether it adds an airport that the trip does not name. */
  isNear: boolean;
  seenAt: number | null;
  changed: Changed | null;
  atLeast: boolean;
};

/** A reading of the last hours tells what a new one would. */
const FRESH_MS = 6 * 3_600_000;
const SHOWN = 3;
/** Searches of more ends than this are not cut into those of one. */
const MOST_ENDS = 8;
/** The history of a route takes milliseconds to read: of more routes, nothing is known. */
const MOST_ROUTES = 60;

export type AdviceContext = {
  question: TripQuestion;
  trip: TripWorld;
  request: PlansRequest;
  history: HistoryReader;
  /** What a page of this source cost last; null where not known. */
  perPage: Amount | null;
  now: number;
  /** Rows of a route and day of a cabin, as read before; null where none was. */
  rowsPerDay(coverage: LegCoverage, cabin: string): number | null;
  /** The pages of the last run of a search that stopped before its end; 0 where none did. */
  pagesBegun(input: Advice['input']): number;
  /** The trip of the question with an airport more that lies near one of its own. */
  nearby: readonly {
    trip: TripWorld;
    leg: number;
    end: 'origin' | 'destination';
    code: string;
  }[];
};

/** The searches that would most improve the plans for their price. */
export function adviceFor(context: AdviceContext): {
  items: Advice[];
  settled: boolean | null;
} {
  const { trip, perPage, request } = context;
  const best = bestOf(trip, request);
  const cabins = context.question.cabins.flatMap((_, cabin) =>
    rankOf(cabin, false) <= best.rank ? cabin : [],
  );
  const offers = cabins.flatMap((cabin) => [
    ...trip.subjects.flatMap((_, leg) => offersOf(context, best, cabin, trip, leg, null)),
    ...context.nearby.flatMap((near) => offersOf(context, best, cabin, near.trip, near.leg, near)),
  ]);
  const rated = ratedOffers(best.cost, offers).filter(({ saving }) => saving === null || saving > 0);
  const chosen: typeof rated = [];
  // Before there is any plan, each leg of which nothing is stored comes first, with the trip's own airports; then what
  // may find a plan of better cabins, the best cabin first.
  const empty = trip.legs.flatMap(({ candidates }, leg) => (candidates.count === 0 ? leg : []));
  const lifting = rated
    .filter(({ offer: { lifts, isNear } }) => lifts && !isNear)
    .sort((a, b) => a.offer.cabin - b.offer.cabin);
  const first = [
    ...empty.flatMap((leg) => rated.find(({ offer }) => offer.leg === leg && !offer.isNear) ?? []),
    ...lifting.slice(0, 1),
  ];
  for (const one of [...first, ...rated]) {
    if (chosen.length === SHOWN) break;
    if (!chosen.some(({ offer }) => overlaps(offer, one.offer))) chosen.push(one);
  }
  const inMoney = trip.worth !== null && perPage?.currency === trip.subjects[0]?.taxCurrency;
  return {
    items: chosen.map(({ offer, saving }) => itemOf(context, best.cost, offer, saving)),
    settled: isSettled(chosen, inMoney),
  };
}

/** The one search that reads all of a question of one flight, in its one cabin; null where all was read lately. */
export function wholeAdvice(context: AdviceContext): Advice | null {
  const best = bestOf(context.trip, context.request);
  const [offer] = offersOf(context, best, 0, context.trip, 0, null);
  if (offer === undefined) return null;
  const [rated] = ratedOffers(best.cost, [offer]);
  return itemOf(context, best.cost, offer, rated?.saving ?? null);
}

/** Whether buying should stop because the best promise less than they cost; null where that cannot be said. */
function isSettled(chosen: readonly Rated<LegOffer>[], inMoney: boolean): boolean | null {
  if (!inMoney || chosen.length === 0 || chosen.some(({ saving }) => saving === null)) return null;
  // The approval that buys has its own ceiling.
  const next = nextPurchase(chosen, Number.POSITIVE_INFINITY, inMoney);
  return next.kind === 'stop' && next.why === 'settled';
}

/** Whether two searches would read a route on the same day: what is bought together is paid for once. */
function overlaps(one: LegOffer, other: LegOffer): boolean {
  const shares = (some: readonly string[], others: readonly string[]) =>
    some.some((code) => others.includes(code));
  return (
    one.leg === other.leg &&
    one.cabin === other.cabin &&
    shares(one.origins, other.origins) &&
    shares(one.destinations, other.destinations) &&
    one.from <= other.until &&
    other.from <= one.until
  );
}

/** The best plan in the trip's ranking: what comes before its cost, and its cost; infinite where there is none. */
type Best = { rank: number; cost: number };

function bestOf(trip: TripWorld, request: PlansRequest): Best {
  const weights = trip.world.legs.map((leg) => weightsOf(leg, 'cheapest', request.worth, request.now));
  const found = bestOfKind(request, (means) => bestPlan({ world: trip.world, weights, means }));
  if (found === null) return { rank: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY };
  const [rank, cost] = weightOf(weights, found.choice);
  return { rank, cost };
}

/**
 * What a sighting would cost all travellers in the trip's ranking; infinite where they could not book it.
 * @param mayLackSeats whether one that states no seats could come before the best plan
 */
function costOf(
  trip: TripWorld,
  seats: number,
  worth: MileWorth | null,
  mayLackSeats: boolean,
): (sighting: Sighting) => number {
  const most = new Map<string, number>();
  return ({ programme, miles, seats: stated }) => {
    const isEnough = stated === null ? mayLackSeats : stated >= seats;
    if (miles === null || miles <= 0 || !isEnough) return Number.POSITIVE_INFINITY;
    const account = programmeAccount(programme);
    const all = miles * seats;
    if (!trip.payer.isEmpty) {
      const limit = most.get(account) ?? trip.payer.most([], account);
      most.set(account, limit);
      if (all > limit) return Number.POSITIVE_INFINITY;
    }
    if (worth === null) return all;
    const perMile = worth[trip.world.programmes.indexOf(account)];
    return perMile === undefined ? Number.POSITIVE_INFINITY : all * perMile;
  };
}

/** Everything that could be searched of a leg: all of it, one end alone, one route, and parts that fill one page. */
function offersOf(
  context: AdviceContext,
  best: Best,
  cabin: number,
  trip: TripWorld,
  leg: number,
  near: AdviceContext['nearby'][number] | null,
): LegOffer[] {
  const subject = trip.subjects[leg];
  if (subject === undefined) return [];
  const coverage = trip.coverage(leg);
  const { from } = coverage;
  const days = coverage.read.length;
  if (days === 0) return [];
  const cabinName = subject.cabins[cabin] ?? '';
  const ofCosts = costOf(trip, subject.seats, trip.worth, rankOf(cabin, true) <= best.rank);
  const routes = new Map<string, RouteDays>();
  for (const origin of subject.origins)
    for (const destination of subject.destinations)
      if (origin !== destination)
        routes.set(pairOf(origin, destination), {
          origin,
          destination,
          readAt: new Float64Array(days),
          history:
            routes.size < MOST_ROUTES
              ? costHistory(
                  context.history({ identity: subject.identity, cabin: cabinName, origin, destination }),
                  ofCosts,
                )
              : [],
        });
  for (const piece of coverage.pieces) {
    const route = routes.get(piece.pair);
    if (route === undefined || piece.cabin !== cabinName) continue;
    for (let day = piece.from; day <= piece.until; day++)
      route.readAt[day - from] = Math.max(route.readAt[day - from] ?? 0, piece.at);
  }
  const perRouteDay = context.rowsPerDay(coverage, cabinName);
  const rest = restsBeside(trip, leg);
  const searched: Searched = { context, best, cabin, leg, routes, perRouteDay, rest, trip, near };
  const ends: Pair<readonly string[]>[] = [];
  const origins = near?.end === 'origin' ? [near.code] : subject.origins;
  const destinations = near?.end === 'destination' ? [near.code] : subject.destinations;
  ends.push([origins, destinations]);
  if (origins.length > 1 && origins.length <= MOST_ENDS)
    for (const origin of origins) ends.push([[origin], destinations]);
  if (destinations.length > 1 && destinations.length <= MOST_ENDS)
    for (const destination of destinations) ends.push([origins, [destination]]);
  if (origins.length > 1 && destinations.length > 1 && origins.length * destinations.length <= MOST_ENDS)
    for (const origin of origins)
      for (const destination of destinations) ends.push([[origin], [destination]]);
  return ends.flatMap(([some, others]) => {
    const rows = (perRouteDay ?? 0) * some.length * others.length;
    const span = rows === 0 ? days : Math.max(1, Math.min(days, Math.floor(TAKE_MAX / rows)));
    const parts: Pair<number>[] = [[from, from + days - 1]];
    const length = span < days ? span : Math.ceil(days / 2);
    for (let start = 0; start < days; start += length)
      parts.push([from + start, from + Math.min(days, start + length) - 1]);
    return parts.flatMap((days) => offerFor(searched, [some, others], days) ?? []);
  });
}

/** The least of the other legs beside a day of one, for every day and airport of the question. */
function restsBeside(
  trip: TripWorld,
  leg: number,
): (day: number, origin: string, destination: string) => Rest {
  const { world, rowSubjects: subjects } = trip;
  const start = Math.min(...subjects.map((subject) => subject.from));
  const end = Math.max(...subjects.map((subject) => subject.until));
  const number = (code: string) => world.airports.indexOf(code);
  const numbers = new Map(world.airports.map((code, at) => [code, at] as const));
  const ranking = world.legs.map((one) => weightsOf(one, 'cheapest', trip.worth, 0));
  const places = world.legs.map((one) => {
    const all = everyPlace(one);
    if (trip.payer.isEmpty) return all;
    const most = world.programmes.map((programme) => trip.payer.most([], programme));
    const paid = all.filter((place) => (one.miles[place] ?? 0) <= (most[one.programme[place] ?? 0] ?? 0));
    return paid.length > 0 ? paid : all;
  });
  const rest: RestOf = restOf(world, places, ranking, {
    start,
    days: end - start + 1,
    origins: subjects.map(({ origins }) => origins.map(number).filter((at) => at >= 0)),
    destinations: subjects.map(({ destinations }) => destinations.map(number).filter((at) => at >= 0)),
  });
  return (day, origin, destination) => {
    const [one, other] = [numbers.get(origin), numbers.get(destination)];
    return one === undefined || other === undefined ? null : rest(leg, day, one, other);
  };
}

type Pair<Value> = readonly [from: Value, to: Value];

/** A leg in one cabin, and what its searches are valued by. */
type Searched = {
  context: AdviceContext;
  best: Best;
  cabin: number;
  leg: number;
  routes: ReadonlyMap<string, RouteDays>;
  perRouteDay: number | null;
  rest: (day: number, origin: string, destination: string) => Rest;
  trip: TripWorld;
  near: AdviceContext['nearby'][number] | null;
};

/** What one search would read; null where all of it was read lately. Days at both ends that are fresh are left out. */
function offerFor(
  { context, best, cabin, leg, routes, perRouteDay, rest, trip, near }: Searched,
  [origins, destinations]: Pair<readonly string[]>,
  [first, last]: Pair<number>,
): LegOffer | null {
  const { now, perPage } = context;
  const hasPlan = best.rank < Number.POSITIVE_INFINITY;
  const start = trip.coverage(leg).from;
  const own = origins.flatMap((origin) =>
    destinations.flatMap((destination) => routes.get(pairOf(origin, destination)) ?? []),
  );
  const isFresh = ({ readAt }: RouteDays, day: number) => now - (readAt[day - start] ?? 0) < FRESH_MS;
  const open = (day: number) => own.some((route) => !isFresh(route, day));
  let [from, until] = [first, last];
  while (from <= until && !open(from)) from += 1;
  while (until >= from && !open(until)) until -= 1;
  if (from > until) return null;
  const prospects: Prospect[] = [];
  const dates = new Set<number>();
  let [unknownDays, oldest, unread] = [0, Number.POSITIVE_INFINITY, 0];
  let [completes, lifts] = [false, false];
  let space: LegOffer['space'] = null;
  let changed: Changed | null = null;
  for (const route of own) {
    const known = new Map<number, Changed | null>();
    for (let day = from; day <= until; day++) {
      if (isFresh(route, day)) continue;
      dates.add(day);
      const others = rest(day, route.origin, route.destination);
      completes ||= others !== null;
      const rank = others === null ? Number.POSITIVE_INFINITY : rankOf(cabin, false) + others.rank;
      // Beside the rest that there is, it could only come after the best plan.
      const isWorse = rank > best.rank;
      const isLift = hasPlan && cabinsIn(rank) < cabinsIn(best.rank);
      const at = route.readAt[day - start] ?? 0;
      if (at === 0) unread += 1;
      else oldest = Math.min(oldest, at);
      const changes = at === 0 ? null : (known.get(at) ?? changedWithin(route.history, now - at));
      if (at !== 0) known.set(at, changes);
      if (changes !== null) changed ??= changes;
      const outlook = outlookFor(route.history, day, now);
      if (outlook === null || (at !== 0 && changes === null)) {
        unknownDays += 1;
        lifts ||= isLift;
        continue;
      }
      const had = outlook.costs.filter(Number.isFinite).length;
      if (isLift && had > 0 && changes?.most !== 0) {
        lifts = true;
        const of = outlook.costs.length;
        if (space === null || had * space.of > space.had * of) space = { had, of };
      }
      prospects.push({
        outlook,
        rest: isWorse || others === null ? Number.POSITIVE_INFINITY : others.cost,
        renewed: changes === null ? 1 : (changes.least + changes.most) / 2 / changes.of,
      });
    }
  }
  const rows = (perRouteDay ?? 0) * own.length * (until - from + 1);
  // A run of it that stopped before its end, and whose days tell nothing, is read again from its first page.
  const begun = context.pagesBegun(inputOf(context.question, { cabin, origins, destinations, from, until }));
  const pages = Math.max(begun + 1, Math.ceil(rows / TAKE_MAX));
  return {
    leg,
    origins,
    destinations,
    from,
    until,
    days: dates.size,
    prospects,
    unknownDays,
    completes,
    lifts,
    cabin,
    space,
    pages,
    cost: perPage === null ? null : Number(perPage.units) * pages * 10 ** (6 - perPage.exponent),
    isNear: near !== null,
    seenAt: unread > 0 || oldest === Number.POSITIVE_INFINITY ? null : oldest,
    changed: unread > 0 ? null : changed,
    atLeast: perRouteDay === null || begun > 0,
  };
}

/** The request of a search (§2.1). */
const inputOf = (
  question: TripQuestion,
  offer: Pick<LegOffer, 'cabin' | 'origins' | 'destinations' | 'from' | 'until'>,
) => ({
  origin_airport: offer.origins.join(','),
  destination_airport: offer.destinations.join(','),
  cabin: question.cabins[offer.cabin] ?? '',
  start_date: dateOf(offer.from) ?? '',
  end_date: dateOf(offer.until) ?? '',
  // Taxes and hours of plans come from trip details (§2.1).
  include_trips: true,
  take: TAKE_MAX,
  ...(question.stopsMax === 0 && { only_direct_flights: true }),
});

function itemOf(context: AdviceContext, best: number, offer: LegOffer, saving: number | null): Advice {
  const { question, perPage, trip } = context;
  const { start_date: from, end_date: until } = inputOf(question, offer);
  const most = offer.prospects.reduce<{ prospect: Prospect; saving: number } | null>((top, prospect) => {
    const own = expectedSaving(best, [prospect]);
    return top === null || own > top.saving ? { prospect, saving: own } : top;
  }, null);
  const quarter = most === null ? Number.POSITIVE_INFINITY : cheapestQuarter(most.prospect.outlook);
  return {
    kind: offer.isNear ? 'neighbour' : offer.seenAt === null ? 'unread' : 'stale',
    leg: offer.leg,
    cabin: question.cabins.length > 1 ? (question.cabins[offer.cabin] ?? '') : null,
    space: offer.space,
    input: inputOf(question, offer),
    origins: [...offer.origins],
    destinations: [...offer.destinations],
    from,
    until,
    pages: offer.pages,
    atLeast: offer.atLeast,
    cost:
      perPage === null ? null : { ...perPage, units: String(BigInt(perPage.units) * BigInt(offer.pages)) },
    days: offer.days,
    seenAt: offer.seenAt,
    changed: offer.changed,
    promise:
      saving === null || most === null
        ? null
        : {
            unit: trip.worth === null ? 'miles' : (trip.subjects[0]?.taxCurrency ?? ''),
            expected: Math.floor(saving),
            atQuarter: Number.isFinite(quarter) ? Math.max(0, best - most.prospect.rest - quarter) : null,
            dates: most.prospect.outlook.costs.length,
            basis: most.prospect.outlook.basis,
          },
  };
}
