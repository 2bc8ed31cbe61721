/**
 * Whether the balances of one or several owners pay for several awards at once. Exact: every booking is paid from one
 * owner's account of its programme, no point is spent twice, and points only go where a transfer line, a pool of
 * programmes or a household account lets them. Pure.
 */
import { type Balance, isUsable } from '../wallet/holdings.ts';
import { bonusOn, fewestPoints, milesFor, mostPoints, type TransferLine } from '../wallet/transfer.ts';

/** Miles of a programme for one booking. */
export type Need = { programme: string; miles: number };

export type Purses = {
  /** The user's day, by which balances and bonuses end. */
  today: string;
  balances: readonly Balance[];
  transfers: readonly TransferLine[];
  /** Programmes that share the miles of one owner one to one, such as those of Avios. */
  pools: readonly (readonly string[])[];
  /** Programmes whose accounts a household pools: any owner's miles pay for an award of them. */
  households: readonly string[];
};

/** What an owner has to pay in one programme: the bookings that are assigned to them. */
type Sink = Need & { owner: string };

/** Miles that pay into the sinks of `mask` (a bit each). */
type PayingAccount = { owner: string; programme: string; mask: number; miles: number };

/** A transfer that can be made, into an account that pays the sinks of `mask`. */
type TransferOption = { owner: string; line: TransferLine; mask: number; purse: number };

/** Everything that can pay for some sinks. `purses`: the points of each bank account, by `TransferOption.purse`. */
export type PayingMeans = {
  sinks: readonly Sink[];
  sources: PayingAccount[];
  options: TransferOption[];
  purses: number[];
  /** By set of sinks, as bits. */
  parts: SinkPart[][];
};

/** Sinks of a set that nothing pays into with others of it, and what all miles that transfers bring them are a multiple of. */
type SinkPart = { set: number; unit: number };

/** Where more would be tried, no way to pay is taken for found, and that is said: seen with ten accounts that barely pay six flights. */
const MOST_TRIES = 5_000;

const membersOf = ({ pools }: Purses, programme: string): readonly string[] =>
  pools.find((members) => members.includes(programme)) ?? [programme];

const ownersOf = ({ balances }: Purses): string[] => [...new Set(balances.map(({ owner }) => owner))];

/** Whose account can pay for an award of a programme; in a household's pool it does not matter whose it is. */
function payersFor(purses: Purses, programme: string): string[] {
  const members = membersOf(purses, programme);
  const banks = new Set(
    purses.transfers.filter((line) => members.includes(line.programme)).map(({ bank }) => bank),
  );
  const able = ownersOf(purses).filter((owner) =>
    purses.balances.some(
      (one) =>
        one.owner === owner && (one.kind === 'programme' ? members.includes(one.name) : banks.has(one.name)),
    ),
  );
  return purses.households.includes(programme) ? able.slice(0, 1) : able;
}

/** Each way to give the needs to owners, as one owner a need, in order. */
export function* assignments(purses: Purses, needs: readonly Need[]): Generator<string[]> {
  const [first, ...rest] = needs;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const owner of payersFor(purses, first.programme))
    for (const others of assignments(purses, rest)) yield [owner, ...others];
}

/** What can pay for needs that are given to owners. */
export function meansFor(purses: Purses, needs: readonly Need[], owners: readonly string[]): PayingMeans {
  const sinks: Sink[] = [];
  for (const [place, { programme, miles }] of needs.entries()) {
    const owner = owners[place] ?? '';
    const known = sinks.find((sink) => sink.owner === owner && sink.programme === programme);
    if (known === undefined) sinks.push({ owner, programme, miles });
    else known.miles += miles;
  }
  const key = JSON.stringify(sinks.map(({ owner, programme }) => [owner, programme]));
  const ofPurses = knownWays.get(purses) ?? new Map<string, PayingWays>();
  knownWays.set(purses, ofPurses);
  const ways = ofPurses.get(key) ?? waysInto(purses, sinks);
  ofPurses.set(key, ways);
  return { sinks, ...ways };
}

/** What is the same whatever the sinks need: found once, since the planner asks for many prices. */
type PayingWays = Omit<PayingMeans, 'sinks'>;

const knownWays = new WeakMap<Purses, Map<string, PayingWays>>();

