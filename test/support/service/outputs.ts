import type { Habits } from './habits.ts';

/** All rows for any route: three pages of the requested size. */
export const ROWS = 23;
const PROGRAMMES = ['delta', 'united', 'american', 'aeroplan', 'qantas'];
/** What a moving cursor adds to its place, so that it does not look like a number of rows. */
const CURSOR_FROM = 5_000;

type Input = Record<string, unknown>;

function row(at: number, from: string, to: string, first: string, odd: boolean): Record<string, unknown> {
  const source = PROGRAMMES[at % PROGRAMMES.length] ?? '';
  const day = new Date(Date.parse(`${first}T00:00:00Z`) + Math.floor(at / PROGRAMMES.length) * 86_400_000);
  const date = day.toISOString().slice(0, 10);
  const plain = {
    ID: `${from}-${to}-${date}-${source}`,
    Source: source,
    Date: date,
    JAvailable: true,
    JMileageCost: String(50_000 + at * 1_000),
    JRemainingSeats: at % 4,
    JDirect: at % 2 === 0,
    JAirlines: 'DL',
    Route: {
      OriginAirport: from,
      DestinationAirport: to,
      OriginRegion: 'North America',
      DestinationRegion: 'Europe',
      Source: source,
    },
  };
  if (!odd) return plain;
  const oddities: readonly Record<string, unknown>[] = [
    { ID: '' },
    { JRemainingSeats: 2.5 },
    { JRemainingSeats: -1 },
    { Date: `${date}T23:30:00-08:00` },
    { Seen: 'today' },
    { ID: '' },
  ];
  return { ...plain, ...(oddities[at] ?? {}) };
}

/** Award space determined by the request itself, page by page as this service counts its pages. */
export function outputOf(
  input: Input,
  { rows: kind, pages }: Pick<Habits, 'rows' | 'pages'>,
): Record<string, unknown> {
  const text = (name: string, otherwise: string) => String(input[name] ?? otherwise);
  const number = (name: string) => Number(input[name] ?? 0) || 0;
  const from = text('origin_airport', 'JFK').toUpperCase();
  const to = text('destination_airport', 'LHR').toUpperCase();
  const rows = Array.from({ length: ROWS }, (_, at) =>
    row(at, from, to, text('start_date', '2027-03-01'), kind === 'odd'),
  );
  const cursor = number('cursor');
  const begun = {
    'first cursor and skip': 0,
    'moving cursor': cursor === 0 ? 0 : cursor - CURSOR_FROM,
    'cursor that counts rows': cursor,
  }[pages];
  const start = begun + number('skip');
  const end = Math.min(ROWS, start + (number('take') || 10));
  return {
    count: kind === 'odd' ? ROWS : Math.max(0, end - start),
    cursor: {
      'first cursor and skip': 7,
      'moving cursor': CURSOR_FROM + end,
      'cursor that counts rows': end,
    }[pages],
    hasMore: end < ROWS,
    data: rows.slice(start, end),
    ...(kind === 'odd' ? { took: 'a moment' } : {}),
  };
}
