import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupLayout, type PlaceContent } from './group-layout.ts';

it('puts every heading before its rows and every row in one place, as a list written out would', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }), (counts) => {
      let row = 0;
      const written: PlaceContent[] = counts.flatMap((rows, group) => [
        { kind: 'group' as const, group },
        ...Array.from({ length: rows }, () => ({ kind: 'row' as const, row: row++ })),
      ]);
      const layout = groupLayout(counts);
      expect(layout.count).toBe(written.length);
      expect(written.map((_, place) => layout.at(place))).toEqual(written);
      written.forEach((content, place) => {
        if (content.kind === 'row') expect(layout.placeOf(content.row)).toBe(place);
      });
    }),
  );
});
