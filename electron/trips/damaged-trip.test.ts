import { expect, it } from 'vitest';
import { setDamagedRowsAside } from '../backup/damaged-rows.ts';
import { rowsSetAside } from '../storage/set-aside.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { tripsBackup } from './backup.ts';
import { openTripStore } from './trip-store.ts';

it.each([
  ['question', '{"adults":2,', /question/u],
  ['watch', '[]', /watched price/u],
  ['starts', 'soon', /dates/u],
  ['starts', '2027-04-01', /dates/u],
  ['title', '', /title/u],
  ['updated_at', -1, /./u],
])('a trip whose %s is damaged (%j) stays with its board, and says so', (column, value, said) => {
  const storage = emptyDataFile();
  const store = openTripStore(
    storage,
    () => crypto.randomUUID(),
    () => 1_793_491_200_000,
  );
  const { tripId } = store.create({
    ...{ title: 'Spring', notes: 'Two of us.', starts: '2027-03-01', ends: '2027-03-20', question: null },
  });
  store.addNote(tripId, 'Ask whether the lounge is open.');
  storage.db.prepare(`UPDATE trips SET ${column} = ? WHERE id = ?`).run(value, tripId);
  expect(setDamagedRowsAside(storage, [tripsBackup])).toBe(1);
  const [trip] = store.list();
  expect(trip?.notes).toMatch(said);
  expect(trip?.notes).toContain('Two of us.');
  expect(trip?.title).toBe(column === 'title' ? 'A damaged trip' : 'Spring');
  expect(store.items(tripId).map(({ text }) => text)).toEqual(['Ask whether the lounge is open.']);
  expect(JSON.parse(rowsSetAside(storage.db)[0]?.content ?? '')).toMatchObject({ [column]: value });
  expect(setDamagedRowsAside(storage, [tripsBackup])).toBe(0);
  storage.close();
});
