/** What a search promises, and which to buy next. Pure; costs in the trip's ranking, for all travellers. */
import { type Amount, addAmounts, zero } from '../money.ts';
import type { Outlook } from './outlook.ts';

/** A date on a route that a search would read. */
export type Prospect = {
  outlook: Outlook;
  /** The least cost of the rest of the trip with this date; infinite where nothing stored goes with it. */
  rest: number;
  /** The chance that it is not what is stored: 1 where it was never read. */
  renewed: number;
};

/**
 * The expected saving over a plan of cost `best`: dates as independent of each other, each with the costs that were seen,
 * as often as they were seen. Exact: the chance that some date costs less than an amount changes only at these costs.
 */
export function expectedSaving(best: number, prospects: readonly Prospect[]): number {
  const steps: { cost: number; prospect: number; share: number }[] = [];
  for (const [prospect, { outlook, rest, renewed }] of prospects.entries()) {
    const share = renewed / outlook.costs.length;
    for (const cost of outlook.costs) {
      if (rest + cost >= best) break;
      steps.push({ cost: rest + cost, prospect, share });
    }
  }
  steps.sort((a, b) => a.cost - b.cost);
  // The chance of each date to be dearer than the amount, and of all of them.
  const dearer = prospects.map(() => 1);
  let [all, saving] = [1, 0];
  for (const [place, { cost, prospect, share }] of steps.entries()) {
    const before = dearer[prospect] ?? 1;
    const after = Math.max(0, before - share);
    dearer[prospect] = after;
    // Once a date is certain, all others matter no more.
    all = after === 0 ? 0 : (all / before) * after;
    saving += (1 - all) * ((steps[place + 1]?.cost ?? best) - cost);
  }
  return saving;
}

/** A search that can be bought: what it promises, and for how much at most. */
export type SearchOffer = {
  prospects: readonly Prospect[];
  /** Dates that it would read for the first time or again, and of which nothing is known. */
  unknownDays: number;
  /** Whether the rest of the trip is stored for one of its days, so that it alone can complete a plan. */
  completes: boolean;
  /** Whether it may find a plan that comes first whatever it costs, of better cabins: no saving measures that. */
  lifts: boolean;
  /** In millionths of the currency; null where no price is known. */
  cost: number | null;
  pages: number;
};

export type Rated<Item extends SearchOffer> = { offer: Item; saving: number | null };

/**
 * The offers, the most promising for their price first: expected saving per cent, then those of which nothing is known,
 * by days per cent. Without a plan, those come first that complete one. Without prices, pages count instead.
 */
export function ratedOffers<Item extends SearchOffer>(best: number, offers: readonly Item[]): Rated<Item>[] {
  const hasPlan = best !== Number.POSITIVE_INFINITY;
  return inOrder(
    offers.map((offer) => ({
      offer,
      saving:
        offer.prospects.length === 0 || !hasPlan || offer.lifts
          ? null
          : expectedSaving(best, offer.prospects),
    })),
    hasPlan,
  );
}

function inOrder<Item extends SearchOffer>(rated: readonly Rated<Item>[], hasPlan: boolean): Rated<Item>[] {
  const price = ({ cost, pages }: SearchOffer) => Math.max(1, cost ?? pages);
  const perPrice = ({ offer, saving }: Rated<Item>) => (saving ?? 0) / price(offer);
  const days = (offer: Item) => (hasPlan ? 0 : offer.prospects.length) + offer.unknownDays;
  return rated.toSorted(
    (a, b) =>
      perPrice(b) - perPrice(a) ||
      (hasPlan ? 0 : Number(b.offer.completes) - Number(a.offer.completes)) ||
      days(b.offer) / price(b.offer) - days(a.offer) / price(a.offer) ||
      price(a.offer) - price(b.offer),
  );
}

export type NextPurchase<Item extends SearchOffer> =
  | { kind: 'buy'; offer: Item }
  /**
   * `amount`: nothing more fits into it. `settled`: the best three promise less than they cost. `nothing_left`: no search
   * is left that could change the plan. `no_price`: no price is known.
   */
  | { kind: 'stop'; why: 'amount' | 'settled' | 'nothing_left' | 'no_price' };

/** The best searches that have to promise more than they cost. */
const COMPARED = 3;

