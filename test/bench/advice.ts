/**
 * Whether the advice pays: in simulated years whose truth the planner does not see, the miles that its searches save per
 * cent are compared with those of other orders at the same amount. Fails beneath the limit:
 * `node test/bench/advice.ts [worlds]`.
 *
 * A world is a return trip over six routes each way with prices and space of its own. It was read in parts and long ago;
 * most routes have a history of like dates, some have none. A strategy buys searches for one amount, then books: each date
 * of the best known plan is checked as at booking, and what is not there any more is struck out. What the trip costs then,
 * against what it would have cost without any search, is what was saved.
 */
import { DAY_MS } from '#shared/dates.ts';
import { nextPurchase, type Prospect, ratedOffers, type SearchOffer } from '#shared/planning/advice.ts';
import { type CostHistory, changedWithin, type Outlook, outlookFor } from '#shared/planning/outlook.ts';
import { randomFrom } from './random.ts';

const WORLDS = Number(process.argv[2] ?? 200);
/** Times the miles per cent of every other order. */
const LIMIT = 1.5;
const ROUTES = 6;
const OUTBOUND = 28;
const NIGHTS = { min: 7, max: 14 };
const LEG_DAYS = [OUTBOUND, OUTBOUND + NIGHTS.max - NIGHTS.min] as const;
/** Days from 1970 to the first outbound day, and from today to it. */
const FIRST = 20_900;
const LEAD = 90;
const NOW = (FIRST - LEAD) * DAY_MS;
const NONE = Number.POSITIVE_INFINITY;
/** What the trip costs without a plan, in miles. */
const WITHOUT_PLAN = 400_000;
/** Millionths of a dollar. */
const PAGE = 22_000;
/** What may be spent in a world. */
const AMOUNTS = [2 * PAGE, 4 * PAGE, 8 * PAGE];
/** Rows of a page, and of a route on a day. */
const ROWS = 120;
const ROWS_A_DAY = 3;

type Random = () => number;

/** One route of a leg: how its days are priced and how long they stay so. */
type Route = { price: number; spread: number; share: number; stay: number };
/** Known of a route's day: the cost, and when it was read (UTC ms). */
type Reading = { cost: number; at: number };
type Leg = {
  routes: Route[];
  /** By route and day: the truth now, and what is known. */
  truth: number[][];
  known: (Reading | null)[][];
  histories: CostHistory[][];
};
type World = readonly [Leg, Leg];

const drawCost = ({ price, spread, share }: Route, random: Random): number =>
  random() < share ? Math.round((price * (1 + spread * random() ** 2)) / 500) * 500 : NONE;

/** What a day costs a while after it cost something: the same, unless its spell ended meanwhile. */
const later = (route: Route, cost: number, ms: number, random: Random): number =>
  random() < Math.exp(-ms / (route.stay * DAY_MS)) ? cost : drawCost(route, random);

function legOf(days: number, start: number, random: Random): Leg {
  const routes = Array.from({ length: ROUTES }, () => ({
    price: 45_000 + 110_000 * random() ** 1.3,
    spread: 0.2 + random(),
    share: 0.08 + 0.5 * random(),
    stay: 2 + 20 * random(),
  }));
  const known: (Reading | null)[][] = [];
  const truth = routes.map((route, place) => {
    // One half or the other of a route was read, all of it, or nothing.
    const part = random();
    const age = DAY_MS * (0.5 + 25 * random());
    const readings: (Reading | null)[] = [];
    const costs = Array.from({ length: days }, (_, day) => {
      const then = drawCost(route, random);
      const isRead =
        part < 0.2 || (part < 0.5 && day < days / 2) || (part > 0.75 && part < 0.9 && day >= days / 2);
      readings.push(isRead ? { cost: then, at: NOW - age } : null);
      return later(route, then, age, random);
    });
    known[place] = readings;
    return costs;
  });
  const histories = routes.map((route): CostHistory[] =>
    random() < 0.2
      ? []
      : Array.from({ length: 12 + Math.floor(60 * random()) }, (_, at) => {
          // Last year's dates of the same season, read every few days at about the same time before departure.
          const day = start - 365 + ((at * 7) % 60);
          let cost = drawCost(route, random);
          const readings = Array.from({ length: 5 }, (__, place) => {
            const from = (day - LEAD - 10 + 7 * place) * DAY_MS;
            if (place > 0) cost = later(route, cost, 7 * DAY_MS, random);
            return { from, until: from + 1000, cost };
          });
          return { day, readings };
        }),
  );
  return { routes, truth, known, histories };
}

