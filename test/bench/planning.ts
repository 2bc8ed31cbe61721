/**
 * Measures the planner at a hundred thousand records a leg, three legs and ten balances, and fails beyond the limits:
 * `node test/bench/planning.ts`.
 */
import { addDays } from '#shared/dates.ts';
import { type BestPlan, bestPlans } from '#shared/planning/best-plans.ts';
import { newCandidates, type World } from '#shared/planning/candidates.ts';
import { type Purses, payerOf } from '#shared/planning/paying.ts';
import { median, processorTime } from './measure.ts';
import { plannerOverFile } from './planning-file.ts';
import { randomFrom } from './random.ts';

const LEGS = 3;
const RECORDS = 100_000;
const ROUNDS = 7;
/** Milliseconds, on a quiet machine. */
const LIMIT = 300;
/** With everything read anew, as after another page. */
const PAGE_LIMIT = 1_000;
const VERSIONS = 1_000_000;
const TRIPS = 10;
const PROGRAMMES = 24;
const AIRPORTS = 30;
const TODAY = '2027-01-10';
const NOW = Date.UTC(2027, 0, 10);

/** Three legs between three groups of ten airports, sixty days of each, prices of charts and of demand. */
function worldOf(seed: number): World {
  const random = randomFrom(seed);
  const whole = (below: number) => Math.floor(random() * below);
  const legs = Array.from({ length: LEGS }, (_, leg) => {
    const all = newCandidates(RECORDS);
    for (let place = 0; place < RECORDS; place++) {
      const programme = whole(PROGRAMMES);
      all.id[place] = leg * RECORDS + place;
      all.day[place] = 20_000 + leg * 12 + whole(60);
      all.origin[place] = leg * 10 + whole(10);
      all.destination[place] = ((leg + 1) % LEGS) * 10 + whole(10);
      all.programme[place] = programme;
      all.miles[place] =
        programme % 2 === 0
          ? 2 * (40_000 + 2_500 * whole(12) + 1000 * programme)
          : 2 * (45_000 + 100 * whole(1_500));
      all.cabin[place] = random() < 0.8 ? 0 : 1;
      all.seatsUnknown[place] = random() < 0.2 ? 1 : 0;
      all.seenAt[place] = NOW - whole(30 * 24) * 3_600_000;
      all.taxes[place] = random() < 0.3 ? whole(400) * 1_000_000 : -1;
      all.minutes[place] = random() < 0.3 ? 300 + whole(1_200) : -1;
      all.doubt[place] = random() < 0.5 ? whole(1_000_000) : 1_000_000;
    }
    all.count = RECORDS;
    return all;
  });
  return {
    legs,
    nights: legs.map(() => ({ min: 5, max: 16 })),
    airports: Array.from({ length: AIRPORTS }, (_, at) => `A${at}`),
    programmes: Array.from({ length: PROGRAMMES }, (_, at) => `p${at}`),
    // Pairs of airports lie within a hop.
    connects: (_leg, from, to) => from >> 1 === to >> 1,
    returnsTo: (last, first) => last >> 1 === first >> 1,
  };
}

/** Ten balances of two owners; `share` of what the trip costs. */
function pursesOf(share: number): Purses {
  const points = (all: number) => Math.round(all * share);
  return {
    today: TODAY,
    balances: [
      ...['p0', 'p1', 'p4', 'p7', 'p9', 'p12'].map((name, at) => ({
        owner: at % 2 === 0 ? 'Ana' : 'Ben',
        kind: 'programme' as const,
        name,
        points: points(100_000),
        expires: null,
      })),
      ...['x', 'y', 'z', 'x'].map((name, at) => ({
        owner: at < 2 ? 'Ana' : 'Ben',
        kind: 'bank' as const,
        name,
        points: points(150_000),
        expires: null,
      })),
    ],
    transfers: ['x', 'y', 'z'].flatMap((bank, at) =>
      Array.from({ length: 8 }, (_, to) => ({
        bank,
        programme: `p${(to * 3 + at) % PROGRAMMES}`,
        points: 1,
        miles: 1,
        minimum: 1_000,
        step: [1_000, 100, 1][at] ?? 1,
        bonusPercent: to === 0 ? 30 : 0,
        bonusUntil: null,
      })),
    ),
    pools: [['p1', 'p5', 'p9']],
    households: ['p1'],
  };
}

let failed = false;
for (const [name, share] of [
  ['no wallet', 0],
  ['a wallet that pays for much', 3],
  ['a wallet that pays for little', 1],
  ['a wallet that hardly pays', 0.7],
  ['a wallet that pays for next to nothing', 0.4],
] as const) {
  const times: number[] = [];
  let shown = '';
  for (let round = 0; round < ROUNDS; round++) {
    const world = worldOf(round + 1);
    const wallet = share === 0 ? { ...pursesOf(1), balances: [] } : pursesOf(share);
    let plans: BestPlan[] = [];
    const took = processorTime(() => {
      plans = bestPlans({ world, payer: payerOf(wallet), milesMax: null, worth: null, now: NOW });
    });
    // The first round only warms the compiler.
    if (round > 0) times.push(took);
    shown = plans.map(({ kinds, paid }) => `${kinds.join('+')}${paid ? ' paid' : ''}`).join(', ');
  }
  const ms = median(times);
  if (ms > LIMIT) failed = true;
  console.log(
    `${name}: ${ms.toFixed(0)} ms, at worst ${Math.max(...times).toFixed(0)} (limit ${LIMIT}); ${shown}`,
  );
}
/** From a file of a million versions, as the reading thread does: what is stored in the meantime is read again. */
const { reads, request, addPage } = plannerOverFile(VERSIONS);
const withReading: number[] = [];
const after: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  // Another number of travellers needs other rows.
  const question = { ...request.question, adults: 1 + (round % 3) };
  const first = processorTime(() => reads.plans({ ...request, question }));
  const second = processorTime(() => reads.plans({ ...request, question }));
  if (round > 0 && round < 3) withReading.push(first);
  if (round >= ROUNDS - 4) after.push(second);
}
const questions = Array.from({ length: TRIPS }, (_, at) => {
  const some = (codes: readonly string[]) => [...codes.slice(at % 5, (at % 5) + 4)];
  const legs = request.question.legs.map((leg) => ({
    ...leg,
    origins: some(leg.origins),
    destinations: some(leg.destinations),
  }));
  const window = {
    from: addDays(request.question.window.from, 10 * at),
    until: addDays(request.question.window.from, 10 * at + 20),
  };
  return { ...request.question, legs, window };
});
const planAll = () => questions.map((question) => processorTime(() => reads.plans({ ...request, question })));
const trips = planAll();
const afterPage = Array.from({ length: 3 }, () => {
  addPage();
  return planAll().reduce((sum, ms) => sum + ms, 0);
});
for (const [name, times, limit] of [
  ['100,000 records a leg from a million versions, with reading them', withReading, PAGE_LIMIT],
  ['the same after that', after, LIMIT],
  ['ten trips over a million versions, each', trips, LIMIT],
  ['all ten again after a page was added', afterPage, PAGE_LIMIT],
] as const) {
  if (median(times) > limit) failed = true;
  console.log(
    `${name}: ${median(times).toFixed(0)} ms, at worst ${Math.max(...times).toFixed(0)} (limit ${limit})`,
  );
}
process.exitCode = failed ? 1 : 0;
