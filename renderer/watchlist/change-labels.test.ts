import { expect, it } from 'vitest';
import { CHANGES } from '#shared/award-analysis/differences.ts';
import { changeLabel } from './change-labels.ts';

it('tells each way in which records changed, and none in which none did', () => {
  expect(changeLabel({ new: 3, removed: 1, cheaper: 1200, dearer: 0 })).toEqual({
    changed: '3 new, 1,200 cheaper, 1 removed',
    unread: '',
  });
  expect(changeLabel({})).toEqual({ changed: '', unread: '' });
});

it('never calls new or removed what one of the two did not read', () => {
  expect(changeLabel({ notSeenBefore: 4, notSeenAgain: 2 })).toEqual({
    changed: '',
    unread: '4 not read before, 2 not read this time',
  });
});

it('has words for every change that there is', () => {
  for (const change of CHANGES) {
    const { changed, unread } = changeLabel({ [change]: 7 });
    expect(changed + unread).toContain('7');
  }
});
