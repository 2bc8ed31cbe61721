/** Pairs of outbound and return, in words. Pure. */
import type { RecordRow } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { type Amount, addAmounts, amountLabel } from '#shared/money.ts';
import { airlinesTitle } from '#shared/places/airlines.ts';
import { programmeLabel, programmeShort } from '#shared/places/programmes.ts';
import { dateLabel, milesLabel, routeLabel } from '../../records/award-labels.ts';
import { fareValue, fareValueLabel, tripCost, type Worth } from '../worth/worth-rows.ts';

export type TripPairs = Awaited<ReturnType<ContractClient['results']['pairs']>>;
export type TripPair = TripPairs['pairs'][number];

/** What the pairs are sorted by, in full: miles of two programmes differ in value. */
export function orderLabel({ byValue, sameProgramme }: { byValue: boolean; sameProgramme: boolean }): string {
  if (byValue) return 'What the miles are worth to you, the least first.';
  return sameProgramme
    ? 'Fewest miles first.'
    : 'Fewest miles first, though miles of two programmes are not worth the same.';
}

/** `58,000 Aeroplan + 30,000 MileagePlus`: the miles of each programme, never added up. */
export const totalLabel = (totals: TripPair['totals']): string =>
  totals.map(({ programme, miles }) => `${formatNumber(miles)} ${programmeShort(programme)}`).join(' + ');

/** The user's value of the miles of a pair. */
export function costLabel(totals: TripPair['totals'], { values }: Worth): string {
  const { cost, without } = tripCost(totals, values);
  return cost === null ? `no value set for ${without.map(programmeShort).join(', ')}` : amountLabel(cost);
}

/** The taxes of both legs for one traveller, in the currencies in which both state them. */
export const pairTaxes = ({ outbound, back }: Pick<TripPair, 'outbound' | 'back'>): Amount[] =>
  (outbound.itineraries?.taxAmounts ?? []).flatMap((out) => {
    const home = back.itineraries?.taxAmounts?.find(({ currency }) => currency === out.currency);
    return home === undefined ? [] : addAmounts(out, home);
  });

/** The value of a mile at a return fare; with two programmes there is no such figure. */
export function fareLabel(pair: Pick<TripPair, 'totals' | 'outbound' | 'back'>, worth: Worth): string {
  if (worth.fare === null) return '';
  const [only, other] = pair.totals;
  if (only === undefined || other !== undefined) return 'two programmes: no one figure';
  const taxes = pairTaxes(pair);
  const value = fareValue(worth, only.miles, taxes);
  return value === null ? 'no miles' : fareValueLabel(worth, value, taxes);
}

export type TripCells = {
  nights: string;
  outbound: string;
  back: string;
  miles: string;
  cost: string;
  fare: string;
};

export type TripColumn = { name: keyof TripCells; title: string };

/** The columns that have content. */
export const tripColumns = ({ values, fare }: Worth): TripColumn[] => [
  { name: 'nights', title: 'Nights' },
  { name: 'outbound', title: 'Outbound' },
  { name: 'back', title: 'Return' },
  { name: 'miles', title: 'Miles by programme' },
  ...(values.size > 0 ? [{ name: 'cost' as const, title: 'Worth to you' }] : []),
  ...(fare === null ? [] : [{ name: 'fare' as const, title: 'Value against the fare' }]),
];

/** One leg in a line: the date and route, then what distinguishes it. */
export const wayLabel = (row: RecordRow): [string, string] => [
  `${dateLabel(row)}, ${routeLabel(row)}`,
  [
    programmeLabel(row.programme),
    `${milesLabel(row.miles, row.milesText)} miles`,
    row.seats === null ? (row.seatsText ?? 'seats not given') : plural(row.seats, 'seat'),
    row.direct ? 'direct' : 'not direct',
    airlinesTitle(row.airlines),
    ...(row.itineraries?.taxes.length ? [`taxes ${row.itineraries.taxes.join(', ')}`] : []),
  ]
    .filter(Boolean)
    .join(' · '),
];

/** The miles of a pair for one traveller, and for all of them where there are several: `…; for 2: 116,000 Aeroplan`. */
export function pairTotalLabel({ totals, outbound }: Pick<TripPair, 'totals' | 'outbound'>): string {
  const travellers = outbound.seatsFor?.travellers ?? 1;
  const one = totalLabel(totals);
  return travellers === 1
    ? one
    : `${one}; for ${travellers}: ${totalLabel(totals.map((total) => ({ ...total, miles: total.miles * travellers })))}`;
}

export function tripCells(pair: TripPair, worth: Worth): TripCells {
  return {
    nights: String(pair.nights),
    outbound: wayLabel(pair.outbound).join('; '),
    back: wayLabel(pair.back).join('; '),
    miles: pairTotalLabel(pair),
    cost: costLabel(pair.totals, worth),
    fare: fareLabel(pair, worth),
  };
}

export function tripsTable(pairs: readonly TripPair[], worth: Worth): string[][] {
  const columns = tripColumns(worth);
  return [
    columns.map(({ title }) => title),
    ...pairs.map((pair) => {
      const cells = tripCells(pair, worth);
      return columns.map(({ name }) => cells[name]);
    }),
  ];
}
