import { expect, it } from 'vitest';
import { quoteObstacle } from './quote-obstacle.ts';

const CALLABLE = { state: 'callable', reason: null, words: 'Can be called.' } as const;

it('lets a quote be asked for where everything is there', () => {
  expect(quoteObstacle({ network: 'online', key: 'keychain', posture: CALLABLE })).toBeNull();
});

it('lets the service decide where the network or the Tool is not known yet', () => {
  const posture = { state: 'unknown', reason: null, words: 'Not described yet.' } as const;
  expect(quoteObstacle({ network: 'unknown', key: 'memory', posture })).toBeNull();
});

it('names what stands in the way, the network first', () => {
  expect(quoteObstacle({ network: 'offline', key: 'none', posture: null })).toContain('Offline');
  expect(quoteObstacle({ network: 'online', key: 'none', posture: null })).toContain('no award search Tool');
  expect(quoteObstacle({ network: 'online', key: 'none', posture: CALLABLE })).toContain('No access key');
});

it('tells an unavailable Tool in the words of its posture', () => {
  const posture = { state: 'needs_setup', reason: 'setup_required', words: 'Needs setup first.' } as const;
  expect(quoteObstacle({ network: 'online', key: 'keychain', posture })).toBe('Needs setup first.');
});
