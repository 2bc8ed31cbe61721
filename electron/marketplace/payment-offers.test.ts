import { expect, it } from 'vitest';
import { readPaymentOffers } from './payment-offers.ts';

it.each([
  ['22000', '22000', '22000'],
  [22_000, '22000', '22000'],
  ['0.022', null, '0.022'],
  [0.022, null, '0.022'],
  ['-1', null, '-1'],
  ['USD 0.022', null, 'USD 0.022'],
  [undefined, null, null],
])('an offer of %j says what it asks for, in whatever form', (amount, units, amountAsStated) => {
  const demand = { x402Version: 2, accepts: [{ scheme: 'exact', amount }] };
  expect(readPaymentOffers(demand, 'body')).toMatchObject([{ units, amountAsStated }]);
});

it.each([
  [60, 60],
  [0, 0],
  [-1, null],
  ['soon', null],
  [undefined, null],
])(
  'an offer valid for %j seconds is never valid for less than none',
  (maxTimeoutSeconds, validForSeconds) => {
    const demand = { accepts: [{ maxTimeoutSeconds }] };
    expect(readPaymentOffers(demand, 'body')).toMatchObject([{ validForSeconds }]);
  },
);
