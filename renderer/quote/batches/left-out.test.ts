import { expect, it } from 'vitest';
import { leftOutByReason } from './left-out.ts';

it('states each reason once, names a few of its searches and counts the rest', () => {
  const without = Array.from({ length: 299 }, (_, place) => ({ title: `search ${place}`, why: 'no Tool' }));
  const said = leftOutByReason([{ title: 'open', why: 'not settled' }, ...without]);
  expect(said).toEqual([
    { why: 'no Tool', titles: without.slice(0, 8).map(({ title }) => title), more: 291 },
    { why: 'not settled', titles: ['open'], more: 0 },
  ]);
});
