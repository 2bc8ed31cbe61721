import { expect, test } from 'vitest';
import type { ToolDetail } from '#shared/contract/catalogue.ts';
import { listedAuthorisation } from './listed-authorisation.ts';
import { readToolDetail } from './readers/tool-reading.ts';

const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });
const TOOL: ToolDetail = {
  toolRef: 't',
  capabilityId: null,
  title: 'T',
  description: '',
  provider: { name: null, slug: null },
  priceLabel: null,
  displayPrice: null,
  healthStatus: null,
  listingTier: null,
  lastCheckedAt: null,
  lastHealthyAt: null,
  more: {},
  version: null,
  inputJsonSchema: null,
  outputJsonSchema: null,
  materialTerms: [],
  dataUse: [],
  effects: [],
  authentication: null,
  payment: null,
};
const term = (label: string, value: string) => ({ materialTerms: [{ label, value }] });

const several = (day: string, request: string) => ({
  materialTerms: [
    { label: 'Authorization per day', value: day },
    { label: 'Total authorization per request', value: request },
  ],
});
const aud = (cents: number) => ({ currency: 'AUD', units: String(cents), exponent: 2 });

test.each<[string, unknown]>([
  ['labels and values', [{ label: 'Total authorization', value: 'USD 0.022000' }]],
  ['names and texts', [{ name: 'Total authorization', text: 'USD 0.022000' }]],
  ['labels and amounts', [{ label: 'Total authorization', value: usd(22_000) }]],
  ['a record', { 'Total authorization': 'USD 0.022000', 'Request timeout': '10000 ms' }],
])('the terms of a listing are read from %s', (_, materialTerms) => {
  const tool = readToolDetail({ toolRef: 't', displayPrice: usd(50_000), materialTerms });
  expect(tool && listedAuthorisation(tool)).toEqual(usd(22_000));
});

