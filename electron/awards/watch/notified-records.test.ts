import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { createReader } from '../../storage/sql.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';
import { pageOf } from './new-matches.ts';
import { sinceNotified } from './notified-records.ts';

const MARCH = request({ start_date: '2027-03-01', end_date: '2027-03-31' });
const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);

it('takes a notified record for removed by a complete run without it, and not once it departed', () => {
  const { buy, storage } = storeAwards();
  const reader = createReader(storage.db);
  const { purchaseId, runId } = buy(answer([rawRecord('a')]), { input: MARCH, at: noon('2027-02-27') });
  const page = pageOf(reader, purchaseId);
  if (page === null) throw new Error('The page was not recorded.');
  const { searchId, partitionId } = page;
  const since = () =>
    sinceNotified(reader, {
      searchId,
      partitionId,
      recordKey: 'a',
      notified: { runId, at: noon('2027-02-27') },
    }).removedSince;
  buy(answer([]), { input: MARCH, at: noon('2027-03-02') });
  expect(since()).toBeNull();
  buy(answer([]), { input: MARCH, at: noon('2027-03-01') });
  expect(since()).toBe(noon('2027-03-01'));
});
