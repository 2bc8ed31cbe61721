import type { ChosenRecord } from '../../contract/trips.ts';

/** A record as a user chose it, with a test's changes. */
export const chosenRecord = (change: Partial<ChosenRecord> = {}): ChosenRecord => ({
  date: '2027-03-01',
  dateText: '2027-03-01',
  origin: 'JFK',
  destination: 'LHR',
  programme: 'united',
  available: true,
  miles: 70_000,
  milesText: '70000',
  seats: 2,
  direct: true,
  airlines: 'UA',
  cabin: 'business',
  seenAt: 1000,
  flagged: false,
  ...change,
});
