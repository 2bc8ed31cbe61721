/** Pairs of outbound and return, in words. Pure. */
import { valuePerMile } from '#shared/award-analysis/value.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { formatNumber, milesWords, plural, seatsWords } from '../results/award-words.ts';
import { dayTitle } from '../results/calendar-days.ts';
import { centsWords, tripCost, type Worth, worthWords } from './worth-rows.ts';

export type PairsTold = Awaited<ReturnType<ContractClient['results']['pairs']>>;
export type TripPair = PairsTold['pairs'][number];

/** By what the pairs are ordered, said in full: miles of two programmes are not worth the same. */
export function orderWords({ byValue, sameProgramme }: { byValue: boolean; sameProgramme: boolean }): string {
  if (byValue) return 'In order of what the miles are worth to you, the least first; then by date.';
  return sameProgramme
    ? 'In order of miles, the fewest first; then by date.'
    : 'In order of the miles of both ways, the fewest first; then by date. Where a pair mixes two programmes that order counts a mile of each alike, though they are not worth the same.';
}

/** `58,000 aeroplan + 30,000 united`: the miles of each programme, never added up. */
export const totalWords = (totals: TripPair['totals']): string =>
  totals.map(({ programme, miles }) => `${formatNumber(miles)} ${programme}`).join(' + ');

/** What the miles of a pair are worth to the person. */
export function costWords(totals: TripPair['totals'], { values }: Worth): string {
  const { cost, without } = tripCost(totals, values);
  return cost === null ? `no value set for ${without.join(', ')}` : worthWords(cost);
}

/** What a fare for both ways makes a mile worth; of two programmes there is no such figure. */
export function fareWords(totals: TripPair['totals'], { fare }: Worth): string {
  if (fare === null) return '';
  const [only, other] = totals;
  if (only === undefined || other !== undefined) return 'two programmes: no one figure';
  const value = valuePerMile(fare, only.miles);
  return value === null ? 'no miles' : `${centsWords(value)} a mile`;
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

/** The columns that have something to say. */
export const tripColumns = ({ values, fare }: Worth): TripColumn[] => [
  { name: 'nights', title: 'Nights' },
  { name: 'outbound', title: 'Outbound' },
  { name: 'back', title: 'Return' },
  { name: 'miles', title: 'Miles by programme' },
  ...(values.size > 0 ? [{ name: 'cost' as const, title: 'Worth to you' }] : []),
  ...(fare === null ? [] : [{ name: 'fare' as const, title: 'Value against the fare' }]),
];

/** One way in a line: the date and route, then what else tells it apart. */
export const wayWords = (row: RecordRow): [string, string] => [
  `${row.date === null ? row.dateText : dayTitle(row.date)}, ${row.origin} → ${row.destination}`,
  [
    row.programme,
    `${milesWords(row.miles, row.milesText)} miles`,
    row.seats === null ? seatsWords(null, true) : plural(row.seats, 'seat'),
    row.direct ? 'direct' : 'not direct',
    row.airlines,
  ]
    .filter(Boolean)
    .join(' · '),
];

export function tripCells(pair: TripPair, worth: Worth): TripCells {
  return {
    nights: String(pair.nights),
    outbound: wayWords(pair.outbound).join('; '),
    back: wayWords(pair.back).join('; '),
    miles: totalWords(pair.totals),
    cost: costWords(pair.totals, worth),
    fare: fareWords(pair.totals, worth),
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
