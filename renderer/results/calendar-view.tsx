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
import { calendarRange, shadeOf, sheetOf } from './calendar-layout.ts';
import { calendarQuery } from './calendar-query.ts';

/** As many months as stand side by side and can still be taken in. */
const MOST_MONTHS = 12;

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
  /** Which twelve months are shown; 0 begins where there is something that has not departed. */
  const [sheet, setSheet] = useState(0);
  const view = useMemo(() => {
    if (!passing.data || !all.data) return null;
    const range = calendarRange(
      { from: filter.from, until: filter.until },
      { from: asked.from, until: asked.until },
      all.data.map((day) => day.date),
    );
    const seen = all.data.map(({ date }) => date);
    const ahead = [...(asked.from === undefined ? [] : [asked.from]), ...seen].filter(
      (date) => date >= today,
    );
    const begin = filter.from ?? ahead.sort()[0] ?? null;
    const shown = range === null ? null : sheetOf(range, begin, seen, sheet, MOST_MONTHS);
    const miles = passing.data.flatMap((day) => (day.miles === null || day.date < today ? [] : [day.miles]));
    return {
      states: dayStates(passing.data, all.data),
      shown,
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
  if (view.shown === null) {
    return (
      <EmptyState title="No days to show">
        No record here has a departure date that could be read as a day. The table shows them all.
      </EmptyState>
    );
  }
  const { states, shown } = view;
  return (
    <div className={classes.view}>
      <div className={classes.legend}>
        <span className={classes.looked}>
          {looked
            ? `${dayTitle(looked)}: ${dayWords(states.get(looked) ?? { kind: 'unseen' }, looked < today)}`
            : `Cheapest miles with award space per day. Choose a day to see its records.${view.partly}`}
        </span>
        <span className={classes.scale} aria-hidden="true">
          {Number.isFinite(least) && (
            <>
              {milesWords(least)}
              {([1, 2, 3, 4, 5] as const).map((shade) => (
                <i key={shade} data-shade={shade} />
              ))}
              {milesWords(most)} miles
            </>
          )}
          <i data-kind="unseen" />
          not seen
        </span>
      </div>
      {(shown.earlier ?? shown.later) !== null && (
        <Group gap="xs" mb="xs">
          <Button
            variant="default"
            size="compact-xs"
            disabled={shown.earlier === null}
            onClick={() => setSheet(shown.earlier ?? sheet)}
          >
            Earlier months
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            disabled={shown.later === null}
            onClick={() => setSheet(shown.later ?? sheet)}
          >
            Later months
          </Button>
        </Group>
      )}
      <CalendarGrid
        months={shown.months}
        states={states}
        shade={shade}
        today={today}
        onLook={setLooked}
        onDay={onDay}
      />
    </div>
  );
}
