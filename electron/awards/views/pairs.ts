import type { z } from 'zod';
import { cheapestPairs, type Leg } from '#shared/award-analysis/pairing.ts';
import type { RecordFilter } from '#shared/contract/awards.ts';
import type { CompareColumn, comparisonRequests } from '#shared/contract/comparison.ts';
import type { MileValue } from '#shared/contract/mile-values.ts';
import { allOf, inList, type Reader, sql } from '../../storage/sql.ts';
import { dateOf, dayOf, NO_DAY } from '../coverage/day.ts';
import { conditions } from '../query/filter.ts';
import { rowsOf } from '../query/row.ts';
import { sourceOf } from '../query/source.ts';
import { travellersOf } from '../query/travellers.ts';
import type { NamedColumn } from './column-name.ts';

export type PairsRequest = z.infer<typeof comparisonRequests.pairs.input>;
export type PairsAnswer = z.infer<typeof comparisonRequests.pairs.output>;

type Way = Leg & { page: number };
type Ways = { ways: Way[]; withoutMiles: number; departed: number; withoutValue: Set<number> };

/**
 * Pairs outbound and return records of two columns, cheapest first.
 * @param today the user’s local date; departed records are not paired
 */
export function roundTripsOf(
  reader: Reader,
  identity: string,
  request: PairsRequest,
  today: string,
  [outbound, back]: readonly [NamedColumn, NamedColumn],
): PairsAnswer {
  const weights = request.values === undefined ? null : weightsOf(reader, request.values);
  const there = waysOf(reader, identity, outbound, request.filter, weights, dayOf(today));
  const home = waysOf(reader, identity, back, request.filter, weights, dayOf(today));
  const { pairs, total } = cheapestPairs(there.ways, home.ways, request);
  const rows = rowsOf(
    reader,
    pairs.flatMap((pair) =>
      [pair.outbound, pair.return].map(({ id, page }) => ({ versionId: id, pageId: page, removed: 0 })),
    ),
  );
  return {
    outbound: side(reader, outbound, there),
    back: side(reader, back, home),
    total,
    pairs: pairs.flatMap(({ nights }, place) => {
      const [one, other] = [rows[place * 2], rows[place * 2 + 1]];
      return one === undefined || other === undefined
        ? []
        : [{ outbound: one, back: other, nights, totals: totalsOf([one, other]) }];
    }),
  };
}

type Row = readonly [
  version: number,
  page: number,
  day: number,
  programme: number,
  miles: number | null,
  seats: number | null,
];

/** The weight of a leg of unknown cost: above any other, so that it sorts last, and the sum of two stays exact. */
const MAX_WEIGHT = 2 ** 52;

function waysOf(
  reader: Reader,
  identity: string,
  { scope, filter: own }: CompareColumn,
  filter: RecordFilter,
  weights: ReadonlyMap<number, number> | null,
  today: number,
): Ways {
  const source = sourceOf(scope, identity);
  const where = allOf([source.where, ...conditions(own), ...conditions(filter), sql('x.available = 1')]);
  const isForSeveral = filter.enoughSeats === true && travellersOf(reader) > 1;
  const found: Ways = { ways: [], withoutMiles: 0, departed: 0, withoutValue: new Set() };
  reader.each<Row>(
    sql(
      `SELECT x.version_id, x.page_id, x.day, x.programme_id, x.miles, x.seats FROM ${source.from} WHERE ${where.text}`,
      ...where.values,
    ),
    ([id, page, day, programme, miles, seats]) => {
      const perMile = weights === null ? 1 : weights.get(programme);
      if (day < today) found.departed += 1;
      else if (miles === null || day === NO_DAY) found.withoutMiles += 1;
      else if (perMile === undefined) found.withoutValue.add(programme);
      else
        found.ways.push({
          id,
          page,
          day,
          programme,
          miles,
          weight: Math.min(miles * perMile, MAX_WEIGHT),
          unsure: seats === null && isForSeveral ? 1 : 0,
        });
    },
  );
  return found;
}

/** The value of a mile in millionths, by programme. All values must have one currency and exponent. */
function weightsOf(reader: Reader, values: readonly MileValue[]): Map<number, number> {
  const units = new Map(values.map(({ programme, perMile }) => [programme, Number(perMile.units)]));
  const named = inList('name', [...units.keys()]);
  return new Map(
    reader
      .all<{ id: number; name: string }>(
        sql(`SELECT id, name FROM award_programmes WHERE ${named.text}`, ...named.values),
      )
      .map(({ id, name }) => [id, units.get(name) ?? 0]),
  );
}

function side(
  reader: Reader,
  { title, newestAt, extent }: NamedColumn,
  { ways, withoutMiles, departed, withoutValue }: Ways,
) {
  const ids = inList('id', [...withoutValue]);
  const names = reader.all<{ name: string }>(
    sql(`SELECT name FROM award_programmes WHERE ${ids.text} ORDER BY name`, ...ids.values),
  );
  return {
    title,
    newestAt,
    extent,
    days: daysOf(ways),
    legs: ways.length,
    withoutMiles,
    departed,
    withoutValue: names.map(({ name }) => name),
  };
}

function daysOf(ways: readonly Way[]): { from: string; until: string } | null {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { day } of ways) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  const [from, until] = ways.length === 0 ? [null, null] : [dateOf(first), dateOf(last)];
  return from === null || until === null ? null : { from, until };
}

function totalsOf(rows: readonly { programme: string; miles: number | null }[]) {
  const totals = new Map<string, number>();
  for (const { programme, miles } of rows) totals.set(programme, (totals.get(programme) ?? 0) + (miles ?? 0));
  return [...totals].map(([programme, miles]) => ({ programme, miles }));
}
