import { describe, expect, it } from 'vitest';
import { changedPath } from '../ui/screen-paths.ts';
import { type CompareAddress, comparePath, readCompareAddress, unreadOfCompare } from './compare-address.ts';

const read = (path: string) => readCompareAddress(path.slice(path.indexOf('?')));

describe('the address of Compare', () => {
  it('reads back what was written into it', () => {
    const address: CompareAddress = {
      view: 'trips',
      columns: [
        { scope: { kind: 'search', searchId: 4 }, filter: {} },
        { scope: { kind: 'run', runId: 12 }, filter: { programmes: ['aeroplan'], direct: true } },
      ],
      direct: true,
      seatsMin: 2,
      fare: '1200.50',
      returnFare: '2400',
      taxes: '45',
      returnTaxes: '90.50',
      fareForAll: true,
      before: { kind: 'run', runId: 3 },
      after: { kind: 'run', runId: 4 },
      changes: ['removed', 'cheaper'],
      outbound: { scope: { kind: 'search', searchId: 4 }, filter: { origins: ['JFK'] } },
      back: { scope: { kind: 'search', searchId: 5 }, filter: {} },
      nightsMin: 3,
      nightsMax: 10,
      sameProgramme: true,
      byValue: true,
    };
    expect(read(comparePath(address))).toEqual(address);
    expect(unreadOfCompare(comparePath(address).slice('/compare'.length))).toEqual([]);
  });

  it('leaves out default values', () => {
    expect(comparePath({})).toBe('/compare');
    expect(readCompareAddress('')).toMatchObject({
      view: 'columns',
      columns: [],
      nightsMin: 7,
      nightsMax: 14,
    });
  });

  it('keeps what can be read and at most six columns, and reads older bookmarks', () => {
    const scopes = [
      { kind: 'nonsense' },
      ...Array.from({ length: 8 }, (_, runId) => ({ kind: 'run', runId })),
    ];
    const old = readCompareAddress(
      `?scopes=${encodeURIComponent(JSON.stringify(scopes))}&seats=-1&nights=9-2`,
    );
    expect(old.columns).toHaveLength(6);
    expect(old.columns[0]).toEqual({ scope: { kind: 'run', runId: 0 }, filter: {} });
    expect(old.seatsMin).toBeNull();
    expect(old.nightsMin).toBe(7);
    expect(readCompareAddress('?columns={broken').columns).toEqual([]);
    const odd = [{ scope: { kind: 'run', runId: 1 }, filter: { milesMax: 'few' } }];
    expect(readCompareAddress(`?columns=${encodeURIComponent(JSON.stringify(odd))}`).columns).toEqual([
      { scope: { kind: 'run', runId: 1 }, filter: {} },
    ]);
  });

  it('names two runs in the same way as other screens', () => {
    expect(read(changedPath(1, 2))).toMatchObject({
      view: 'runs',
      before: { kind: 'run', runId: 1 },
      after: { kind: 'run', runId: 2 },
    });
  });
});
