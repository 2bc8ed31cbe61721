import { describe, expect, it } from 'vitest';
import { readUsage, usageIn } from './usage.ts';

const usd = (units: string, exponent = 6) => ({ currency: 'USD', units, exponent });
const read = (record: unknown) => readUsage(usageIn(record));

describe('what a Call was charged (§2.5 shows no form)', () => {
  it.each<[string, unknown]>([
    ['usage', { usage: { amount: usd('22000') } }],
    ['a record of usage', { usageRecord: { amount: usd('22000') } }],
    ['metering', { metering: { charge: usd('22000') } }],
    ['the usage of its meta', { meta: { usage: { amount: usd('22000') } } }],
    ['billing', { billing: { total: usd('22000') } }],
  ])('is read from %s', (_, record) => {
    expect(read(record)).toMatchObject({ amount: usd('22000') });
  });

  it('is the larger of two that differ', () => {
    expect(read({ usage: { amount: usd('22000') }, metering: { amount: usd('90000') } })).toMatchObject({
      amount: usd('90000'),
    });
    expect(read({ usage: { amount: usd('22000') }, meta: { usage: { cost: usd('1') } } })).toMatchObject({
      amount: usd('22000'),
    });
  });

  it('is not read from two in different currencies', () => {
    const stated = read({ usage: { amount: usd('22000') }, usageRecord: { amount: 'AUD 0.03' } });
    expect(stated).toMatchObject({ amount: null, unreadAmount: expect.any(String) });
  });

  it('stands with the refund beside it', () => {
    expect(read({ usage: { amount: usd('22000') }, refund: usd('22000') })).toMatchObject({
      amount: usd('22000'),
      refund: usd('22000'),
    });
    expect(read({ charge: usd('5'), refundedAmount: { value: '0.01' } })).toMatchObject({
      refund: 'unreadable',
    });
    expect(read({ refund: 'see the terms' })).toBeNull();
  });
});