test.each<[string, Partial<ToolDetail>, object | 'unreadable' | null]>([
  ['a material term', term('Total authorization per request', 'USD 0.022000'), usd(22_000)],
  [
    'a term in British spelling and a sentence',
    term('Total authorisation', 'Up to 0.022000 USD a request'),
    usd(22_000),
  ],
  ['a member of its own', { more: { total_authorization: usd(30_000) } }, usd(30_000)],
  ['a member with the amount inside', { more: { authorization: { total: usd(30_000) } } }, usd(30_000)],
  ['the payment', { payment: { protocol: 'x402', totalAuthorization: usd(30_000) } }, usd(30_000)],
  ['the listed price, where nothing else is named', { displayPrice: usd(22_000) }, usd(22_000)],
  ['the price in words', { priceLabel: 'USD 0.022000' }, usd(22_000)],
  [
    'the term before the listed price',
    { ...term('Total authorization', 'USD 0.022000'), displayPrice: usd(50_000) },
    usd(22_000),
  ],
  [
    'a decimal beside its currency',
    { more: { totalAuthorization: { currency: 'USD', value: '0.022000' } }, displayPrice: usd(50_000) },
    usd(22_000),
  ],
  [
    'a decimal that is a number',
    { more: { authorization: { currency: 'USD', amount: 0.025 } } },
    { currency: 'USD', units: '25', exponent: 3 },
  ],
  [
    'no price, where a member counts units of no stated size',
    { more: { authorization: { currency: 'USD', amount: 22_000 } }, displayPrice: usd(22_000) },
    'unreadable',
  ],
  ['a member in words', { payment: { authorization: { total: 'USD 0.022000' } } }, usd(22_000)],
  ['a term that says authorised', term('Authorised up to', 'USD 0.022000'), usd(22_000)],
  ['a term of an amount', term('Amount authorized per request', 'USD 0.022000'), usd(22_000)],
  ['a member of other words', { more: { maxAuthorizedAmount: usd(30_000) } }, usd(30_000)],
  ['a limit', { more: { authorization_limit: usd(30_000) }, displayPrice: usd(50_000) }, usd(30_000)],
  ['a record of prices', { more: { pricing: { totalAuthorization: usd(30_000) } } }, usd(30_000)],
  ['a member with its currency in its name', { more: { totalAuthorizationUsd: '0.022000' } }, 'unreadable'],
  [
    'the price, where a member names a place to sign in',
    { more: { authorizationUrl: 'https://a.example/V2/1' }, displayPrice: usd(22_000) },
    usd(22_000),
  ],
  [
    'the price, where it is said to be needed',
    { more: { authorizationRequired: true }, displayPrice: usd(22_000) },
    usd(22_000),
  ],
  ['the least of several terms', several('USD 5.00', 'USD 0.022000'), usd(22_000)],
  ['the first of several in other currencies', several('AUD 5.00', 'USD 0.022000'), aud(500)],
  ['the least of a list', { more: { totalAuthorization: [usd(50_000), usd(22_000)] } }, usd(22_000)],
  [
    'the term, where it is less than a member',
    { ...term('Authorization', 'USD 0.022000'), more: { authorization: usd(50_000) } },
    usd(22_000),
  ],
  ['nothing', {}, null],
  ['a term of something else', term('Request timeout', '10000 ms'), null],
  ['a term with two amounts', term('Total authorization', 'USD 0.02 or USD 0.03'), 'unreadable'],
  ['a term that is no exact amount', term('Total authorization', 'about 0.02'), 'unreadable'],
  ['a term whose currency may be one of many', term('Authorization', '$0.022'), 'unreadable'],
  ['a term in cents', term('Authorisation per request', '2.2 cents'), 'unreadable'],
  [
    'no price, where a total has no currency',
    { more: { totalAuthorization: 0.022 }, displayPrice: usd(22_000) },
    'unreadable',
  ],
  [
    'no other amount, where one of several cannot be read',
    { more: { totalAuthorization: usd(50_000) }, ...term('Total authorization', 'two cents') },
    'unreadable',
  ],
  [
    'no price, where amounts stand apart for a request and a day',
    { payment: { maximumAuthorization: { perRequest: usd(22_000), perDay: usd(900_000) } } },
    'unreadable',
  ],
  [
    'the price, where a member of that name is a way to sign in',
    { more: { authorization: { type: 'oauth2', scopes: ['x'] } }, displayPrice: usd(22_000) },
    usd(22_000),
  ],
  [
    'the price, where a term of that name is a way to sign in',
    { ...term('Authorization', 'OAuth 2.0 bearer'), displayPrice: usd(22_000) },
    usd(22_000),
  ],
  [
    'the price, where the total is said to be nothing',
    { more: { totalAuthorization: null }, displayPrice: usd(22_000) },
    usd(22_000),
  ],
])('the authorisation of a listing is read from %s', (_, change, read) => {
  expect(listedAuthorisation({ ...TOOL, ...change })).toEqual(read);
});

test.each<[string, unknown, unknown]>([
  ['that is a figure', 0.022, 'unreadable'],
  ['in words', 'two cents, 2', 'unreadable'],
  ['of nothing', { kind: 'free' }, 'free'],
  ['that is not available', { kind: 'unavailable', reason: 'x' }, null],
  ['that is left out', undefined, null],
  ['that is null', null, null],
])('a listed price %s is never taken for none', (_, displayPrice, read) => {
  const tool = readToolDetail({ toolRef: 't', displayPrice });
  expect(tool && listedAuthorisation(tool)).toEqual(read);
});

const x402 = (more: object) => ({
  protocol: 'x402',
  scheme: 'exact',
  network: 'base',
  asset: '0x8335',
  ...more,
});

