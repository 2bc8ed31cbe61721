import type { NoticeFacts } from '../notice-sentence.ts';

export const NOTICED_AT = Date.UTC(2027, 0, 10, 12);

/** What a notice tells of two seats to Tokyo, seen three minutes before `NOTICED_AT`; a test changes what it is about. */
export const noticeFacts = (
  part: Partial<NoticeFacts> = {},
  match: Partial<NoticeFacts['match']> = {},
): NoticeFacts => ({
  searchId: 1,
  title: 'London to Tokyo · business',
  cabin: 'business',
  at: NOTICED_AT - 3 * 60_000,
  pays: 'own',
  ...part,
  match: {
    date: '2027-04-06',
    origin: 'LHR',
    destination: 'HND',
    programme: 'virginatlantic',
    airlines: 'NH',
    miles: 58_000,
    seats: 2,
    direct: false,
    ...match,
  },
});
