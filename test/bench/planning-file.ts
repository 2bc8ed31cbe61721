/** A data file with a hundred thousand records a leg, to plan over from the file as the reading thread does. */
import type { PlanningRequest } from '#shared/records/planning-request.ts';
import { planningReads } from '../../electron/awards/planning/planning-reads.ts';
import { createReader } from '../../electron/storage/sql.ts';
import { emptyDataFile } from '../../electron/storage/testing/empty-data-file.ts';
import { randomFrom } from './random.ts';

const LEGS = 3;
const AIRPORTS = 10;
/** Days that records depart on, and of a trip's window. */
const DAYS = 200;
const WINDOW = 60;
const START = 20_900;
const NOW = (START - 60) * 86_400_000;

/** Airport codes of a leg's origin: A0A to A9A, B0A … are no airports, which planning does not mind. */
const codesOf = (place: number): string[] =>
  Array.from({ length: AIRPORTS }, (_, at) => `${'ABC'[place % LEGS]}${'ABCDEFGHIJ'[at]}X`);

const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/**
 * Reads plans of trips over a new file in memory of `versions` record versions, of three legs on two hundred days. `addPage`
 * stores some more records of the first leg.
 */
export function plannerOverFile(versions: number) {
  const perLeg = versions / LEGS;
  const { db, transaction } = emptyDataFile();
  const random = randomFrom(7);
  const whole = (below: number) => Math.floor(random() * below);
  transaction(() => {
    db.exec(`INSERT INTO award_partitions (id, identity, cabin) VALUES (1, 'demo', 'business');
      INSERT INTO award_searches (id, partition_id, identity, criteria, title) VALUES (1, 1, 'demo', '{}', '');
      INSERT INTO award_runs (id, search_id) VALUES (1, 1);
      INSERT INTO award_airline_lists (id, airlines) VALUES (1, 'NH');`);
    for (let page = 1; page <= 40; page++)
      db.prepare(
        `INSERT INTO award_pages (id, run_id, purchase_id, tool_ref, input, received_at, received) VALUES (?, 1, ?, '', '{}', ?, 0)`,
      ).run(page, `p${page}`, NOW - page * 3_600_000);
    const programmes = [
      'united',
      'aeroplan',
      'alaska',
      'american',
      'delta',
      'qantas',
      'qatar',
      'flyingblue',
      'turkish',
      'singapore',
    ];
    for (const [at, name] of programmes.entries())
      db.prepare('INSERT INTO award_programmes (id, name) VALUES (?, ?)').run(at + 1, name);
    const record = db.prepare(
      'INSERT INTO award_records (id, partition_id, record_key, first_page_id) VALUES (?, 1, ?, 1)',
    );
    const version = db.prepare(
      `INSERT INTO award_versions (id, record_id, day, route_id, programme_id, airlines_id, miles, seats, available, direct)
       VALUES (?, ?, ?, ?, ?, 1, ?, ?, 1, 1)`,
    );
    const listed = db.prepare(
      `INSERT INTO award_listed (listing_id, day, record_id, version_id, page_id, route_id, programme_id, airlines_id, miles, seats,
         available, direct, flagged) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, 1, 1, 0)`,
    );
    let [route, id] = [0, 0];
    for (let leg = 0; leg < LEGS; leg++) {
      const perRoute = Math.ceil(perLeg / AIRPORTS ** 2);
      for (const origin of codesOf(leg))
        for (const destination of codesOf(leg + 1)) {
          route += 1;
          db.prepare(
            `INSERT INTO award_routes (id, origin, destination, origin_region, destination_region) VALUES (?, ?, ?, '', '')`,
          ).run(route, origin, destination);
          db.prepare('INSERT INTO award_listings (id, partition_id, route_id) VALUES (?, 1, ?)').run(
            route,
            route,
          );
          for (let at = 0; at < perRoute; at++) {
            id += 1;
            const [day, programme, miles, seats] = [
              START + leg * 10 + whole(DAYS),
              1 + whole(10),
              40_000 + 500 * whole(200),
              2 + whole(7),
            ];
            record.run(id, `r${id}`);
            version.run(id, id, day, route, programme, miles, seats);
            listed.run(route, day, id, id, 1 + whole(40), route, programme, miles, seats);
          }
        }
    }
  });
  const request: PlanningRequest = {
    question: {
      adults: 2,
      children: 0,
      legs: Array.from({ length: LEGS }, (_, leg) => ({
        origins: codesOf(leg),
        destinations: codesOf(leg + 1),
        nights: leg === 0 ? null : { min: 5, max: 14 },
        connects: 'hop' as const,
      })),
      returns: true,
      window: { from: dateOf(START), until: dateOf(START + WINDOW - 1) },
      cabins: ['business'],
      stopsMax: null,
      hopKm: 100,
      owners: null,
      milesMax: null,
      perDayMax: null,
      inAllMax: null,
    },
    identity: 'demo',
    today: dateOf(START - 60),
    now: NOW,
    purses: {
      today: dateOf(START - 60),
      balances: [
        'united',
        'aeroplan',
        'alaska',
        'american',
        'delta',
        'qantas',
        'qatar',
        'flyingblue',
        'turkish',
        'singapore',
      ].map((name, at) => ({
        owner: at % 2 === 0 ? 'Ana' : 'Ben',
        kind: 'programme' as const,
        name,
        points: 130_000,
        expires: null,
      })),
      transfers: [],
      pools: [],
      households: [],
    },
    values: null,
    near: {},
    closed: [],
  };
  /** A page of a thousand records of the first leg, as a search that was just read stores them. */
  const addPage = () =>
    transaction(() => {
      const [page] = db.prepare('SELECT max(id) AS id FROM award_pages').all() as { id: number }[];
      const id = (page?.id ?? 0) + 1;
      db.prepare(
        `INSERT INTO award_pages (id, run_id, purchase_id, tool_ref, input, received_at, received) VALUES (?, 1, ?, '', '{}', ?, 0)`,
      ).run(id, `p${id}`, NOW);
      db.prepare('UPDATE award_listed SET page_id = ?, miles = miles - 500 WHERE record_id <= 1000').run(id);
    });
  return { reads: planningReads(createReader(db), () => null), request, addPage };
}
