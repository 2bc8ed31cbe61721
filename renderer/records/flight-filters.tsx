/** The filters on trip details: one way to fly meets all of them. */
import { Group, NumberInput, Stack, TextInput } from '@mantine/core';
import type { RecordFilter } from '#shared/contract/awards.ts';
import type { FilterChange } from '../addresses/results-address.ts';
import { useDraft } from '../ui/forms/draft.ts';

type FlightFiltersProps = { filter: RecordFilter; change: (part: FilterChange) => void };

/** A whole number within its field; undefined where the field is empty. */
const typed = (value: number | string): number | undefined => (typeof value === 'number' ? value : undefined);

export function FlightFilters({ filter, change }: FlightFiltersProps) {
  const [stops, setStops] = useDraft<number | string>(filter.stopsMax ?? '', (value) =>
    change({ stopsMax: typed(value) }),
  );
  const [hours, setHours] = useDraft<number | string>(
    filter.minutesMax === undefined ? '' : filter.minutesMax / 60,
    (value) => {
      const minutes = Math.round((typed(value) ?? 0) * 60);
      change({ minutesMax: minutes > 0 ? minutes : undefined });
    },
  );
  const [flown, setFlown] = useDraft(filter.flown ?? '', (text) => change({ flown: text }));
  return (
    <Stack gap="xs" role="group" aria-label="Trip details">
      <Group grow gap="xs" align="start">
        <NumberInput
          label="Most stops"
          min={0}
          max={9}
          allowDecimal={false}
          allowNegative={false}
          value={stops}
          onChange={setStops}
        />
        <NumberInput
          label="Longest, in hours"
          min={0}
          max={100}
          decimalScale={2}
          allowNegative={false}
          value={hours}
          onChange={setHours}
        />
      </Group>
      <TextInput
        label="Flight, aircraft or cabin"
        placeholder="BA5, A350…"
        autoComplete="off"
        value={flown}
        onChange={(event) => setFlown(event.currentTarget.value)}
      />
    </Stack>
  );
}
