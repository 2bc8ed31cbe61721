import { CHANGES } from '#shared/award-analysis/differences.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';

type Compared = Awaited<ReturnType<ContractClient['results']['compare']>>;

type Told = Awaited<ReturnType<ContractClient['results']['differences']>>;

/** What may have changed between two askings that held the same rows: each row changes in its own invented way. */
export function changesBetween(
  rows: readonly RecordRow[],
  { changes, offset, limit }: Parameters<ContractClient['results']['differences']>[0],
): Told {
  const all = rows.flatMap((row, index): Told['rows'] => {
    const change = CHANGES[index % 23];
    if (change === undefined) return [];
    const miles = (row.miles ?? 50_000) + (change === 'cheaper' ? 5_000 : -5_000);
    const isNew = change === 'new' || change === 'notSeenBefore';
    const isGone = change === 'gone' || change === 'notSeenAgain';
    return [
      {
        changes: [change],
        before: isNew ? null : { ...row, miles, milesText: String(miles) },
        after: isGone ? null : row,
      },
    ];
  });
  const wanted = all.filter(
    (row) => changes === undefined || row.changes.some((each) => changes.includes(each)),
  );
  const side: Told['before'] = {
    title: 'Invented asking',
    newestAt: rows[0]?.seenAt ?? null,
    askedAt: rows[0]?.seenAt ?? null,
    pages: 3,
    records: rows.length,
    withSpace: rows.filter((row) => row.available).length,
    cheapest: 30_000,
    proves: { reason: 'exhausted', anything: true, from: null, until: null },
  };
  return {
    before: side,
    after: { ...side, proves: { reason: 'date_order', anything: true, from: null, until: '2027-05-01' } },
    counts: Object.fromEntries(
      CHANGES.map((change) => [change, all.filter((row) => row.changes.includes(change)).length]),
    ) as Told['counts'],
    unchanged: rows.length - all.length,
    total: wanted.length,
    rows: wanted.slice(offset, offset + limit),
  };
}

type Pairs = Awaited<ReturnType<ContractClient['results']['pairs']>>;

/** The first space out with the first ones back within the nights, in no order. */
export function pairedFirst(
  outbound: readonly RecordRow[],
  back: readonly RecordRow[],
  { nightsMin, nightsMax, limit }: Parameters<ContractClient['results']['pairs']>[0],
): Pairs {
  const side = {
    title: 'Invented way',
    newestAt: outbound[0]?.seenAt ?? null,
    untold: 0,
    departed: 0,
    withoutValue: [],
  };
  const pairs = outbound.slice(0, 50).flatMap((out) =>
    back.slice(0, 200).flatMap((home): Pairs['pairs'] => {
      const nights = (Date.parse(home.dateText) - Date.parse(out.dateText)) / 86_400_000;
      if (!(nights >= nightsMin && nights <= nightsMax)) return [];
      const totals = [out, home].map(({ programme, miles }) => ({ programme, miles: miles ?? 0 }));
      return [{ outbound: out, back: home, nights, totals }];
    }),
  );
  return {
    outbound: { ...side, legs: outbound.length },
    back: { ...side, legs: back.length },
    total: pairs.length,
    pairs: pairs.slice(0, limit),
  };
}

/** Sets of rows side by side, the slow and obvious way. */
export function compared(sets: RecordRow[][]): Compared {
  const dates = [...new Set(sets.flatMap((rows) => rows.map((row) => row.dateText)))].sort();
  return {
    columns: sets.map((rows, index) => {
      const open = rows.filter((row) => row.available);
      const miles = open.flatMap((row) => (row.miles === null ? [] : [row.miles])).sort((a, b) => a - b);
      const seats = open.flatMap((row) => (row.seats === null ? [] : [row.seats]));
      return {
        title: `${rows[0]?.origin ?? 'Nothing'} and others · ${rows[0]?.cabin ?? 'any cabin'} · set ${index + 1}`,
        isKept: rows.length > 0,
        cabins: [...new Set(rows.map((row) => row.cabin ?? ''))],
        readWhole: null,
        departed: 0,
        newestAt: rows.length ? Math.max(...rows.map((row) => row.seenAt)) : null,
        cheapest: miles[0] ?? null,
        median: miles[Math.floor(miles.length / 2)] ?? null,
        daysWithSpace: new Set(open.map((row) => row.dateText)).size,
        daysSeen: new Set(rows.map((row) => row.dateText)).size,
        mostSeats: seats.length ? Math.max(...seats) : null,
        direct: { count: open.filter((row) => row.direct).length, of: open.length },
        programmes: [...new Set(rows.map((row) => row.programme))],
        airlines: [...new Set(rows.flatMap((row) => row.airlines.split(', ')))],
        cheapestBy: miles[0] === undefined ? [] : [{ programme: 'aeroplan', miles: miles[0] }],
      };
    }),
    days: dates.map((date) => ({
      date,
      cells: sets.map((rows) => {
        const day = rows.filter((row) => row.dateText === date);
        const miles = day.flatMap((row) => (row.available && row.miles !== null ? [row.miles] : []));
        return day.length === 0
          ? null
          : { miles: miles.length ? Math.min(...miles) : null, withSpace: miles.length };
      }),
    })),
  };
}
