import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { conditions } from './filter.ts';
import { sourceOf } from './source.ts';
import { allOf, type Reader, sql } from './sql.ts';

export type Histogram = {
  /** Whole miles. */
  width: number;
  steps: { from: number; records: number }[];
  median: number | null;
  /** Records with award space that tell no miles. */
  untold: number;
};

/** About as many bars as can be told apart on a small window. */
const STEPS = 24;

/** The width of about `steps` equal steps over a range, as 1, 2, 2.5 or 5 times a power of ten; at least 1. */
export function stepWidth(least: number, most: number, steps: number): number {
  const raw = (most - least) / steps;
  if (raw <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= raw) ?? 10;
  return Math.ceil(factor * power);
}

type Range = { least: number | null; most: number | null; told: number; all: number };

/** How the miles of records with award space spread. */
export function histogramOf(reader: Reader, identity: string, scope: Scope, filter: RecordFilter): Histogram {
  const source = sourceOf(scope, identity);
  const where = allOf([source.where, sql('x.available = 1'), ...conditions(filter)]);
  const range = reader.get<Range>(
    sql(
      `SELECT min(x.miles) AS least, max(x.miles) AS most, count(x.miles) AS told, count(*) AS "all"
       FROM ${source.from} WHERE ${where.text}`,
      ...where.values,
    ),
  );
  const untold = (range?.all ?? 0) - (range?.told ?? 0);
  if (!range || range.least === null || range.most === null)
    return { width: 1, steps: [], median: null, untold };
  const width = stepWidth(range.least, range.most, STEPS);
  const start = Math.floor(range.least / width) * width;
  const counts = new Map(
    reader
      .all<{ step: number; records: number }>(
        sql(
          `SELECT (x.miles - ${start}) / ${width} AS step, count(*) AS records
           FROM ${source.from} WHERE ${where.text} AND x.miles IS NOT NULL GROUP BY 1`,
          ...where.values,
        ),
      )
      .map(({ step, records }) => [step, records]),
  );
  const middle = reader.all<{ miles: number }>(
    sql(
      `SELECT x.miles FROM ${source.from} WHERE ${where.text} AND x.miles IS NOT NULL ORDER BY x.miles
       LIMIT ? OFFSET ?`,
      ...where.values,
      2 - (range.told % 2),
      Math.floor((range.told - 1) / 2),
    ),
  );
  const sum = middle.reduce((total, { miles }) => total + miles, 0);
  return {
    width,
    steps: Array.from({ length: Math.floor((range.most - start) / width) + 1 }, (_, step) => ({
      from: start + step * width,
      records: counts.get(step) ?? 0,
    })),
    // The mean of the middle two, half up, as in a comparison.
    median: Math.floor(sum / middle.length + 0.5),
    untold,
  };
}
