import { describe, expect, it } from 'vitest';
import { mostUsedCodes, mostUsedFirst, usesOf } from './most-used.ts';

const searches = [
  { criteria: { origin_airport: 'EWR,JFK', destination_airport: 'LHR' }, runs: 2 },
  { criteria: { origin_airport: 'LHR', destination_airport: 'JFK', carriers: 'BA' }, runs: 3 },
];
const uses = usesOf(searches, ['origin_airport', 'destination_airport']);
const suggestion = (...codes: string[]) => ({ codes });

describe('what was used most', () => {
  it('is counted by askings, at either end of a route', () => {
    expect(Object.fromEntries(uses)).toEqual({ EWR: 2, JFK: 5, LHR: 5 });
    expect(Object.fromEntries(usesOf(searches, ['carriers']))).toEqual({ BA: 3 });
  });

  it('comes first among suggestions, and the rest keep their order', () => {
    const found = [suggestion('LGW'), suggestion('EWR', 'JFK'), suggestion('LCY'), suggestion('LHR')];
    expect(mostUsedFirst(found, uses, 'lon').map(({ codes }) => codes.join())).toEqual([
      'LHR',
      'EWR,JFK',
      'LGW',
      'LCY',
    ]);
  });

  it('stays behind what was typed as a code', () => {
    const found = [suggestion('LHR'), suggestion('LON')];
    expect(mostUsedFirst(found, uses, ' lon ')[0]).toEqual(suggestion('LON'));
  });

  it('is offered before anything is typed, without what is chosen', () => {
    expect(mostUsedCodes(uses, ['JFK'], 2)).toEqual(['LHR', 'EWR']);
  });
});
