import { describe, expect, it } from 'vitest';
import { type CompareAddress, changedPath, compareAddress } from './compare-address.ts';

const read = (path: string) => compareAddress.read(path.slice(path.indexOf('?')));

describe('the address of Compare', () => {
  it('reads back what was written into it', () => {
    const address: CompareAddress = {
      view: 'runs',
      columns: [
        { scope: { kind: 'search', searchId: 4 }, filter: {} },
        { scope: { kind: 'run', runId: 12 }, filter: { programmes: ['aeroplan'], direct: true } },
      ],
      direct: true,
      seatsMin: 2,
      fare: '1200.50',
      taxes: '45',
      fareForAll: true,
      before: { kind: 'run', runId: 3 },
      after: { kind: 'run', runId: 4 },
      changes: ['removed', 'cheaper'],
    };
    expect(read(compareAddress.path(address))).toEqual(address);
    expect(compareAddress.unread(compareAddress.path(address).slice('/compare'.length))).toEqual([]);
  });

  it('leaves out default values', () => {
    expect(compareAddress.path({})).toBe('/compare');
    expect(compareAddress.read('')).toMatchObject({
      view: 'columns',
      columns: [],
    });
  });

  it('leaves out what cannot be read', () => {
    expect(compareAddress.read('?seatsMin=-1&direct=true')).toMatchObject({ seatsMin: null, direct: true });
    expect(compareAddress.unread('?seatsMin=-1&direct=true')).toEqual(['seatsMin=-1']);
  });

  it('names two runs in the same way as other screens', () => {
    expect(read(changedPath(1, 2))).toMatchObject({
      view: 'runs',
      before: { kind: 'run', runId: 1 },
      after: { kind: 'run', runId: 2 },
    });
  });
});
