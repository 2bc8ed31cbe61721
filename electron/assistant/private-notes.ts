import type { UserNote } from '#shared/contract/program/assistants.ts';
import type { Storage } from '../storage/open.ts';

type Key = { kind: UserNote['kind']; identity: string; cabin: string; key: string };

/** Stores which notes the user hides from assistants. */
export function openPrivateNotes({ db }: Pick<Storage, 'db'>) {
  const recordKey = db.prepare<[number], { identity: string; cabin: string; key: string }>(
    `SELECT h.identity, h.cabin, e.record_key AS key FROM award_versions v
     CROSS JOIN award_records e ON e.id = v.record_id CROSS JOIN award_partitions h ON h.id = e.partition_id
     WHERE v.id = ?`,
  );
  const select = db.prepare<[string, string, string, string]>(
    'SELECT 1 FROM private_notes WHERE kind = ? AND identity = ? AND cabin = ? AND key = ? AND private = 1',
  );
  const upsert = db.prepare<[string, string, string, string, number, number]>(
    `INSERT INTO private_notes (kind, identity, cabin, key, private, updated_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, identity, cabin, key) DO UPDATE SET private = excluded.private, updated_at = excluded.updated_at`,
  );

  /** Null if the record is no longer stored: then its note cannot be read either. */
  function keyOf(note: UserNote): Key | null {
    if (note.kind === 'trip') return { kind: 'trip', identity: '', cabin: '', key: note.tripId };
    if (note.kind === 'item') return { kind: 'item', identity: '', cabin: '', key: note.itemId };
    const found = recordKey.get(note.versionId);
    return found === undefined ? null : { kind: 'record', ...found };
  }

  return {
    among: (notes: readonly UserNote[]): UserNote[] =>
      notes.filter((note) => {
        const key = keyOf(note);
        return key !== null && select.get(key.kind, key.identity, key.cabin, key.key) !== undefined;
      }),
    set(note: UserNote, isPrivate: boolean, at: number): void {
      const key = keyOf(note);
      if (key !== null) upsert.run(key.kind, key.identity, key.cabin, key.key, isPrivate ? 1 : 0, at);
    },
  };
}
