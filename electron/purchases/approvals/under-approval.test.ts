import { expect, it } from 'vitest';
import { desk, eachInItsFolder, input, open } from '../testing/one-purchase.ts';
import {
  answered,
  committedQuote,
  completedCall,
  failed,
  settled,
  TOOL,
  usd,
} from '../testing/purchase-desk.ts';

eachInItsFolder();

/** What became of two pages that were approved together, whose quotes have these terms. */
async function batchWith(terms: object, normalised: object = {}) {
  open(({ role, members }) => {
    const committed = committedQuote(desk.state.now + 60_000, 'q', {
      ...(members.input as object),
      ...normalised,
    });
    if (role === 'quote') return answered({ ...committed, ...terms });
    return role === 'call' ? answered(completedCall('c')) : failed({});
  });
  const { handlers } = desk.purchases;
  const ceiling = usd(900_000);
  await handlers.approveBatch({
    requests: [{ toolRef: TOOL, input, pages: 2, pagePrice: ceiling }],
    ceiling,
  });
  for (let turn = 0; turn < 20; turn += 1) await settled();
  const [batch] = await handlers.batches({});
  return { bought: batch?.bought, code: batch?.stopped?.code, orders: desk.calls().length };
}

it.each([
  ['above what is listed as authorised', { price: usd(22_001) }, {}, 'above_authorisation'],
  ['for another route', {}, { destination_airport: 'NRT' }, 'input_changed'],
])('nothing is bought unattended %s, whatever the approval allows', async (_, terms, normalised, code) => {
  expect(await batchWith(terms, normalised)).toEqual({ bought: 0, code, orders: 0 });
});

it('what is normalised in spelling only is bought', async () => {
  expect(await batchWith({}, { destination_airport: ' lhr' })).toMatchObject({ bought: 1, orders: 1 });
});