function waysInto(purses: Purses, sinks: readonly Sink[]): PayingWays {
  const maskOf = (owner: string, programme: string): number =>
    sinks.reduce(
      (mask, sink, place) =>
        membersOf(purses, sink.programme).includes(programme) &&
        (sink.owner === owner || purses.households.includes(sink.programme))
          ? mask | (1 << place)
          : mask,
      0,
    );
  const sources: PayingAccount[] = [];
  const options: TransferOption[] = [];
  const points: number[] = [];
  const isBooked = ({ programme }: TransferLine) => sinks.some((sink) => sink.programme === programme);
  for (const { owner, kind, name, sum, lines } of accountsOf(purses)) {
    if (kind === 'programme') {
      const mask = maskOf(owner, name);
      if (mask > 0) sources.push({ owner, programme: name, mask, miles: sum });
      continue;
    }
    // Where two are alike, the one into the booked programme comes last and is the one that is used.
    const own = lines
      .toSorted((a, b) => Number(isBooked(a)) - Number(isBooked(b)))
      .map((line) => ({ owner, line, mask: maskOf(owner, line.programme), purse: points.length }))
      .filter(({ mask }) => mask > 0);
    const isOfUse = ({ line, mask }: TransferOption, place: number) =>
      !own.some(
        (other, at) =>
          other.mask === mask &&
          isAsGood(other.line, line, purses.today) &&
          (at > place || !isAsGood(line, other.line, purses.today)),
      );
    options.push(...own.filter(isOfUse));
    points.push(sum);
  }
  const parts = partsOf(1 << sinks.length, [...sources, ...options], options, purses.today);
  return { sources, options, purses: points, parts };
}

/** Whether whatever one line gives for some points, another gives for the same points: it is of no use beside that. */
const isAsGood = (other: TransferLine, one: TransferLine, today: string): boolean =>
  one.step % other.step === 0 &&
  other.minimum <= Math.ceil(Math.max(one.minimum, one.step) / one.step) * one.step &&
  other.miles * one.points >= one.miles * other.points &&
  bonusOn(other, today) >= bonusOn(one, today) &&
  (!isInBlocks(one) ||
    (other.blockPoints === one.blockPoints && (other.blockMiles ?? 0) >= (one.blockMiles ?? 0)));

/** What an owner has in one place, and the transfers that it is enough for. */
type PurseAccount = Pick<Balance, 'owner' | 'kind' | 'name'> & { sum: number; lines: TransferLine[] };

const knownAccounts = new WeakMap<Purses, PurseAccount[]>();

/** The accounts of a wallet, added up once: every question about it begins with them. */
function accountsOf(purses: Purses): PurseAccount[] {
  const known = knownAccounts.get(purses);
  if (known !== undefined) return known;
  const usable = purses.balances.filter((balance) => isUsable(balance, purses.today));
  const groups = Map.groupBy(usable, ({ owner, kind, name }) => JSON.stringify([owner, kind, name]));
  const accounts = [...groups.values()].flatMap((ofAccount) => {
    const [first] = ofAccount;
    if (first === undefined) return [];
    const { owner, kind, name } = first;
    const sum = ofAccount.reduce((all, { points }) => all + points, 0);
    const lines =
      kind === 'programme'
        ? []
        : purses.transfers.filter((line) => line.bank === name && mostPoints(line, sum) > 0);
    return { owner, kind, name, sum, lines };
  });
  // Coarse steps first: what they leave over is then found for fine ones without trying.
  const stepOf = ({ lines }: PurseAccount) => Math.max(0, ...lines.map(({ step }) => step));
  accounts.sort((a, b) => stepOf(b) - stepOf(a));
  knownAccounts.set(purses, accounts);
  return accounts;
}

/** What each set of sinks needs, by its bits. */
const neededBy = (sinks: readonly Sink[]): number[] =>
  Array.from({ length: 1 << sinks.length }, (_, some) =>
    sinks.reduce((sum, { miles }, place) => ((some >> place) & 1 ? sum + miles : sum), 0),
  );

/** What a set of sinks misses. `byMask`: by each set that anything pays into, the miles that do. */
function missing(needed: readonly number[], byMask: ReadonlyMap<number, number>, some: number): number {
  let left = needed[some] ?? 0;
  for (const [mask, miles] of byMask) if ((mask & some) > 0) left -= miles;
  return left;
}

/**
 * Whether miles that pay into sets of sinks are enough for all of them: they are if for every set of sinks, those that
 * pay into any of it are enough for it.
 */
function isEnough(needed: readonly number[], byMask: ReadonlyMap<number, number>): boolean {
  for (let some = 1; some < needed.length; some++) if (missing(needed, byMask, some) > 0) return false;
  return true;
}

/** A set of sinks, by its bits, and the miles that it misses. */
type Unpaid = { some: number; short: number };

