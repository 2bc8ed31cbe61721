import { ActionIcon, Box, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { addDays, type CalendarDate, isCalendarDate, localDay } from '#shared/dates.ts';
import { plainDate, readDate, travelDate } from '#shared/formats.ts';
import { onceReleased } from '../../api/press.ts';
import classes from '../components.module.css';
import { lazyPart } from '../lazy-part.ts';
import { LoadingState } from '../loading-state.tsx';

const MonthPicker = lazyPart(async () => (await import('./month-picker.tsx')).MonthPicker);

type DateFieldProps = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'description' | 'error' | 'size' | 'disabled' | 'className' | 'required' | 'id'
> & {
  /** Names the button that opens the calendar, distinct from the field's own name. */
  pickLabel: string;
  /** A date of travel, empty, or text that is not a date. */
  value: string;
  /** Where the calendar opens while the field is empty. */
  near?: string;
  /** Called with the date as YYYY-MM-DD, or with the typed text where it is not a date. */
  onChange: (text: string) => void;
  onLeave?: () => void;
  /** What is to be told of the day, once it is typed; not an error. */
  remark?: string | null;
};

/** How far ahead the example date of an empty field is, in days. */
const EXAMPLE_DAYS = 100;

/** A month of six weeks, in pixels. */
const MONTH_HEIGHT = 260;

/** A value as shown in a field without the focus. */
const shownText = (value: string): string => (isCalendarDate(value) ? travelDate(value) : value);

/** The first day of a month some months ahead. */
const exampleFor = (today: CalendarDate): CalendarDate => `${addDays(today, EXAMPLE_DAYS).slice(0, 7)}-01`;

/** A day, typed as people type one (`1 Mar`, `1.3.27`, `2027-03-01`) or picked from a calendar. */
export function DateField(props: DateFieldProps) {
  const { pickLabel, value, near = '', onChange, onLeave, remark = null, ...field } = props;
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  /** The value passed on last: another value comes from elsewhere and replaces what is typed. */
  const given = useRef(value);
  const today = localDay(Date.now());
  const isOwn = typed !== null && given.current === value;
  const text = isOwn ? typed : shownText(value);
  const isRemarked = remark !== null && !isOwn;
  return (
    <TextInput
      {...field}
      {...(isRemarked && {
        description: <span className={classes.remark}>{remark}</span>,
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      })}
      placeholder={plainDate(exampleFor(today))}
      value={text}
      title={isCalendarDate(value) ? value : undefined}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value;
        given.current = readDate(next, today) ?? next.trim();
        setTyped(next);
        onChange(given.current);
      }}
      onBlur={() => {
        // A remark that appears while a button is pressed would move the button from under the pointer.
        onceReleased(() => setTyped(null));
        onLeave?.();
      }}
      rightSection={
        <Popover
          trapFocus
          returnFocus
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          transitionProps={{ duration: 0 }}
        >
          <Popover.Target>
            <ActionIcon
              size={field.size === 'xs' ? 'sm' : 'md'}
              aria-label={pickLabel}
              disabled={field.disabled ?? false}
              onClick={() => setOpened((open) => !open)}
            >
              <IconCalendar size={17} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          {/* If the field is in a popover, neither Escape nor a click in the calendar closes that popover. */}
          <Popover.Dropdown
            onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
            onMouseDown={(event) => event.stopPropagation()}
            onTouchStart={(event) => event.stopPropagation()}
          >
            {/* At full height from the start, so that it opens to the side with enough space. */}
            <Box mih={MONTH_HEIGHT}>
              <Suspense fallback={<LoadingState words="Opening the calendar…" />}>
                <MonthPicker
                  value={value}
                  near={near}
                  onPick={(day) => {
                    setTyped(null);
                    onChange(day);
                    setOpened(false);
                  }}
                />
              </Suspense>
            </Box>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
