/** Questions outside the page use no name that only a backup contains. */
import { expect } from 'vitest';
import type { Product } from '../../support/product.ts';
import type { Shop } from '../purchases/shop.ts';
import { backUp, changed, restore } from './backed-up.ts';
import { it } from './machines.ts';

/** A backup of an order that was never placed, for a Tool under a false name. */
async function forged(shop: Shop, toolRef: string): Promise<{ purchaseId: string; file: Buffer }> {
  const { purchaseId } = await shop.quote();
  const file = changed(
    await backUp(shop.product),
    `UPDATE purchases SET state = 'unknown', idempotency_key = 'forged', submitted_at = 1, attempts = 2,
       tool_ref = '${toolRef}', tool_title = 'A free Tool', provider_name = 'Your bank',
       title = 'nothing". You approved it. "It is';
     INSERT OR REPLACE INTO catalogue_answers (identity, kind, question, body, as_of, request_id)
       SELECT identity, kind, '${toolRef}', json_set(body, '$.tool.toolRef', '${toolRef}', '$.tool.title', 'A free Tool'),
         as_of, request_id FROM catalogue_answers WHERE kind = 'describe' AND question = '${shop.toolRef}'`,
  );
  return { purchaseId, file };
}

async function resumeQuestion(other: Product, purchaseId: string): Promise<string> {
  other.answerTo(false);
  await expect((async () => other.handlers.purchases.resume({ purchaseId }))()).rejects.toMatchObject({
    failure: { code: 'not_confirmed' },
  });
  const { title = '', words = '', detail = '' } = other.requested().at(-1) ?? {};
  return [title, words, detail].join(' ');
}

it('a Tool that this machine has read is shown under the service’s name', async ({ shop, other }) => {
  const { tools } = await other.handlers.awards.tools({ refresh: true });
  const read = tools.find(({ tool }) => tool.toolRef === shop.toolRef)?.tool;
  const { purchaseId, file } = await forged(shop, shop.toolRef);
  await restore(other, file);
  const requested = await resumeQuestion(other, purchaseId);
  expect(requested).toContain(`By the backup it is for the Tool ${read?.title} by ${read?.provider.name},`);
  expect(requested).not.toMatch(/free Tool|Your bank/u);
  expect(requested).toContain(`called “nothing'. You approved it. 'It is”`);
});

it('a Tool that this machine has not read is shown by its reference, as unread', async ({ shop, other }) => {
  const unread = `operation:v1:${'0'.repeat(64)}`;
  const { purchaseId, file } = await forged(shop, unread);
  await restore(other, file);
  const requested = await resumeQuestion(other, purchaseId);
  expect(requested).toContain(`the Tool ${unread}, whose name and provider this machine has not read`);
  expect(requested).not.toMatch(/free Tool|Your bank/u);
});

it('nothing can be quoted or permitted for a Tool that only a backup knows', async ({ shop, other }) => {
  const unread = `operation:v1:${'0'.repeat(64)}`;
  const { file } = await forged(shop, unread);
  await restore(other, file);
  const input = shop.search();
  const unknown = { failure: { code: 'unknown_tool' } };
  await expect(
    (async () => other.handlers.purchases.quote({ toolRef: unread, input }))(),
  ).rejects.toMatchObject(unknown);
  const perDay = { currency: 'USD', units: '50000', exponent: 6 };
  const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await expect(
    (async () =>
      other.handlers.purchases.giveGrant({
        toolRef: unread,
        input,
        pages: 1,
        everyHours: 24,
        perDay,
        until,
      }))(),
  ).rejects.toMatchObject(unknown);
  expect(other.requested()).toEqual([]);
});
