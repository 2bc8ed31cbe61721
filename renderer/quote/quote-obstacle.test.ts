import { expect, it } from 'vitest';
import type { KeyStatus } from '#shared/contract/status.ts';
import { NOT_READ_YET, quoteObstacle } from './quote-obstacle.ts';

const CALLABLE = { state: 'callable', reason: null, words: 'Can be called.' } as const;

const keychain = { works: true, words: '' };
const KEY: Pick<KeyStatus, 'state' | 'scopes' | 'keychain'> = {
  keychain,
  state: 'keychain',
  scopes: ['market_tools:call'],
};
const NO_KEY: Pick<KeyStatus, 'state' | 'scopes' | 'keychain'> = { keychain, state: 'none', scopes: null };

it('allows a quote where nothing is missing', () => {
  expect(quoteObstacle({ network: 'online', key: KEY, posture: CALLABLE })).toBeNull();
});

it('leaves the decision to the service where the network or the Tool is not known yet', () => {
  const posture = { state: 'unknown', reason: null, words: 'Not described yet.' } as const;
  expect(quoteObstacle({ network: 'unknown', key: { ...KEY, state: 'memory' }, posture })).toBeNull();
});

it('names the obstacle, the network first', () => {
  expect(quoteObstacle({ network: 'offline', key: NO_KEY, posture: null })).toContain('Offline');
  expect(quoteObstacle({ network: 'online', key: NO_KEY, posture: null })).toContain('no Tool');
  expect(quoteObstacle({ network: 'online', key: NO_KEY, posture: CALLABLE })).toContain('No key');
});

it('does not call a key absent that could not be read', () => {
  const key = { ...NO_KEY, state: 'unread', keychain: { works: false, words: 'It is locked.' } } as const;
  const obstacle = quoteObstacle({ network: 'online', key, posture: CALLABLE });
  expect(obstacle).toContain('It is locked.');
  expect(obstacle).not.toContain('No key');
});

it('does not call a Tool absent before the Tools are read', () => {
  expect(quoteObstacle({ network: 'unknown', key: KEY, posture: undefined })).toBe(NOT_READ_YET);
});

it('describes an unavailable Tool in the words of its posture', () => {
  const posture = { state: 'needs_setup', reason: 'setup_required', words: 'Needs setup first.' } as const;
  expect(quoteObstacle({ network: 'online', key: KEY, posture })).toBe('Needs setup first.');
});

it('refers an award search that deviates from the contract to its own form', () => {
  expect(quoteObstacle({ network: 'online', key: KEY, posture: CALLABLE, drifted: true })).toContain(
    'own form',
  );
});

it('requests no quote with a key without the scope for Calls, once its scopes are known', () => {
  const accountWith = (scopes: string[] | null) =>
    quoteObstacle({ network: 'online', key: { ...KEY, scopes }, posture: CALLABLE });
  expect(accountWith(['account:read'])).toContain('market_tools:call');
  expect(accountWith(null)).toBeNull();
});