/** Whether the best searches promise less than they cost; null where the promise of one is not known. */
function promiseLess<Item extends SearchOffer>(rated: readonly Rated<Item>[]): boolean | null {
  const best = rated.slice(0, COMPARED);
  if (best.some(({ saving, offer }) => saving === null || offer.cost === null)) return null;
  const promised = best.reduce((sum, { saving }) => sum + (saving ?? 0), 0);
  return promised < best.reduce((sum, { offer }) => sum + (offer.cost ?? 0), 0);
}

/**
 * The next search to buy under an approved amount, or why to stop. @param rated by `ratedOffers`, over what is stored now
 * @param left what remains of the amount, in millionths
 * @param inMoney whether savings are in millionths of the same currency: only then can a promise be compared with a price
 */
export function nextPurchase<Item extends SearchOffer>(
  rated: readonly Rated<Item>[],
  left: number,
  inMoney: boolean,
): NextPurchase<Item> {
  const hopeful = rated.filter(({ saving }) => saving === null || saving > 0);
  if (hopeful.length === 0) return { kind: 'stop', why: 'nothing_left' };
  if (inMoney && promiseLess(hopeful) === true) return { kind: 'stop', why: 'settled' };
  const priced = hopeful.filter(({ offer }) => offer.cost !== null);
  if (priced.length === 0) return { kind: 'stop', why: 'no_price' };
  const next = priced.find(({ offer }) => (offer.cost ?? 0) <= left);
  return next === undefined ? { kind: 'stop', why: 'amount' } : { kind: 'buy', offer: next.offer };
}

/**
 * A search of a trip, or a watched one, with what it is expected to save: in miles, or in millionths of the currency of the
 * user's values. Null where too little is known. `days`: those that it would read.
 */
export type CommonOffer = {
  cost: Amount | null;
  promise: { unit: string; expected: number } | null;
  days: number;
};

/** What is expected to be saved; nothing where it is less than the price in the same currency. */
const savingFor = ({ unit, expected }: NonNullable<CommonOffer['promise']>, price: Amount): number =>
  unit === price.currency && expected < millionths(price) ? 0 : expected;

export type CommonChoice<Item> = {
  /** The most promising for its price first. */
  chosen: Item[];
  /** Their maximum cost. */
  cost: Amount;
  /** Left out: of no use, no price in the amount's currency, beyond the amount. */
  useless: number;
  unpriced: number;
  beyond: number;
};

/** Searches of which nothing is known that are bought at once: a first look at each teaches what the next is worth. */
const UNKNOWN = 3;

/**
 * Of the searches of all trips and of watched ones, those to read for an amount, chosen one after another as for one trip:
 * those that promise most for their price, then at most three of which nothing is known.
 */
export function worthReading<Item extends CommonOffer>(
  items: readonly Item[],
  amount: Amount,
): CommonChoice<Item> {
  const priced = items.flatMap((item) =>
    item.cost?.currency === amount.currency && !item.cost.units.startsWith('-')
      ? [{ item, price: item.cost }]
      : [],
  );
  const rated = inOrder(
    priced.map(({ item, price }) => ({
      // Parts of a millionth are rounded so that the amount is never exceeded.
      offer: {
        ...{ item, price, prospects: [], unknownDays: item.days, completes: false, lifts: false, pages: 1 },
        cost: Math.ceil(millionths(price)),
      },
      saving: item.promise === null ? null : savingFor(item.promise, price),
    })),
    true,
  );
  const unknown = rated.filter(({ saving }) => saving === null).slice(0, UNKNOWN);
  const hopeful = [...rated.filter(({ saving }) => saving !== null && saving > 0), ...unknown];
  const chosen: typeof rated = [];
  for (let [rest, left] = [hopeful, Math.floor(millionths(amount))]; ; ) {
    const next = nextPurchase(rest, left, false);
    if (next.kind === 'stop') break;
    chosen.push(...rest.filter(({ offer }) => offer === next.offer));
    rest = rest.filter(({ offer }) => offer !== next.offer);
    left -= next.offer.cost;
  }
  return {
    chosen: chosen.map(({ offer }) => offer.item),
    cost: chosen.reduce((sum, { offer }) => addAmounts(sum, offer.price), zero(amount.currency)),
    useless: rated.filter(({ saving }) => saving === 0).length,
    unpriced: items.length - priced.length,
    beyond: rated.filter(({ saving }) => saving !== 0).length - chosen.length,
  };
}

const millionths = ({ units, exponent }: Amount): number => Number(units) * 10 ** (6 - exponent);
