import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { CalendarDate } from '#shared/calendar-date.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { dayOf } from '../components/local-days.ts';
import { useNow } from '../components/now.ts';
import { milesWords } from './award-words.ts';
import classes from './calendar.module.css';
import { dayStates, dayTitle, dayWords, partlyWords } from './calendar-days.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { calendarRange, monthsBetween, shadeOf } from './calendar-layout.ts';
import { calendarQuery } from './calendar-query.ts';

/** As many months as stand side by side and can still be taken in. */
const MOST_MONTHS = 12;

/** A date far from all others, such as the year 1, must not make a calendar of centuries. */
const MOST_DRAWN = 10 * MOST_MONTHS;

type CalendarViewProps = {
  scope: Scope;
  filter: RecordFilter;
  /** The dates that were asked for, as far as they were. */
  asked: { from: string | undefined; until: string | undefined };
  onDay: (date: CalendarDate) => void;
};

/** The cheapest award space of each day. Days without space and days that nobody looked at are told apart in words. */
export function CalendarView({ scope, filter, asked, onDay }: CalendarViewProps) {
  const passing = useQuery({ ...calendarQuery(scope, filter), placeholderData: keepPreviousData });
  const all = useQuery({ ...calendarQuery(scope, {}), placeholderData: keepPreviousData });
  const today = dayOf(useNow());
  const [looked, setLooked] = useState<CalendarDate | null>(null);
  /** Which twelve months are shown, from 0; null until chosen: then those with the first day seen that has not departed. */
  const [sheet, setSheet] = useState<number | null>(null);
  const view = useMemo(() => {
    if (!passing.data || !all.data) return null;
    const range = calendarRange(
      { from: filter.from, until: filter.until },
      { from: asked.from, until: asked.until },
      all.data.map((day) => day.date),
    );
    const months = range === null ? [] : monthsBetween(range.from, range.until, MOST_DRAWN);
    const last = Math.max(0, Math.ceil(months.length / MOST_MONTHS) - 1);
    const next = all.data.find(({ date }) => date >= today)?.date ?? '';
    const left = months.findIndex(({ id }) => next.startsWith(id));
    const shown = Math.min(sheet ?? Math.floor(Math.max(0, left) / MOST_MONTHS), last);
    const miles = passing.data.flatMap((day) => (day.miles === null || day.date < today ? [] : [day.miles]));
    return {
      states: dayStates(passing.data, all.data),
      months: months.slice(shown * MOST_MONTHS, (shown + 1) * MOST_MONTHS),
      shown,
      last,
      partly: partlyWords(all.data),
      least: Math.min(...miles),
      most: Math.max(...miles),
    };
  }, [passing.data, all.data, filter.from, filter.until, asked.from, asked.until, sheet, today]);

  const { least = 0, most = 0 } = view ?? {};
  const shade = useCallback((miles: number) => shadeOf(miles, least, most), [least, most]);

  const failed = passing.isError ? passing : all.isError ? all : null;
  if (failed) {
    return (
      <FailureNotice
        error={failed.error}
        title="The calendar could not be read"
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (view === null) return <LoadingState words="Reading the calendar…" />;
  if (view.months.length === 0) {
    return (
      <EmptyState title="No days to show">
        No record here has a departure date that could be read as a day. The table shows them all.
      </EmptyState>
    );
  }
  const { states, months } = view;
  return (
    <div className={classes.view}>
      <div className={classes.legend}>
        <span className={classes.looked}>
          {looked
            ? `${dayTitle(looked)}: ${dayWords(states.get(looked) ?? { kind: 'unseen' }, looked < today)}`
            : `Cheapest miles with award space per day. Choose a day to see its records.${view.partly}`}
        </span>
        {Number.isFinite(least) && (
          <span className={classes.scale} aria-hidden="true">
            {milesWords(least)}
            {([1, 2, 3, 4, 5] as const).map((shade) => (
              <i key={shade} data-shade={shade} />
            ))}
            {milesWords(most)} miles
          </span>
        )}
      </div>
      {view.last > 0 && (
        <Group gap="xs" mb="xs">
          <Button
            variant="default"
            size="compact-xs"
            disabled={view.shown === 0}
            onClick={() => setSheet(view.shown - 1)}
          >
            Earlier months
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            disabled={view.shown === view.last}
            onClick={() => setSheet(view.shown + 1)}
          >
            Later months
          </Button>
        </Group>
      )}
      <CalendarGrid
        months={months}
        states={states}
        shade={shade}
        today={today}
        onLook={setLooked}
        onDay={onDay}
      />
    </div>
  );
}
