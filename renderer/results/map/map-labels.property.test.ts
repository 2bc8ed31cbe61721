import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boxOf, type Label, naming, overlap, placeLabels } from './map-labels.ts';

const size = { width: 600, height: 300 };
const spots = fc.uniqueArray(
  fc.record({
    code: fc.stringMatching(/^[A-Z]{3,4}$/),
    x: fc.double({ min: 0, max: size.width, noNaN: true }),
    y: fc.double({ min: 0, max: size.height, noNaN: true }),
  }),
  { selector: ({ code }) => code, maxLength: 150, size: 'max' },
);

const clashes = (labels: readonly Label[]) =>
  labels.filter((label, place) =>
    labels.slice(place + 1).some((other) => overlap(boxOf(label), boxOf(other))),
  );

it('no label overlaps another or leaves the map, and the most important airport has one', () => {
  fc.assert(
    fc.property(spots, fc.nat(), (airports, chosen) => {
      const labels = placeLabels(airports, size);
      expect(clashes(labels)).toEqual([]);
      for (const { left, right, top, bottom } of labels.map(boxOf)) {
        expect(left >= 0 && right <= size.width && top >= 0 && bottom <= size.height).toBe(true);
      }
      expect(labels.map(({ code }) => code)).toEqual(
        airports.filter(({ code }) => labels.some((label) => label.code === code)).map(({ code }) => code),
      );
      expect(labels[0]?.code).toBe(airports[0]?.code);
      // Whoever is pointed at has a label.
      const one = airports[chosen % Math.max(1, airports.length)];
      if (one === undefined) return;
      const named = naming(labels, [one], size);
      expect(clashes(named)).toEqual([]);
      expect(named.some(({ code }) => code === one.code)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
