import { expect, it } from 'vitest';
import { readNights } from './nights.ts';

it('changes neither end while a typed number does not fit yet', () => {
  expect(readNights({ fewest: 7, most: 1 }, 'most')).toEqual({
    nights: null,
    problems: { most: 'Fewer than the fewest, 7.' },
  });
  expect(readNights({ fewest: 7, most: 10 }, 'most').nights).toEqual({ nightsMin: 7, nightsMax: 10 });
  expect(readNights({ fewest: 20, most: 14 }, 'fewest').problems).toEqual({
    fewest: 'More than the most, 14.',
  });
});

it('rejects a number that an address could not represent', () => {
  for (const most of ['', '-', 400, 7.5, -1]) {
    const { nights, problems } = readNights({ fewest: 4, most }, 'most');
    expect(nights).toBeNull();
    expect(problems.most).toBe('Give a whole number from 0 to 365.');
  }
  expect(readNights({ fewest: 0, most: 365 }, 'most').nights).toEqual({ nightsMin: 0, nightsMax: 365 });
});
