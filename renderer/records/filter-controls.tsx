/** The fields that set one filter each, by the kind that the table of filters names. */
import { Checkbox, Chip, Group, Input, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import type { RecordFilter } from '#shared/contract/awards.ts';
import { dayStart, isCalendarDate, localDay } from '#shared/dates.ts';
import { formatNumber, WEEKDAY_NAMES } from '#shared/formats.ts';
import type { FilterChange } from '../addresses/results-address.ts';
import { DateField } from '../ui/forms/date-field.tsx';
import { ValuesField } from '../ui/forms/values-field.tsx';
import { weekOrder } from './calendar-layout.ts';
import type { FilterControl, FilterName, Found } from './record-filters.ts';

type FieldProps<Kind extends FilterControl['kind']> = {
  name: FilterName;
  control: Extract<FilterControl, { kind: Kind }>;
  /** What of the scope's own values it can be set to; undefined until they are read. */
  found: Found | undefined;
  change: (part: FilterChange) => void;
};

const NONE: readonly never[] = [];

/** Chosen values remain, even if no record has them (from a bookmark, for instance). */
function ListField(props: FieldProps<'list'> & { value: readonly string[] | undefined }) {
  const { name, control, value: chosen = NONE, found, change } = props;
  const nameOf = useMemo(() => control.nameOf?.(found), [control, found]);
  const values = control.found(found) ?? NONE;
  const options = useMemo(() => {
    const missing = chosen.filter((value) => !values.some((each) => each.value === value));
    return [...values, ...missing.map((value) => ({ value, count: 0 }))].map(({ value, count }) => ({
      value,
      label: `${nameOf?.(value) ?? value} (${formatNumber(count)})`,
    }));
  }, [values, chosen, nameOf]);
  return (
    <ValuesField
      label={control.label}
      placeholder={control.all}
      searchable={control.isLong}
      {...{ nameOf, options }}
      values={chosen}
      onChange={(values) => change({ [name]: values })}
    />
  );
}

/** Typed text stays as it is, with an error where it is not a date: the filter is then unchanged. */
function DayField(props: FieldProps<'day'> & { value: string | number | undefined }) {
  const { name, control, found, change } = props;
  const value = typeof props.value === 'number' ? localDay(props.value) : (props.value ?? '');
  const [typed, setTyped] = useState<{ text: string; means: string } | null>(null);
  // A change from elsewhere, such as a cleared filter, replaces what is typed.
  const wrong = typed !== null && typed.means === value ? typed.text : null;
  return (
    <DateField
      label={control.label}
      pickLabel={control.pickLabel}
      near={control.near?.(found) ?? ''}
      value={wrong ?? value}
      error={wrong !== null && 'A date, such as 1 Mar'}
      onChange={(text) => {
        const isDay = text === '' || isCalendarDate(text);
        setTyped(isDay ? null : { text, means: value });
        if (isDay) change({ [name]: control.isInstant ? dayStart(text) : text || undefined });
      }}
    />
  );
}

function WeekdaysField(props: FieldProps<'weekdays'> & { value: readonly number[] | undefined }) {
  const { name, control, value: days = NONE, change } = props;
  return (
    <Input.Wrapper label={control.label}>
      <Chip.Group
        multiple
        value={days.map(String)}
        onChange={(chosen) => change({ [name]: chosen.map(Number).sort() })}
      >
        <Group gap={4} role="group" aria-label={control.label}>
          {weekOrder().map((day) => (
            <Chip key={day} value={String(day)} size="xs" variant="light">
              {WEEKDAY_NAMES[day]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

const ChoiceField = (props: FieldProps<'choice'> & { value: string | number | undefined }) => (
  <NativeSelect
    label={props.control.label}
    data={props.control.choices.map(([value, label]) => ({ value: String(value ?? ''), label }))}
    value={String(props.value ?? '')}
    onChange={({ currentTarget }) => {
      const chosen = props.control.choices.find(([value]) => String(value ?? '') === currentTarget.value);
      props.change({ [props.name]: chosen?.[0] });
    }}
  />
);

const TickField = (props: FieldProps<'tick'> & { value: boolean | undefined; isOff: boolean }) => (
  <Checkbox
    label={props.control.label}
    disabled={props.isOff}
    checked={props.value === true}
    onChange={({ currentTarget }) => props.change({ [props.name]: currentTarget.checked || undefined })}
  />
);

/** Nothing is delayed here: the fields are in a popover that Escape closes. */
function NumberField({ name, control, value, change }: FieldProps<'number'> & { value: number | undefined }) {
  const { label, least, most, unit = 1 } = control;
  return (
    <NumberInput
      label={label}
      min={least}
      max={most}
      allowDecimal={false}
      allowNegative={false}
      value={value === undefined ? '' : Math.ceil(value / unit)}
      onChange={(typed) =>
        change({ [name]: typeof typed === 'number' && typed >= least ? typed * unit : undefined })
      }
    />
  );
}

const TextField = (props: FieldProps<'text'> & { value: string | undefined }) => (
  <TextInput
    label={props.control.label}
    placeholder={props.control.example}
    value={props.value ?? ''}
    onChange={({ currentTarget }) => props.change({ [props.name]: currentTarget.value })}
  />
);

const FIELDS = {
  list: ListField,
  day: DayField,
  weekdays: WeekdaysField,
  choice: ChoiceField,
  tick: TickField,
  number: NumberField,
  text: TextField,
} as const satisfies Record<FilterControl['kind'], unknown>;

type FilterFieldProps = FieldProps<FilterControl['kind']> & {
  value: RecordFilter[FilterName];
  /** Whether what it depends on is not set. */
  isOff: boolean;
};

/** The field of one filter; rendered again only for a change of its own. */
export const FilterField = memo(function FilterField(props: FilterFieldProps) {
  // The table ties kind and value together, which the compiler cannot follow.
  const Field = FIELDS[props.control.kind] as (props: FilterFieldProps) => React.ReactNode;
  return <Field {...props} />;
});
