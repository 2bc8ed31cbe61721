// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles Enter and Space for all its days.
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the day cells take the focus, its rows and headings do not.
// biome-ignore-all lint/a11y/useSemanticElements: months side by side are no table layout, and table elements that are laid out otherwise lose their roles.
import { type KeyboardEvent, memo, type SyntheticEvent, useDeferredValue, useRef, useState } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import { shortMiles, WEEKDAY_NAMES } from '#shared/formats.ts';
import { programmeShort } from '#shared/places/programmes.ts';
import { type DayState, dayLabel, dayTitle, type ShownDay } from '../../records/calendar-days.ts';
import { type Month, movedDay, weekOrder } from '../../records/calendar-layout.ts';
import classes from './calendar.module.css';

type CalendarGridProps = {
  months: readonly Month[];
  states: ReadonlyMap<CalendarDate, DayState>;
  /** The days of the request: other days of their months are not part of the calendar. */
  within: { from: CalendarDate; until: CalendarDate };
  shade: (miles: number) => number;
  /** The place of a day's cheapest record, where the calendar has several; otherwise empty. */
  placeOf: (day: Pick<ShownDay, 'origin' | 'destination'>) => string;
  /** The user’s current day: earlier ones have departed. */
  today: CalendarDate;
  /** Called with the day that is pointed at or has the focus. */
  onHover: (date: CalendarDate | null) => void;
  onDay: (date: CalendarDate) => void;
};

const SHORT: Record<Exclude<DayState['kind'], 'space'>, string> = {
  none: 'no space',
  filtered: 'filtered',
  unseen: 'not read',
  outside: '',
};

/** The months visible without scrolling; the others are rendered once these are painted. */
const FIRST_MONTHS = 6;

const UNSEEN: DayState = { kind: 'unseen' };
const OUTSIDE: DayState = { kind: 'outside' };

/** The day of an event. */
const dayOf = ({ target }: SyntheticEvent): CalendarDate | null =>
  (target as HTMLElement).closest<HTMLElement>('[data-date]')?.dataset.date ?? null;

/** Months of days as one grid: one stop for Tab, arrow keys within, Enter or Space to choose a day. */
export const CalendarGrid = memo(function CalendarGrid(props: CalendarGridProps) {
  const { months, states, within, shade, placeOf, today, onHover, onDay } = props;
  const painted = useDeferredValue(true, false);
  const grid = useRef<HTMLDivElement>(null);
  const days = months.flatMap((month) => month.weeks.flat()).filter((date) => date !== null);
  const first = days[0] ?? '';
  const last = days.at(-1) ?? '';
  const [chosen, setChosen] = useState<CalendarDate | null>(null);
  const firstKnown = days.find((date) => states.has(date)) ?? first;
  const current = chosen !== null && chosen >= first && chosen <= last ? chosen : firstKnown;

  const styleOf = (date: CalendarDate): DayStyle => {
    const isOutside = date < within.from || date > within.until;
    const state = states.get(date) ?? (isOutside ? OUTSIDE : UNSEEN);
    const isPast = date < today;
    const isShaded = !isPast && state.kind === 'space' && state.miles !== null;
    return {
      state,
      isPast,
      shade: isShaded ? shade(state.miles ?? 0) : undefined,
      place: state.kind === 'space' && state.miles !== null ? placeOf(state) : '',
    };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const date = dayOf(event);
    if (date === null) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onDay(date);
      return;
    }
    const next = movedDay(date, event.key, first, last);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
    grid.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus();
  };

  return (
    <div
      ref={grid}
      role="grid"
      aria-label="Calendar"
      className={classes.grid}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const date = dayOf(event);
        if (date !== null) onDay(date);
      }}
      onFocus={(event) => {
        const date = dayOf(event);
        if (date === null) return;
        setChosen(date);
        onHover(date);
      }}
      onMouseOver={(event) => {
        const date = dayOf(event);
        if (date !== null) onHover(date);
      }}
      onMouseLeave={() => onHover(null)}
    >
      {months.slice(0, painted ? months.length : FIRST_MONTHS).map((month) => (
        <div key={month.id} role="rowgroup" className={classes.month}>
          <div role="row">
            <div role="columnheader" aria-colspan={7} className={classes.monthName}>
              {month.title}
            </div>
          </div>
          <div role="row" className={classes.week}>
            {weekOrder().map((day) => (
              <div role="columnheader" key={day} className={classes.weekday}>
                {WEEKDAY_NAMES[day]}
              </div>
            ))}
          </div>
          {month.weeks.map((week) => (
            <div role="row" key={week.find((date) => date !== null)} className={classes.week}>
              {week.map((date, place) =>
                date === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty place has nothing but its place.
                  <div role="gridcell" key={place} />
                ) : (
                  dayCell(date, styleOf(date), date === current)
                ),
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
});

/** A day that is not complete may have something cheaper, so its miles are shown as an upper bound. */
function figureOf(state: DayState): string {
  if (state.kind === 'none' && state.records === 0) return 'none';
  if (state.kind !== 'space') return SHORT[state.kind];
  if (state.miles === null) return 'space';
  return `${state.partly ? '≤' : ''}${shortMiles(state.miles)}`;
}

type DayStyle = { state: DayState; isPast: boolean; shade: number | undefined; place: string };

/** One element, without listeners of its own: there are hundreds, and the grid listens for all of them. */
function dayCell(date: CalendarDate, { state, isPast, shade, place }: DayStyle, isCurrent: boolean) {
  const figure = figureOf(state);
  const programme =
    state.kind === 'space' && state.programme !== undefined && programmeShort(state.programme);
  const visible = [figure, place, programme].filter(Boolean).join(' ');
  const words = dayLabel(state, isPast);
  // The name contains the text of the cell, so that speech control finds it by what is visible (WCAG 2.5.3).
  const label = words.includes(visible) ? words : `${visible}, ${words}`;
  return (
    <div
      key={date}
      role="gridcell"
      tabIndex={isCurrent ? 0 : -1}
      data-date={date}
      data-number={Number(date.slice(8))}
      data-kind={state.kind}
      data-shade={shade}
      data-past={isPast || undefined}
      aria-label={`${dayTitle(date)}: ${label}`}
      className={classes.day}
      title={`${dayTitle(date)}: ${label}`}
    >
      {figure} {place !== '' && <span className={classes.place}>{place}</span>}{' '}
      {programme !== false && <span className={classes.programme}>{programme.replace('&', '&\u200B')}</span>}
    </div>
  );
}