const worldOf = (random: Random): World => [
  legOf(LEG_DAYS[0], FIRST, random),
  legOf(LEG_DAYS[1], FIRST + NIGHTS.min, random),
];

/** The least known cost of each day of a leg. */
const leastByDay = ({ known }: Leg, days: number): number[] =>
  Array.from({ length: days }, (_, day) =>
    known.reduce((least, ofRoute) => Math.min(least, ofRoute[day]?.cost ?? NONE), NONE),
  );

type Plan = { cost: number; days: readonly [number, number] };

/** Day `d` of the way back is `NIGHTS.min` days after day `d` of the way there. */
function planOf(world: World): Plan {
  const [out, back] = world.map((leg, at) => leastByDay(leg, LEG_DAYS[at] ?? 0));
  let best: Plan = { cost: NONE, days: [0, 0] };
  for (const [day, cost] of (out ?? []).entries())
    for (let home = day; home <= day + NIGHTS.max - NIGHTS.min; home++) {
      const total = cost + (back?.[home] ?? NONE);
      if (total < best.cost) best = { cost: total, days: [day, home] };
    }
  return best;
}

type Search = SearchOffer & { leg: 0 | 1; routes: number[]; from: number; until: number; oldest: number };

/** Searches of one route or three, over all days or half of them. */
function searchesOf(world: World): Search[] {
  const rest = restsOf(world);
  return ([0, 1] as const).flatMap((leg) => {
    const days = LEG_DAYS[leg];
    const groups = [...Array.from({ length: ROUTES }, (_, route) => [route]), [0, 1, 2], [3, 4, 5]];
    const spans = [
      [0, days - 1],
      [0, Math.floor(days / 2) - 1],
      [Math.floor(days / 2), days - 1],
    ] as const;
    return groups.flatMap((routes) =>
      spans.map(([from, until]) => searchFor(world, rest, leg, routes, from, until)),
    );
  });
}

/** The least known cost of the other leg beside each day of one. */
function restsOf(world: World): readonly [number[], number[]] {
  const [out = [], back = []] = world.map((leg, at) => leastByDay(leg, LEG_DAYS[at] ?? 0));
  const span = NIGHTS.max - NIGHTS.min;
  const least = (costs: readonly number[], from: number, until: number) =>
    costs.slice(Math.max(0, from), until + 1).reduce((one, other) => Math.min(one, other), NONE);
  return [
    out.map((_, day) => least(back, day, day + span)),
    back.map((_, day) => least(out, day - span, day)),
  ];
}

function searchFor(
  world: World,
  rest: readonly [number[], number[]],
  leg: 0 | 1,
  routes: number[],
  from: number,
  until: number,
): Search {
  const prospects: Prospect[] = [];
  let [unknownDays, oldest, completes] = [0, NOW, false];
  const start = FIRST + (leg === 0 ? 0 : NIGHTS.min);
  for (const route of routes) {
    const history = world[leg].histories[route] ?? [];
    const changes = new Map<number, number | null>();
    let outlook: Outlook | null | undefined;
    for (let day = from; day <= until; day++) {
      const reading = world[leg].known[route]?.[day] ?? null;
      oldest = Math.min(oldest, reading?.at ?? 0);
      if (reading !== null && reading.at >= NOW) continue;
      outlook ??= outlookFor(history, start + day, NOW);
      let renewed: number | null = 1;
      if (reading !== null) {
        const age = NOW - reading.at;
        if (!changes.has(age)) {
          const changed = changedWithin(history, age);
          changes.set(age, changed === null ? null : (changed.least + changed.most) / 2 / changed.of);
        }
        renewed = changes.get(age) ?? null;
      }
      completes ||= (rest[leg][day] ?? NONE) < NONE;
      if (outlook === null || renewed === null) unknownDays += 1;
      else prospects.push({ outlook, rest: rest[leg][day] ?? NONE, renewed });
    }
  }
  const pages = Math.ceil((routes.length * (until - from + 1) * ROWS_A_DAY) / ROWS);
  return {
    leg,
    routes,
    from,
    until,
    oldest,
    prospects,
    unknownDays,
    completes,
    lifts: false,
    pages,
    cost: pages * PAGE,
  };
}

