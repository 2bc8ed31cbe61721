/** Which refreshes promise the most changes for an amount. Pure; money in integers. */
import { type Amount, compareAmounts } from '../money.ts';
import type { ChangeChance } from './change-chance.ts';

export type RefreshOffer = {
  /** The most that it costs; null where no price is known. */
  cost: Amount | null;
  /** Null where there are too few refreshes to estimate one. */
  chance: ChangeChance | null;
};

export type Promising<Offer> = {
  /** The most promising first. */
  chosen: Offer[];
  /** Their maximum cost, in units of the budget's currency at its finest exponent. */
  cost: Amount;
  /** How many of the chosen are expected to find a change, with bounds, rounded outwards. */
  likely: number;
  least: number;
  most: number;
  /** Left out: too few refreshes to estimate, no price in the budget's currency, beyond the budget. */
  tooFew: number;
  unpriced: number;
  beyond: number;
};

const MILLION = 1_000_000;

/**
 * The most parts that a budget is divided into; prices are rounded up to the next part, so that it is never exceeded.
 */
const MAX_PARTS = 5_000n;

const unitsAt = ({ units, exponent }: Amount, finest: number): bigint =>
  BigInt(units) * 10n ** BigInt(finest - exponent);

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));
const roundedUp = (amount: bigint, part: bigint): bigint => (amount + part - 1n) / part;

type Rated<Offer> = { offer: Offer; chance: ChangeChance; units: bigint };

/**
 * The refreshes with the greatest total chance of a change that the budget can pay: the 0/1 knapsack, solved exactly
 * where all prices are multiples of a five-thousandth of the budget or of something coarser.
 */
function bestOf<Offer>(rated: readonly Rated<Offer>[], budget: bigint): Rated<Offer>[] {
  const common = rated.reduce((known, { units }) => divisor(known, units), 0n);
  const coarsest = roundedUp(budget, MAX_PARTS);
  const part = common > coarsest ? common : coarsest > 0n ? coarsest : 1n;
  const capacity = Number(budget / part);
  const sums = new Float64Array(capacity + 1);
  const taken = rated.map(({ units, chance }) => {
    const parts = roundedUp(units, part);
    const takes = new Uint8Array(capacity + 1);
    if (parts > BigInt(capacity)) return { parts: 0, takes };
    for (let within = capacity; within >= Number(parts); within--) {
      const sum = (sums[within - Number(parts)] ?? 0) + chance.likely;
      if (sum <= (sums[within] ?? 0)) continue;
      sums[within] = sum;
      takes[within] = 1;
    }
    return { parts: Number(parts), takes };
  });
  const chosen: Rated<Offer>[] = [];
  let within = capacity;
  for (let place = rated.length - 1; place >= 0; place--) {
    const [one, took] = [rated[place], taken[place]];
    if (one === undefined || took?.takes[within] !== 1) continue;
    chosen.push(one);
    within -= took.parts;
  }
  return chosen;
}

/** Orders by chance / price without dividing: a free refresh comes before any other. */
function byWorth<Offer>(a: Rated<Offer>, b: Rated<Offer>): number {
  const [own, other] = [BigInt(a.chance.likely) * b.units, BigInt(b.chance.likely) * a.units];
  return own === other ? b.chance.likely - a.chance.likely : own > other ? -1 : 1;
}

/**
 * Chooses the refreshes that promise the most for a budget, the best value first. A refresh without any chance of a
 * change is never chosen.
 */
export function promisingRefreshes<Offer extends RefreshOffer>(
  offers: readonly Offer[],
  budget: Amount,
): Promising<Offer> {
  const priced = offers.flatMap((offer) =>
    offer.cost !== null && offer.cost.currency === budget.currency && !offer.cost.units.startsWith('-')
      ? [{ offer, cost: offer.cost }]
      : [],
  );
  const finest = Math.max(budget.exponent, ...priced.map(({ cost }) => cost.exponent));
  const rated = priced.flatMap(({ offer, cost }) =>
    offer.chance === null ? [] : [{ offer, chance: offer.chance, units: unitsAt(cost, finest) }],
  );
  const hopeful = rated.filter(({ chance }) => chance.likely > 0);
  const chosen = bestOf(hopeful, unitsAt(budget, finest)).sort(byWorth);
  const total = (part: 'likely' | 'least' | 'most') =>
    chosen.reduce((sum, { chance }) => sum + chance[part], 0) / MILLION;
  return {
    chosen: chosen.map(({ offer }) => offer),
    cost: {
      currency: budget.currency,
      units: String(chosen.reduce((sum, { units }) => sum + units, 0n)),
      exponent: finest,
    },
    likely: Math.round(total('likely')),
    least: Math.floor(total('least')),
    most: Math.ceil(total('most')),
    tooFew: priced.length - rated.length,
    unpriced: offers.length - priced.length,
    beyond: hopeful.length - chosen.length,
  };
}

/** What remains of the month's or the day's limit, whichever is less; nothing where either is used up. */
export function remainingUnder(
  limits: { perDay: Amount; perMonth: Amount },
  spent: { today: readonly Amount[]; month: readonly Amount[] },
): { left: Amount; by: 'day' | 'month' } {
  const rest = (limit: Amount, amounts: readonly Amount[]): Amount => {
    const own = amounts.filter(({ currency }) => currency === limit.currency);
    const finest = Math.max(limit.exponent, ...own.map(({ exponent }) => exponent));
    const units = own.reduce((sum, amount) => sum - unitsAt(amount, finest), unitsAt(limit, finest));
    return { currency: limit.currency, units: String(units > 0n ? units : 0n), exponent: finest };
  };
  const day = rest(limits.perDay, spent.today);
  const month = rest(limits.perMonth, spent.month);
  return compareAmounts(day, month) < 0 ? { left: day, by: 'day' } : { left: month, by: 'month' };
}
