import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CalendarDate } from '#shared/calendar-date.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { api } from '../api/api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { milesWords } from './award-words.ts';
import classes from './calendar.module.css';
import { dayStates, dayTitle, dayWords } from './calendar-days.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { monthsBetween, shadeOf } from './calendar-layout.ts';

/** As many months as stand side by side and can still be taken in. */
const MOST_MONTHS = 12;

type CalendarViewProps = {
  scope: Scope;
  filter: RecordFilter;
  onDay: (date: CalendarDate) => void;
};

const calendarQuery = (scope: Scope, filter: RecordFilter) => ({
  queryKey: ['results', 'calendar', scope, filter],
  queryFn: () => api.results.calendar({ scope, filter }),
  placeholderData: keepPreviousData,
});

/** The cheapest award space of each day. Days without space and days that nobody looked at are told apart in words. */
export function CalendarView({ scope, filter, onDay }: CalendarViewProps) {
  const passing = useQuery(calendarQuery(scope, filter));
  const all = useQuery(calendarQuery(scope, {}));
  const [looked, setLooked] = useState<CalendarDate | null>(null);
  const view = useMemo(() => {
    if (!passing.data || !all.data) return null;
    const dates = all.data.map((day) => day.date).sort();
    const from = filter.from ?? dates[0];
    const until = filter.until ?? dates.at(-1);
    const miles = passing.data.flatMap((day) => (day.miles === null ? [] : [day.miles]));
    return {
      states: dayStates(passing.data, all.data),
      months: from && until ? monthsBetween(from, until, MOST_MONTHS) : [],
      whole: !from || !until || monthsBetween(from, until, MOST_MONTHS + 1).length <= MOST_MONTHS,
      least: Math.min(...miles),
      most: Math.max(...miles),
    };
  }, [passing.data, all.data, filter.from, filter.until]);

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
  const { states, months, least, most } = view;
  return (
    <div className={classes.view}>
      <div className={classes.legend}>
        <span className={classes.looked}>
          {looked
            ? `${dayTitle(looked)}: ${dayWords(states.get(looked) ?? { kind: 'unseen' })}`
            : 'Cheapest miles with award space per day. Choose a day to see its records.'}
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
      {!view.whole && (
        <p className={classes.cutShort}>
          Only the first {MOST_MONTHS} months are drawn. Set “From” and “Until” under More filters to see
          others.
        </p>
      )}
      <CalendarGrid
        months={months}
        states={states}
        shade={(miles) => shadeOf(miles, least, most)}
        onLook={setLooked}
        onDay={onDay}
      />
    </div>
  );
}
