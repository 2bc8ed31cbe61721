import { expect, it } from 'vitest';
import type { KeyStatus } from '#shared/contract/status.ts';
import { keyLabel, missingScope } from './key-label.ts';

const STATUS: KeyStatus = {
  state: 'keychain',
  origin: 'https://market.example',
  scopes: null,
  account: null,
  keychain: { works: true, words: '' },
  clipboard: { works: true, instead: '' },
};

it('states where the key is and for whom', () => {
  expect(keyLabel(STATUS)).toContain('https://market.example');
  expect(keyLabel({ ...STATUS, state: 'memory', account: 'acct_1' })).toContain('this run only');
  for (const account of ['demo', 'account:demo'])
    expect(keyLabel({ ...STATUS, account })).toMatch(/ demo\.$/);
  expect(keyLabel({ ...STATUS, state: 'none' })).not.toContain('market.example');
});

it('names the scope that a key lacks, once its scopes are known', () => {
  expect(missingScope(STATUS)).toBeNull();
  expect(missingScope({ ...STATUS, scopes: ['account:read'] })).toBe('market_tools:call');
  expect(missingScope({ ...STATUS, scopes: ['market_tools:call'] })).toBeNull();
});
