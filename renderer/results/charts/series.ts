/** The runs of a selection as lines, one for each route and cabin. Pure. */

import type { TimelineRun } from '#shared/contract/results.ts';
import { localDay } from '#shared/dates.ts';
import { clockTime, formatNumber, plainDate } from '#shared/formats.ts';
import { cabinLabel, routeLabel } from '../../records/award-labels.ts';

export type Series = {
  /** `JFK → LHR`; with its cabin where several were requested. */
  title: string;
  /** Oldest first; `miles` is null for a run that saw no award space, or none with miles. */
  points: { runId: number; ranAt: number; miles: number | null; withSpace: number }[];
};

/** The most lines that can be distinguished. */
export const MAX_SERIES = 6;

/** The routes with space in the most runs, in the order of their names. */
export function seriesOf(timelineRuns: readonly TimelineRun[]): { shown: Series[]; left: number } {
  const several = new Set(timelineRuns.map(({ cabin }) => cabin)).size > 1;
  const lines = Map.groupBy(
    timelineRuns,
    ({ origin, destination, cabin }) =>
      `${routeLabel({ origin, destination })}${several ? ` · ${cabin === '' ? cabinLabel(null) : cabin}` : ''}`,
  );
  const all = [...lines].map(([title, points]) => ({
    title,
    points: points
      .map(({ runId, ranAt, cheapest, withSpace }) => ({ runId, ranAt, miles: cheapest, withSpace }))
      .sort((a, b) => a.ranAt - b.ranAt || a.runId - b.runId),
  }));
  const countOf = (series: Series) => series.points.filter(({ miles }) => miles !== null).length;
  const worth = all.filter((series) => countOf(series) > 0);
  const shown = [...worth]
    .sort((a, b) => countOf(b) - countOf(a) || (a.title < b.title ? -1 : 1))
    .slice(0, MAX_SERIES)
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  return { shown, left: worth.length - shown.length };
}

/** `50,000`; unknown miles are distinguished from no award space. */
export const pointLabel = ({ miles, withSpace }: Series['points'][number]): string =>
  miles !== null ? formatNumber(miles) : withSpace > 0 ? 'space, miles not given' : 'no award space';

/** The unbroken parts of a line, which breaks where a run saw no award space, or no miles. */
export function unbroken(points: Series['points']): { ranAt: number; miles: number }[][] {
  const pieces: { ranAt: number; miles: number }[][] = [];
  let piece: { ranAt: number; miles: number }[] = [];
  for (const { ranAt, miles } of points) {
    if (miles === null) piece = [];
    else {
      if (piece.length === 0) pieces.push(piece);
      piece.push({ ranAt, miles });
    }
  }
  return pieces;
}

/**
 * Labels of runs along an axis: the day, and where a day has several the time as well, as exact as needed to
 * distinguish them. Where all are of one day, the axis shows it once.
 * @param times UTC ms, without duplicates
 */
export function runLabels(times: readonly number[]): { labelOf: (time: number) => string; title: string } {
  const days = Map.groupBy(times, localDay);
  const minutes = new Set(times.map((time) => `${localDay(time)} ${clockTime(time)}`));
  const clock = (time: number) => clockTime(time, minutes.size < times.length);
  const [day] = days.keys();
  if (days.size === 1 && day !== undefined && times.length > 1)
    return { labelOf: clock, title: `run on ${plainDate(day)}` };
  return {
    labelOf: (time) => {
      const day = localDay(time);
      return (days.get(day) ?? []).length > 1 ? `${plainDate(day)} ${clock(time)}` : plainDate(day);
    },
    title: 'run',
  };
}