test.each<[string, Partial<ToolDetail>, object | 'unreadable' | 'free' | null]>([
  ['hundredths without a currency', { priceLabel: '2.2 cents' }, 'unreadable'],
  ['a sign of hundredths', { priceLabel: '2.2¢ per request' }, 'unreadable'],
  [
    'hundredths of a currency',
    { priceLabel: 'USD 2.2 cents per call' },
    { currency: 'USD', units: '22', exponent: 3 },
  ],
  [
    'hundredths behind their currency',
    { priceLabel: '2.2 USD cents' },
    { currency: 'USD', units: '22', exponent: 3 },
  ],
  ['a sign that many currencies have', { priceLabel: '$0.022' }, 'unreadable'],
  ['thousands of requests', { priceLabel: 'USD 22 per 1,000 requests' }, 'unreadable'],
  ['thousands in short', { priceLabel: 'USD 22/1k' }, 'unreadable'],
  ['a month', { priceLabel: 'USD 20.00/month' }, 'unreadable'],
  ['a year', { priceLabel: 'USD 99 yearly' }, 'unreadable'],
  ['a multiple', { priceLabel: 'USD 2.2k' }, 'unreadable'],
  ['millionths', { priceLabel: 'USD 22 micros' }, 'unreadable'],
  ['one request', { priceLabel: 'USD 0.022 for 1 request' }, { currency: 'USD', units: '22', exponent: 3 }],
  ['no figure', { priceLabel: 'Contact us' }, null],
  ['a currency in lower case', { priceLabel: '0.022 usd per call' }, 'unreadable'],
  ['a figure alone', { priceLabel: '0.022' }, 'unreadable'],
  ['credits', { priceLabel: '2 credits per request' }, 'unreadable'],
  ['nothing', { priceLabel: 'Free' }, 'free'],
  ['nothing in a sentence', { priceLabel: 'No charge for this Tool' }, 'free'],
  ['zero of a sign', { priceLabel: '$0.00' }, 'free'],
  ['zero', { more: { price: 0 } }, 'free'],
  ['nothing by its kind', { more: { displayPrice: { kind: 'free' } } }, 'free'],
  ['nothing beside a price', { priceLabel: 'Free trial', displayPrice: usd(22_000) }, usd(22_000)],
  ['a figure without currency', { more: { price: 0.022 } }, 'unreadable'],
  [
    'a record that cannot be read',
    { more: { displayPrice: { kind: 'fixed', amount: 22_000 } } },
    'unreadable',
  ],
  [
    'an x402 demand without currency',
    { payment: x402({ maxAmountRequired: '22000' }), displayPrice: usd(22_000) },
    'unreadable',
  ],
  [
    'a demand of a currency without decimals',
    { payment: x402({ maxAmountRequired: '22000', currency: 'USD' }) },
    'unreadable',
  ],
  ['a demand in a list', { more: { accepts: [x402({ maxAmountRequired: '22000' })] } }, 'unreadable'],
  [
    'a demand that names its asset',
    {
      payment: x402({ maxAmountRequired: '22000', extra: { name: 'USD Coin', symbol: 'USDC', decimals: 6 } }),
    },
    { currency: 'USDC', units: '22000', exponent: 6 },
  ],
  ['a bound in hundredths', { more: { maxCharge: '2.2 cents' }, displayPrice: usd(50_000) }, 'unreadable'],
])('a price of %s is no guess', (_, change, read) => {
  expect(listedAuthorisation({ ...TOOL, ...change })).toEqual(read);
});

test.each<[string, Partial<ToolDetail>]>([
  ['maxPerRequest', { more: { maxPerRequest: usd(22_000) } }],
  ['a ceiling', { more: { ceiling: usd(22_000) } }],
  ['a cap in words', { more: { spendingCap: 'USD 0.022000' } }],
  ['limits of a request', { more: { limits: { perRequest: usd(22_000), perDay: usd(10_000) } } }],
  ['a term', term('Maximum charge', 'USD 0.022000 per request')],
  ['the most', term('Most that a request costs', 'USD 0.022000')],
  ['a bound below its price', { more: { maxPrice: usd(22_000) }, displayPrice: usd(49_999) }],
])('a bound of one request under another name is an authorisation: %s', (_, tool) => {
  expect(listedAuthorisation({ ...TOOL, ...tool })).toEqual(expect.objectContaining({ units: '22000' }));
});

test.each<[string, Partial<ToolDetail>]>([
  ['a day', { more: { maxPerDay: usd(5_000_000) }, displayPrice: usd(22_000) }],
  ['the account', term('Maximum balance', 'USD 1.000000')],
  ['a number of requests', { more: { limit: 20, maxResults: 1000 } }],
])('a bound of %s is none', (_, tool) => {
  expect(listedAuthorisation({ ...TOOL, ...tool })).toEqual(tool.displayPrice ?? null);
});
