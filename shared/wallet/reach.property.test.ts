import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../dates.ts';
import { propertyRuns } from '../testing/property-runs.ts';
import { reachOf } from './options.ts';
import { reachStretches } from './reach.ts';
import { holdings, PROGRAMMES } from './testing/arbitraries.ts';

it('gives for every future day, once, what is within reach on it', () => {
  fc.assert(
    fc.property(holdings, fc.nat({ max: 10 }), (wallet, ahead) => {
      const day = addDays(wallet.today, ahead);
      const stretches = reachStretches(wallet, PROGRAMMES).filter(
        ({ from, until }) => from <= day && day <= until,
      );
      expect(stretches.map(({ programme }) => programme)).toEqual(PROGRAMMES);
      for (const { programme, own, transfers } of stretches)
        expect({ own, transfers }).toEqual(reachOf({ ...wallet, today: day }, programme));
    }),
    { numRuns: propertyRuns(300, 5_000) },
  );
});
