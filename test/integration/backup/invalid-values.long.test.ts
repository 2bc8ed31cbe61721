/** Backups with an impossible value: each is refused, and nothing of it is restored. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { backUp, changed, restore } from './backed-up.ts';
import { type Machines, openMachines, purchasesOf } from './machines.ts';

let machines: Machines;
let whole: Buffer;
beforeAll(async () => {
  machines = await openMachines();
  const { shop } = machines;
  await shop.buy();
  await userData(shop.product.handlers);
  whole = await backUp(shop.product);
});

/** Some of everything that users can add of their own. */
async function userData(handlers: ContractHandlers): Promise<void> {
  const [search] = await handlers.results.searches(undefined);
  const searchId = search?.searchId ?? 0;
  const { rows } = await handlers.results.records({
    scope: { kind: 'search', searchId },
    filter: {},
    sort: [],
    offset: 0,
    limit: 1,
  });
  const versionIds = rows.map(({ versionId }) => versionId);
  await handlers.annotations.mark({ versionIds, change: { note: 'the one', addTags: ['honeymoon'] } });
  const { tripId } = await handlers.trips.create({
    title: 'Spring',
    notes: '',
    starts: '2027-03-01',
    ends: null,
    question: null,
  });
  await handlers.trips.addRecords({ tripId, versionIds });
  await handlers.trips.addNote({ tripId, text: 'Kim decides' });
  await handlers.trips.addLink({ tripId, url: 'https://example.org/', text: '' });
  await handlers.watchlist.watch({ searchIds: [searchId], watched: false });
  await handlers.watchlist.setRule({
    searchId,
    rule: { milesBelow: 50_000, seatsMin: null, direct: false, cheapestPercent: null },
  });
}

const MATCH = `'{"date":"2027-03-01","origin":"JFK","destination":"LHR","programme":"united","airlines":"UA","miles":1,"seats":null,"direct":true}'`;
const noticeOf = (content: string) =>
  `INSERT INTO watch_notices (search_id, run_id, at, partition_id, record_key, content)
     SELECT id, 0, 1, partition_id, 'k', ${content} FROM award_searches LIMIT 1`;

afterAll(() => machines.close());

it.each<[what: string, sql: string, called?: string]>([
  ['counts what was really bought as a demo', 'UPDATE purchases SET demo = 1'],
  ['holds an open order that was never sent', `UPDATE purchases SET state = 'unknown', submitted_at = NULL`],
  [
    'has a setting that cannot be read',
    `INSERT OR REPLACE INTO settings (name, value) VALUES ('mileValues', '{')`,
  ],
  [
    'has a permission without an amount',
    `INSERT INTO standing_approvals (id, kind, marketplace, key_mark, tool_ref, tool_id, title, input, ceiling, pages, created_at)
       VALUES ('g', 'grant', 'https://x.example', 'm', 't', 't', 't', '{}', '{}', 1, 1)`,
  ],
  ['has a receipt that cannot be read', `UPDATE purchases SET receipt = '{'`],
  ['has a refusal without words', `UPDATE purchases SET refusal = '{}'`],
  [
    'has a history by somebody whom nobody knows',
    `DROP TRIGGER purchase_events_no_update; UPDATE purchase_events SET actor = 'x';
       CREATE TRIGGER purchase_events_no_update BEFORE UPDATE ON purchase_events
      BEGIN SELECT RAISE(ABORT, 'the history of a purchase is never changed'); END`,
  ],
  [
    'has a chosen record without a route',
    `UPDATE trip_items SET chosen = json_remove(chosen, '$.origin') WHERE kind = 'record'`,
    'an item of a trip',
  ],
  [
    'has a link that runs a script',
    `UPDATE trip_items SET url = 'javascript:alert(1)' WHERE kind = 'link'`,
    'an item of a trip',
  ],
  [
    'has a find without its programme',
    noticeOf(`json_remove(${MATCH}, '$.programme')`),
    'a notice of a watched search',
  ],
])('a backup that %s is refused', async (_what, sql, called) => {
  const restored = restore(machines.other, changed(whole, sql));
  await expect(restored).rejects.toMatchObject({
    failure: { code: 'damaged_backup', message: expect.stringContaining(called ?? '') },
  });
  expect(await purchasesOf(machines.other)).toEqual([]);
});

it('the same backup with a known actor and a valid match is restored', async () => {
  const harmless = changed(
    whole,
    `${noticeOf(MATCH)}; DROP TRIGGER purchase_events_no_update; UPDATE purchase_events SET actor = 'main';
     CREATE TRIGGER purchase_events_no_update BEFORE UPDATE ON purchase_events
      BEGIN SELECT RAISE(ABORT, 'the history of a purchase is never changed'); END`,
  );
  expect((await restore(machines.other, harmless)).restored).toMatchObject({
    purchases: 1,
    trips: 1,
    marks: 1,
    watched: 1,
  });
});
