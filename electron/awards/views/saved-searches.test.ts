import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';

it('a search costs what its pages were charged, else their prices, by currency', async () => {
  const { awards, buy, storage } = storeAwards();
  const first = buy(answer([rawRecord('a')]));
  const second = buy(answer([rawRecord('b')]), { runId: first.runId });
  buy(answer([rawRecord('c')]), { input: request({ cabin: 'first' }) });
  const costs = async () =>
    new Map((await awards.handlers.searches(undefined)).map(({ criteria, cost }) => [criteria.cabin, cost]));
  const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });
  expect(await costs()).toEqual(
    new Map([
      ['business', [usd('44000')]],
      ['first', [usd('22000')]],
    ]),
  );
  const charge = storage.db.prepare('UPDATE purchases SET charged = ?, price = ? WHERE id = ?');
  const euros = { currency: 'EUR', units: `1${'0'.repeat(30)}`, exponent: 2 };
  charge.run(JSON.stringify(euros), JSON.stringify(usd('22000')), second.purchaseId);
  expect((await costs()).get('business')).toEqual(expect.arrayContaining([usd('22000'), euros]));
  charge.run(null, null, first.purchaseId);
  expect((await costs()).get('business')).toEqual([euros]);
  awards.rebuild();
  expect((await costs()).get('business')).toEqual([euros]);
});
