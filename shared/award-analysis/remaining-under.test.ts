import { expect, it } from 'vitest';
import { remainingUnder } from './remaining-under.ts';

const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });

it('what is left is the lesser of the day and the month, and never negative', () => {
  const limits = { perDay: usd(1_000_000), perMonth: usd(10_000_000) };
  expect(remainingUnder(limits, { today: [usd(200_000)], month: [usd(8_900_000)] })).toEqual({
    left: usd(800_000),
    by: 'day',
  });
  expect(
    remainingUnder(limits, {
      today: [],
      month: [usd(9_500_000), { currency: 'EUR', units: '1', exponent: 0 }],
    }),
  ).toEqual({ left: usd(500_000), by: 'month' });
  expect(remainingUnder(limits, { today: [usd(2_000_000)], month: [] }).left).toEqual(usd(0));
});
