import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '../testing/proves.ts';
import type { Coverage } from './coverage.ts';
import { CHANGES, type Change, differencesOf, type SeenRecord } from './differences.ts';

type Content = Omit<SeenRecord, 'record' | 'version' | 'passes'>;

/** Contents so few that they collide: a version is named by its content, as the file does it. */
const content: fc.Arbitrary<Content> = fc.record({
  day: fc.constantFrom(1, 2, 3, null),
  route: fc.constantFrom(1, 2),
  space: fc.boolean(),
  miles: fc.constantFrom(50_000, 70_000, null),
  seats: fc.constantFrom(1, 4, null),
});

const run = fc
  .uniqueArray(fc.record({ record: fc.nat(12), content, passes: fc.boolean() }), {
    selector: ({ record }) => record,
  })
  .map((rows) =>
    rows.map(
      ({ record, content, passes }): SeenRecord => ({
        record,
        passes,
        version: versionOf(record, content),
        ...content,
      }),
    ),
  );

const versions = new Map<string, number>();
function versionOf(record: number, content: Content): number {
  const key = JSON.stringify([record, content]);
  const version = versions.get(key) ?? versions.size;
  versions.set(key, version);
  return version;
}

const coverage: fc.Arbitrary<Coverage> = fc.record({
  reason: fc.constant('exhausted' as const),
  where: fc.option(
    fc.record({
      routes: fc.option(fc.subarray([1, 2]).map((routes) => new Set(routes))),
      from: fc.constantFrom(null, 1, 2),
      until: fc.constantFrom(null, 2, 3),
    }),
    { freq: 4 },
  ),
  unreadable: fc.subarray([1, 2, 3], { maxLength: 1 }).map((records) => new Set(records)),
});

/** One sentence for each kind of change, by looking every record up in both lists. */
function slowly(
  then: SeenRecord | undefined,
  now: SeenRecord | undefined,
  sides: Record<'before' | 'after', Coverage>,
) {
  const isProof = ({ where, unreadable }: Coverage, seen: SeenRecord) => {
    if (where === null) return false;
    const days = [1, 2, 3].filter((day) => day >= (where.from ?? 0) && day <= (where.until ?? 9));
    const isDay = seen.day === null ? where.from === null && where.until === null : days.includes(seen.day);
    return isDay && (where.routes === null || where.routes.has(seen.route)) && !unreadable.has(seen.record);
  };
  const is: Record<Change, boolean> = {
    new: !then && !!now?.passes && isProof(sides.before, now),
    notSeenBefore: !then && !!now?.passes && !isProof(sides.before, now),
    removed: !now && !!then?.passes && isProof(sides.after, then),
    notSeenAgain: !now && !!then?.passes && !isProof(sides.after, then),
    spaceCame: false,
    spaceWent: false,
    cheaper: false,
    dearer: false,
    moreSeats: false,
    fewerSeats: false,
    otherwise: false,
  };
  if (then && now && (then.passes || now.passes)) {
    is.spaceCame = !then.space && now.space;
    is.spaceWent = then.space && !now.space;
    const [m0, m1] = then.space && now.space ? [then.miles, now.miles] : [null, null];
    const [s0, s1] = then.space && now.space ? [then.seats, now.seats] : [null, null];
    is.cheaper = m0 !== null && m1 !== null && m1 < m0;
    is.dearer = m0 !== null && m1 !== null && m1 > m0;
    is.moreSeats = s0 !== null && s1 !== null && s1 > s0;
    is.fewerSeats = s0 !== null && s1 !== null && s1 < s0;
    const same = CHANGES.every((change) => !is[change]);
    const { passes: _then, ...content } = then;
    const { passes: _now, ...contentNow } = now;
    is.otherwise = same && JSON.stringify(content) !== JSON.stringify(contentNow);
  }
  return CHANGES.filter((change) => is[change]).sort();
}

it('gives for every record what finding it in both runs gives', () => {
  proves(
    0.7,
    [run, run, coverage, coverage],
    (before, after, then, now) => {
      const found = differencesOf(before, after, { before: then, after: now });
      const records = [...new Set([...before, ...after].map(({ record }) => record))];
      const expected = records.map((record) => {
        const sides = [before, after].map((side) => side.find((seen) => seen.record === record));
        return { record, sides, changes: slowly(sides[0], sides[1], { before: then, after: now }) };
      });
      const changed = expected.filter(({ changes }) => changes.length > 0);
      expect(
        new Map(
          found.changed.map(({ before, after, changes }) => [(after ?? before)?.record, [...changes].sort()]),
        ),
      ).toEqual(new Map(changed.map(({ record, changes }) => [record, changes])));
      expect(found.unchanged).toBe(
        expected.filter(
          ({ sides, changes }) => changes.length === 0 && sides.some((side) => side?.passes === true),
        ).length,
      );
      for (const change of CHANGES)
        expect(found.counts[change]).toBe(expected.filter(({ changes }) => changes.includes(change)).length);
      const order = found.changed.map(({ before, after }) => after ?? before);
      const place = (seen: SeenRecord | null) => (seen?.day ?? 9) * 100 + (seen?.record ?? 0);
      expect(order).toEqual([...order].sort((a, b) => place(a) - place(b)));
      return changed.length > 0;
    },
    { numRuns: 300 },
  );
});
