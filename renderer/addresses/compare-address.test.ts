import { describe, expect, it } from 'vitest';
import { type CompareAddress, changedPath, compareAddress, roundTripOf } from './compare-address.ts';

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

  it('reads what it can of at most six columns', () => {
    const columns = [
      { scope: { kind: 'nonsense' } },
      ...Array.from({ length: 8 }, (_, runId) => ({ scope: { kind: 'run', runId } })),
    ];
    const search = `?columns=${encodeURIComponent(JSON.stringify(columns))}&seatsMin=-1`;
    const address = compareAddress.read(search);
    expect(address.columns).toHaveLength(5);
    expect(address.columns[0]).toEqual({ scope: { kind: 'run', runId: 0 }, filter: {} });
    expect(address.seatsMin).toBeNull();
    expect(compareAddress.unread(search)).toEqual(expect.arrayContaining(['columns.0', 'columns.6']));
    expect(compareAddress.unread(search)).toContain('seatsMin=-1');
  });

  it('of outbound and return names the search that a trip is made of', () => {
    const outbound = encodeURIComponent(JSON.stringify({ kind: 'search', searchId: 4 }));
    expect(roundTripOf(`?view=trips&outbound=${outbound}&nights=3-10`)).toEqual({
      outbound: { kind: 'search', searchId: 4 },
      nights: '3-10',
    });
    expect(roundTripOf('?view=trips')).toEqual({ outbound: null, nights: '' });
    expect(roundTripOf('?view=runs')).toBeNull();
  });

  it('names two runs in the same way as other screens', () => {
    expect(read(changedPath(1, 2))).toMatchObject({
      view: 'runs',
      before: { kind: 'run', runId: 1 },
      after: { kind: 'run', runId: 2 },
    });
  });
});
