/** The filters on trip details: one way to fly has to meet all of them. */
import { Checkbox, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { memo } from 'react';
import type { FilterChange } from '../addresses/results-address.ts';

type FlightFiltersProps = Record<'stopsMax' | 'minutesMax', number | undefined> & {
  flown: string | undefined;
  tripDetails: boolean | undefined;
  change: (part: FilterChange) => void;
};

/** A whole number within its field; undefined where the field is empty. */
const typed = (value: number | string): number | undefined => (typeof value === 'number' ? value : undefined);

/** Nothing is delayed here: the fields are in a popover that Escape closes. */
export const FlightFilters = memo(function FlightFilters(props: FlightFiltersProps) {
  const { stopsMax, minutesMax, flown, tripDetails, change } = props;
  return (
    <Stack gap="xs" role="group" aria-label="Trip details">
      <Group grow gap="xs" align="start">
        <NumberInput
          label="Most stops"
          min={0}
          max={9}
          allowDecimal={false}
          allowNegative={false}
          value={stopsMax ?? ''}
          onChange={(value) => change({ stopsMax: typed(value) })}
        />
        <NumberInput
          label="Longest, in hours"
          min={1}
          max={100}
          allowDecimal={false}
          allowNegative={false}
          value={minutesMax === undefined ? '' : Math.ceil(minutesMax / 60)}
          onChange={(value) => change({ minutesMax: (typed(value) ?? 0) * 60 || undefined })}
        />
      </Group>
      <Checkbox
        label="With trip details"
        checked={tripDetails === true}
        onChange={(event) => change({ tripDetails: event.currentTarget.checked || undefined })}
      />
      <TextInput
        label="Flight, aircraft or cabin"
        placeholder="BA5, A350…"
        autoComplete="off"
        value={flown ?? ''}
        onChange={(event) => change({ flown: event.currentTarget.value })}
      />
    </Stack>
  );
});
