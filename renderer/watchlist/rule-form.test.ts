import { expect, it } from 'vitest';
import { readRule, ruleForm } from './rule-form.ts';

it.each(['60k', '60 K', '60,000', '60.000', '60 000', '60000'])(
  'reads miles as everywhere else: %s',
  (miles) => {
    expect(readRule({ miles, seats: '', direct: false, cheapest: '' })).toMatchObject({
      rule: { milesBelow: 60_000 },
    });
  },
);

it('reads whole numbers as people type them, and empty fields as no condition', () => {
  expect(readRule({ miles: '70,000', seats: '', direct: false, cheapest: '' })).toEqual({
    ok: true,
    rule: { milesBelow: 70_000, seatsMin: null, direct: false, cheapestPercent: null },
  });
  expect(readRule({ miles: '', seats: ' 2 ', direct: true, cheapest: '' })).toEqual({
    ok: true,
    rule: { milesBelow: null, seatsMin: 2, direct: true, cheapestPercent: null },
  });
});

it('accepts only a share of the cheapest', () => {
  expect(readRule({ miles: '', seats: '', direct: false, cheapest: '10' })).toEqual({
    ok: true,
    rule: { milesBelow: null, seatsMin: null, direct: false, cheapestPercent: 10 },
  });
});

it.each([
  [{ miles: 'cheap', seats: '', direct: false, cheapest: '' }, 'miles'],
  [{ miles: '0', seats: '', direct: true, cheapest: '' }, 'miles'],
  [{ miles: '', seats: '100', direct: false, cheapest: '' }, 'seats'],
  [{ miles: '70.5', seats: '', direct: false, cheapest: '' }, 'miles'],
  [{ miles: '', seats: '1.5', direct: false, cheapest: '' }, 'seats'],
  [{ miles: '', seats: '', direct: false, cheapest: '0' }, 'cheapest'],
  [{ miles: '', seats: '', direct: true, cheapest: '101' }, 'cheapest'],
  [{ miles: '', seats: '', direct: false, cheapest: '' }, 'all'],
])('reports what is wrong with %j', (form, field) => {
  const read = readRule(form);
  expect(read.ok ? [] : Object.keys(read.problems)).toEqual([field]);
});

it('shows the current rule', () => {
  const rule = { milesBelow: 70_000, seatsMin: 2, direct: true, cheapestPercent: 10 };
  expect(readRule(ruleForm(rule))).toEqual({ ok: true, rule });
  expect(ruleForm(null)).toEqual({ miles: '', seats: '', direct: false, cheapest: '' });
});
