/** The user's values of miles, as rows of a comparison. Pure. */
import { centsText, cheapestByValue, valueAfterTaxes } from '#shared/award-analysis/value.ts';
import type { MileValues } from '#shared/contract/mile-values.ts';
import { formatNumber } from '#shared/formats.ts';
import { type Amount, amountLabel, parseAmount } from '#shared/money.ts';
import { programmeLabel, programmeShort } from '#shared/places/programmes.ts';
import type { ComparedColumn, RowRule } from '../columns/compared-column.ts';

/** The value of a mile of each programme, and a cash fare for comparison; both as far as the user set them. */
export type Worth = {
  currency: string;
  values: ReadonlyMap<string, Amount>;
  fare: Amount | null;
  /** The number of travellers that the fare is for. */
  fareFor: number;
  /** Taxes and fees of an award for one traveller as typed; null where they are to come from trip details. */
  taxes: Amount | null;
};

export const NO_WORTH: Worth = { currency: 'USD', values: new Map(), fare: null, fareFor: 1, taxes: null };

/** What is typed beside the values, in their currency; an invalid amount is ignored. */
export type TypedWorth = { fare: string; taxes?: string; fareFor?: number };

export function worthOf({ currency, values }: MileValues, typed: TypedWorth): Worth {
  const { fare, taxes = '', fareFor = 1 } = typed;
  return {
    currency,
    values: new Map(values.map(({ programme, perMile }) => [programme, perMile])),
    fare: parseAmount(fare, currency) ?? null,
    fareFor,
    taxes: parseAmount(taxes, currency) ?? null,
  };
}

/** `1.45 cents` of the currency's hundredth, which the amount names. */
const centsLabel = (perMile: Amount): string => `${centsText(perMile)} cents`;

/** How every value per mile is rounded, shown beside it. */
export const ROUNDING = 'rounded half up to a hundredth of a cent';

/** The taxes of an award for one traveller in the fare's currency: as typed, or else as its trip details state. */
export const taxesOf = ({ currency, taxes }: Worth, known: readonly Amount[]): Amount | null =>
  taxes ?? known.find((amount) => amount.currency === currency) ?? null;

/** The value of a mile against the fare after taxes, as far as they are known; null without fare or miles. */
export const fareValue = (worth: Worth, miles: number, known: readonly Amount[]): Amount | null =>
  worth.fare === null ? null : valueAfterTaxes(worth.fare, worth.fareFor, taxesOf(worth, known), miles);

/** `3.25 cents a mile after USD 45.00 taxes`, or `before taxes` where they are not known. */
function fareValueLabel(worth: Worth, value: Amount, known: readonly Amount[]): string {
  const taxes = taxesOf(worth, known);
  return taxes === null
    ? `${centsLabel(value)} a mile before taxes`
    : `${centsLabel(value)} a mile after ${amountLabel(taxes)} taxes`;
}

/** @param columns of the comparison: values before and after taxes are not compared */
export function worthRules(worth: Worth, columns: readonly ComparedColumn[]): RowRule[] {
  const { values, fare } = worth;
  return [
    ...(values.size === 0 ? [] : [costRule(values)]),
    ...(fare === null ? [] : [fareRule(fare, worth, columns)]),
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

const fareRule = (fare: Amount, worth: Worth, columns: readonly ComparedColumn[]): RowRule => ({
  name: 'Value against the fare',
  wins: 'most',
  reason: 'most for a mile',
  value: ({ cheapest, cheapestTaxes }) => {
    const withSpace = columns.filter((column) => column.cheapest !== null);
    const areAlike =
      new Set(withSpace.map((column) => taxesOf(worth, column.cheapestTaxes) === null)).size < 2;
    const value = cheapest === null || !areAlike ? null : fareValue(worth, cheapest, cheapestTaxes);
    return value === null ? null : BigInt(value.units);
  },
  words: (column) => {
    const { cheapest, cheapestTaxes } = column;
    const value = cheapest === null ? null : fareValue(worth, cheapest, cheapestTaxes);
    return value === null ? noMilesLabel(column) : fareValueLabel(worth, value, cheapestTaxes);
  },
  detail: (column) => {
    const { values, fareFor } = worth;
    const [first] = column.cheapestBy;
    if (first === undefined || first.miles <= 0) return '';
    const alike = column.cheapestBy.filter(({ miles }) => miles === first.miles);
    const set = alike.flatMap(({ programme }) => {
      const perMile = values.get(programme);
      return perMile === undefined ? [] : [`you set ${centsLabel(perMile)} for ${programmeShort(programme)}`];
    });
    const miles = (column.cheapest ?? first.miles) * fareFor;
    return [`${amountLabel(fare)} for ${formatNumber(miles)} miles`, ...set].join('; ');
  },
});
