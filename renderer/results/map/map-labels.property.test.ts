import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '#shared/testing/proves.ts';
import { type Label, naming, placeLabels } from './map-labels.ts';

const size = { width: 600, height: 300 };
const spots = fc.uniqueArray(
  fc.record({
    code: fc.stringMatching(/^[A-Z]{3,4}$/),
    x: fc.double({ min: 0, max: size.width, noNaN: true }),
    y: fc.double({ min: 0, max: size.height, noNaN: true }),
  }),
  { selector: ({ code }) => code, minLength: 1, maxLength: 150, size: 'max' },
);

/** What the letters of a label cover at least: 7 pixels by letter, from the baseline to 9 above it. */
function lettersOf({ code, x, y, anchor }: Label) {
  const width = code.length * 7;
  const left = { start: x, middle: x - width / 2, end: x - width }[anchor];
  return { left, right: left + width, top: y - 9, bottom: y };
}
type Letters = ReturnType<typeof lettersOf>;

/** Whether neither lies beside, above or below the other. */
const covers = (a: Letters, b: Letters) =>
  !(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top);

const clashes = (labels: readonly Label[]) =>
  labels.filter((label, place) =>
    labels.slice(place + 1).some((other) => covers(lettersOf(label), lettersOf(other))),
  );

it('no label covers another or leaves the map, each is beside its airport, and the first has one', () => {
  proves(
    0.45,
    [spots, fc.nat()],
    (airports, chosen) => {
      const labels = placeLabels(airports, size);
      expect(clashes(labels)).toEqual([]);
      for (const label of labels) {
        const { left, right, top, bottom } = lettersOf(label);
        expect(left >= 0 && right <= size.width && top >= 0 && bottom <= size.height).toBe(true);
        const airport = airports.find(({ code }) => code === label.code);
        expect(Math.hypot(label.x - (airport?.x ?? NaN), label.y - (airport?.y ?? NaN))).toBeLessThan(20);
      }
      expect(labels.map(({ code }) => code)).toEqual(
        airports.filter(({ code }) => labels.some((label) => label.code === code)).map(({ code }) => code),
      );
      expect(labels[0]?.code).toBe(airports[0]?.code);
      // Whoever is pointed at has a label.
      const one = airports[chosen % airports.length];
      if (one === undefined) throw new Error('There is an airport.');
      const named = naming(labels, [one], size);
      expect(clashes(named)).toEqual([]);
      expect(named.some(({ code }) => code === one.code)).toBe(true);
      return labels.length > 1;
    },
    { numRuns: 100 },
  );
});

it('every airport has a label where they are far apart', () => {
  const grid = fc.subarray(Array.from({ length: 8 * 5 }, (_, place) => place)).map((places) =>
    places.map((place) => ({
      code: `A${String.fromCharCode(65 + (place % 26))}${String.fromCharCode(65 + Math.floor(place / 26))}`,
      x: 40 + (place % 8) * 74,
      y: 30 + Math.floor(place / 8) * 60,
    })),
  );
  proves(0.55, [grid], (airports) => {
    expect(placeLabels(airports, size).map(({ code }) => code)).toEqual(airports.map(({ code }) => code));
    return airports.length > 1;
  });
});
