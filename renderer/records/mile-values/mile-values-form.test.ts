import { expect, it } from 'vitest';
import { readMileValues } from './mile-values-form.ts';

it('reads cents by programme and leaves out what is empty', () => {
  expect(readMileValues(' eur ', { aeroplan: '1.45', united: ' ' })).toEqual({
    values: {
      currency: 'EUR',
      values: [{ programme: 'aeroplan', perMile: { currency: 'EUR', units: '14500', exponent: 6 } }],
    },
    problems: {},
  });
});

it('shows an error for each invalid field, and then saves nothing', () => {
  const read = readMileValues('', { aeroplan: 'much', united: '1.2', delta: '1000' });
  expect(read.values).toBeNull();
  expect(Object.keys(read.problems).sort()).toEqual(['currency', 'programme aeroplan', 'programme delta']);
});
