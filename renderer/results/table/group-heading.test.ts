import { expect, it } from 'vitest';
import { extentOfGroup, headingOf } from './group-heading.ts';

it('the heading of a group is what its records share, or states that none of them has it', () => {
  expect(headingOf('aeroplan', 'programme')).toBe('Air Canada Aeroplan');
  expect(headingOf('JFK → LHR', 'route')).toBe('JFK → Heathrow');
  expect(headingOf('', 'programme')).toBe('No programme');
  expect(headingOf(' → ', 'route')).toBe('No airports');
  expect(headingOf('', 'date')).toBe('No readable date');
});

it('states the size of a group, and the fewest miles with space', () => {
  expect(extentOfGroup({ records: 12, withSpace: 3, cheapest: 48_000 })).toBe(
    '12 records, 3 with space, from 48,000 miles',
  );
  expect(extentOfGroup({ records: 1, withSpace: 1, cheapest: null })).toBe('1 record, 1 with space');
  expect(extentOfGroup({ records: 2, withSpace: 0, cheapest: null })).toBe('2 records, no award space');
});
