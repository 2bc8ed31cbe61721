import { expect, it } from 'vitest';
import { readTool } from './tool-reading.ts';

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
