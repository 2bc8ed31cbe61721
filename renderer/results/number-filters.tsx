/** The filters that are numbers, as fields that answer while they are typed in. */
import { NumberInput } from '@mantine/core';
import { memo } from 'react';
import type { RecordFilter } from '#shared/contract/awards.ts';
import { useDraft } from './draft.ts';
import type { FilterChange } from './results-address.ts';

/** A count that is not given says nothing against the seats: such rows stay unless they are sent away. */
export const seatsChange = (filter: RecordFilter, seatsMin: number | undefined): FilterChange => ({
  seatsMin,
  seatsNotGiven: filter.seatsMin === undefined ? true : filter.seatsNotGiven,
});

type NumberFieldProps = {
  name: string;
  min: number;
  max: number;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  /** In a row of fields it is named within and so wide, in pixels; else its name stands above it. */
  width?: number;
};

const NumberField = memo(function NumberField({ name, min, max, value, onChange, width }: NumberFieldProps) {
  const [draft, setDraft] = useDraft<number | string>(value ?? '', (next) =>
    onChange(typeof next === 'number' ? next : undefined),
  );
  return (
    <NumberInput
      {...(width === undefined ? { label: name } : { 'aria-label': name, placeholder: name, w: width })}
      size={width === undefined ? 'sm' : 'xs'}
      hideControls
      min={min}
      max={max}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      value={draft}
      onChange={setDraft}
    />
  );
});

type FieldProps = Pick<NumberFieldProps, 'value' | 'onChange' | 'width'>;

export const MilesField = (props: FieldProps) => (
  <NumberField name="Most miles" min={0} max={999_999_999} {...props} />
);

export const SeatsField = (props: FieldProps) => (
  <NumberField name="Fewest seats" min={1} max={99} {...props} />
);
