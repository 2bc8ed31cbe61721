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
};

/** Where more are tried, no way to pay was found, which counts as none: no wallet of a family comes near it. */
const MOST_TRIES = 20_000;

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
    // The last of an account gives its most: the booked programme before others that share its miles.
    for (const line of lines.toSorted((a, b) => Number(isBooked(a)) - Number(isBooked(b)))) {
      const mask = maskOf(owner, line.programme);
      if (mask > 0) options.push({ owner, line, mask, purse: points.length });
    }
    points.push(sum);
  }
  return { sinks, sources, options, purses: points };
}

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
  knownAccounts.set(purses, accounts);
  return accounts;
}

/** What each set of sinks needs, by its bits. */
const neededBy = (sinks: readonly Sink[]): number[] =>
  Array.from({ length: 1 << sinks.length }, (_, some) =>
    sinks.reduce((sum, { miles }, place) => ((some >> place) & 1 ? sum + miles : sum), 0),
  );

/** What a set of sinks misses. `byMask`: the miles that pay into exactly that set. */
function missing(needed: readonly number[], byMask: readonly number[], some: number): number {
  let left = needed[some] ?? 0;
  for (let mask = 1; mask < byMask.length; mask++) if ((mask & some) > 0) left -= byMask[mask] ?? 0;
  return left;
}

/**
 * Whether miles that pay into sets of sinks are enough for all of them: they are if for every set of sinks, those that
 * pay into any of it are enough for it.
 */
function isEnough(needed: readonly number[], byMask: readonly number[]): boolean {
  for (let some = 1; some < needed.length; some++) if (missing(needed, byMask, some) > 0) return false;
  return true;
}

/**
 * The points to move by each option so that everything is paid; null where it cannot be. An option that is the last of
 * its bank account gives its most; before it, every amount is tried.
 */
export function transfersFor(
  { sinks, sources, options, purses }: PayingMeans,
  today: string,
): number[] | null {
  const byMask = new Array<number>(1 << sinks.length).fill(0);
  for (const { mask, miles } of sources) byMask[mask] = (byMask[mask] ?? 0) + miles;
  const left = [...purses];
  const points = options.map(() => 0);
  const needed = neededBy(sinks);
  const most = ({ line, purse }: TransferOption) => mostPoints(line, left[purse] ?? 0);
  const add = (option: TransferOption, moved: number, sign: 1 | -1) => {
    byMask[option.mask] = (byMask[option.mask] ?? 0) + sign * milesFor(option.line, moved, today);
  };
  let tries = 0;
  const rates = options.map(({ line }) => (line.miles / line.points) * (1 + bonusOn(line, today) / 100));
  /** No bank gives a set of sinks more than all of its transfers to them together, or its points at the best rate. */
  const couldPay = (from: number): boolean => {
    for (let some = 1; some < needed.length; some++) {
      let short = missing(needed, byMask, some);
      for (let at = from; at < options.length && short > 0; ) {
        const purse = options[at]?.purse ?? 0;
        let [together, rate] = [0, 0];
        for (let option = options[at]; option?.purse === purse; option = options[++at])
          if ((option.mask & some) > 0) {
            together += milesFor(option.line, most(option), today);
            rate = Math.max(rate, rates[at] ?? 0);
          }
        short -= Math.min(together, (left[purse] ?? 0) * rate);
      }
      // Rates are a hair off.
      if (short > 0.001) return false;
    }
    return true;
  };
  const pay = (place: number): boolean => {
    tries += 1;
    if (isEnough(needed, byMask)) return true;
    const option = options[place];
    if (option === undefined || tries > MOST_TRIES || !couldPay(place)) return false;
    const { line, purse } = option;
    const isLast = !options.slice(place + 1).some((other) => other.purse === purse);
    const all = most(option);
    // What a transfer gives beyond the need of everything that it pays for is of no use.
    const limit = isLast ? all : (fewestPoints(line, needed[option.mask] ?? 0, all, today) ?? all);
    const fewest = Math.max(line.minimum, line.step);
    for (let moved = isLast ? limit : 0; moved <= limit; ) {
      points[place] = moved;
      left[purse] = (left[purse] ?? 0) - moved;
      add(option, moved, 1);
      const paid = pay(place + 1);
      left[purse] = (left[purse] ?? 0) + moved;
      if (paid) return true;
      add(option, moved, -1);
      moved = moved === 0 ? Math.ceil(fewest / line.step) * line.step : moved + line.step;
      if (limit === 0 || isLast) break;
    }
    points[place] = 0;
    return false;
  };
  if (!pay(0)) return null;
  return trimmed(needed, byMask, options, points, today);
}

/** Takes back what is not needed, the last option first. `byMask` includes the transfers. */
function trimmed(
  needed: readonly number[],
  byMask: number[],
  options: readonly TransferOption[],
  points: readonly number[],
  today: string,
): number[] {
  const least = [...points];
  for (let place = options.length - 1; place >= 0; place--) {
    const [option, moved = 0] = [options[place], points[place]];
    if (option === undefined || moved === 0) continue;
    const { line, mask } = option;
    const without = (byMask[mask] ?? 0) - milesFor(line, moved, today);
    const isEnoughWith = (fewer: number): boolean => {
      byMask[mask] = without + milesFor(line, fewer, today);
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
};

/** Answers for one wallet, each question once. */
export function payerOf(purses: Purses): Payer {
  const known = new Map<string, boolean>();
  const knownMost = new Map<string, number>();
  const total = purses.balances.reduce((sum, { points }) => sum + points, 0);
  const best = purses.transfers.reduce(
    (ratio, { points, miles, bonusPercent }) => Math.max(ratio, (miles / points) * (1 + bonusPercent / 100)),
    1,
  );
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
  const paysNow = (needs: readonly Need[]): boolean => {
    for (const owners of assignments(purses, needs))
      if (transfersFor(meansFor(purses, needs, owners), purses.today) !== null) return true;
    return false;
  };
  const most = (needs: readonly Need[], programme: string): number => {
    const key = `${keyOf(needs)} + ${programme}`;
    const answer = knownMost.get(key);
    if (answer !== undefined) return answer;
    const can = (miles: number) => paysNow([...needs, { programme, miles }]);
    // Beside other bookings it is never more than alone, and mostly as much.
    const alone = needs.length === 0 ? Math.floor(total * best) : most([], programme);
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
  };
}
