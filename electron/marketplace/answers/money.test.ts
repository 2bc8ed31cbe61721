import { describe, expect, it } from 'vitest';
import { amount, amountInWords, amountNamed, CHARGED, statedCharge } from './money.ts';

const usd = (units: string, exponent = 6) => ({ currency: 'USD', units, exponent });

describe('an amount', () => {
  it.each<[string, unknown, unknown]>([
    ['units and an exponent', usd('22000'), usd('22000')],
    ['units as a number', { currency: 'USD', units: 22_000, exponent: '6' }, usd('22000')],
    ['a currency in small letters', { currency: 'usd', units: '22000', exponent: 6 }, usd('22000')],
    ['a decimal beside its currency', { currency: 'USD', value: '0.022000' }, usd('22000')],
    ['an amount beside its currency', { amount: '0.022', currency: 'USD' }, usd('22', 3)],
    ['a JSON number whose digits are those written', { amount: 0.022, currency: 'USD' }, usd('22', 3)],
    ['a decimal below nothing', { amount: '-0.50', currency: 'USD' }, usd('-50', 2)],
    ['nothing', { amount: 0, currency: 'USD' }, usd('0', 0)],
    ['a record within a record', { amount: usd('22000') }, usd('22000')],
    ['the currency of the record around it', { currency: 'USD', total: { value: '0.022' } }, usd('22', 3)],
    ['the words of the listing', 'USD 0.022000', usd('22000')],
    ['a scale', { currency: 'USD', units: '22000', scale: 6 }, usd('22000')],
    ['millionths', { currencyCode: 'USD', amountMicros: 22_000 }, usd('22000')],
    ['hundredths', { amountInCents: '22', currency: 'USD' }, usd('22', 2)],
    [
      'whole units and billionths',
      { currencyCode: 'USD', units: '0', nanos: 22_000_000 },
      usd('22000000', 9),
    ],
    ['a code of its currency', { currencyCode: 'USD', value: '0.022' }, usd('22', 3)],
    ['a record of its currency', { currency: { code: 'usd', name: 'Dollar' }, value: '0.022' }, usd('22', 3)],
    ['a currency with one capital', { currency: 'Usd', value: '0.022' }, usd('22', 3)],
    ['words in small letters', 'usd 0.022', usd('22', 3)],
    ['words with the code behind', '0.022 Usd', usd('22', 3)],
    ['a sign beside its currency', { amount: '$0.022', currency: 'USD' }, usd('22', 3)],
    ['the sign of one country', 'US$ 0.022', usd('22', 3)],
    ['two forms that say the same', { ...usd('22000'), value: '0.022' }, usd('22000')],
  ])('is read from %s', (_, written, read) => {
    expect(amount(written)).toEqual(read);
  });

  it.each<[string, unknown]>([
    ['a whole number without an exponent', { amount: '22', currency: 'USD' }],
    ['smallest units of no stated size', { minorUnits: 2, currency: 'USD' }],
    ['more digits than a JSON number keeps', { amount: 0.1 + 0.2, currency: 'USD' }],
    ['a number with an exponent', { amount: 1e-7, currency: 'USD' }],
    ['a comma', { amount: '0,022', currency: 'USD' }],
    ['no currency', { amount: '0.022' }],
    ['a sign that many currencies have', '$0.022'],
    ['the sign of another currency', { amount: '€0.022', currency: 'USD' }],
    ['the words of another currency', { amount: 'AUD 0.022', currency: 'USD' }],
    ['the number of a currency', { currency: '840', value: '0.022' }],
    ['the number of a currency as a number', { currency: 840, units: '22', exponent: 3 }],
    ['two powers of ten that differ', { currency: 'USD', units: '22', exponent: 3, scale: 6 }],
    ['millionths beside another amount', { currency: 'USD', amountMicros: 22, value: '0.022' }],
    ['billionths of another sign', { currency: 'USD', units: '1', nanos: -1 }],
    ['a whole number beside a scale, which may be its digits', { currency: 'USD', amount: '5', scale: 2 }],
    ['small letters that are no currency', 'max 0.022'],
    ['two currencies', { currency: 'USD', currencyCode: 'AUD', value: '0.022' }],
    ['words around it', 'up to USD 0.022'],
    ['two forms that say two amounts', { ...usd('22000'), value: '0.05' }],
    ['a total and an amount that differ', { total: usd('25000'), amount: usd('22000') }],
    ['units that are no integer', { currency: 'USD', units: 0.022, exponent: 0 }],
    ['units beyond what a number holds', { currency: 'USD', units: 2 ** 60, exponent: 6 }],
    ['units in powers of ten', { currency: 'USD', units: '1e3', exponent: 6 }],
    ['no exponent', { currency: 'USD', units: '1' }],
    ['an exponent below nothing', { currency: 'USD', units: '1', exponent: -1 }],
    ['an exponent beyond eighteen', { currency: 'USD', units: '1', exponent: 19 }],
    ['an exponent that is no integer', { currency: 'USD', units: '1', exponent: 1.5 }],
  ])('is not guessed from %s', (_, written) => {
    expect(amount(written)).toBeNull();
  });

  it('is of the currency that its surroundings name', () => {
    expect(amount('0.022', 'USD')).toEqual(usd('22', 3));
    expect(amount({ value: '0.022', currency: 'AUD' }, 'USD')).toMatchObject({ currency: 'AUD' });
    // One that is named and not known is another than the one around it.
    expect(amount({ value: '0.022', currency: '036' }, 'USD')).toBeNull();
    expect(amount({ value: '0.022', currency: {} }, 'USD')).toBeNull();
  });
});

it('that is named in a list is its least, in one currency', () => {
  expect(amountNamed([usd('30000'), { currency: 'USD', value: '0.022' }])).toEqual(usd('22', 3));
  expect(amountNamed([usd('30000'), { currency: 'AUD', value: '0.022' }])).toBeNull();
});

it('in words is the only one that they name', () => {
  expect(amountInWords('at most USD 0.022000 a request')).toEqual(usd('22000'));
  expect(amountInWords('USD 0.022 or AUD 0.035')).toBeNull();
});

describe('a charge', () => {
  it.each<[string, unknown, unknown]>([
    ['beside its currency', { amount: '9.00', currency: 'USD' }, { amount: usd('900', 2) }],
    ['under another name', { totalCharge: '0.022', currency: 'USD' }, { amount: usd('22', 3) }],
    ['as its whole before its part', { buyerCharge: usd('1'), total: usd('2') }, { amount: usd('2') }],
    ['as its part before its whole', { amount: usd('1'), totalCharged: usd('9') }, { amount: usd('9') }],
    [
      'in two currencies',
      { amount: usd('1'), total: 'AUD 2.00' },
      { amount: null, unread: [usd('1'), 'AUD 2.00'] },
    ],
    [
      'in part below nothing',
      { amount: usd('-1'), total: usd('2') },
      { amount: null, unread: [usd('-1'), usd('2')] },
    ],
    ['as a word alone', { charge: 'none' }, { amount: null }],
    ['not at all', {}, { amount: null }],
    ['in a form that is not exact', { amount: 22 }, { amount: null, unread: 22 }],
    ['in a record that is not exact', { cost: { units: 1 } }, { amount: null, unread: { units: 1 } }],
  ])('is stated %s', (_, stated, read) => {
    expect(statedCharge(stated, ['amount', ...CHARGED])).toEqual(read);
  });
});
