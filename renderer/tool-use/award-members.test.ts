import { expect, it } from 'vitest';
import { RECORD_KINDS } from '#shared/record-kinds/record-kinds.ts';
import { awardMembers } from './award-members.ts';

it('finds airports and days in the input of another source', () => {
  const offers = RECORD_KINDS.find(({ id }) => id === 'seat_offers');
  expect(offers && awardMembers(offers)).toEqual({
    from: 'from',
    to: 'to',
    leave_after: 'day',
    leave_before: 'day',
  });
});

it('leaves airports in one text, and a kind that takes no such search, as they are', () => {
  expect(awardMembers({ request: (criteria) => ({ ...criteria }) })).toEqual({
    start_date: 'day',
    end_date: 'day',
  });
  expect(awardMembers({ request: () => null })).toEqual({});
});
