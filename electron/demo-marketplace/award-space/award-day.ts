import { mix, unit } from './random.ts';
import type { RouteOffer } from './route-offer.ts';

/** Award space of one offer on one departure day, as of one moment. */
export type AwardDay = {
  offer: RouteOffer;
  /** Departure, as days since 1970-01-01. */
  day: number;
  available: boolean;
  /** 0 if no space is available. */
  miles: number;
  /** 0 if the programme gives no count. */
  seats: number;
  direct: boolean;
  airlines: string;
  /** The itineraries with space. */
  itineraries: RouteOffer['itineraries'];
};

/** How many days ahead award space can be searched. */
export const HORIZON_DAYS = 337;

/** The number of the spell that a step belongs to: for 3 to 8 steps the availability stays the same. */
function spellAt(seed: number, day: number, step: number): number {
  const random = mix(seed, day);
  const length = 3 + (random % 6);
  return Math.floor((step + (random >>> 8)) / length);
}

/** The probability of award space. */
function chance(offer: RouteOffer, day: number, requested: number): number {
  const lead = day - requested;
  const season = 0.85 + 0.3 * Math.cos(((day % 365) - 35) * ((2 * Math.PI) / 365));
  const weekday = [0.95, 1.05, 1.1, 1.1, 0.9, 0.75, 0.85][(day + 4) % 7] ?? 1;
  const ahead = lead < 14 ? 1.35 : lead > 300 ? 1.2 : lead < 45 ? 0.8 : 1;
  const cabin = { economy: 1.35, premium: 0.8, business: 1, first: 0.45 }[offer.cabin];
  return Math.min(0.95, offer.programme.availableShare * season * weekday * ahead * cabin);
}

/** Whether the day is in one of the nine-day periods in which a programme releases nothing on a route. */
const isGap = (offer: RouteOffer, day: number): boolean =>
  unit(mix(offer.seed ^ 0x5bd1, Math.floor((day + (offer.seed % 9)) / 9))) < 0.14;

function milesOf(offer: RouteOffer, day: number, step: number, spell: number): number {
  const { programme, baseMiles } = offer;
  const draw = unit(mix(mix(offer.seed, spell ^ 0x77), day));
  if (programme.pricing === 'chart') {
    return draw < 0.75 ? baseMiles : Math.round((baseMiles * (1 + programme.spread)) / 500) * 500;
  }
  const level = 1 + programme.spread * draw ** 3;
  // Dynamic prices drift a little from one step to the next.
  const drift = mix(mix(offer.seed, step), day) % 6 === 0 ? 1.03 : 1;
  return Math.round((baseMiles * level * drift) / 100) * 100;
}

/**
 * Award space on one departure day; undefined if there is no record.
 * @param requested the day of the request, as a day number
 * @param step how often award space has changed by then; once a day by default
 */
export function awardDay(
  offer: RouteOffer,
  day: number,
  requested: number,
  step: number = requested,
): AwardDay | undefined {
  if (day < requested || day > requested + HORIZON_DAYS || isGap(offer, day)) return undefined;
  const spell = spellAt(offer.seed, day, step);
  const draw = (of: number) => unit(mix(mix(offer.seed, day), of));
  const probability = chance(offer, day, requested);
  if (draw(spell) >= probability) {
    // Space of the previous spell is sometimes still listed as no longer available.
    const isStillListed = draw(spell - 1) < probability && draw(spell ^ 0x3c3c) < 0.18;
    return isStillListed
      ? { offer, day, available: false, miles: 0, seats: 0, direct: false, airlines: '', itineraries: [] }
      : undefined;
  }
  const chosen = offer.itineraries.filter((itinerary, index) => {
    const odds = itinerary.direct ? 0.5 : 0.42;
    return draw(mix(spell, index + 1)) < odds;
  });
  const itineraries = chosen.length > 0 ? chosen : offer.itineraries.slice(-1);
  const hasCount = draw(spell ^ 0x1111) < offer.programme.seatCountShare;
  const seats = hasCount ? 1 + Math.floor(8.99 * draw(spell ^ 0x2222) ** 2) : 0;
  return {
    offer,
    day,
    available: true,
    miles: milesOf(offer, day, step, spell),
    seats,
    direct: itineraries.some((itinerary) => itinerary.direct),
    airlines: [...new Set(itineraries.map((itinerary) => itinerary.airline))].join(', '),
    itineraries,
  };
}
