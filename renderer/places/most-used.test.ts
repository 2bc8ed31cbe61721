import { describe, expect, it } from 'vitest';
import type { Choosable, Match } from '#shared/places/meant.ts';
import { mostUsedCodes, mostUsedFirst, usesOf } from './most-used.ts';

const searches = [
  { criteria: { origin_airport: 'EWR,JFK', destination_airport: 'LHR' }, runs: 2 },
  { criteria: { origin_airport: 'LHR', destination_airport: 'JFK', carriers: 'BA' }, runs: 3 },
];
const uses = usesOf(searches, ['origin_airport', 'destination_airport']);
const suggestion = (match: Match, weight: number, ...codes: string[]) => ({ codes, match, weight });
const ordered = (...found: Choosable[]) => mostUsedFirst(found, uses).map(({ codes }) => codes.join());

describe('what was used most', () => {
  it('is counted by runs, at either end of a route', () => {
    expect(Object.fromEntries(uses)).toEqual({ EWR: 2, JFK: 5, LHR: 5 });
    expect(Object.fromEntries(usesOf(searches, ['carriers']))).toEqual({ BA: 3 });
  });

  it('comes first among equal matches, and the rest keep their order', () => {
    expect(
      ordered(
        suggestion('words', 8, 'LGW'),
        suggestion('words', 4, 'EWR', 'JFK'),
        suggestion('words', 4, 'LCY'),
        suggestion('words', 2, 'LHR'),
      ),
    ).toEqual(['LHR', 'EWR,JFK', 'LGW', 'LCY']);
    expect(ordered(suggestion('whole', 4, 'BHX'), suggestion('whole', 4, 'JFK'))).toEqual(['JFK', 'BHX']);
  });

  it('stays behind better matches, and has no effect among mere resemblances', () => {
    expect(ordered(suggestion('code', 9, 'LON'), suggestion('words', 4, 'LHR'))[0]).toBe('LON');
    expect(ordered(suggestion('whole', 9, 'LGW', 'STN'), suggestion('whole', 8, 'LHR'))[0]).toBe('LGW,STN');
    expect(ordered(suggestion('alike', 1, 'LGW'), suggestion('alike', 8, 'LHR'))[0]).toBe('LGW');
  });

  it('is offered before anything is typed, without what is already chosen', () => {
    expect(mostUsedCodes(uses, ['JFK'], 2)).toEqual(['LHR', 'EWR']);
  });
});
