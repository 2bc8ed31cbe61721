/** The askings of a selection as lines, one for each route and cabin. Pure. */
import { dayOf, timeOf } from '../../components/local-days.ts';
import { cabinWords, formatNumber } from '../award-words.ts';
import { routeWords } from '../record-columns.ts';

export type Asking = {
  runId: number;
  askedAt: number;
  origin: string;
  destination: string;
  /** The cabin that was asked for; '' where none was. */
  cabin: string;
  cheapest: number | null;
  withSpace: number;
  records: number;
};

export type Series = {
  /** `JFK → LHR`; with its cabin where several were asked for. */
  title: string;
  /** Oldest first; an asking that saw no award space, or none that tells its miles, has `miles` null. */
  points: { runId: number; askedAt: number; miles: number | null; withSpace: number }[];
};

/** Lines that can be told apart. */
export const MOST_SERIES = 6;

/** The routes that were seen with space in the most askings, in the order of their names. */
export function seriesOf(askings: readonly Asking[]): { shown: Series[]; left: number } {
  const several = new Set(askings.map(({ cabin }) => cabin)).size > 1;
  const lines = Map.groupBy(
    askings,
    ({ origin, destination, cabin }) =>
      `${routeWords({ origin, destination })}${several ? ` · ${cabin === '' ? cabinWords(null) : cabin}` : ''}`,
  );
  const all = [...lines].map(([title, points]) => ({
    title,
    points: points
      .map(({ runId, askedAt, cheapest, withSpace }) => ({ runId, askedAt, miles: cheapest, withSpace }))
      .sort((a, b) => a.askedAt - b.askedAt || a.runId - b.runId),
  }));
  const told = (series: Series) => series.points.filter(({ miles }) => miles !== null).length;
  const worth = all.filter((series) => told(series) > 0);
  const shown = [...worth]
    .sort((a, b) => told(b) - told(a) || (a.title < b.title ? -1 : 1))
    .slice(0, MOST_SERIES)
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  return { shown, left: worth.length - shown.length };
}

/** `50,000`; miles that are not told are told apart from no award space. */
export const pointWords = ({ miles, withSpace }: Series['points'][number]): string =>
  miles !== null ? formatNumber(miles) : withSpace > 0 ? 'space, miles not given' : 'no award space';

/** Runs of points that follow each other with miles told: a line is broken where an asking saw no award space. */
export function unbroken(points: Series['points']): { askedAt: number; miles: number }[][] {
  const pieces: { askedAt: number; miles: number }[][] = [];
  let piece: { askedAt: number; miles: number }[] = [];
  for (const { askedAt, miles } of points) {
    if (miles === null) piece = [];
    else {
      if (piece.length === 0) pieces.push(piece);
      piece.push({ askedAt, miles });
    }
  }
  return pieces;
}

/**
 * What askings are called along an axis: by their day, and where several are of one day by the time as well, as exact as
 * it takes to tell them apart. Where all are of one day, the axis tells it once.
 * @param times UTC ms, each once
 */
export function askedLabels(times: readonly number[]): { labelOf: (time: number) => string; title: string } {
  const days = Map.groupBy(times, dayOf);
  const minutes = new Set(times.map((time) => `${dayOf(time)} ${timeOf(time)}`));
  const clock = (time: number) => timeOf(time, minutes.size < times.length);
  const [day] = days.keys();
  if (days.size === 1 && day !== undefined && times.length > 1)
    return { labelOf: clock, title: `asked on ${day}` };
  return {
    labelOf: (time) =>
      (days.get(dayOf(time)) ?? []).length > 1 ? `${dayOf(time)} ${clock(time)}` : dayOf(time),
    title: 'asked',
  };
}
