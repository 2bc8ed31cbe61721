import { expect, it } from 'vitest';
import { headingOf } from './group-heading.ts';

it('a group is headed by what its records share, or by what none of them tells', () => {
  expect(headingOf('aeroplan', 'programme')).toBe('Air Canada Aeroplan');
  expect(headingOf('JFK → LHR', 'route')).toBe('JFK → Heathrow');
  expect(headingOf('', 'programme')).toBe('No programme');
  expect(headingOf(' → ', 'route')).toBe('No airports');
  expect(headingOf('', 'date')).toBe('No readable date');
});
