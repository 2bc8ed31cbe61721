import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addressOf } from './address.ts';

const address = addressOf(
  '/here',
  z.object({
    text: z.string().default(''),
    count: z.int().optional(),
    space: z.boolean().optional().default(true),
    name: z.string().nullable().default(null),
    parts: z
      .array(z.object({ on: z.boolean(), filter: z.object({ most: z.int().max(9).optional() }) }))
      .max(2)
      .default([]),
  }),
);
const searchOf = (path: string) => path.slice('/here'.length);
const json = (name: string, value: unknown) => `${name}=${encodeURIComponent(JSON.stringify(value))}`;

describe('an address', () => {
  it.each([
    { text: 'a & b=c', count: 0, space: false, name: 'null', parts: [{ on: true, filter: { most: 1 } }] },
    { text: '{"a":1}', count: undefined, space: undefined, name: '5', parts: [] },
    { text: '', count: 7, space: true, name: null, parts: [] },
  ])('reads back what was written into it, and loses nothing', (state) => {
    const search = searchOf(address.path(state));
    expect(address.read(search)).toEqual(state);
    expect(address.unread(search)).toEqual([]);
  });

  it('leaves out what has its default', () => {
    expect(address.path({ text: '', space: true })).toBe('/here');
    expect(address.read('')).toEqual({ text: '', space: true, name: null, parts: [] });
  });

  it('drops and names what it does not know, what does not fit, and a second of one name', () => {
    const search = '?night=3&constructor=1&count=two&count=2&count=3&parts=%5B%7B';
    expect(address.read(search)).toEqual({ text: '', count: 2, space: true, name: null, parts: [] });
    expect(address.unread(search)).toEqual(['night=3', 'constructor=1', 'count=two', 'count=3', 'parts=[{']);
    expect(address.unread(`count=${'x'.repeat(500)}`)[0]).toHaveLength(61);
  });

  it('drops a member of which a part does not fit', () => {
    const search = json('parts', [{ on: true, filter: { most: 10 } }]);
    expect(address.read(search).parts).toEqual([]);
    expect(address.unread(search)).toEqual(['parts=[{"on":true,"filter":{"most":10}}]']);
  });
});
