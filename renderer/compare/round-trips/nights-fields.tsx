import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { CompareAddress } from '../../addresses/compare-address.ts';
import { readNights, type TypedNights } from './nights.ts';

type Nights = Pick<CompareAddress, 'nightsMin' | 'nightsMax'>;

/** Invalid input, and the nights that apply meanwhile. */
type Unread = { typed: TypedNights; changed: keyof TypedNights; beside: string };

/** The nights between departures. Invalid input stays in its field, with an error, until it is valid. */
export function NightsFields({
  nightsMin,
  nightsMax,
  change,
}: Nights & { change: (nights: Nights) => void }) {
  const inForce = `${nightsMin}-${nightsMax}`;
  const [unread, setUnread] = useState<Unread | null>(null);
  // A change from elsewhere, such as "back", replaces what is typed.
  const shown = unread?.beside === inForce ? unread : null;
  const typed: TypedNights = shown?.typed ?? { fewest: nightsMin, most: nightsMax };
  const problems = shown === null ? {} : readNights(shown.typed, shown.changed).problems;
  const write = (changed: keyof TypedNights) => (value: number | string) => {
    const next = { ...typed, [changed]: value };
    const { nights } = readNights(next, changed);
    setUnread(nights === null ? { typed: next, changed, beside: inForce } : null);
    if (nights !== null) change(nights);
  };
  const field = (label: string, name: keyof TypedNights) => (
    <NumberInput
      label={label}
      size="xs"
      w={130}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      inputWrapperOrder={['label', 'input', 'error']}
      value={typed[name]}
      error={problems[name]}
      onChange={write(name)}
    />
  );
  return (
    <>
      {field('Fewest nights', 'fewest')}
      {field('Most nights', 'most')}
    </>
  );
}
