import type { RecordRow } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';

type Compared = Awaited<ReturnType<ContractClient['results']['compare']>>;

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
        newestAt: rows.length ? Math.max(...rows.map((row) => row.seenAt)) : null,
        cheapest: miles[0] ?? null,
        median: miles[Math.floor(miles.length / 2)] ?? null,
        daysWithSpace: new Set(open.map((row) => row.dateText)).size,
        daysSeen: new Set(rows.map((row) => row.dateText)).size,
        mostSeats: seats.length ? Math.max(...seats) : null,
        direct: { count: open.filter((row) => row.direct).length, of: open.length },
        programmes: [...new Set(rows.map((row) => row.programme))],
        airlines: [...new Set(rows.flatMap((row) => row.airlines.split(', ')))],
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
