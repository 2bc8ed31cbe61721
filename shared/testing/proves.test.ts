import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves, provesInTime } from './proves.ts';

const drawn: [fc.Arbitrary<number>] = [fc.nat(9)];

it('a generator that makes too few cases that could fail is reported', async () => {
  expect(() => proves(0.9, drawn, (number) => number > 4)).toThrow('not trivial');
  await expect(provesInTime(0.9, drawn, async (number) => number > 4)).rejects.toThrow('not trivial');
  expect(() => proves(0.2, drawn, (number) => number > 4)).not.toThrow();
});

it('a property that does not hold fails before its cases are counted', () => {
  const holds = (number: number) => {
    expect(number).toBeLessThan(5);
    return false;
  };
  expect(() => proves(0.5, drawn, holds)).toThrow('Counterexample');
});
