/** Pairs of outbound and return for other programs: each fact of either leg in its own column. Pure. */
import { centsText } from '#shared/award-analysis/value.ts';
import { type ExactFigure, type Fact, plainFact } from '#shared/csv.ts';
import { isoInstant } from '#shared/dates.ts';
import { decimalText } from '#shared/money.ts';
import { recordFacts } from '#shared/records/record-facts.ts';
import { type DataTable, factNames, factsOf } from '../share/data-table.ts';
import { fareValue, taxesOf, tripCost, type Worth } from '../worth/worth-rows.ts';
import { pairTaxes, type TripPair, type TripPairs } from './round-trip-labels.ts';

/** The totals of both legs. Miles of two programmes are never added up. */
function sums(
  pair: Pick<TripPair, 'totals'> & Partial<Pick<TripPair, 'outbound' | 'back'>>,
  worth: Worth,
): Record<string, Fact | ExactFigure> {
  const { totals, outbound, back } = pair;
  const { values, fare } = worth;
  const [only, other] = totals;
  const miles = only !== undefined && other === undefined ? only.miles : null;
  const cost = tripCost(totals, values).cost;
  const known = outbound === undefined || back === undefined ? [] : pairTaxes({ outbound, back });
  const perMile = miles === null ? null : fareValue(worth, miles, known);
  const taxes = taxesOf(worth, known);
  return {
    milesOfOneProgramme: miles,
    ...(values.size > 0 && {
      worth: cost && { exact: decimalText(cost) },
      worthCurrency: cost?.currency ?? null,
    }),
    ...(fare !== null && {
      centsPerMileAgainstFare: perMile && { exact: centsText(perMile) },
      taxesTakenOff: taxes && { exact: decimalText(taxes) },
    }),
  };
}

export const roundTripData = (pairs: readonly TripPair[], worth: Worth): DataTable => ({
  names: [
    'nights',
    ...factNames('outbound'),
    ...factNames('return'),
    ...Object.keys(sums({ totals: [] }, worth)),
  ],
  rows: pairs.map((pair) => [
    pair.nights,
    ...factsOf(pair.outbound),
    ...factsOf(pair.back),
    ...Object.values(sums(pair, worth)),
  ]),
});

/** @param now UTC ms @param requested the request and its order, as the file states them */
export function roundTripJson(trips: TripPairs, requested: object, now: number, worth: Worth) {
  const way = ({ newestAt, ...rest }: TripPairs['outbound']) => ({
    ...rest,
    newestAt: newestAt === null ? null : isoInstant(newestAt),
  });
  return {
    madeAt: isoInstant(now),
    ...requested,
    outbound: way(trips.outbound),
    return: way(trips.back),
    total: trips.total,
    pairs: trips.pairs.map((pair) => ({
      nights: pair.nights,
      outbound: recordFacts(pair.outbound),
      return: recordFacts(pair.back),
      totals: pair.totals,
      ...Object.fromEntries(Object.entries(sums(pair, worth)).map(([name, fact]) => [name, plainFact(fact)])),
    })),
  };
}
