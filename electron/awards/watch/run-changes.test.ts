import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { createReader } from '../../storage/sql.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';
import { changesBetween } from './run-changes.ts';
import { watchedSearches } from './watched.ts';

const TEN_DAYS = request({ start_date: '2027-03-01', end_date: '2027-03-10' });
const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);
const day = (of: number) => `2027-03-${String(of).padStart(2, '0')}`;
const from = (first: number) =>
  answer(
    Array.from({ length: 11 - first }, (_, place) =>
      rawRecord(`r${first + place}`, { Date: day(first + place) }),
    ),
  );

it('takes days that departed since the run before for no change', async () => {
  const { awards, buy, storage } = storeAwards();
  const runs = [
    buy(from(1), { input: TEN_DAYS, at: noon('2027-02-28') }),
    buy(from(3), { input: TEN_DAYS, at: noon('2027-03-03') }),
    buy(from(4), { input: TEN_DAYS, at: noon('2027-03-04') }),
    // 4 March departs on that day, and 5 March after it: both were removed.
    buy(from(6), { input: TEN_DAYS, at: noon('2027-03-04') }),
  ].map(({ runId }) => runId);
  const reader = createReader(storage.db);
  const pairs = runs.slice(1).map((after, place) => ({ before: runs[place] ?? 0, after }));
  expect(changesBetween(reader, pairs).map(({ counts }) => counts.removed)).toEqual([0, 0, 2]);
  const [search] = watchedSearches(reader, 'demo', () => null, '2027-03-04');
  expect(search?.refreshes.map(({ changed }) => changed)).toEqual([null, false, false, true]);
  const [brought] = (await awards.reads.broughtByAll('demo')).searches;
  expect(brought).toMatchObject({ refreshes: 3, nothingNew: 2, changes: 2 });
});
