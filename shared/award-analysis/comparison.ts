import type { CalendarDate } from '../dates.ts';
import type { CalendarDay } from './calendar.ts';

/** The figures of one column. All but `daysSeen` are of records with award space that pass the filter. */
export type ColumnFigures = {
  /** Whole miles; null where no record has space and gives its miles. */
  cheapest: number | null;
  median: number | null;
  daysWithSpace: number;
  daysSeen: number;
  /** null where no count was given. */
  mostSeats: number | null;
  /** Records that are direct, of all. */
  direct: { count: number; of: number };
  programmes: string[];
  airlines: string[];
  /** The fewest miles of each programme that gives any, cheapest first: miles of two programmes are not alike. */
  cheapestBy: { programme: string; miles: number }[];
};

type AxisCell = { miles: number | null; withSpace: number } | null;
export type AxisDay = { date: CalendarDate; cells: AxisCell[] };

export const sortedSet = (values: Iterable<string>): string[] => [...new Set(values)].sort();

/** Every day that any column read, in order; null, not empty, in a column that did not read it. */
export function commonAxis(columns: readonly (readonly CalendarDay[])[]): AxisDay[] {
  const byDate = columns.map((days) => new Map(days.map((day) => [day.date, day])));
  return sortedSet(columns.flatMap((days) => days.map((day) => day.date))).map((date) => ({
    date,
    cells: byDate.map((days) => {
      const day = days.get(date);
      return day === undefined ? null : { miles: day.miles, withSpace: day.withSpace };
    }),
  }));
}

/**
 * Which values are the best of their row: all that equal the best, so that ties are fair; none where all known values
 * are equal or fewer than two are known. Unknown values (null) never win.
 */
export function bestOf<Value extends number | bigint>(
  values: readonly (Value | null)[],
  wins: 'least' | 'most',
): boolean[] {
  const known = values.filter((value) => value !== null);
  const best = known.reduce<Value | null>(
    (bestSoFar, value) =>
      bestSoFar === null || (wins === 'least' ? value < bestSoFar : value > bestSoFar) ? value : bestSoFar,
    null,
  );
  const stands = known.some((value) => value !== best);
  return values.map((value) => stands && value === best);
}
