import { expect, it } from 'vitest';
import { amountLabel } from '#shared/money.ts';
import { tripLimitLabel, tripObstacle } from './trip-limits.ts';

const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });
const PAGE = usd(22_000);
const limit = (left: number | null, of: 'day' | 'all' = 'day') => ({
  of,
  limit: usd(100_000),
  left: left === null ? null : usd(left),
});

it('says of each limit what is left of it', () => {
  expect(tripLimitLabel(limit(56_000))).toContain(`${amountLabel(usd(56_000))} of it is left`);
  expect(tripLimitLabel(limit(0, 'all'))).toContain(`${amountLabel(usd(100_000))} in all`);
  expect(tripLimitLabel(limit(null))).not.toContain('is left.');
});

it.each([
  ['no limit', [], [PAGE], true],
  ['one page fits', [limit(22_000)], [PAGE], true],
  ['the cheapest fits', [limit(22_000)], [usd(44_000), PAGE], true],
  ['not one page fits', [limit(21_999)], [PAGE, PAGE], false],
  ['nothing is left', [limit(0)], [null], false],
  ['a page of unknown price may fit', [limit(1)], [PAGE, null], true],
  ['one of two limits is reached', [limit(90_000), limit(0, 'all')], [PAGE], false],
  ['what was spent cannot be read', [limit(null)], [PAGE], false],
  ['it is of another currency', [limit(90_000)], [{ ...PAGE, currency: 'EUR' }], false],
])('where %s', (_what, limits, prices, fits) => {
  expect(tripObstacle(limits, prices) === null).toBe(fits);
});