/** The greatest common divisor; of 0 and a number, the number. */
const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));

/** What the miles of every transfer by a line are a multiple of. */
function unitOf(line: TransferLine, today: string): number {
  const miles = (line.step * line.miles) / line.points;
  const all = miles + (miles * bonusOn(line, today)) / 100;
  if (!Number.isInteger(miles) || !Number.isInteger(all)) return 1;
  return isInBlocks(line) ? divisor(all, line.blockMiles ?? 0) : all;
}

/** For each set of sinks, its parts: what one has too many, as transfers go in steps, is of no use to another. */
function partsOf(
  sets: number,
  paying: readonly { mask: number }[],
  options: readonly TransferOption[],
  today: string,
): SinkPart[][] {
  return Array.from({ length: sets }, (_, some) => {
    const parts: number[] = [];
    for (let sink = 1; sink <= some; sink <<= 1) {
      if ((some & sink) === 0) continue;
      let part = sink;
      for (const { mask } of paying) if ((mask & sink) > 0) part |= mask & some;
      const joined = parts.filter((other) => (other & part) > 0);
      parts.splice(0, parts.length, ...parts.filter((other) => (other & part) === 0));
      parts.push(joined.reduce((all, other) => all | other, part));
    }
    return parts.map((set) => {
      const into = options.filter(({ mask }) => (mask & set) > 0);
      return { set, unit: into.reduce((unit, { line }) => divisor(unit, unitOf(line, today)), 0) || 1 };
    });
  });
}

/** The most miles that a line gives for a point, in whole blocks. */
const rateOf = (line: TransferLine, today: string): number =>
  (line.miles / line.points) * (1 + bonusOn(line, today) / 100) +
  (isInBlocks(line) ? (line.blockMiles ?? 0) / (line.blockPoints ?? 1) : 0);

const isInBlocks = ({ blockPoints = 0 }: TransferLine): boolean => blockPoints > 0;

/** The fewest points of a transfer, in whole steps. */
const leastOf = ({ minimum, step }: TransferLine): number => Math.ceil(minimum / step) * step;

/** What some transfers bring, before any is made. */
function tally({ sinks, sources, options, purses, parts }: PayingMeans, today: string) {
  const byMask = new Map<number, number>();
  const pays = (mask: number, miles: number) => byMask.set(mask, (byMask.get(mask) ?? 0) + miles);
  for (const { mask, miles } of sources) pays(mask, miles);
  const left = [...purses];
  const needed = neededBy(sinks);
  return {
    byMask,
    needed,
    left,
    /** The most points that are left for an option. */
    most: ({ line, purse }: TransferOption) => mostPoints(line, left[purse] ?? 0),
    /** Makes a transfer, or takes it back. */
    move({ mask, line, purse }: TransferOption, points: number, sign: 1 | -1): void {
      left[purse] = (left[purse] ?? 0) - sign * points;
      pays(mask, sign * milesFor(line, points, today));
    },
    /** What transfers have to bring a set of sinks at least. */
    shortOf: (some: number): number =>
      (parts[some] ?? []).reduce(
        (sum, { set, unit }) => sum + Math.ceil(Math.max(0, missing(needed, byMask, set)) / unit) * unit,
        0,
      ),
    rates: options.map(({ line }) => rateOf(line, today)),
  };
}

/**
 * The points to move by each option so that everything is paid; null where it cannot be, `cut` where not every way was
 * tried. An option that is the last of its bank account gives its most; before it, every amount is tried that could be
 * of use.
 */
