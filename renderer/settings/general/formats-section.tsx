import { NativeSelect, Text } from '@mantine/core';
import type { Preferences } from '#shared/contract/program/preferences.ts';
import { localDay } from '#shared/dates.ts';
import { formatDecimal, shortTime, travelDate } from '#shared/formats.ts';
import { queryClient } from '../../api/query-client.ts';
import { CSV_CHOICES } from '../../export/csv-dialog.tsx';
import { useSavedPreferences } from '../../status/save-preferences.ts';
import classes from '../settings.module.css';
import { SettingsSection } from '../settings-section.tsx';

type Formats = Preferences['formats'];
type Choices<Name extends keyof Formats> = readonly { value: Formats[Name]; label: string }[];

const DATES: Choices<'dates'> = [
  { value: 'system', label: 'As the system' },
  { value: 'dmy', label: '1 Mar 2027' },
  { value: 'mdy', label: 'Mar 1, 2027' },
  { value: 'ymd', label: '2027-03-01' },
];
const NUMBERS: Choices<'numbers'> = [
  { value: 'system', label: 'As the system' },
  { value: '1,234.5', label: '1,234.5' },
  { value: '1.234,5', label: '1.234,5' },
  { value: '1 234,5', label: '1 234,5' },
  { value: '1’234.5', label: '1’234.5' },
  { value: '12,34,567.5', label: '12,34,567.5' },
];
const TIMES: Choices<'times'> = [
  { value: 'system', label: 'As the system' },
  { value: '24', label: '17:30' },
  { value: '12', label: '5:30 pm' },
];

/** The formats of dates, numbers and times. */
export function FormatsSection() {
  const { preferences, save } = useSavedPreferences();
  const { formats } = preferences;
  const select = <Name extends keyof Formats>(name: Name, label: string, choices: Choices<Name>) => (
    <NativeSelect
      id={`formats-${name}`}
      label={label}
      value={formats[name]}
      data={choices.map((each) => ({ ...each }))}
      onChange={({ currentTarget }) => {
        const chosen = choices.find(({ value }) => value === currentTarget.value);
        if (chosen === undefined) return;
        save((now) => ({ formats: { ...now.formats, [name]: chosen.value } }), `${label}: ${chosen.label}.`);
        // Titles have their days rewritten as they are received: earlier ones are read again.
        void queryClient.invalidateQueries();
      }}
    />
  );
  const now = Date.now();
  return (
    <SettingsSection
      title="Formats"
      about="Dates, numbers and times on every screen, and files for your spreadsheet."
    >
      <div className={classes.three}>
        {select('dates', 'Dates', DATES)}
        {select('numbers', 'Numbers', NUMBERS)}
        {select('times', 'Times', TIMES)}
        {select('csv', 'CSV files', CSV_CHOICES)}
      </div>
      <Text c="dimmed">
        {travelDate(localDay(now))} · {shortTime(now)} · {formatDecimal('64000')} miles · USD{' '}
        {formatDecimal('1234.50')}
      </Text>
    </SettingsSection>
  );
}
