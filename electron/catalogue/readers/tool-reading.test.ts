import { expect, it } from 'vitest';
import { mentionsAwardSearch, readTool, readToolDetail } from './tool-reading.ts';

const PRICE = { currency: 'USD', units: '22000', exponent: 6 };

it('shows a Tool whose record calls its title, text, provider and price otherwise', () => {
  const record = {
    tool_id: 't',
    name: 'Award seats',
    summary: 'Finds award seats',
    provider: { display_name: 'Gull Air' },
    price: { amount: '0.022000', currency: 'USD' },
  };
  expect(readTool(record)).toMatchObject({
    toolRef: 't',
    title: 'Award seats',
    description: 'Finds award seats',
    provider: { name: 'Gull Air' },
    displayPrice: PRICE,
  });
  const both = { ...record, title: 'Seats', description: 'Seats of awards', displayPrice: PRICE, price: 'x' };
  expect(readTool(both)).toMatchObject({
    title: 'Seats',
    description: 'Seats of awards',
    displayPrice: PRICE,
  });
});

it.each<[string, unknown]>([
  ['its mere ID', { id: 't', name: 'Award seats' }],
  ['a number', { id: 7, title: 'Award seats' }],
  ['a resource of JSON:API', { type: 'tools', id: 't', attributes: { title: 'Award seats' } }],
])('a Tool is known by %s', (_, record) => {
  const toolRef = String((record as { id: unknown }).id);
  expect(readTool(record)).toMatchObject({ toolRef, title: 'Award seats' });
  expect(readToolDetail(record)?.toolRef).toBe(toolRef);
});

it('a record that says nothing of itself but an ID is no Tool', () => {
  expect(readTool({ id: 'err-1', message: 'No' })).toBeNull();
  expect(readTool({ toolRef: 't', id: 'x' })?.toolRef).toBe('t');
});

it('the award search is mentioned wherever its name stands by itself', () => {
  const name = 'capability:get.sky.api-awards-search';
  for (const record of [{ tags: ['travel', name] }, { spec: { operation: { id: name } } }, [[name]], name])
    expect(mentionsAwardSearch(record)).toBe(true);
  for (const record of [{ description: `Like ${name}` }, { tags: ['get.sky.api-hotels-search'] }, null])
    expect(mentionsAwardSearch(record)).toBe(false);
  // What is too large to be looked through may hold it.
  expect(mentionsAwardSearch(Array.from({ length: 3_000 }, () => ({})))).toBe(true);
});
