import { expect, it } from 'vitest';
import type { Status } from '#shared/contract/status.ts';
import { realServiceSteps } from './real-service-steps.ts';

const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });
const limits = { perCall: usd('50000'), perDay: usd('1000000'), perMonth: usd('10000000') };
const key = (state: Status['key']['state'], scopes: string[] | null): Status['key'] => ({
  state,
  origin: null,
  scopes,
  account: null,
  keychain: { works: true, words: '' },
  clipboard: { works: true, instead: '' },
});
const done = (demo: boolean, state: Status['key']['state'], scopes: string[] | null = null) =>
  realServiceSteps({
    marketplace: { name: 'A', address: 'https://a.example', demo },
    key: key(state, scopes),
    spending: { limits, today: [], month: [], unresolved: 0 },
  }).map((step) => step.done);

it('begins on the demo with nothing done, though it has a key of its own', () => {
  expect(done(true, 'memory', ['market_tools:call'])).toEqual([false, false, false]);
});

it('ticks off the address, then the key, and needs nothing more', () => {
  expect(done(false, 'none')).toEqual([true, false, true]);
  expect(done(false, 'keychain')).toEqual([true, true, true]);
});

it('leaves the key step open while the key cannot buy', () => {
  expect(done(false, 'keychain', ['account:read'])).toEqual([true, false, true]);
});
