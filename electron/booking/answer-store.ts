import type { BookingAnswer, BookSheet, ListedAnswer } from '#shared/contract/booking.ts';
import { fail } from '#shared/contract/failure.ts';
import type { RecordKey } from '#shared/records/record-key.ts';
import type { Storage } from '../storage/open.ts';

type Row = Omit<BookingAnswer, 'taxes' | 'way'> & {
  identity: string;
  cabin: string;
  recordKey: string;
  record: string;
  taxes: string | null;
  way: string | null;
};

const ANSWERS = `
  SELECT identity, cabin, record_key AS recordKey, seen_at AS seenAt, answered_at AS answeredAt, outcome, record, reference,
    miles, taxes, held_until AS heldUntil, way FROM booking_answers`;
const OF_RECORD = 'identity = ? AND cabin = ? AND record_key = ?';

const parsed = <Value>(text: string | null): Value | null => (text === null ? null : JSON.parse(text));

/** An answer's own key, as one text for the page. */
const idOf = ({ identity, cabin, recordKey, seenAt }: Row): string =>
  JSON.stringify([identity, cabin, recordKey, seenAt]);

function answerFrom(row: Row): ListedAnswer & { identity: string } {
  const { identity, seenAt, answeredAt, outcome, reference, miles, heldUntil } = row;
  return {
    answerId: idOf(row),
    identity,
    seenAt,
    answeredAt,
    outcome,
    reference,
    miles,
    heldUntil,
    taxes: parsed(row.taxes),
    way: parsed(row.way),
    record: JSON.parse(row.record),
  };
}

function keyIn(answerId: string): [string, string, string, number] {
  let key: unknown;
  try {
    key = JSON.parse(answerId);
  } catch {
    key = null;
  }
  if (!Array.isArray(key) || key.length !== 4) fail('not_found', 'This answer is not stored here.');
  return key as [string, string, string, number];
}

/** What a calendar file must know of a record: its latest answer, and when any answer about it last changed. */
export type BookingOf = { answer: ListedAnswer | null; changedAt: number };

/** Stores what the user found at the programmes: one answer for each sighting of a record. */
export function openAnswerStore({ db, transaction }: Storage, now: () => number) {
  const all = db.prepare<[], Row>(`${ANSWERS} WHERE removed_at IS NULL ORDER BY answered_at DESC`);
  const ofRecord = db.prepare<[string, string, string], Row>(
    `${ANSWERS} WHERE ${OF_RECORD} AND removed_at IS NULL ORDER BY seen_at DESC`,
  );
  const changedAt = db
    .prepare<[string, string, string], number | null>(
      `SELECT max(updated_at) FROM booking_answers WHERE ${OF_RECORD}`,
    )
    .pluck();
  const upsert = db.prepare(`
    INSERT INTO booking_answers (identity, cabin, record_key, seen_at, answered_at, outcome, record, reference, miles, taxes,
      held_until, way, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (identity, cabin, record_key, seen_at) DO UPDATE SET outcome = excluded.outcome, record = excluded.record,
      -- what was deleted is answered anew
      answered_at = iif(removed_at IS NULL, answered_at, excluded.answered_at),
      reference = excluded.reference, miles = excluded.miles, taxes = excluded.taxes, held_until = excluded.held_until,
      way = excluded.way, updated_at = excluded.updated_at, removed_at = NULL`);
  const setRemoved = db.prepare(
    `UPDATE booking_answers SET removed_at = ?, updated_at = ? WHERE ${OF_RECORD} AND seen_at = ?`,
  );
  const selectSheet = db
    .prepare<[string, string, string], string>(`SELECT sheet FROM booking_sheets WHERE ${OF_RECORD}`)
    .pluck();
  const selectOpen = db.prepare<[], RecordKey & { sheet: string }>(`
    SELECT identity, cabin, record_key AS recordKey, sheet FROM booking_sheets WHERE is_open = 1
    ORDER BY updated_at DESC LIMIT 1`);
  const deleteSheet = db.prepare(`DELETE FROM booking_sheets WHERE ${OF_RECORD}`);
  const insertSheet = db.prepare('INSERT INTO booking_sheets VALUES (?, ?, ?, ?, ?, ?)');
  const closeSheets = db.prepare('UPDATE booking_sheets SET is_open = 0 WHERE is_open = 1');
  const sheetOf = (key: RecordKey): BookSheet | null => parsed(selectSheet.get(...placeOf(key)) ?? null);
  const placeOf = ({ identity, cabin, recordKey }: RecordKey) => [identity, cabin, recordKey] as const;

  function latest(key: RecordKey): ListedAnswer | null {
    const row = ofRecord.get(...placeOf(key));
    return row === undefined ? null : answerFrom(row);
  }

  return {
    all: (): (ListedAnswer & { identity: string })[] => all.all().map(answerFrom),
    latest,
    of: (key: RecordKey): BookingOf => ({
      answer: latest(key),
      changedAt: changedAt.get(...placeOf(key)) ?? 0,
    }),
    answer(key: RecordKey, { record, ...said }: Omit<ListedAnswer, 'answerId' | 'answeredAt'>): ListedAnswer {
      return transaction(() => {
        const at = now();
        upsert.run(
          ...placeOf(key),
          said.seenAt,
          at,
          said.outcome,
          JSON.stringify(record),
          said.reference,
          said.miles,
          said.taxes && JSON.stringify(said.taxes),
          said.heldUntil,
          said.way && JSON.stringify(said.way),
          at,
        );
        return latest(key) ?? fail('not_found', 'The answer was not stored.');
      });
    },
    sheetOf,
    /** The sheet that is open, with its record. */
    openSheet(): { key: RecordKey; sheet: BookSheet } | null {
      const row = selectOpen.get();
      if (row === undefined) return null;
      const { sheet, ...key } = row;
      return { key, sheet: JSON.parse(sheet) };
    },
    /** Remembers the sheet of a record; nothing of one that is closed and holds nothing. */
    keepSheet: (key: RecordKey, sheet: BookSheet, isOpen: boolean): void =>
      transaction(() => {
        if (isOpen) closeSheets.run();
        deleteSheet.run(...placeOf(key));
        if (isOpen || Object.keys(sheet.fields).length > 0)
          insertSheet.run(...placeOf(key), JSON.stringify(sheet), isOpen ? 1 : 0, now());
      }),
    removeAnswer(answerId: string): void {
      const done = setRemoved.run(now(), now(), ...keyIn(answerId));
      if (done.changes === 0) fail('not_found', 'This answer is not stored here.');
    },
  };
}
