/** What the user types of how it ended, and what is said of it. Pure. */
import type { Itinerary } from '#shared/award-search/itinerary.ts';
import { OUTCOMES, type Outcome } from '#shared/booking/experience.ts';
import { REFERENCE_MAX } from '#shared/contract/booking.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { type Amount, readAmount } from '#shared/money.ts';
import { readMiles } from '../records/typed-miles.ts';

/** As typed; `outcome` is empty while none is chosen, `tripId` names no trip where empty. */
export type OutcomeForm = {
  outcome: Outcome | '';
  reference: string;
  miles: string;
  taxes: string;
  currency: string;
  /** The day and the time of day, HH:MM, until which it is held. */
  until: string;
  untilTime: string;
  /** The place of the chosen way to fly; empty while none is. */
  way: string;
  tripId: string;
  title: string;
};

export const EMPTY_OUTCOME: OutcomeForm = {
  outcome: '',
  reference: '',
  miles: '',
  taxes: '',
  currency: 'USD',
  until: '',
  untilTime: '23:59',
  way: '',
  tripId: '',
  title: '',
};

export const isOutcome = (text: string): text is Outcome => OUTCOMES.some((each) => each === text);

type Said = {
  outcome: Outcome;
  reference: string;
  miles: number | null;
  taxes: Amount | null;
  heldUntil: number | null;
};

type OutcomeProblems = Partial<
  Record<'reference' | 'miles' | 'taxes' | 'currency' | 'until' | 'untilTime' | 'way', string>
>;

const CURRENCY = /^[A-Z]{3}$/u;
const CLOCK = /^(?:[01]?\d|2[0-3]):[0-5]\d$/u;

/**
 * The place of the way to fly that is named before any other: the only one, or the shortest with so few stops, as a plan
 * counts it; null where the trip details do not tell.
 * @param stopsMax of the trip; undefined without a limit
 */
export function namedWay(
  ways: readonly Pick<Itinerary, 'minutes' | 'stops'>[],
  stopsMax: number | undefined,
): number | null {
  const places = [...ways.keys()];
  const requested = places.filter(
    (place) => stopsMax === undefined || (ways[place]?.stops ?? Infinity) <= stopsMax,
  );
  const fit = requested.length === 0 ? places : requested;
  const minutes = fit.flatMap((place) => ways[place]?.minutes ?? []);
  if (fit.length > 1 && minutes.length === 0) return null;
  return fit.find((place) => fit.length === 1 || ways[place]?.minutes === Math.min(...minutes)) ?? null;
}

/**
 * What a form says, or what is wrong with it, by field; null while nothing is chosen.
 * @param now UTC ms
 * @param ways how many ways there are to fly it
 */
export function readOutcome(
  form: OutcomeForm,
  now: number,
  ways = 0,
): { ok: true; said: Said } | { ok: false; problems: OutcomeProblems } | null {
  const { outcome } = form;
  if (outcome === '') return null;
  const asksMoney = outcome === 'booked' || outcome === 'other_price';
  const asksReference = outcome === 'booked' || outcome === 'held';
  const miles = asksMoney ? readMiles(form.miles) : { miles: undefined };
  const currency = form.currency.trim().toUpperCase();
  const hasTaxes = asksMoney && form.taxes.trim() !== '';
  const taxes = hasTaxes && CURRENCY.test(currency) ? readAmount(form.taxes, currency) : undefined;
  const isTimed = isCalendarDate(form.until) && CLOCK.test(form.untilTime);
  // In this machine's zone, which is the user's own.
  const heldUntil =
    outcome === 'held' && isTimed
      ? new Date(`${form.until}T${form.untilTime.padStart(5, '0')}`).getTime()
      : null;
  const reference = asksReference ? form.reference.trim() : '';
  const problems: OutcomeProblems = {
    ...(reference.length > REFERENCE_MAX && { reference: `At most ${REFERENCE_MAX} characters.` }),
    ...(asksReference && ways > 1 && form.way === '' && { way: 'Say which flights they are.' }),
    ...(miles === null && { miles: 'Type a number of miles, such as 60,000 or 60k.' }),
    ...(hasTaxes && !CURRENCY.test(currency) && { currency: 'Type a currency, such as USD.' }),
    ...(hasTaxes &&
      CURRENCY.test(currency) &&
      taxes === undefined && { taxes: 'Type an amount, such as 182.40.' }),
    ...(outcome === 'held' && !isCalendarDate(form.until) && { until: 'Say until which day it is held.' }),
    ...(outcome === 'held' && !CLOCK.test(form.untilTime) && { untilTime: 'Type a time, such as 09:30.' }),
    ...(heldUntil !== null && heldUntil < now && { until: 'That is past: say until when it is still held.' }),
  };
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  return {
    ok: true,
    said: { outcome, reference, miles: miles?.miles ?? null, taxes: taxes ?? null, heldUntil },
  };
}
