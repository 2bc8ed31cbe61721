import { expect, it } from 'vitest';
import { naming, placeLabels } from './map-labels.ts';

const size = { width: 800, height: 400 };

it('puts the label of a close neighbour on another side', () => {
  const [jfk, lga] = placeLabels(
    [
      { code: 'JFK', x: 100, y: 100 },
      { code: 'LGA', x: 120, y: 100 },
    ],
    size,
  );
  expect([jfk?.anchor, lga?.anchor]).toEqual(['end', 'start']);
});

const crowd = Array.from({ length: 40 }, (_, place) => ({ code: `A${place + 10}`, x: 300 + place, y: 200 }));

it('labels the most important of a crowd, and another one when it is pointed at', () => {
  const labels = placeLabels(crowd, size);
  expect(labels[0]?.code).toBe('A10');
  expect(labels.length).toBeLessThan(20);
  const hidden = crowd.filter(({ code }) => !labels.some((label) => label.code === code)).slice(0, 1);
  const named = naming(labels, hidden, size);
  expect(named.at(-1)?.code).toBe(hidden[0]?.code);
  expect(naming(labels, crowd.slice(0, 1), size)).toEqual(labels);
});
