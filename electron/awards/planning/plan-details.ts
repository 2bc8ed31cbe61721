import type { Itinerary } from '#shared/award-search/itinerary.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { Plan, PlanLeg, PlanTotals, PlanWarning } from '#shared/contract/planning.ts';
import { DAY_MS } from '#shared/dates.ts';
import { type Amount, addAmounts, leastAmount, multiplyAmount } from '#shared/money.ts';
import { programmeAccount } from '#shared/places/programmes.ts';
import type { BestPlan } from '#shared/planning/best-plans.ts';
import { oddsOfAll } from '#shared/planning/odds.ts';
import type { Need } from '#shared/planning/paying.ts';
import { paymentOf, shortOf } from '#shared/planning/payment.ts';
import { seatsOf, type TripQuestion } from '#shared/planning/question.ts';
import type { Reader } from '../../storage/sql.ts';
import { itinerariesOf } from '../itineraries/stored-itinerary.ts';
import { rowsOf } from '../query/row.ts';
import { newestPlace } from '../query/selection-snapshot.ts';
import type { OddsReader } from './leg-odds.ts';
import type { TripWorld } from './trip-world.ts';

/** A part of a flown way, in its cabin. */
type Flown = { cabin: string | null; origin: string | null; destination: string | null };

/** A plan as the screen shows it, with the way flown on each leg, whose distances are measured elsewhere. */
export type PlanWithWays = Plan & { ways: (readonly Flown[] | null)[] };

type Context = { reader: Reader; question: TripQuestion; trip: TripWorld; odds: OddsReader; now: number };

/** Everything that is shown of a plan; null where one of its records is not stored any more. */
export function planDetails(context: Context, { choice, kinds }: BestPlan): PlanWithWays | null {
  const { reader, question, trip, odds, now } = context;
  const seats = seatsOf(question);
  const places = choice.map((place, leg) => newestPlace(reader, trip.world.legs[leg]?.id[place] ?? 0));
  const rows = rowsOf(
    reader,
    places.flatMap((place) => place ?? []),
  );
  if (rows.length < choice.length) return null;
  const needs = needsOf(trip, choice);
  const payment = trip.payer.isEmpty ? null : paymentOf(trip.purses, needs);
  const ways = rows.map(({ versionId }) => waysOf(reader, versionId, question.stopsMax));
  const legs = rows.map((record, leg): PlanLeg => {
    const flown = ways[leg] ?? [];
    return {
      record,
      milesEach: (needs[leg]?.miles ?? 0) / seats,
      milesAll: needs[leg]?.miles ?? 0,
      paidBy: payment?.paidBy[leg] ?? null,
      taxesEach: taxesOf(flown, trip.subjects[leg]?.taxCurrency ?? ''),
      minutes: shortestOf(flown)?.minutes ?? null,
      odds: odds(
        trip.subjects[leg]?.identity ?? '',
        record.cabin ?? '',
        record.origin,
        record.destination,
      )(
        programmeAccount(record.programme),
        trip.world.legs[leg]?.day[choice[leg] ?? 0] ?? 0,
        now - record.seenAt,
      ),
    };
  });
  const minutes = legs.map((leg) => leg.minutes);
  return {
    key: rows.map(({ versionId }) => versionId).join('-'),
    kinds: [...kinds],
    legs,
    totals: totalsOf(trip, seats, legs, needs, payment),
    minutes: minutes.some((each) => each === null)
      ? null
      : minutes.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    odds: oddsOfAll(legs.map((leg) => leg.odds)),
    warnings: warningsOf(question, trip, seats, legs, ways),
    ways: ways.map((flown) => shortestOf(flown)?.segments ?? null),
  };
}

/** What each leg of a plan costs, for all travellers. */
export const needsOf = ({ world }: Pick<TripWorld, 'world'>, choice: readonly number[]): Need[] =>
  choice.map((place, leg) => ({
    programme: world.programmes[world.legs[leg]?.programme[place] ?? 0] ?? '',
    miles: world.legs[leg]?.miles[place] ?? 0,
  }));

