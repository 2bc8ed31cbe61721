import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';
import { isCalendarDate } from '#shared/dates.ts';
import { firstDayOfWeek } from '#shared/formats.ts';

type MonthPickerProps = { value: string; near: string; onPick: (day: string) => void };

/** The calendar behind a date field; loaded when it is first opened. */
export function MonthPicker({ value, near, onPick }: MonthPickerProps) {
  const chosen = isCalendarDate(value) ? value : null;
  const start = chosen ?? (isCalendarDate(near) ? near : undefined);
  return (
    <DatePicker
      value={chosen}
      {...(start === undefined ? {} : { defaultDate: start })}
      onChange={(day) => day && onPick(day)}
      firstDayOfWeek={weekdayOf(firstDayOfWeek())}
      weekendDays={[]}
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
    />
  );
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;
const weekdayOf = (day: number) => WEEKDAYS.find((each) => each === day) ?? 1;
