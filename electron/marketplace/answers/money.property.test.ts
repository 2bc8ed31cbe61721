import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Amount, compareAmounts, decimalText } from '#shared/money.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { amount } from './money.ts';

const written: fc.Arbitrary<Amount> = fc
  .record({
    exponent: fc.integer({ min: 1, max: 18 }),
    units: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  })
  .map(({ exponent, units }) => ({ currency: 'USD', units: String(units), exponent }));

it('reads a decimal beside its currency as exactly what was written', () => {
  fc.assert(
    fc.property(written, fc.constantFrom('value', 'amount', 'decimal'), (known, name) => {
      const read = amount({ currency: 'USD', [name]: decimalText(known) });
      expect(read && compareAmounts(read, known)).toBe(0);
    }),
    { numRuns: propertyRuns(200, 5_000) },
  );
});

it('reads a JSON number as exactly what was written, or not at all', () => {
  fc.assert(
    fc.property(written, (known) => {
      const text = decimalText(known);
      const read = amount({ currency: 'USD', value: JSON.parse(text) as unknown });
      if (read !== null) expect(compareAmounts(read, known)).toBe(0);
      // Down to a millionth, JSON numbers are written without powers of ten.
      else expect(known.exponent > 6 || /\.0+$/u.test(text)).toBe(true);
    }),
    { numRuns: propertyRuns(200, 5_000) },
  );
});
