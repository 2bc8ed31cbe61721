import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { LoadingState } from '../../ui/loading-state.tsx';

const MonthPicker = lazy(async () => ({ default: (await import('./month-picker.tsx')).MonthPicker }));

type DateFieldProps = {
  label: string;
  /** Names the button that opens the calendar, apart from the field's own name. */
  pickLabel: string;
  value: string;
  /** The other end of the range, where the calendar opens while this one is empty. */
  near: string;
  error: string | undefined;
  onChange: (text: string) => void;
  onLeave: () => void;
};

/** A day as typed text, exactly as the contract writes it (YYYY-MM-DD, §2.1), with a calendar to pick from. */
export function DateField({ label, pickLabel, value, near, error, onChange, onLeave }: DateFieldProps) {
  const [opened, setOpened] = useState(false);
  return (
    <TextInput
      label={label}
      placeholder="YYYY-MM-DD"
      value={value}
      error={error}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
      rightSection={
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          trapFocus
          returnFocus
          transitionProps={{ duration: 0 }}
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={pickLabel}
              onClick={() => setOpened((open) => !open)}
            >
              <IconCalendar size={17} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense fallback={<LoadingState words="Opening the calendar…" />}>
              <MonthPicker
                value={value}
                near={near}
                onPick={(day) => {
                  onChange(day);
                  setOpened(false);
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
