import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MileValues } from '#shared/contract/mile-values.ts';
import { parseAmount } from '#shared/money.ts';
import { MileValuesEditor } from '../../records/mile-values/mile-values.tsx';
import { mileValuesQuery, walletQuery } from '../../records/queries.ts';
import { useDraft } from '../../ui/forms/draft.ts';
import classes from '../compare.module.css';
import { NO_WORTH, type Worth, worthOf } from './worth-rows.ts';

const NONE: MileValues = { currency: 'USD', values: [] };

/** As typed: a cash fare, the taxes of an award for one traveller, and whether the fare is for all travellers. */
type Typed = { fare: string; taxes: string; forAll: boolean };

const useTravellers = (): number => useQuery(walletQuery).data?.travellers ?? 1;

/**
 * The user's values of miles.
 * @param isTime whether to request them; cached ones are returned anyway
 */
export function useWorth({ fare, taxes, forAll }: Typed, isTime = true): { worth: Worth; saved: MileValues } {
  const { data: saved } = useQuery({ ...mileValuesQuery, enabled: isTime });
  const travellers = useTravellers();
  const fareFor = forAll ? travellers : 1;
  const worth = useMemo(
    () => (saved === undefined ? NO_WORTH : worthOf(saved, { fare, taxes, fareFor })),
    [saved, fare, taxes, fareFor],
  );
  return { worth, saved: saved ?? NONE };
}

type WorthFieldsProps = {
  typed: Typed;
  currency: string;
  saved: MileValues;
  programmes: readonly string[];
  onTyped: (typed: Typed) => void;
};

/** A cash fare for comparison, the taxes of an award, and the value of a mile of each programme. */
export function WorthFields({ typed, currency, saved, programmes, onTyped }: WorthFieldsProps) {
  const travellers = useTravellers();
  return (
    <>
      <MoneyField
        label={`Cash fare one way, ${currency}`}
        placeholder="none"
        value={typed.fare}
        currency={currency}
        onChange={(fare) => onTyped({ ...typed, fare })}
      />
      <MoneyField
        label={`Taxes each, ${currency}`}
        placeholder="from trip details"
        value={typed.taxes}
        currency={currency}
        onChange={(taxes) => onTyped({ ...typed, taxes })}
      />
      {travellers > 1 && (
        <Checkbox
          className={classes.onLine}
          label={`Fare is for all ${travellers}`}
          checked={typed.forAll}
          onChange={(event) => onTyped({ ...typed, forAll: event.currentTarget.checked })}
        />
      )}
      <MileValuesEditor saved={saved} programmes={programmes} />
    </>
  );
}

type MoneyFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  currency: string;
  onChange: (value: string) => void;
};

function MoneyField({ label, placeholder, value, currency, onChange }: MoneyFieldProps) {
  const [typed, setTyped] = useDraft(value, (next) => onChange(next.trim()), 250);
  const isWrong = typed.trim() !== '' && parseAmount(typed, currency) === undefined;
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      size="xs"
      w={170}
      inputMode="decimal"
      maxLength={20}
      value={typed}
      // Above the field, so that neighbouring fields stay aligned whatever is wrong.
      inputWrapperOrder={['label', 'error', 'input']}
      error={isWrong && 'A plain amount, such as 1200 or 1200.50'}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
