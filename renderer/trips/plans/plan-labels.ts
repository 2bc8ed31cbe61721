/** Plans in words: what each is best of, what it costs, what may go wrong. Pure. */
import type {
  Matrix,
  MatrixCell,
  Plan,
  Plans,
  PlanTotals,
  PlanWarning,
  WhatIfLine,
} from '#shared/contract/planning.ts';
import { formatNumber, listLabel, plural } from '#shared/formats.ts';
import { amountLabel } from '#shared/money.ts';
import { airportLabel } from '#shared/places/names.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import type { TripQuestion } from '#shared/planning/question.ts';
import { paymentLabels } from '#shared/records/payment-labels.ts';
import { bankLabel } from '#shared/wallet/transfer-table.ts';
import { cabinLabel } from '../../records/award-labels.ts';

const KINDS: Readonly<Record<Plan['kinds'][number], string>> = {
  cheapest: 'Cheapest',
  fewest_hours: 'Fewest hours',
  most_certain: 'Most certain',
  next: 'Next best',
};

/** `Cheapest, fewest hours`. */
export const kindsLabel = ({ kinds }: Pick<Plan, 'kinds'>): string =>
  kinds.map((kind, place) => (place === 0 ? KINDS[kind] : KINDS[kind].toLowerCase())).join(', ');

const flight = (leg: number): string => `flight ${leg + 1}`;

/** `240,000 Flying Club for 2, 120,000 each`, for each programme. */
export const milesLabels = ({ miles }: Pick<PlanTotals, 'miles'>, seats: number): string[] =>
  miles.map(({ programme, each, all }) =>
    seats === 1
      ? `${formatNumber(all)} ${programmeLabel(programme)}`
      : `${formatNumber(all)} ${programmeLabel(programme)} for ${formatNumber(seats)}, ${formatNumber(each)} each`,
  );

/** Where the miles come from, a sentence each: own miles, transfers with ratios and bonuses, pooling, what is short. */
export function payingLabels(
  totals: Pick<PlanTotals, 'transfers' | 'moves' | 'left' | 'short' | 'pays'>,
  today: string,
): string[] {
  const { moves, left, short, pays } = totals;
  if (pays === 'no_wallet') return ['Type your balances in the wallet to see what pays for it.'];
  const missing = short.map(
    ({ programme, by }) => `Short by ${formatNumber(by)} ${programmeLabel(programme)}`,
  );
  // Of a household account the programme decides whose miles go: only what all have left is certain.
  const shared = new Set(moves.flatMap(({ owner, toOwner, to }) => (owner === toOwner ? [] : to)));
  const rest = [...Map.groupBy(left, (one) => leftKey(one, shared)).values()].map((of) => {
    const [{ kind, name } = { kind: 'bank', name: '' }] = of;
    const points = of.reduce((sum, each) => sum + each.points, 0);
    const account = kind === 'bank' ? bankLabel(name) : programmeLabel(name);
    const owners = listLabel(of.map(({ owner }) => owner));
    return of.length === 1
      ? `${owners}: ${formatNumber(points)} ${account} left`
      : `${owners}: ${formatNumber(points)} ${account} left together`;
  });
  return [...paymentLabels(totals, today), ...missing, ...(pays === 'short' ? [] : rest)];
}

const leftKey = ({ owner, kind, name }: PlanTotals['left'][number], shared: ReadonlySet<string>): string =>
  JSON.stringify([kind, name, kind === 'programme' && shared.has(name) ? null : owner]);

/** Who pays for each flight: `Ana pays flight 1, Ben pays flight 2`; null where one owner pays for all or nobody does. */
export function whoPaysLabel({ legs }: Pick<Plan, 'legs'>): string | null {
  const owners = new Set(legs.map(({ paidBy }) => paidBy));
  if (owners.size < 2) return null;
  return listLabel(
    legs.map(({ paidBy }, place) =>
      paidBy === null ? `nobody’s balance pays ${flight(place)}` : `${paidBy} pays ${flight(place)}`,
    ),
  );
}

/** `USD 412.40 taxes, not known for flight 2`. */
export function taxesLabel({ taxes, legsNotKnown }: Pick<PlanTotals, 'taxes' | 'legsNotKnown'>): string {
  if (taxes.length === 0) return 'Taxes not known';
  const known = `${listLabel(taxes.map(amountLabel))} taxes`;
  return legsNotKnown === 0 ? known : `${known}, not known for ${plural(legsNotKnown, 'flight')}`;
}

/** Chances that all flights are still there, as far as dates like them were read before. */
export function oddsLabel({
  odds,
  legs,
}: Pick<Plan, 'odds'> & { legs: readonly Pick<Plan['legs'][number], 'odds'>[] }): string {
  if (odds === null) {
    const unknown = legs.flatMap((leg, place) => (leg.odds === null ? [flight(place)] : []));
    if (unknown.length === legs.length) return 'Not known: too few dates like it were read';
    return `Not known: too few dates like ${listLabel(unknown)} were read`;
  }
  if (odds.least === odds.most) return `${odds.least}% that all is still there`;
  return `${odds.least}% to ${odds.most}% that all is still there`;
}

