import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '#shared/testing/proves.ts';
import { groupLayout, type PlaceContent, rowsBetween } from './group-layout.ts';

const groups = fc.array(fc.record({ rows: fc.integer({ min: 1, max: 5 }), collapsed: fc.boolean() }), {
  maxLength: 12,
});

it('puts every heading before its rows, and leaves out rows of collapsed groups, like an explicit list', () => {
  proves(0.55, [groups, fc.nat(20), fc.nat(20)], (all, first, length) => {
    let row = 0;
    const homes: number[] = [];
    const written: PlaceContent[] = [];
    all.forEach(({ rows, collapsed }, group) => {
      const heading = written.push({ kind: 'group', group }) - 1;
      for (let step = 0; step < rows; step++, row++) {
        homes.push(collapsed ? heading : written.push({ kind: 'row', row }) - 1);
      }
    });
    const layout = groupLayout(
      all.map(({ rows }) => rows),
      (group) => all[group]?.collapsed === true,
    );
    expect(layout.count).toBe(written.length);
    expect(written.map((_, place) => layout.at(place))).toEqual(written);
    expect(homes.map((_, each) => layout.placeOf(each))).toEqual(homes);
    expect(rowsBetween(layout, first, first + length)).toEqual(
      written
        .slice(first, first + length)
        .flatMap((content) => (content.kind === 'row' ? [content.row] : [])),
    );
    return all.some(({ collapsed }) => collapsed);
  });
});
