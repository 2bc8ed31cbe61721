import { expect, it } from 'vitest';
import type { RecordRow } from '#shared/contract/awards.ts';
import { USUAL_FILTER } from '../addresses/results-address.ts';
import { nothingAhead, offerLine } from './offer-labels.ts';

const row: RecordRow = {
  versionId: 1,
  date: '2027-03-03',
  dateText: '2027-03-03',
  origin: 'LGW',
  destination: 'HND',
  programme: 'united',
  available: true,
  miles: 60_000,
  milesText: '60000',
  seats: 2,
  direct: true,
  airlines: 'UA',
  cabin: 'business',
  seenAt: 0,
  flagged: false,
};

it('names the miles for all travellers, and seats that are not known to be enough', () => {
  expect(offerLine(row, 1)).not.toContain('for ');
  expect(offerLine(row, 2)).toContain('2 seats, for 2: 120,000');
  expect(offerLine({ ...row, seats: null }, 2)).toContain('seats not given, for 2: 120,000');
  expect(offerLine({ ...row, seats: null }, 1)).not.toContain('seats');
  expect(offerLine({ ...row, cabin: null }, 1)).toContain('any cabin');
});

it('says why there is no best price', () => {
  expect(nothingAhead(USUAL_FILTER, false, 1)).not.toContain('read so far');
  expect(nothingAhead(USUAL_FILTER, true, 2)).toMatch(/for 2 .*read so far/u);
  expect(nothingAhead({ ...USUAL_FILTER, direct: true }, true, 1)).toContain('these filters');
});