/** `Of 26 like it, 11 to 15 were still there`. */
export function legOddsLabel(odds: Plan['legs'][number]['odds']): string | null {
  if (odds === null) return null;
  const count = odds.least === odds.most ? formatNumber(odds.least) : `${odds.least} to ${odds.most}`;
  return `Of ${formatNumber(odds.of)} like it, ${count} were still there at that age`;
}

const away = (km: number | null): string => (km === null ? 'distance not known' : `${formatNumber(km)} km`);

export function warningLabel(warning: PlanWarning): string {
  switch (warning.code) {
    case 'separate_tickets':
      return `${plural(warning.tickets, 'separate ticket')}: a missed flight is not covered by the other.`;
    case 'other_airport':
      return `Flight ${warning.leg + 1} ${warning.at === 'lands' ? 'lands at' : 'leaves from'} ${airportLabel(warning.to)} instead of ${airportLabel(warning.from)}, ${away(warning.km)}.`;
    case 'same_day':
      return `The same day as ${flight(warning.leg - 1)}: ${flight(warning.leg)} may leave before it lands.`;
    case 'night_between':
      return `One night between ${flight(warning.leg - 1)} and ${flight(warning.leg)}.`;
    case 'seats_not_stated':
      return `The programme states no seats for ${flight(warning.leg)}.`;
    case 'fewer_seats_on_flight':
      return `One flight of ${flight(warning.leg)} states ${plural(warning.seats, 'seat')} only.`;
    case 'mixed_cabin':
      return `Mixed cabins on ${flight(warning.leg)}: ${listLabel(warning.cabins.map(cabinLabel))} for ${
        warning.percent === null ? 'a share of the way that is not known' : `${warning.percent}% of the way`
      }.`;
    case 'taxes_not_known':
      return `Taxes are not known for ${listLabel(warning.legs.map(flight))}.`;
    case 'no_mile_value':
      return `No value of a mile for ${listLabel(warning.programmes.map(programmeLabel))}: ordered by miles there.`;
    case 'payment':
      return warning.words;
  }
}

/** `Flights 1 and 2 do not meet, nor 2 and 3`. */
function apartLabel(legs: readonly Pick<Plans['legs'][number], 'isApart'>[]): string {
  const [first, ...others] = legs.flatMap(({ isApart }, leg) => (isApart ? `${leg} and ${leg + 1}` : []));
  return [`Flights ${first} do not meet`, ...others].join(', nor ');
}

/** `Flight 2 has no record that fits`. */
function emptyLabel(legs: readonly Pick<Plans['legs'][number], 'candidates'>[]): string {
  const empty = legs.flatMap(({ candidates }, leg) => (candidates === 0 ? String(leg + 1) : []));
  if (empty.length === legs.length) return 'No flight has a record that fits';
  return empty.length === 1
    ? `Flight ${empty[0]} has no record that fits`
    : `Flights ${listLabel(empty)} have no record that fits`;
}

/** Why there is no plan. */
export function noPlanLabel(
  reason: NonNullable<Plans['noPlan']>,
  legs: readonly Pick<Plans['legs'][number], 'candidates' | 'isApart'>[],
): { title: string; words: string } {
  switch (reason) {
    case 'past':
      return {
        title: 'The dates of this trip have passed',
        words: 'Change its earliest and latest departure to plan it again.',
      };
    case 'flights_apart':
      return {
        title: apartLabel(legs),
        words:
          'One lands farther from where the next departs than your change of airport allows, so no search could find a plan. Edit the trip: choose “I get to its airport on my own”, or other airports.',
      };
    case 'nothing_stored':
      return {
        title: 'Nothing was read for this trip yet',
        words: 'Read what is worth most below, or search each flight yourself.',
      };
    case 'leg_without_records':
      return {
        title: emptyLabel(legs),
        words:
          'Too little was read yet, or what was read has no space for all of you. See each flight below.',
      };
    case 'nothing_fits':
      return {
        title: 'Nothing that was read fits together',
        words:
          'Each flight has records, but no nights, airports or miles that fit. Where one change would do, What if shows it below.',
      };
  }
}

const WORSE: Readonly<Record<WhatIfLine['worse'][number], string>> = {
  short: 'short of miles',
  cabin: 'in a cabin that you like less',
  unstated: 'seats not stated',
};

/** What a change's plan is worse in, although it costs less: `, short of miles`; empty where in nothing. */
export const worseLabel = ({ worse }: Pick<WhatIfLine, 'worse'>): string =>
  worse.map((each) => `, ${WORSE[each]}`).join('');

