import { expect, it } from 'vitest';
import { limitsFor } from './limits-for.ts';

const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });
const eur = (units: string) => ({ currency: 'EUR', units, exponent: 6 });
const limits = { perCall: usd('10000'), perDay: usd('30000'), perMonth: usd('30000') };
const spending = { limits, today: [usd('22000')], month: [usd('22000')] };

it('raises each limit exactly as far as the purchase needs', () => {
  expect(limitsFor(spending, usd('22000'))).toEqual({
    perCall: usd('22000'),
    perDay: usd('44000'),
    perMonth: usd('44000'),
  });
});

it('raises a Call’s limit to the price of one of several, and a day’s and a month’s to all of them', () => {
  expect(limitsFor(spending, usd('22000'), usd('66000'))).toEqual({
    perCall: usd('22000'),
    perDay: usd('88000'),
    perMonth: usd('88000'),
  });
  expect(limitsFor(spending, usd('0'), usd('66000'))?.perCall).toEqual(limits.perCall);
  expect(limitsFor(spending, eur('5000'), eur('9000'))?.others).toEqual([
    { perCall: eur('5000'), perDay: eur('9000'), perMonth: eur('9000') },
  ]);
});

it('keeps a day’s limit at least at a Call’s, and a month’s at a day’s', () => {
  expect(limitsFor({ limits, today: [], month: [] }, usd('50000'))).toEqual({
    perCall: usd('50000'),
    perDay: usd('50000'),
    perMonth: usd('50000'),
  });
});

it('gives a currency without limits those that the purchase needs', () => {
  const own = { perCall: eur('5000'), perDay: eur('5000'), perMonth: eur('5000') };
  expect(limitsFor(spending, eur('5000'))).toEqual({ ...limits, others: [own] });
  expect(limitsFor({ ...spending, limits: { ...limits, others: [own] } }, eur('7000'))?.others).toEqual([
    { perCall: eur('7000'), perDay: eur('7000'), perMonth: eur('7000') },
  ]);
});

it('has nothing to raise where something else prevents it', () => {
  expect(limitsFor({ limits, today: [], month: [] }, usd('10000'))).toBeNull();
});
