import { describe, expect, it } from 'vitest';
import { type CatalogueReading, completeReading, explainAbsence } from './absence.ts';
import { CATALOGUE_STATES, type CatalogueFreshness } from './freshness.ts';

const freshness = (status: CatalogueFreshness['status']): CatalogueFreshness => ({
  status,
  statusText: status,
  refreshState: null,
  completedAt: null,
  lastError: null,
  contradiction: null,
  doubt: null,
  readAt: 0,
});

const answer = { shortfall: null, sent: 2, keys: ['a', 'b'], counts: [2], hasMore: false };
const COMPLETE: CatalogueReading = {
  fromService: true,
  freshness: freshness('fresh'),
  answers: [answer],
  fromStart: true,
  filtered: false,
};
const UNSURE = 'No such Tool found here. There may still be one: ';
const absence = (change: Partial<CatalogueReading>) =>
  explainAbsence(completeReading({ ...COMPLETE, ...change }));

describe('not finding a Tool (§1.4)', () => {
  it('is proof where the reading was complete in every respect', () => {
    expect(absence({})).toEqual({
      proven: true,
      words: 'Not in the catalogue. The catalogue was fresh and complete when it was read.',
    });
  });

  it('is proof where several pages are complete together, counted by page or in all', () => {
    const second = { ...answer, keys: ['c', 'd'] };
    const pages = (counts: number[]) => [
      { ...answer, counts, hasMore: true },
      { ...second, counts },
    ];
    expect(absence({ answers: pages([2]) }).proven).toBe(true);
    expect(absence({ answers: pages([4]) }).proven).toBe(true);
    expect(absence({ answers: pages([5]) }).proven).toBe(false);
  });

  it.each(CATALOGUE_STATES.filter((state) => state !== 'fresh'))(
    'is no proof where the catalogue is %s',
    (state) => {
      expect(absence({ freshness: freshness(state) }).proven).toBe(false);
    },
  );

  it.each<[string, Partial<CatalogueReading>, string]>([
    ['the answers are cached', { fromService: false }, 'this is a cached copy of the catalogue'],
    ['no freshness is known', { freshness: null }, 'the catalogue’s freshness is not known'],
    [
      'a fresh contradicts itself',
      { freshness: { ...freshness('unknown'), contradiction: 'it is old' } },
      'the service calls its catalogue fresh, but it is old',
    ],
    ['it began with a later page', { fromStart: false }, 'only a part of its pages was read'],
    ['a filter of ours was in force', { filtered: true }, 'a filter was in force'],
    ['nothing was read', { answers: [] }, 'no answer was read'],
    ['an answer says that it falls short', { answers: [{ ...answer, shortfall: 'it is odd' }] }, 'it is odd'],
    ['there is no list', { answers: [{ ...answer, sent: null }] }, 'the answer holds no list of Tools'],
    ['an item was not read', { answers: [{ ...answer, sent: 3 }] }, '1 of its Tools could not be read'],
    [
      'the count is another',
      { answers: [{ ...answer, counts: [2, 12] }] },
      'the answer counts 12 Tools and holds 2',
    ],
    [
      'the count cannot be read',
      { answers: [{ ...answer, counts: [Number.NaN] }] },
      'the answer counts its Tools in a way that cannot be read',
    ],
    [
      'a Tool came twice',
      { answers: [{ ...answer, keys: ['a', 'a'] }] },
      'a Tool came twice, so another may not have come',
    ],
    [
      'there is a further page',
      { answers: [{ ...answer, hasMore: true }] },
      'the answer has further pages that were not read',
    ],
    [
      'nobody says whether there is one',
      { answers: [{ ...answer, hasMore: null }] },
      'the answer does not say whether there are further pages',
    ],
    [
      'a page follows one that was the last',
      { answers: [answer, { ...answer, keys: ['c', 'd'] }] },
      'its pages do not fit together',
    ],
  ])('is no proof where %s', (_, change, because) => {
    expect(absence(change)).toEqual({ proven: false, words: `${UNSURE}${because}.` });
  });
});
