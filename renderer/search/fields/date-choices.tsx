import { Button, Group, NativeSelect } from '@mantine/core';
import { localDay } from '#shared/dates.ts';
import { monthLabel } from '#shared/formats.ts';
import { type DateRange, monthsFrom, wholeMonth, widened } from './date-ranges.ts';

const WIDER = [1, 3, 7] as const;
/** Programmes open their calendars up to about a year ahead. */
const MONTHS = 13;

type DateChoicesProps = { earliest: string; latest: string; onRange: (range: DateRange) => void };

/** Sets the departure days in one step: a few days more at both ends, or an entire month. */
export function DateChoices({ earliest, latest, onRange }: DateChoicesProps) {
  const today = localDay(Date.now());
  const months = monthsFrom(today, MONTHS);
  const shown = months.find((month) => {
    const range = wholeMonth(month);
    return range.earliest === earliest && range.latest === latest;
  });
  return (
    <Group gap="xs" role="group" aria-label="Departure days in one step">
      {WIDER.map((days) => {
        const range = widened(earliest, latest, days, today);
        return (
          <Button
            key={days}
            size="compact-sm"
            disabled={range === null}
            aria-label={`${days} ${days === 1 ? 'day' : 'days'} earlier and later`}
            onClick={() => range && onRange(range)}
          >
            ±{days} {days === 1 ? 'day' : 'days'}
          </Button>
        );
      })}
      <NativeSelect
        aria-label="Whole month"
        size="xs"
        data={[
          { value: '', label: 'A whole month' },
          ...months.map((month) => ({ value: month, label: monthLabel(month) })),
        ]}
        value={shown ?? ''}
        onChange={(event) => {
          const month = event.currentTarget.value;
          if (month !== '') onRange(wholeMonth(month));
        }}
      />
    </Group>
  );
}
