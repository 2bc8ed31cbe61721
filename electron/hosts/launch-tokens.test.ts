import { expect, it } from 'vitest';
import { launchTokens } from './browser-host.ts';

it('lets a token in once, and reports it', () => {
  let used = 0;
  const tokens = launchTokens(() => 0);
  const token = tokens.issue({
    used: () => {
      used += 1;
    },
  });
  expect([tokens.take(`${token}x`), tokens.take(token), tokens.take(token)]).toEqual([false, true, false]);
  expect(used).toBe(1);
});

it('lets nobody in once its time is over, nor later', () => {
  let now = 0;
  const tokens = launchTokens(() => now);
  const [short, long, endless] = [tokens.issue({ forMs: 10 }), tokens.issue({ forMs: 20 }), tokens.issue()];
  now = 11;
  expect([tokens.take(short), tokens.take(long)]).toEqual([false, true]);
  now = 1e9;
  expect(tokens.take(endless)).toBe(true);
});

it('forgets the oldest of very many that nobody used', () => {
  const tokens = launchTokens(() => 0);
  const first = tokens.issue();
  const rest = Array.from({ length: 100 }, () => tokens.issue());
  expect([tokens.take(first), ...rest.map(tokens.take)]).toEqual([false, ...rest.map(() => true)]);
});
