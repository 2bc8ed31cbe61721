/** Backups with an impossible value: each is refused, and nothing of it is restored. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp, changed, restore } from './backed-up.ts';
import { type Machines, openMachines, purchasesOf } from './machines.ts';

let machines: Machines;
let whole: Buffer;
beforeAll(async () => {
  machines = await openMachines();
  const { shop } = machines;
  await shop.buy();
  whole = await backUp(shop.product);
});

afterAll(() => machines.close());

it.each<[what: string, sql: string]>([
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
])('a backup that %s is refused', async (_what, sql) => {
  const restored = restore(machines.other, changed(whole, sql));
  await expect(restored).rejects.toMatchObject({
    failure: { code: 'damaged_backup' },
  });
  expect(await purchasesOf(machines.other)).toEqual([]);
});

it('the same backup with a known actor is restored', async () => {
  const harmless = changed(
    whole,
    `DROP TRIGGER purchase_events_no_update; UPDATE purchase_events SET actor = 'main';
     CREATE TRIGGER purchase_events_no_update BEFORE UPDATE ON purchase_events
      BEGIN SELECT RAISE(ABORT, 'the history of a purchase is never changed'); END`,
  );
  expect((await restore(machines.other, harmless)).restored).toMatchObject({ purchases: 1 });
});
