import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proves } from '../testing/proves.ts';
import { readAwardPage } from './response.ts';

describe('reading any answer at all', () => {
  it('never throws, and returns one row for each element of data', () => {
    proves(
      0.65,
      [fc.jsonValue({ maxDepth: 4 }), fc.array(fc.jsonValue({ maxDepth: 3 }))],
      (any, data) => {
        readAwardPage(any);
        const page = readAwardPage({ count: 1, cursor: 1, hasMore: false, data });
        expect(page.rows.map((row) => row.position)).toEqual(data.map((_, position) => position));
        for (const row of page.rows) expect(row.quality === 'broken').toBe(row.problems.length > 0);
        return data.length > 0;
      },
      { numRuns: 2_000 },
    );
  });

  it('is not misled by prototype names', () => {
    const hostile = JSON.parse('{"data":[{"__proto__":{"ID":"x"},"constructor":1,"ID":null}]}') as unknown;
    const [row] = readAwardPage(hostile).rows;
    expect(row?.record.recordId).toBeNull();
    expect(row?.added).toEqual(['__proto__', 'constructor']);
    expect(Object.hasOwn(Object.prototype, 'ID')).toBe(false);
  });
});
