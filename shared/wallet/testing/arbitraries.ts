import fc from 'fast-check';
import { addDays } from '../../dates.ts';
import type { TransferLine } from '../transfer.ts';

const TODAY = '2027-03-01';

const near = fc.option(fc.integer({ min: -3, max: 3 }).map((days) => addDays(TODAY, days)));

export const transferLine = (bank: string, programme: string): fc.Arbitrary<TransferLine> =>
  fc.record({
    bank: fc.constant(bank),
    programme: fc.constant(programme),
    points: fc.integer({ min: 1, max: 5 }),
    miles: fc.integer({ min: 1, max: 5 }),
    minimum: fc.integer({ min: 1, max: 12 }),
    step: fc.integer({ min: 1, max: 5 }),
    blockPoints: fc.constantFrom(0, 0, 7, 10),
    blockMiles: fc.integer({ min: 1, max: 9 }),
    bonusPercent: fc.constantFrom(0, 10, 25, 30),
    bonusUntil: near,
  });
