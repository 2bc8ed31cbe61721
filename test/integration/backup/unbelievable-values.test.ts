/** Backups with a value in them that cannot be what it stands for: each is refused, and nothing of it is taken over. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp, changed, restore } from './backed-up.ts';
import { type Machines, openMachines, purchasesOf } from './machines.ts';

let machines: Machines;
let whole: Buffer;
beforeAll(async () => {
  machines = await openMachines();
  const { shop } = machines;
  await shop.buy();
  await shop.product.handlers.templates.save({ name: 'London', request: shop.search(), pinned: true });
  whole = await backUp(shop.product);
});
afterAll(() => machines.close());

it.each([
  ['counts what was really bought as a demo', 'UPDATE purchases SET demo = 1'],
  ['holds an open order that was never sent', `UPDATE purchases SET state = 'unknown', submitted_at = NULL`],
  ['has a text that no list could be shown with', `UPDATE search_templates SET request = '{'`],
  ['has something else there than lists are made of', `UPDATE search_templates SET request = '[]'`],
  [
    'has a setting that cannot be read',
    `INSERT OR REPLACE INTO settings (name, value) VALUES ('mileValues', '{')`,
  ],
  [
    'has a permission without an amount',
    `INSERT INTO standing_approvals (id, kind, marketplace, demo, key_mark, tool_ref, tool_id, title, input, ceiling, created_at)
       VALUES ('g', 'grant', 'https://x.example', 0, 'm', 't', 't', 't', '{}', '{}', 1)`,
  ],
  ['has a receipt that cannot be read', `UPDATE purchases SET receipt = '{'`],
  ['tells of a refusal without words', `UPDATE purchases SET refusal = '{}'`],
  [
    'has a history by somebody whom nobody knows',
    `DROP TRIGGER purchase_events_keep; UPDATE purchase_events SET actor = 'x';
       CREATE TRIGGER purchase_events_keep BEFORE UPDATE ON purchase_events
      BEGIN SELECT RAISE(ABORT, 'the history of a purchase is never changed'); END`,
  ],
])('a backup that %s is refused', async (_what, sql) => {
  const restored = restore(machines.other, changed(whole, sql));
  await expect(restored).rejects.toMatchObject({ failure: { code: 'damaged_backup' } });
  expect(await purchasesOf(machines.other)).toEqual([]);
});

it('the same backup with a history by somebody known is taken over', async () => {
  const harmless = changed(
    whole,
    `DROP TRIGGER purchase_events_keep; UPDATE purchase_events SET actor = 'main';
     CREATE TRIGGER purchase_events_keep BEFORE UPDATE ON purchase_events
      BEGIN SELECT RAISE(ABORT, 'the history of a purchase is never changed'); END`,
  );
  expect((await restore(machines.other, harmless)).restored).toMatchObject({ purchases: 1 });
});