/** The ways to fly a version that have few enough stops. */
const waysOf = (reader: Reader, versionId: number, stopsMax: number | null): Itinerary[] =>
  itinerariesOf(reader, versionId).filter(
    ({ stops }) => stopsMax === null || (stops !== null && stops <= stopsMax),
  );

const shortestOf = (ways: readonly Itinerary[]): Itinerary | undefined =>
  ways.filter(({ minutes }) => minutes !== null).toSorted((a, b) => (a.minutes ?? 0) - (b.minutes ?? 0))[0] ??
  ways[0];

/** The least taxes in the currency that taxes are compared in, otherwise those of the shortest way. */
function taxesOf(ways: readonly Itinerary[], currency: string): Amount | null {
  const stated = ways.flatMap(({ taxes }) => taxes?.amount ?? []);
  const own = stated.filter((amount) => amount.currency === currency);
  return leastAmount(own) ?? shortestOf(ways)?.taxes?.amount ?? null;
}

function totalsOf(
  trip: TripWorld,
  seats: number,
  legs: readonly PlanLeg[],
  needs: readonly Need[],
  payment: ReturnType<typeof paymentOf>,
): PlanTotals {
  const byProgramme = new Map<string, number>();
  for (const { programme, miles } of needs)
    byProgramme.set(programme, (byProgramme.get(programme) ?? 0) + miles);
  const short = payment === null && !trip.payer.isEmpty ? shortOf(trip.purses, needs) : [];
  const taxes = new Map<string, Amount>();
  for (const { taxesEach } of legs) {
    if (taxesEach === null) continue;
    const all = multiplyAmount(taxesEach, seats);
    const known = taxes.get(all.currency);
    taxes.set(all.currency, known === undefined ? all : addAmounts(known, all));
  }
  return {
    miles: [...byProgramme].map(([programme, all]) => ({ programme, each: all / seats, all })),
    milesAll: needs.reduce((sum, { miles }) => sum + miles, 0),
    transfers: payment?.transfers ?? [],
    moves: payment?.moves ?? [],
    left: payment?.left ?? [],
    short: short.map(({ programme, miles }) => ({ programme, by: miles })),
    pays: paysOf(trip, payment),
    taxes: [...taxes.values()],
    legsNotKnown: legs.filter(({ taxesEach }) => taxesEach === null).length,
    value: worthAll(trip, needs, taxes),
  };
}

export const paysOf = (
  { payer }: Pick<TripWorld, 'payer'>,
  payment: ReturnType<typeof paymentOf>,
): PlanTotals['pays'] =>
  payer.isEmpty
    ? 'no_wallet'
    : payment === null
      ? 'short'
      : payment.transfers.length > 0
        ? 'transfer'
        : payment.moves.length > 0
          ? 'pooled'
          : 'own';

/** Miles at the user's values with taxes of that currency; null unless every programme has a value. */
export function worthAll(
  { worth, world, subjects }: TripWorld,
  needs: readonly Need[],
  taxes: ReadonlyMap<string, Amount>,
): Amount | null {
  if (worth === null) return null;
  let millionths = 0;
  for (const { programme, miles } of needs) {
    const perMile = worth[world.programmes.indexOf(programme)];
    if (perMile === undefined) return null;
    millionths += miles * perMile;
  }
  const currency = subjects[0]?.taxCurrency ?? '';
  const own = taxes.get(currency);
  const value: Amount = { currency, units: String(millionths), exponent: 6 };
  return own === undefined ? value : addAmounts(value, own);
}

/** Taxes of a plan in the currency that they are compared in, where they are known, for all travellers. */
export function knownTaxes({ world, subjects }: TripWorld, choice: readonly number[]): Map<string, Amount> {
  const millionths = choice.reduce(
    (sum, place, leg) => sum + Math.max(0, world.legs[leg]?.taxes[place] ?? -1),
    0,
  );
  const currency = subjects[0]?.taxCurrency ?? '';
  return new Map([[currency, { currency, units: String(millionths), exponent: 6 }]]);
}

