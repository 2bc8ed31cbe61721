import { describe, expect, it } from 'vitest';
import { type Choosable, type Match, meantBy, meantCodes } from './meant.ts';

const suggestion = (match: Match, weight: number, ...codes: string[]) => ({ codes, match, weight });

describe('what a typed text means unasked', () => {
  it('is a code, or the full name that no other of its weight shares', () => {
    expect(meantBy('sha', [suggestion('code', 8, 'SHA'), suggestion('code', 9, 'PVG', 'SHA')])).toEqual([
      'SHA',
    ]);
    expect(meantBy('Sydney', [suggestion('whole', 4, 'SYD'), suggestion('whole', 2, 'YQY')])).toEqual([
      'SYD',
    ]);
    expect(meantBy('Birmingham', [suggestion('whole', 4, 'BHX'), suggestion('whole', 4, 'BHM')])).toBeNull();
  });

  it('is the only match for the words, with its own airports', () => {
    expect(meantBy('heathr', [suggestion('words', 8, 'LHR'), suggestion('alike', 9, 'MUC')])).toEqual([
      'LHR',
    ]);
    expect(
      meantBy('paris fr', [suggestion('words', 9, 'CDG', 'ORY'), suggestion('words', 8, 'CDG')]),
    ).toEqual(['CDG', 'ORY']);
    expect(meantBy('Wien', [suggestion('words', 4, 'OTZ'), suggestion('words', 2, 'OBU')])).toBeNull();
    expect(meantBy('xx', [suggestion('words', 0.2, 'XXZ')])).toBeNull();
  });

  it('is null for mere resemblance or a country’s name', () => {
    expect(meantBy('Zurich Kloten', [suggestion('alike', 4, 'ZRH')])).toBeNull();
    expect(meantBy('germany', [suggestion('country', 4, 'MUC')])).toBeNull();
    expect(meantBy('mediterr', [{ ...suggestion('words', 8, 'BCN', 'FCO'), kind: 'region' }])).toBeNull();
    expect(meantBy('qqqq', [])).toBeNull();
  });
});

describe('what a finished text means', () => {
  const known: Record<string, Choosable[]> = {
    lhr: [suggestion('code', 8, 'LHR')],
    tok: [
      suggestion('words', 9, 'HND', 'NRT'),
      suggestion('words', 2, 'TKS'),
      suggestion('unserved', 0.2, 'TOK'),
    ],
    txl: [suggestion('unserved', 0.2, 'TXL')],
    JFK: [suggestion('code', 8, 'JFK')],
    EWR: [suggestion('code', 8, 'EWR')],
    'jfk ewr': [suggestion('alike', 1, 'JFK')],
    'san jos': [suggestion('words', 4, 'SJC'), suggestion('words', 4, 'SJO')],
  };
  const means = (text: string) =>
    meantCodes(
      text,
      /^[a-z]{3}( [a-z]{3})*$/iu.test(text) ? text.toUpperCase().split(' ') : null,
      async (place) => known[place] ?? [],
    );

  it('is a lower-case code where airlines fly there, and several of them', async () => {
    expect(await means('lhr')).toEqual(['LHR']);
    expect(await means('jfk ewr')).toEqual(['JFK', 'EWR']);
  });

  it('is left to the user where the code is of an airport without scheduled flights', async () => {
    expect(await means('tok')).toBeNull();
    expect(await means('txl')).toBeNull();
    expect(await means('TOK')).toEqual(['TOK']);
  });

  it('is an unknown code where nothing else is known of it', async () => {
    expect(await means('qqz')).toEqual(['QQZ']);
  });

  it('is not a list of codes where it begins a name', async () => {
    expect(await means('san jos')).toBeNull();
  });
});
