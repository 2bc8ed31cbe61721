import { expect, it } from 'vitest';
import { inputDifferences, sameJson, valueWords } from './input-difference.ts';

it('finds nothing where the service will execute what was asked, whatever the order of members', () => {
  expect(inputDifferences({ a: 1, b: ['x', { y: null }] }, { b: ['x', { y: null }], a: 1 })).toEqual([]);
});

it('names a changed, an added and a dropped member', () => {
  expect(
    inputDifferences(
      { cabin: 'business', take: 10, skip: 0 },
      { cabin: 'first', take: 10, order_by: 'date' },
    ),
  ).toEqual([
    { name: 'cabin', asked: 'business', executed: 'first' },
    { name: 'skip', asked: 0, executed: undefined },
    { name: 'order_by', asked: undefined, executed: 'date' },
  ]);
});

it('tells a number from the text that looks like it', () => {
  expect(inputDifferences({ take: 10 }, { take: '10' })).toHaveLength(1);
});

it('does not take a member that is not there for one that is undefined', () => {
  expect(sameJson({ a: undefined }, { b: undefined })).toBe(false);
});

it('shows a whole request that is no object as one difference', () => {
  expect(inputDifferences({ a: 1 }, 'a=1')).toEqual([
    { name: 'the whole request', asked: { a: 1 }, executed: 'a=1' },
  ]);
});

it('says what is not there', () => {
  expect(valueWords(undefined)).toBe('not set');
  expect(valueWords('JFK')).toBe('JFK');
  expect(valueWords(10)).toBe('10');
});
