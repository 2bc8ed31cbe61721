import { describe, expect, it } from 'vitest';
import { type CompareAddress, comparePath, readCompareAddress } from './compare-address.ts';

describe('the address of Compare', () => {
  it('gives back what was written into it', () => {
    const address: CompareAddress = {
      scopes: [
        { kind: 'search', searchId: 4 },
        { kind: 'run', runId: 12 },
      ],
      direct: true,
      seatsMin: 2,
    };
    const path = comparePath(address);
    expect(readCompareAddress(path.slice(path.indexOf('?')))).toEqual(address);
  });

  it('keeps what can be read and at most six columns', () => {
    const scopes = [
      { kind: 'nonsense' },
      ...Array.from({ length: 8 }, (_, runId) => ({ kind: 'run', runId })),
    ];
    const read = readCompareAddress(`?scopes=${encodeURIComponent(JSON.stringify(scopes))}&seats=-1`);
    expect(read.scopes).toHaveLength(6);
    expect(read.seatsMin).toBeNull();
    expect(readCompareAddress('?scopes={broken').scopes).toEqual([]);
  });
});
