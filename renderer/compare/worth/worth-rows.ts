/** The user's values of miles, as rows of a comparison and cells of round trips. Pure. */
import { centsText, cheapestByValue, costOfMiles, valuePerMile } from '#shared/award-analysis/value.ts';
import type { MileValues } from '#shared/contract/mile-values.ts';
import { formatNumber } from '#shared/formats.ts';
import { type Amount, addAmounts, amountLabel, parseAmount } from '#shared/money.ts';
import { programmeLabel, programmeShort } from '#shared/places/programmes.ts';
import type { ComparedColumn, RowRule } from '../columns/compared-column.ts';

/** The value of a mile of each programme, and a cash fare for comparison; both as far as the user set them. */
export type Worth = {
  currency: string;
  values: ReadonlyMap<string, Amount>;
  fare: Amount | null;
};

export const NO_WORTH: Worth = { currency: 'USD', values: new Map(), fare: null };

/** @param fare as typed, in the currency of the values; an invalid amount is ignored */
export function worthOf({ currency, values }: MileValues, fare: string): Worth {
  return {
    currency,
    values: new Map(values.map(({ programme, perMile }) => [programme, perMile])),
    fare: parseAmount(fare, currency) ?? null,
  };
}

/** `1.45 cents` of the currency's hundredth, which the amount names. */
export const centsLabel = (perMile: Amount): string => `${centsText(perMile)} cents`;

/** How every value per mile is rounded, shown beside it. */
export const ROUNDING = 'rounded half up to a hundredth of a cent; taxes and fees are not in it';

export function worthRules({ values, fare }: Worth): RowRule[] {
  return [
    ...(values.size === 0 ? [] : [costRule(values)]),
    ...(fare === null ? [] : [fareRule(fare, values)]),
  ];
}

/** Why a column has no miles. */
export const noMilesLabel = ({ direct, daysSeen, departed }: ComparedColumn): string => {
  if (direct.of > 0) return 'space, miles not given';
  return daysSeen > 0 ? 'no award space' : departed > 0 ? 'departed' : 'no record';
};

const costRule = (values: Worth['values']): RowRule => ({
  name: 'Cheapest by value',
  wins: 'least',
  reason: 'worth least',
  value: (column) => {
    const { best } = cheapestByValue(column.cheapestBy, values);
    return best === null ? null : BigInt(best.cost.units);
  },
  words: (column) => {
    const { best } = cheapestByValue(column.cheapestBy, values);
    if (best !== null) return amountLabel(best.cost);
    return column.cheapestBy.length === 0 ? noMilesLabel(column) : 'no value set';
  },
  detail: (column) => {
    const { best, without } = cheapestByValue(column.cheapestBy, values);
    return [
      ...(best === null
        ? []
        : [
            `${formatNumber(best.miles)} miles of ${programmeLabel(best.programme)} at ${centsLabel(values.get(best.programme) ?? best.cost)}`,
          ]),
      ...(without.length === 0 ? [] : [`no value set for ${without.map(programmeShort).join(', ')}`]),
    ].join('; ');
  },
});

const fareRule = (fare: Amount, values: Worth['values']): RowRule => ({
  name: 'Value against the fare',
  wins: 'most',
  reason: 'most for a mile',
  // One fare for all: the fewer the miles, the more each is worth, exactly.
  value: (column) => (column.cheapest === null || column.cheapest <= 0 ? null : -column.cheapest),
  words: (column) => {
    const value = column.cheapest === null ? null : valuePerMile(fare, column.cheapest);
    return value === null ? noMilesLabel(column) : `${centsLabel(value)} a mile`;
  },
  detail: (column) => {
    const [first] = column.cheapestBy;
    if (first === undefined || first.miles <= 0) return '';
    const alike = column.cheapestBy.filter(({ miles }) => miles === first.miles);
    const set = alike.flatMap(({ programme }) => {
      const perMile = values.get(programme);
      return perMile === undefined ? [] : [`you set ${centsLabel(perMile)} for ${programmeShort(programme)}`];
    });
    return [`${amountLabel(fare)} for ${formatNumber(first.miles)} miles`, ...set].join('; ');
  },
});

/** The total value of a round trip's miles, and the programmes without a value, which leave no total. */
export function tripCost(
  totals: readonly { programme: string; miles: number }[],
  values: Worth['values'],
): { cost: Amount | null; without: string[] } {
  const without = totals.flatMap(({ programme }) => (values.has(programme) ? [] : [programme]));
  if (without.length > 0) return { cost: null, without };
  const costs = totals.flatMap(({ programme, miles }) => {
    const perMile = values.get(programme);
    return perMile === undefined ? [] : [costOfMiles(miles, perMile)];
  });
  return { cost: costs.length === 0 ? null : costs.reduce(addAmounts), without };
}
