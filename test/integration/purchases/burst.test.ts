/** What a compromised page can buy within the limits, with requests of the contract alone. */
import { expect, it, onTestFinished } from 'vitest';
import { MAX_IN_A_MINUTE } from '../../../electron/purchases/journal/user-acts.ts';
import { openShop, shownOf } from './shop.ts';

it('45 approvals in a row buy no more than a minute takes, however high the limits are', async () => {
  const shop = await openShop();
  onTestFinished(shop.close);
  const before = shop.product.requested().length;
  shop.product.answerTo(false);
  const answers: string[] = [];
  for (let at = 0; at < 45; at += 1) {
    const quoted = await shop.quote();
    await Promise.resolve(
      shop.product.handlers.purchases.approve({ purchaseId: quoted.purchaseId, shown: shownOf(quoted) }),
    ).then(
      () => answers.push('bought'),
      (error: Error) => answers.push(error.message),
    );
  }
  expect(answers.slice(0, MAX_IN_A_MINUTE)).toEqual(Array(MAX_IN_A_MINUTE).fill('bought'));
  expect(new Set(answers.slice(MAX_IN_A_MINUTE))).toEqual(
    new Set(['You did not confirm it. Nothing was bought.']),
  );
  expect(shop.product.requested()[before]).toMatchObject({ title: 'Go on buying this fast?' });
  const { requests } = { requests: [{ toolRef: shop.toolRef, input: shop.search(), pages: 1 }] };
  await expect(
    Promise.resolve(
      shop.product.handlers.purchases.approveSearches({
        requests,
        ceiling: { currency: 'USD', units: '50000', exponent: 6 },
      }),
    ),
  ).rejects.toThrow('You did not confirm it.');
});