function transfersFor(means: PayingMeans, today: string): number[] | 'cut' | null {
  const { options } = means;
  const { byMask, needed, left, most, move, shortOf, rates } = tally(means, today);
  const points = options.map(() => 0);
  let tries = 0;
  /**
   * A set of sinks that the options from one on cannot pay, and what it misses at least: no bank gives it more than all of
   * its transfers to it together, or its points at the best rate. Null where there is none.
   */
  const unpaid = (from: number): Unpaid | null => {
    for (let some = 1; some < needed.length; some++) {
      let short = shortOf(some);
      for (let at = from; at < options.length && short > 0; ) {
        const purse = options[at]?.purse ?? 0;
        let [together, rate, step] = [0, 0, 0];
        for (let option = options[at]; option?.purse === purse; option = options[++at])
          if ((option.mask & some) > 0) {
            together += milesFor(option.line, most(option), today);
            rate = Math.max(rate, rates[at] ?? 0);
            step = divisor(step, option.line.step);
          }
        const all = left[purse] ?? 0;
        short -= Math.min(together, step === 0 ? 0 : (all - (all % step)) * rate);
      }
      // Rates are a hair off.
      if (short > 0.001) return { some, short };
    }
    return null;
  };
  /** Whether everything can be paid with the options from one on, or what shows that it cannot. */
  const pay = (place: number): boolean | Unpaid => {
    tries += 1;
    if (isEnough(needed, byMask)) return true;
    const option = options[place];
    if (option === undefined || tries > MOST_TRIES) return false;
    const without = unpaid(place);
    if (without !== null) return without;
    const { line, purse, mask } = option;
    const isLast = !options.slice(place + 1).some((other) => other.purse === purse);
    const all = most(option);
    // What a transfer gives beyond the need of everything that it pays for is of no use.
    const limit = isLast ? all : (fewestPoints(line, needed[mask] ?? 0, all, today) ?? all);
    for (let moved = isLast ? limit : 0; moved <= limit && tries <= MOST_TRIES; ) {
      points[place] = moved;
      move(option, moved, 1);
      const paid = pay(place + 1);
      if (paid === true) return true;
      move(option, moved, -1);
      // Where the bank has too little left for others, it has less of it after a larger transfer.
      if (isLast || (paid !== false && (paid.some & mask) === 0)) break;
      // As many more as are missed, at least: another option would not make up for fewer.
      const missed = paid === false ? 0 : paid.short - 2 - (line.blockMiles ?? 0);
      const enough = moved + Math.max(0, missed) / (rates[place] ?? 1);
      moved = Math.max(
        moved === 0 ? leastOf(line) : moved + line.step,
        Math.ceil(enough / line.step) * line.step,
      );
    }
    points[place] = 0;
    return false;
  };
  if (pay(0) !== true) return tries > MOST_TRIES ? 'cut' : null;
  return points;
}

/**
 * As `transfersFor`, with the fewest points in all: exact unless more would have to be tried than is tried, and then the
 * fewest of what was. The best rates come first, and nothing is followed that cannot need fewer points than are known to
 * be enough.
 */
export function fewestTransfers(means: PayingMeans, today: string): number[] | 'cut' | null {
  const found = transfersFor(means, today);
  if (found === null || found === 'cut') return found;
  const { byMask, needed, most, move, shortOf, rates } = tally(means, today);
  let best = trimmed(means, found, today);
  let fewest = best.reduce((sum, each) => sum + each, 0);
  const order = [...means.options.keys()].sort(
    (a, b) =>
      (rates[b] ?? 0) - (rates[a] ?? 0) ||
      (means.options[b]?.line.step ?? 0) - (means.options[a]?.line.step ?? 0),
  );
  /** Of the options from one on in order, for each set of sinks: the best rate, and what their points are a multiple of. */
  const rest = order.map((_, at) =>
    needed.map((__, some) => {
      const into = order.slice(at).filter((place) => ((means.options[place]?.mask ?? 0) & some) > 0);
      return {
        rate: Math.max(0, ...into.map((place) => rates[place] ?? 0)),
        step: into.reduce((step, place) => divisor(step, means.options[place]?.line.step ?? 0), 0),
      };
    }),
  );
  /** The points that the options from one on have to give at least. */
  const leastMore = (at: number): number => {
    let least = 0;
    for (let some = 1; some < needed.length; some++) {
      const short = shortOf(some);
      if (short === 0) continue;
      const { rate = 0, step = 0 } = rest[at]?.[some] ?? {};
      if (rate === 0) return Number.POSITIVE_INFINITY;
      // Rates are a hair off.
      least = Math.max(least, Math.ceil((short / rate - 0.001) / step) * step);
    }
    return least;
  };
  const points = means.options.map(() => 0);
  let tries = 0;
  const search = (at: number, spent: number): void => {
    if (spent + leastMore(at) >= fewest) return;
    if (isEnough(needed, byMask)) {
      best = [...points];
      fewest = spent;
      return;
    }
    const place = order[at] ?? 0;
    const option = means.options[place];
    if (option === undefined) return;
    const { line, mask } = option;
    const all = most(option);
    // Of one sink, what is more than it misses is of no use; of several, what is more than all of them need.
    const wanted = needed.length === 2 ? missing(needed, byMask, 1) : (needed[mask] ?? 0);
    let moved = Math.min(
      fewestPoints(line, Math.max(1, wanted), all, today) ?? all,
      Math.floor((fewest - 1 - spent) / line.step) * line.step,
    );
    for (; tries < MOST_TRIES; moved -= line.step) {
      tries += 1;
      if (moved < leastOf(line)) moved = 0;
      points[place] = moved;
      move(option, moved, 1);
      search(at + 1, spent + moved);
      move(option, moved, -1);
      if (moved === 0) break;
    }
    points[place] = 0;
  };
  search(0, 0);
  // Of as many points, one transfer rather than several.
  if (needed.length === 2)
    for (const [place, { line, purse }] of means.options.entries())
      if (fewestPoints(line, missing(needed, byMask, 1), means.purses[purse] ?? 0, today) === fewest)
        return means.options.map((_, at) => (at === place ? fewest : 0));
  return best;
}

