import { describe, expect, it } from 'vitest';
import { changedPath } from '../ui/screen-paths.ts';
import {
  type CompareAddress,
  comparePath,
  readCompareAddress,
  roundTripOf,
  unreadOfCompare,
} from './compare-address.ts';

const read = (path: string) => readCompareAddress(path.slice(path.indexOf('?')));

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
    expect(read(comparePath(address))).toEqual(address);
    expect(unreadOfCompare(comparePath(address).slice('/compare'.length))).toEqual([]);
  });

  it('leaves out default values', () => {
    expect(comparePath({})).toBe('/compare');
    expect(readCompareAddress('')).toMatchObject({
      view: 'columns',
      columns: [],
    });
  });

  it('keeps what can be read and at most six columns, and reads older bookmarks', () => {
    const scopes = [
      { kind: 'nonsense' },
      ...Array.from({ length: 8 }, (_, runId) => ({ kind: 'run', runId })),
    ];
    const old = readCompareAddress(`?scopes=${encodeURIComponent(JSON.stringify(scopes))}&seats=-1`);
    expect(old.columns).toHaveLength(6);
    expect(old.columns[0]).toEqual({ scope: { kind: 'run', runId: 0 }, filter: {} });
    expect(old.seatsMin).toBeNull();
    expect(readCompareAddress('?columns={broken').columns).toEqual([]);
    const odd = [{ scope: { kind: 'run', runId: 1 }, filter: { milesMax: 'few' } }];
    expect(readCompareAddress(`?columns=${encodeURIComponent(JSON.stringify(odd))}`).columns).toEqual([
      { scope: { kind: 'run', runId: 1 }, filter: {} },
    ]);
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
