import { Button, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dayStart } from '#shared/dates.ts';
import {
  isFiltered,
  NO_PURCHASE_FILTERS,
  type PurchasesAddress,
  type TimeChoice,
} from '../addresses/purchases-address.ts';
import { api } from '../api/api.ts';
import { PURCHASE_FILTERS } from '../money/purchase-messages.ts';
import { DateField } from '../ui/forms/date-field.tsx';
import classes from './purchases.module.css';

const TIME_LABELS: Record<TimeChoice, string> = {
  all: 'Any time',
  today: 'Today',
  week: 'Last 7 days',
  month: 'This month',
  'last-month': 'Last month',
  days: 'Days…',
};

type PurchaseFiltersProps = {
  address: PurchasesAddress;
  onChange: (change: Partial<PurchasesAddress>) => void;
};

/** State, Tool, currency and time; each is in the address. */
export function PurchaseFilters({ address, onChange }: PurchaseFiltersProps) {
  // Everything ever bought: the choices do not shrink with the selection.
  const all = useQuery({
    queryKey: ['purchases', 'accounts', 'all'],
    queryFn: () => api.purchases.accounts({}),
  });
  const tools = all.data?.byTool ?? [];
  const currencies = all.data?.byCurrency ?? [];
  const wrongDay = (text: string) => (text !== '' && dayStart(text) === undefined ? 'Not a date.' : null);
  return (
    <Group className={classes.filters} gap="sm" mb="md" align="flex-start">
      <SegmentedControl
        aria-label="Show purchases by state"
        size="xs"
        data={PURCHASE_FILTERS.map(({ value, label }) => ({ value, label }))}
        value={address.state}
        onChange={(state) => onChange({ state })}
      />
      <NativeSelect
        size="xs"
        aria-label="Tool"
        value={address.toolId ?? ''}
        onChange={(event) => onChange({ toolId: event.currentTarget.value || null })}
        data={withChosen(
          tools.map(({ toolId, title }) => ({ value: toolId, label: title })),
          address.toolId,
          'Every Tool',
        )}
      />
      <NativeSelect
        size="xs"
        aria-label="Currency"
        value={address.currency ?? ''}
        onChange={(event) => onChange({ currency: event.currentTarget.value || null })}
        data={withChosen(
          currencies.map(({ currency }) => ({ value: currency, label: currency })),
          address.currency,
          'Every currency',
        )}
      />
      <NativeSelect
        size="xs"
        aria-label="Time"
        value={address.time}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          const time = (Object.keys(TIME_LABELS) as TimeChoice[]).find((each) => each === chosen);
          if (time) onChange({ time });
        }}
        data={Object.entries(TIME_LABELS).map(([value, label]) => ({ value, label }))}
      />
      {address.time === 'days' && (
        <>
          <DateField
            size="xs"
            aria-label="First day"
            pickLabel="Calendar for the beginning"
            value={address.from}
            error={wrongDay(address.from)}
            onChange={(from) => onChange({ from })}
          />
          <DateField
            size="xs"
            aria-label="Last day"
            pickLabel="Calendar for the end"
            value={address.until}
            error={wrongDay(address.until)}
            onChange={(until) => onChange({ until })}
          />
        </>
      )}
      {isFiltered(address) && (
        <Button size="xs" variant="subtle" onClick={() => onChange(NO_PURCHASE_FILTERS)}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

/** The choices, including the one that the address names even where nothing of it was bought. */
function withChosen(
  choices: { value: string; label: string }[],
  chosen: string | null,
  every: string,
): { value: string; label: string }[] {
  const missing = chosen !== null && !choices.some(({ value }) => value === chosen);
  return [{ value: '', label: every }, ...choices, ...(missing ? [{ value: chosen, label: chosen }] : [])];
}
