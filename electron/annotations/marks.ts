import { type MarkChange, TAGS_MAX } from '#shared/contract/annotations.ts';
import type { Mark } from '#shared/contract/awards.ts';
import { fail } from '#shared/contract/failure.ts';
import type { RecordKey } from '#shared/records/record-key.ts';
import type { Storage } from '../storage/open.ts';

const isEmptyMark = ({ starred, tags, note }: Mark): boolean => !starred && tags.length === 0 && note === '';

/** Applies a change to a mark. Tags keep their order and are compared ignoring case. */
function changedMark(mark: Mark, change: MarkChange): Mark {
  const same = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase();
  const tags = [...mark.tags];
  for (const tag of change.addTags ?? []) if (!tags.some(same(tag))) tags.push(tag);
  return {
    starred: change.starred ?? mark.starred,
    tags: tags.filter((tag) => !change.removeTags?.some(same(tag))),
    note: change.note === undefined ? mark.note : change.note.trim(),
  };
}

type Columns = { starred: number; tags: string; note: string };

/** Stores stars, tags and notes on records. Empty marks are not stored. */
export function openMarks({ db, transaction }: Storage) {
  const selectKey = db.prepare<[number], RecordKey>(`
    SELECT s.identity, s.cabin, e.record_key AS recordKey FROM award_versions v
    CROSS JOIN award_records e ON e.id = v.record_id CROSS JOIN award_partitions s ON s.id = e.partition_id
    WHERE v.id = ?`);
  const select = db.prepare<[string, string, string], Columns>(
    'SELECT starred, tags, note FROM record_marks WHERE identity = ? AND cabin = ? AND record_key = ?',
  );
  const upsert = db.prepare<[string, string, string, number, string, string, number]>(`
    INSERT INTO record_marks (identity, cabin, record_key, starred, tags, note, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (identity, cabin, record_key) DO UPDATE SET
      starred = excluded.starred, tags = excluded.tags, note = excluded.note, updated_at = excluded.updated_at`);
  const remove = db.prepare<[string, string, string]>(
    'DELETE FROM record_marks WHERE identity = ? AND cabin = ? AND record_key = ?',
  );
  const selectTags = db.prepare<[string], { tag: string; records: number }>(`
    SELECT t.value AS tag, count(*) AS records FROM record_marks m CROSS JOIN json_each(m.tags) t
    WHERE m.identity = ? GROUP BY t.value ORDER BY records DESC, tag`);

  const read = (key: RecordKey): Mark => {
    const saved = select.get(key.identity, key.cabin, key.recordKey);
    return saved === undefined
      ? { starred: false, tags: [], note: '' }
      : { starred: saved.starred === 1, tags: JSON.parse(saved.tags) as string[], note: saved.note };
  };

  return {
    /** Changes the marks of these records in one transaction; returns the number of records. */
    mark(versionIds: readonly number[], change: MarkChange, at: number): number {
      return transaction(() => {
        const keys = new Map<string, RecordKey>();
        for (const versionId of versionIds) {
          const key = selectKey.get(versionId);
          if (key === undefined) fail('not_found', 'One of these records is no longer stored here.');
          keys.set(JSON.stringify(key), key);
        }
        for (const key of keys.values()) {
          const mark = changedMark(read(key), change);
          if (mark.tags.length > TAGS_MAX)
            fail('too_many_tags', `A record takes at most ${TAGS_MAX} tags. Nothing was changed.`);
          const place = [key.identity, key.cabin, key.recordKey] as const;
          if (isEmptyMark(mark)) remove.run(...place);
          else upsert.run(...place, mark.starred ? 1 : 0, JSON.stringify(mark.tags), mark.note, at);
        }
        return keys.size;
      });
    },
    tags: (identity: string) => selectTags.all(identity),
  };
}