/** What a traveller has to know before booking; mixed cabins are added where distances are known. */
function warningsOf(
  question: TripQuestion,
  trip: TripWorld,
  seats: number,
  legs: readonly PlanLeg[],
  ways: readonly (readonly Itinerary[])[],
): PlanWarning[] {
  const rows = legs.map(({ record }) => record);
  const unknownTaxes = legs.flatMap(({ taxesEach }, leg) => (taxesEach === null ? leg : []));
  const valueless =
    trip.worth === null
      ? []
      : [...new Set(rows.map(({ programme }) => programmeAccount(programme)))].filter(
          (programme) => trip.worth?.[trip.world.programmes.indexOf(programme)] === undefined,
        );
  return [
    ...(legs.length > 1 ? [{ code: 'separate_tickets' as const, tickets: legs.length }] : []),
    ...rows.flatMap((_, leg) => [
      ...otherAirports(question, trip, rows, leg),
      ...nightWarnings(rows[leg - 1], rows[leg], leg),
    ]),
    ...rows.flatMap((row, leg) => seatWarnings(row, ways[leg] ?? [], seats, leg)),
    ...(unknownTaxes.length > 0 ? [{ code: 'taxes_not_known' as const, legs: unknownTaxes }] : []),
    ...(valueless.length > 0 ? [{ code: 'no_mile_value' as const, programmes: valueless }] : []),
  ];
}

/** Where a flight departs or lands elsewhere than the one beside it, or else than the trip names. */
function otherAirports(
  { legs, returns }: TripQuestion,
  trip: TripWorld,
  rows: readonly RecordRow[],
  leg: number,
): PlanWarning[] {
  const { origins = [], destinations = [], connects } = legs[leg] ?? {};
  const { origin = '', destination = '' } = rows[leg] ?? {};
  const before = connects === 'hop' ? rows[leg - 1] : undefined;
  const home = returns && leg > 0 && leg === rows.length - 1 ? rows[0] : undefined;
  const instead = (at: 'departs' | 'lands', to: string, expected: readonly string[]): PlanWarning[] => {
    if (expected.includes(to)) return [];
    const [nearest] = expected
      .map((from) => ({ from, km: trip.kilometres(from, to) }))
      .toSorted((a, b) => (a.km ?? Number.MAX_VALUE) - (b.km ?? Number.MAX_VALUE));
    return nearest === undefined ? [] : [{ code: 'other_airport', leg, at, ...nearest, to }];
  };
  return [
    ...instead('departs', origin, before === undefined ? origins : [before.destination]),
    ...instead('lands', destination, home === undefined ? destinations : [home.origin]),
  ];
}

function nightWarnings(
  before: RecordRow | undefined,
  row: RecordRow | undefined,
  leg: number,
): PlanWarning[] {
  if (before === undefined || row === undefined) return [];
  const nights = nightsBetween(before, row);
  if (nights > 1) return [];
  return [{ code: nights === 0 ? 'same_day' : 'night_between', leg }];
}

const nightsBetween = (before: RecordRow, row: RecordRow): number =>
  Math.round((Date.parse(row.date ?? '') - Date.parse(before.date ?? '')) / DAY_MS);

/** A record sums up several flights: its seats need not be on one of them. */
function seatWarnings(row: RecordRow, ways: readonly Itinerary[], seats: number, leg: number): PlanWarning[] {
  if (row.seats === null) return [{ code: 'seats_not_stated', leg }];
  const stated = ways.map((way) => way.seats);
  if (stated.length === 0 || stated.some((each) => each === null || each >= seats)) return [];
  return [{ code: 'fewer_seats_on_flight', leg, seats: Math.max(...stated.map((each) => each ?? 0)) }];
}
