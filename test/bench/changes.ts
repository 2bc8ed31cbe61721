/** Every kind of filter and sort that a user can choose, with the equivalent hand-written SQL. */
import type { RecordFilter, RecordSort } from '#shared/contract/awards.ts';

export type Change = {
  name: string;
  filter: RecordFilter;
  sort: RecordSort[];
  /** The condition and order of the hand-written query. */
  where: string;
  order: string;
};

const REACHED = `(SELECT transfers FROM wallet_reach w JOIN award_programmes g ON g.name = w.programme
  WHERE g.id = award_listed.programme_id)`;
const BY_DATE = 'day, miles IS NULL, miles, record_id';
const DATE_AND_MILES: RecordSort[] = [
  { by: 'date', descending: false },
  { by: 'miles', descending: false },
];

const filtered = (what: string, filter: RecordFilter, where: string): Change => ({
  name: `filter: ${what}`,
  filter,
  sort: DATE_AND_MILES,
  where: `AND ${where}`,
  order: BY_DATE,
});

const sorted = (by: RecordSort['by'], descending: boolean, order: string): Change => ({
  name: `sort: ${by}${descending ? ', descending' : ''}`,
  filter: {},
  sort: [{ by, descending }],
  where: '',
  order: `${order}, day, record_id`,
});

export const CHANGES: readonly Change[] = [
  filtered('award space', { available: true }, 'available = 1'),
  filtered('direct', { direct: true }, 'direct = 1'),
  filtered('most miles', { milesMax: 60_000 }, 'miles <= 60000'),
  filtered('fewest seats', { seatsMin: 3, seatsNotGiven: true }, '(seats >= 3 OR seats IS NULL)'),
  filtered(
    'programme',
    { programmes: ['aeroplan'] },
    "programme_id = (SELECT id FROM award_programmes WHERE name = 'aeroplan')",
  ),
  filtered(
    'airline',
    { airlines: ['LH'] },
    "airlines_id IN (SELECT list_id FROM award_airline_members WHERE code = 'LH')",
  ),
  filtered('weekdays', { weekdays: [5, 6] }, '(day + 4) % 7 IN (5, 6)'),
  filtered(
    'dates',
    { from: '2027-03-01', until: '2027-05-31' },
    "day BETWEEN unixepoch('2027-03-01') / 86400 AND unixepoch('2027-05-31') / 86400",
  ),
  filtered(
    'region',
    { originRegions: ['South America'] },
    "route_id IN (SELECT id FROM award_routes WHERE origin_region = 'South America')",
  ),
  filtered(
    'a word',
    { text: 'lhr' },
    `(route_id IN (SELECT id FROM award_routes WHERE origin LIKE '%lhr%' OR destination LIKE '%lhr%')
      OR programme_id IN (SELECT id FROM award_programmes WHERE name LIKE '%lhr%')
      OR airlines_id IN (SELECT id FROM award_airline_lists WHERE airlines LIKE '%lhr%'))`,
  ),
  filtered('among the cheapest', { cheapest: 10 }, 'available = 1 AND standing <= 10'),
  filtered('paid by the wallet', { wallet: 'transfer' }, `available = 1 AND miles <= ${REACHED}`),
  sorted('miles', false, 'miles IS NULL, miles'),
  sorted('miles', true, 'miles IS NULL, miles DESC'),
  sorted('price', false, 'standing IS NULL, standing'),
  sorted('seats', true, 'seats IS NULL, seats DESC'),
  sorted('programme', false, '(SELECT name FROM award_programmes WHERE id = programme_id)'),
  sorted('route', false, '(SELECT origin || destination FROM award_routes WHERE id = route_id)'),
  sorted('airlines', false, '(SELECT airlines FROM award_airline_lists WHERE id = airlines_id)'),
  sorted('seen', true, '(SELECT received_at FROM award_pages WHERE id = page_id) DESC'),
];
