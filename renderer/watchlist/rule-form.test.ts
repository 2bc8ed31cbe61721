import { expect, it } from 'vitest';
import { readRule, ruleForm } from './rule-form.ts';

it('reads whole numbers as people type them, and what is left empty as nothing', () => {
  expect(readRule({ miles: '70,000', seats: '', direct: false })).toEqual({
    ok: true,
    rule: { milesBelow: 70_000, seatsMin: null, direct: false },
  });
  expect(readRule({ miles: '', seats: ' 2 ', direct: true })).toEqual({
    ok: true,
    rule: { milesBelow: null, seatsMin: 2, direct: true },
  });
});

it.each([
  [{ miles: 'cheap', seats: '', direct: false }, 'miles'],
  [{ miles: '0', seats: '', direct: true }, 'miles'],
  [{ miles: '', seats: '100', direct: false }, 'seats'],
  [{ miles: '70.5', seats: '', direct: false }, 'miles'],
  [{ miles: '', seats: '1.5', direct: false }, 'seats'],
  [{ miles: '', seats: '', direct: false }, 'all'],
])('says what is wrong with %j', (form, field) => {
  const read = readRule(form);
  expect(read.ok ? [] : Object.keys(read.problems)).toEqual([field]);
});

it('shows what was set before', () => {
  const rule = { milesBelow: 70_000, seatsMin: 2, direct: true };
  expect(readRule(ruleForm(rule))).toEqual({ ok: true, rule });
  expect(ruleForm(null)).toEqual({ miles: '', seats: '', direct: false });
});
