import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { unprovenRemovals } from '../../storage/migrations/0015-unproven-removals.ts';
import { request, type StoredAwards, storeAwards } from '../testing/stored-awards.ts';

const [a, b, c] = ['2027-05-03', '2027-05-05', '2027-05-09'].map((day) => rawRecord(day, { Date: day }));

type Mark = { listing: number; record: number; removed: number; available: number };

const marks = ({ storage }: StoredAwards): Mark[] =>
  storage.db
    .prepare<[], Mark>(
      'SELECT listing_id AS listing, record_id AS record, removed, available FROM award_listed ORDER BY 1, 2',
    )
    .all();

/** Like earlier versions, marks records as removed that an incomplete run did not return. */
function markWrongly({ storage }: StoredAwards, runId: number): void {
  const changed = storage.db
    .prepare<{ runId: number }>(
      `UPDATE award_listed SET removed = (SELECT min(id) FROM award_pages WHERE run_id = @runId), available = 0
       WHERE page_id < (SELECT min(id) FROM award_pages WHERE run_id = @runId)`,
    )
    .run({ runId }).changes;
  expect(changed).toBeGreaterThan(0);
}

it('takes back what a run with a cursor or a lost page was taken to prove, and keeps what complete runs prove', () => {
  const beginnings: { input: ReturnType<typeof request>; hasMore: boolean }[][] = [
    [{ input: request({ cursor: 7 }), hasMore: false }],
    [{ input: request({ skip: 4 }), hasMore: false }],
    [
      { input: request(), hasMore: true },
      { input: request({ cursor: 7, skip: 2 }), hasMore: false },
    ],
  ];
  for (const pages of beginnings) {
    const stored = storeAwards();
    stored.buy(answer([a, b, c]));
    stored.buy(answer([b, c]));
    const before = marks(stored);
    expect(before.filter(({ removed }) => removed > 0)).toHaveLength(2);
    let runId: number | undefined;
    for (const { input, hasMore } of pages)
      runId = stored.buy(answer([c], { hasMore }), { input, ...(runId && { runId }) }).runId;
    const right = marks(stored);
    markWrongly(stored, runId ?? 0);
    expect(marks(stored)).not.toEqual(right);
    stored.storage.db.exec(unprovenRemovals.sql);
    expect(marks(stored)).toEqual(right);
    stored.awards.rebuild();
    expect(marks(stored)).toEqual(right);
    stored.storage.close();
  }
});

it('changes nothing where every run is complete', () => {
  const stored = storeAwards();
  stored.buy(answer([a, b, c]));
  const { runId } = stored.buy(answer([b], { hasMore: true }));
  stored.buy(answer([c]), { input: request({ cursor: 7, skip: 1 }), runId });
  const before = marks(stored);
  expect(before.filter(({ removed }) => removed > 0)).toHaveLength(2);
  stored.storage.db.exec(unprovenRemovals.sql);
  expect(marks(stored)).toEqual(before);
  stored.storage.close();
});