/** Takes back what is not needed, the last option first. */
function trimmed(means: PayingMeans, points: readonly number[], today: string): number[] {
  const { options } = means;
  const { byMask, needed, move } = tally(means, today);
  for (const [place, option] of options.entries()) move(option, points[place] ?? 0, 1);
  const least = [...points];
  for (let place = options.length - 1; place >= 0; place--) {
    const [option, moved = 0] = [options[place], points[place]];
    if (option === undefined || moved === 0) continue;
    const { line, mask } = option;
    const without = (byMask.get(mask) ?? 0) - milesFor(line, moved, today);
    const isEnoughWith = (fewer: number): boolean => {
      byMask.set(mask, without + milesFor(line, fewer, today));
      return isEnough(needed, byMask);
    };
    let [low, high] = [Math.ceil(line.minimum / line.step), moved / line.step];
    if (isEnoughWith(0)) high = 0;
    else
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (isEnoughWith(middle * line.step)) high = middle;
        else low = middle + 1;
      }
    least[place] = high * line.step;
    isEnoughWith(high * line.step);
  }
  return least;
}

export type Payer = {
  /** Whether nothing is in the wallet: it decides nothing then. */
  isEmpty: boolean;
  /** Whether everything can be paid at once. */
  pays(needs: readonly Need[]): boolean;
  /** The most miles of a programme that one more booking may cost beside others; -1 where not even none can be paid. */
  most(needs: readonly Need[], programme: string): number;
  /** Whether an answer so far was no only because not every way was tried. */
  isCut(): boolean;
};

/** Answers for one wallet, each question once. */
export function payerOf(purses: Purses): Payer {
  const known = new Map<string, boolean>();
  const knownMost = new Map<string, number>();
  const keyOf = (needs: readonly Need[]) =>
    needs
      .map(({ programme, miles }) => `${miles} ${programme}`)
      .sort()
      .join();
  const pays = (needs: readonly Need[]): boolean => {
    const key = keyOf(needs);
    const answer = known.get(key) ?? paysNow(needs);
    known.set(key, answer);
    return answer;
  };
  /** What one booking cannot cost more than: every account and every transfer in full. */
  const inFull = (programme: string): number => {
    const all = [...assignments(purses, [{ programme, miles: 0 }])].map((owners) => {
      const { sources, options, purses: banks } = meansFor(purses, [{ programme, miles: 0 }], owners);
      const most = options.map(({ line, purse }) =>
        milesFor(line, mostPoints(line, banks[purse] ?? 0), purses.today),
      );
      return [...sources.map(({ miles }) => miles), ...most].reduce((sum, miles) => sum + miles, 0);
    });
    return Math.max(-1, ...all);
  };
  let isCut = false;
  const paysNow = (needs: readonly Need[]): boolean => {
    let isUntried = false;
    for (const owners of assignments(purses, needs)) {
      const moved = transfersFor(meansFor(purses, needs, owners), purses.today);
      if (moved === 'cut') isUntried = true;
      else if (moved !== null) return true;
    }
    isCut ||= isUntried;
    return false;
  };
  const most = (needs: readonly Need[], programme: string): number => {
    const key = `${keyOf(needs)} + ${programme}`;
    const answer = knownMost.get(key);
    if (answer !== undefined) return answer;
    const can = (miles: number) => paysNow([...needs, { programme, miles }]);
    // Beside other bookings it is never more than alone, and mostly as much.
    const alone = needs.length === 0 ? inFull(programme) : most([], programme);
    let [low, high] = alone < 0 || can(alone) ? [alone, alone + 1] : [-1, alone];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (can(middle)) low = middle;
      else high = middle;
    }
    knownMost.set(key, low);
    return low;
  };
  return {
    isEmpty: purses.balances.length === 0,
    pays,
    most,
    isCut: () => isCut,
  };
}
