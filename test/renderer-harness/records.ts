/** Invented award space: the same for the same seed. */
import { addDays, weekday } from '#shared/calendar-date.ts';
import type { RecordFilter, RecordRow, RecordSort } from '#shared/contract/awards.ts';

export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const PLACES: Record<string, { latitude: number; longitude: number }> = {
  JFK: { latitude: 40.64, longitude: -73.78 },
  EWR: { latitude: 40.69, longitude: -74.17 },
  BOS: { latitude: 42.36, longitude: -71.01 },
  LHR: { latitude: 51.47, longitude: -0.46 },
  CDG: { latitude: 49.01, longitude: 2.55 },
  FRA: { latitude: 50.03, longitude: 8.57 },
  NRT: { latitude: 35.76, longitude: 140.39 },
};
const ROUTES = [
  ['JFK', 'LHR'],
  ['EWR', 'LHR'],
  ['JFK', 'CDG'],
  ['BOS', 'FRA'],
  ['JFK', 'NRT'],
  ['JFK', 'XQZ'],
] as const;
const PROGRAMMES = [
  'aeroplan',
  'flyingblue',
  'british airways executive club',
  'united',
  'virgin atlantic flying club',
];
const AIRLINES = ['BA', 'AA', 'AF, KL, DL', 'LH, UA', 'VS', 'NH, UA, AC, LH, LX, OS, SN'];
const START = '2027-02-20';
export const NOW = Date.now();

export function inventRecords(count: number, cabin: string | null): RecordRow[] {
  const random = randomFrom(count + 7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  return Array.from({ length: count }, (_, index) => {
    const [origin, destination] = pick(ROUTES);
    const available = random() < 0.62;
    const day = Math.floor(random() * 92);
    const date = day % 11 === 5 ? null : addDays(START, day); // some days are never seen
    const miles = available ? 30000 + Math.floor(random() * 240) * 500 : null;
    return {
      versionId: index + 1,
      date: date ?? addDays(START, 3),
      dateText: date ?? addDays(START, 3),
      origin,
      destination,
      programme: pick(PROGRAMMES),
      available,
      miles,
      milesText: miles === null ? '0' : String(miles),
      seats: available && random() < 0.55 ? 1 + Math.floor(random() * 8) : null,
      direct: random() < 0.4,
      airlines: pick(AIRLINES),
      cabin,
      seenAt: NOW - Math.floor(random() * 3 * 86_400_000),
      flagged: random() < 0.05,
    };
  });
}

export function passes(row: RecordRow, filter: RecordFilter): boolean {
  const text = `${row.origin} ${row.destination} ${row.programme} ${row.airlines}`.toLowerCase();
  const airlines = row.airlines.split(', ');
  return (
    (filter.available === undefined || row.available === filter.available) &&
    (filter.milesMax === undefined || (row.miles !== null && row.miles <= filter.milesMax)) &&
    (filter.seatsMin === undefined ||
      (row.seats === null ? filter.seatsNotGiven === true && row.available : row.seats >= filter.seatsMin)) &&
    (filter.direct === undefined || row.direct === filter.direct) &&
    (filter.airlines === undefined || filter.airlines.some((code) => airlines.includes(code))) &&
    (filter.programmes === undefined || filter.programmes.includes(row.programme)) &&
    (filter.weekdays === undefined || filter.weekdays.includes(weekday(row.dateText))) &&
    (filter.from === undefined || row.dateText >= filter.from) &&
    (filter.until === undefined || row.dateText <= filter.until) &&
    (filter.origins === undefined || filter.origins.includes(row.origin)) &&
    (filter.destinations === undefined || filter.destinations.includes(row.destination)) &&
    (filter.flagged === undefined || row.flagged === filter.flagged) &&
    (filter.text === undefined ||
      filter.text
        .toLowerCase()
        .split(/\s+/)
        .every((word) => text.includes(word)))
  );
}

const sortValue = (row: RecordRow, by: RecordSort['by']): string | number => {
  switch (by) {
    case 'date':
      return row.dateText;
    case 'route':
      return row.origin + row.destination;
    case 'programme':
      return row.programme;
    case 'available':
      return Number(row.available);
    case 'miles':
      return row.miles ?? Number.MAX_SAFE_INTEGER;
    case 'seats':
      return row.seats ?? 0;
    case 'direct':
      return Number(row.direct);
    case 'airlines':
      return row.airlines;
    case 'seen':
      return row.seenAt;
  }
};

export function sorted(rows: RecordRow[], sort: readonly RecordSort[]): RecordRow[] {
  return rows.toSorted((a, b) => {
    for (const { by, descending } of sort) {
      const [x, y] = [sortValue(a, by), sortValue(b, by)];
      if (x !== y) return (x < y ? -1 : 1) * (descending ? -1 : 1);
    }
    return a.versionId - b.versionId;
  });
}