function buy(world: World, { leg, routes, from, until }: Search): void {
  for (const route of routes)
    for (let day = from; day <= until; day++) {
      const ofRoute = world[leg].known[route];
      if (ofRoute !== undefined) ofRoute[day] = { cost: world[leg].truth[route]?.[day] ?? NONE, at: NOW };
    }
}

/** Books the best known plan, after striking out what is not there any more; the cost of the trip in miles. */
function book(world: World): number {
  for (;;) {
    const plan = planOf(world);
    if (plan.cost >= WITHOUT_PLAN) return WITHOUT_PLAN;
    let isTrue = true;
    for (const [at, leg] of world.entries()) {
      const day = plan.days[at] ?? 0;
      for (const [route, ofRoute] of leg.known.entries()) {
        const reading = ofRoute[day];
        const truth = leg.truth[route]?.[day] ?? NONE;
        if (reading === null || reading === undefined || reading.cost === truth) continue;
        ofRoute[day] = { cost: truth, at: NOW };
        isTrue = false;
      }
    }
    if (isTrue) return plan.cost;
  }
}

/** The next search to buy; null to stop. */
type Strategy = (
  searches: readonly Search[],
  best: number,
  left: number,
  world: World,
  random: Random,
) => Search | null;

const affordable = (searches: readonly Search[], left: number) =>
  searches.filter(({ cost }) => (cost ?? NONE) <= left);
/** The least by a figure; chance decides between equals. */
const leastBy = (
  searches: readonly Search[],
  figure: (search: Search) => number,
  random: Random,
): Search | null => {
  const keyed = searches.map((search) => ({ search, key: figure(search), chance: random() }));
  return keyed.sort((a, b) => a.key - b.key || a.chance - b.chance)[0]?.search ?? null;
};
const isUnread = (search: Search, world: World) =>
  search.routes.some((route) =>
    world[search.leg].known[route]
      ?.slice(search.from, search.until + 1)
      .some((reading) => (reading?.at ?? 0) < NOW),
  );

const STRATEGIES: Readonly<Record<string, Strategy>> = {
  advice: (searches, best, left) => {
    const next = nextPurchase(ratedOffers(best, searches), left, false);
    return next.kind === 'buy' ? next.offer : null;
  },
  'random order': (searches, _best, left, _world, random) =>
    leastBy(affordable(searches, left), () => 0, random),
  'cheapest first': (searches, _best, left, _world, random) =>
    leastBy(affordable(searches, left), ({ cost }) => cost ?? NONE, random),
  'oldest first': (searches, _best, left, _world, random) =>
    leastBy(affordable(searches, left), ({ oldest }) => oldest, random),
};

for (const amount of AMOUNTS) {
  const totals = new Map<string, { saved: number; spent: number }>();
  for (let seed = 1; seed <= WORLDS; seed++) {
    const withoutSearch = book(worldOf(randomFrom(seed)));
    for (const [name, choose] of Object.entries(STRATEGIES)) {
      const world = worldOf(randomFrom(seed));
      const random = randomFrom(seed + 1_000_000);
      let spent = 0;
      for (;;) {
        const best = planOf(world).cost;
        const searches = searchesOf(world).filter((search) => isUnread(search, world));
        const search = choose(searches, best, amount - spent, world, random);
        if (search === null) break;
        buy(world, search);
        spent += search.cost ?? 0;
      }
      const total = totals.get(name) ?? { saved: 0, spent: 0 };
      totals.set(name, { saved: total.saved + withoutSearch - book(world), spent: total.spent + spent });
    }
  }
  const perCent = (name: string): number => {
    const { saved, spent } = totals.get(name) ?? { saved: 0, spent: 0 };
    return saved / (spent / 10_000);
  };
  const advice = perCent('advice');
  console.log(`${WORLDS} worlds, at most USD ${amount / 1e6} each`);
  for (const [name, { saved, spent }] of totals) {
    const times = (advice / perCent(name)).toFixed(2);
    const ratio = name === 'advice' ? '' : `, advice ${times} times (limit ${LIMIT})`;
    console.log(
      `  ${name}: ${Math.round(saved / WORLDS)} miles saved for USD ${(spent / WORLDS / 1e6).toFixed(3)}, ${Math.round(perCent(name))} a cent${ratio}`,
    );
    if (name !== 'advice' && advice < LIMIT * perCent(name)) process.exitCode = 1;
  }
}