/** `−22,000`, `at least −22,000`, `at most +5,000`, `not read`; `240,000 in all` where the trip as it is has no plan. */
export function differenceLabel({
  total,
  miles,
  read,
}: Pick<WhatIfLine, 'total' | 'miles' | 'read'>): string {
  if (miles === null && total !== null)
    return `${read === 'all' ? '' : 'at most '}${formatNumber(total)} in all`;
  if (miles === null)
    return read === 'none' ? 'not read' : read === 'part' ? 'nothing in what was read' : 'no space';
  if (miles === 0) return read === 'all' ? 'the same' : 'at most the same';
  const figure = `${miles < 0 ? '−' : '+'}${formatNumber(Math.abs(miles))}`;
  if (read === 'all') return figure;
  return `${miles < 0 ? 'at least' : 'at most'} ${figure}`;
}

/** `three days earlier`, `from Brussels, 300 km`, `in premium economy`. */
export function changeLabel({ change }: Pick<WhatIfLine, 'change'>): string {
  switch (change.kind) {
    case 'days':
      return `${plural(Math.abs(change.days), 'day')} ${change.days < 0 ? 'earlier' : 'later'}`;
    case 'airport':
      return `${change.end === 'origin' ? 'From' : 'To'} ${airportLabel(change.code)} on ${flight(change.leg)}, ${formatNumber(change.km)} km away`;
    case 'hop':
      return `Airports up to ${formatNumber(change.hopKm)} km apart between flights`;
    case 'stops':
      if (change.stopsMax === null) return 'Any number of stops';
      return change.stopsMax === 0 ? 'Direct only' : `At most ${plural(change.stopsMax, 'stop')}`;
    case 'cabin':
      return `In ${cabinLabel(change.cabin)}`;
    case 'one_apart':
      return 'One traveller apart';
  }
}

/** The figure of a day pair: `≤ 120k`, `120k ?` where seats are not stated, a dash. */
export function cellFigure(
  { miles, read, isUnstated }: Pick<MatrixCell, 'miles' | 'read' | 'isUnstated'>,
  short: (miles: number) => string,
) {
  if (miles !== null)
    return [...(read === 'all' ? [] : ['≤']), short(miles), ...(isUnstated ? ['?'] : [])].join(' ');
  return read === 'all' ? 'none' : '–';
}

/** What the signs of a matrix mean, of those that it has. */
export function matrixLegend({ cells, isPart }: Pick<Matrix, 'cells' | 'isPart'>): string {
  const all = cells.flat().filter((cell) => cell !== null);
  const has = (is: (cell: MatrixCell) => boolean, words: string) => (all.some(is) ? [words] : []);
  return [
    'Miles for all of you, the cheapest pair of each two days.',
    ...(isPart ? ['These are the days around the cheapest plan, a part of the window.'] : []),
    ...has(({ miles, read }) => miles !== null && read !== 'all', '≤: read in part, and it may be cheaper.'),
    ...has(({ miles, read }) => miles === null && read !== 'all', '–: not read, or only in part.'),
    ...has(({ isUnstated }) => isUnstated, '?: a programme states no seats.'),
    ...has(({ pays }) => pays === 'short', 'Crossed out: short of miles.'),
    'Enter saves a pair to the board.',
  ].join(' ');
}

const PAYS: Readonly<Record<NonNullable<MatrixCell['pays']>, string>> = {
  own: 'bookable now',
  pooled: 'with pooled miles',
  transfer: 'with a transfer',
  short: 'short of miles',
  no_wallet: 'no balances typed',
};

/** A day pair for a screen reader and on hover. */
export function cellLabel(cell: MatrixCell | null, nights: number): string {
  const stay = plural(nights, 'night');
  if (cell === null) return `${stay}: not what the trip asks for`;
  if (cell.miles === null)
    return `${stay}: ${cell.read === 'all' ? 'no space for all of you' : cell.read === 'part' ? 'read in part, nothing yet' : 'not read'}`;
  const figure = `${cell.read === 'all' ? '' : 'at most '}${formatNumber(cell.miles)} miles`;
  const payer =
    cell.paidBy.length === 0
      ? []
      : [`${listLabel(cell.paidBy)} ${cell.paidBy.length === 1 ? 'pays' : 'pay'}`];
  return [
    `${stay}: ${figure}`,
    listLabel(cell.programmes.map(programmeLabel)),
    ...(cell.pays === null ? [] : [PAYS[cell.pays]]),
    ...payer,
    ...(cell.isUnstated ? ['seats not stated'] : []),
  ].join(', ');
}

/** `2 adults, 1 child`. */
export const travellersLabel = ({ adults, children }: Pick<TripQuestion, 'adults' | 'children'>): string =>
  children === 0
    ? plural(adults, 'adult')
    : `${plural(adults, 'adult')}, ${plural(children, 'child', 'children')}`;
