import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MileValues } from '#shared/contract/mile-values.ts';
import { parseAmount } from '#shared/money.ts';
import { MileValuesEditor } from '../../records/mile-values/mile-values.tsx';
import { mileValuesQuery } from '../../records/mile-values/mile-values-query.ts';
import { useDraft } from '../../ui/forms/draft.ts';
import { NO_WORTH, type Worth, worthOf } from './worth-rows.ts';

const NONE: MileValues = { currency: 'USD', values: [] };

/**
 * The user's values of miles.
 * @param isTime whether to request them; cached ones are returned anyway
 */
export function useWorth(fare: string, isTime = true): { worth: Worth; saved: MileValues } {
  const { data: saved } = useQuery({ ...mileValuesQuery, enabled: isTime });
  const worth = useMemo(() => (saved === undefined ? NO_WORTH : worthOf(saved, fare)), [saved, fare]);
  return { worth, saved: saved ?? NONE };
}

type WorthFieldsProps = {
  fare: string;
  currency: string;
  saved: MileValues;
  programmes: readonly string[];
  onFare: (fare: string) => void;
  /** What the fare pays for. */
  label?: string;
};

/** A cash fare for comparison, and the value of a mile of each programme. */
export function WorthFields({ fare, currency, saved, programmes, onFare, label }: WorthFieldsProps) {
  const [typed, setTyped] = useDraft(fare, (value) => onFare(value.trim()), 250);
  const isWrong = typed.trim() !== '' && parseAmount(typed, currency) === undefined;
  return (
    <>
      <TextInput
        label={`${label ?? 'Cash fare one way'}, ${currency}`}
        placeholder="none"
        size="xs"
        w={190}
        inputMode="decimal"
        maxLength={20}
        value={typed}
        // Above the field, so that neighbouring fields stay aligned whatever is wrong.
        inputWrapperOrder={['label', 'error', 'input']}
        error={isWrong && 'A plain amount, such as 1200 or 1200.50'}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <MileValuesEditor saved={saved} programmes={programmes} />
    </>
  );
}
