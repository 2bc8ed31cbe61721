/** The numeric filters, as fields that apply while typing. */
import { NumberInput, TextInput } from '@mantine/core';
import { memo, useState } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { useDraft } from '../ui/forms/draft.ts';
import { readMiles } from './typed-miles.ts';

type FieldProps = {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  /** Its width in a row of fields, in pixels, with its name inside; otherwise its name is above it. */
  width?: number;
};

/** In a row of fields, before and after the number: what it is stays in view. */
const AROUND = { 'Most miles': ['≤', 'miles', 36], 'Fewest seats': ['≥', 'seats', 36] } as const;

function named(name: keyof typeof AROUND, width: number | undefined) {
  if (width === undefined) return { label: name, size: 'sm' } as const;
  const [before, after, afterWidth] = AROUND[name];
  return {
    'aria-label': name,
    title: name,
    w: width,
    size: 'xs',
    leftSection: before,
    leftSectionWidth: 20,
    leftSectionPointerEvents: 'none',
    rightSection: after,
    rightSectionWidth: afterWidth,
    rightSectionPointerEvents: 'none',
  } as const;
}

/** Typed text stays as it is, with an error where it is not a number: the filter is then unchanged. */
export const MilesField = memo(function MilesField({ value, onChange, width }: FieldProps) {
  const [miles, setMiles] = useDraft(value, onChange);
  const [typed, setTyped] = useState<{ text: string; means: number | undefined } | null>(null);
  // A change from elsewhere, such as a cleared filter, replaces what is typed.
  const shown = typed !== null && typed.means === miles ? typed.text : null;
  return (
    <TextInput
      {...named('Most miles', width)}
      inputMode="numeric"
      value={shown ?? (miles === undefined ? '' : formatNumber(miles))}
      error={shown !== null && readMiles(shown) === null && 'A number, such as 60000 or 60k'}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const read = readMiles(text);
        setTyped({ text, means: read === null ? miles : read.miles });
        if (read !== null) setMiles(read.miles);
      }}
      onBlur={() => shown !== null && readMiles(shown) !== null && setTyped(null)}
    />
  );
});

export const SeatsField = memo(function SeatsField({ value, onChange, width }: FieldProps) {
  const [draft, setDraft] = useDraft<number | string>(value ?? '', (next) =>
    onChange(typeof next === 'number' ? next : undefined),
  );
  return (
    <NumberInput
      {...named('Fewest seats', width)}
      hideControls
      min={1}
      max={99}
      allowDecimal={false}
      allowNegative={false}
      value={draft}
      onChange={setDraft}
    />
  );
});
