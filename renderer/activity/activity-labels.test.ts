import { describe, expect, it } from 'vitest';
import { formatBytes } from '#shared/formats.ts';
import { activityAddress } from '../addresses/activity-address.ts';
import { durationLabel, statusLabel } from './activity-labels.ts';

describe('a request in words', () => {
  it('formats sizes and times in readable units', () => {
    expect([0, 999, 1000, 64_200, 3_100_000].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '64.2 kB',
      '3.1 MB',
    ]);
    expect([8, 999, 2400].map(durationLabel)).toEqual(['8 ms', '999 ms', '2.4 s']);
  });

  it('reports that there was no answer', () => {
    expect([200, null].map(statusLabel)).toEqual(['200', 'no answer']);
  });
});

describe('the address of Activity', () => {
  it('reads back what was written into it', () => {
    for (const address of [
      { text: '', failedOnly: false },
      { text: 'a & b', failedOnly: true },
    ]) {
      const path = activityAddress.path(address);
      expect(activityAddress.read(path.replace('/activity', ''))).toEqual(address);
    }
  });
});
