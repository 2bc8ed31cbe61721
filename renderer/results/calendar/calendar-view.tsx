import { Button, Group } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { type CalendarDate, localDay } from '#shared/dates.ts';
import { api } from '../../api/api.ts';
import { milesLabel } from '../../records/award-labels.ts';
import { dayLabel, dayStates, dayTitle, partlyLabel, placeNames } from '../../records/calendar-days.ts';
import { calendarRange, shadeOf, sheetOf } from '../../records/calendar-layout.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/failure-notice.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { useNow } from '../../ui/now.ts';
import classes from './calendar.module.css';
import { CalendarGrid } from './calendar-grid.tsx';

/** The months of one sheet. */
const MAX_MONTHS = 12;
const NO_MILES: readonly number[] = [];

/** The days of a scope that pass a filter; local. */
const calendarQuery = (scope: Scope, filter: RecordFilter) =>
  queryOptions({
    queryKey: ['results', 'calendar', scope, filter],
    queryFn: () => api.results.calendar({ scope, filter }),
    placeholderData: keepPreviousData,
  });

type CalendarViewProps = {
  scope: Scope;
  filter: RecordFilter;
  /** The first and last date of the request; undefined where it has none. */
  requested: { from: string | undefined; until: string | undefined };
  onDay: (date: CalendarDate) => void;
};

/** The cheapest award space of each day. Days without space and days that no run read are worded differently. */
export function CalendarView({ scope, filter, requested, onDay }: CalendarViewProps) {
  const passing = useQuery(calendarQuery(scope, filter));
  const all = useQuery(calendarQuery(scope, {}));
  const today = localDay(useNow());
  const [hovered, setHovered] = useState<CalendarDate | null>(null);
  /** Which sheet of months is shown; 0 begins with the first month that has space from today on. */
  const [sheet, setSheet] = useState(0);
  const view = useMemo(() => {
    if (!passing.data || !all.data) return null;
    const range = calendarRange(
      { from: filter.from, until: filter.until },
      { from: requested.from, until: requested.until },
      all.data.map((day) => day.date),
    );
    const seen = all.data.map(({ date }) => date);
    const ahead = [...(requested.from === undefined ? [] : [requested.from]), ...seen].filter(
      (date) => date >= today,
    );
    const begin = filter.from ?? ahead.sort()[0] ?? null;
    const shown = range === null ? null : sheetOf(range, begin, seen, sheet, MAX_MONTHS);
    const miles = passing.data.flatMap((day) => (day.miles === null || day.date < today ? [] : [day.miles]));
    return {
      states: dayStates(passing.data, all.data),
      shown,
      within: range ?? { from: '', until: '' },
      partly: partlyLabel(all.data),
      placeOf: placeNames(passing.data),
      miles: miles.sort((one, other) => one - other),
    };
  }, [passing.data, all.data, filter.from, filter.until, requested.from, requested.until, sheet, today]);

  const sorted = view?.miles ?? NO_MILES;
  const shade = useCallback((miles: number) => shadeOf(miles, sorted), [sorted]);

  const failed = passing.isLoadingError ? passing : all.isLoadingError ? all : null;
  if (failed) {
    return <NotRead of={failed} title="The calendar could not be read" />;
  }
  if (view === null) return <LoadingState words="Reading the calendar…" />;
  if (view.shown === null) {
    return (
      <EmptyState title="No days to show">
        No record has a readable departure date. The table shows them all.
      </EmptyState>
    );
  }
  const { states, shown, miles } = view;
  const [least, most] = [miles[0], miles.at(-1)];
  return (
    <div className={classes.view}>
      <div className={classes.legend}>
        <span className={classes.hovered}>
          {hovered ? (
            `${dayTitle(hovered)}: ${dayLabel(states.get(hovered) ?? { kind: 'unseen' }, hovered < today)}`
          ) : (
            <>
              Cheapest miles per day. <span className={classes.toDo}>Choose a day to see its records.</span>{' '}
              {view.partly}
            </>
          )}
        </span>
        <span className={classes.scale} aria-hidden="true">
          {least !== undefined && (
            <>
              {milesLabel(least)}
              {([1, 2, 3, 4, 5] as const).map((shade) => (
                <i key={shade} data-shade={shade} />
              ))}
              {milesLabel(most ?? least)} miles
            </>
          )}
          <i data-kind="unseen" />
          not read
        </span>
      </div>
      {(shown.earlier ?? shown.later) !== null && (
        <Group gap="xs" mb="xs">
          <Button
            size="compact-xs"
            disabled={shown.earlier === null}
            onClick={() => setSheet(shown.earlier ?? sheet)}
          >
            Earlier months
          </Button>
          <Button
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
        within={view.within}
        shade={shade}
        placeOf={view.placeOf}
        today={today}
        onHover={setHovered}
        onDay={onDay}
      />
    </div>
  );
}
