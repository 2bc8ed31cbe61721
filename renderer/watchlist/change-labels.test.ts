import { expect, it } from 'vitest';
import { CHANGES } from '#shared/award-analysis/differences.ts';
import { changeLabels } from './change-labels.ts';

const wordsOf = (labels: { words: string }[]) => labels.map(({ words }) => words);

it('names each way in which records changed, and omits the others', () => {
  expect(changeLabels({ new: 3, removed: 1, cheaper: 1200, dearer: 0 })).toEqual({
    changed: [
      { change: 'new', words: '3 new' },
      { change: 'cheaper', words: '1,200 cheaper' },
      { change: 'removed', words: '1 removed' },
    ],
    unread: [],
  });
  expect(changeLabels({})).toEqual({ changed: [], unread: [] });
});

it('gives only the kinds of change with most records, the more valuable first, where space is short', () => {
  const { changed } = changeLabels({ new: 3, cheaper: 40, moreSeats: 7, removed: 1, dearer: 12 }, 3);
  expect(wordsOf(changed)).toEqual(['40 cheaper', '7 with more seats', '12 dearer']);
  expect(wordsOf(changeLabels({ new: 1, dearer: 2 }, 3).changed)).toEqual(['1 new', '2 dearer']);
});

it('never calls new or removed what one of the two did not read', () => {
  const { changed, unread } = changeLabels({ notSeenBefore: 4, notSeenAgain: 2 });
  expect(changed).toEqual([]);
  expect(wordsOf(unread)).toEqual(['4 not read before', '2 not read this time']);
});

it('has a label for every change', () => {
  for (const change of CHANGES) {
    const { changed, unread } = changeLabels({ [change]: 7 });
    expect(wordsOf([...changed, ...unread])).toEqual([expect.stringContaining('7')]);
  }
});
