import { z } from 'zod';
import {
  chosenRecordSchema,
  ITEM_TEXT_MAX,
  LINK_MAX,
  TRIP_NOTES_MAX,
  TRIP_TITLE_MAX,
  tripWatchSchema,
} from '#shared/contract/trips.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { listLabel } from '#shared/formats.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { tripQuestionSchema } from '#shared/planning/question.ts';
import { isWebAddress } from '#shared/web-address.ts';
import type { BackupPart } from '../backup/part.ts';
import { countRows, mergeNewest, type StoredRow } from '../backup/rows.ts';
import { storedJson, storedMoment } from '../backup/valid-rows.ts';
import type { DatabaseConnection } from '../storage/open.ts';

const day = z.string().refine(isCalendarDate).nullable();
const changedAt = { created_at: storedMoment, updated_at: storedMoment, removed_at: storedMoment.nullable() };

const COLUMNS = {
  title: z.string().min(1).max(TRIP_TITLE_MAX),
  notes: z.string().max(TRIP_NOTES_MAX),
  starts: day,
  ends: day,
  question: storedJson(tripQuestionSchema).nullable(),
  watch: storedJson(tripWatchSchema.extend({ since: storedMoment })).nullable(),
  ...changedAt,
};
const trip = z
  .object(COLUMNS)
  .refine(({ starts, ends }) => starts === null || ends === null || starts <= ends);

const itemText = { position: z.int(), text: z.string().max(ITEM_TEXT_MAX), ...changedAt };
const noRecord = { identity: z.null(), cabin: z.null(), record_key: z.null(), chosen: z.null() };

const tripItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('record'),
    ...itemText,
    identity: z.string(),
    cabin: z.string(),
    record_key: z.string(),
    chosen: storedJson(chosenRecordSchema.extend({ date: day, seenAt: storedMoment })),
    url: z.null(),
  }),
  z.object({ kind: z.literal('note'), ...itemText, ...noRecord, url: z.null() }),
  z.object({
    kind: z.literal('link'),
    ...itemText,
    ...noRecord,
    url: z.string().max(LINK_MAX).refine(isWebAddress),
  }),
]);

const INSTEAD: StoredRow = { title: 'A damaged trip', notes: '', created_at: 0, updated_at: 0 };
const CALLED: Readonly<Record<string, string>> = { starts: 'dates', ends: 'dates', watch: 'watched price' };

const calledOf = (column: string): string => ownEntry(CALLED, column) ?? column;

/** Leaves what can be read of a trip, with its board, and says on it what is set aside. */
function keepReadable(db: DatabaseConnection, row: StoredRow): void {
  const columns = Object.entries(COLUMNS);
  const isReversed = (row.starts ?? '') > (row.ends ?? '') && row.ends !== null;
  const lost = columns.flatMap(([name, column]) =>
    column.safeParse(row[name]).success && !(isReversed && calledOf(name) === 'dates') ? [] : name,
  );
  const readable = Object.fromEntries(
    columns.map(([name]) => [name, lost.includes(name) ? (INSTEAD[name] ?? null) : row[name]]),
  );
  const what = listLabel([...new Set(lost.map(calledOf))]);
  const words = `This trip was damaged in the data file. Set aside as stored: its ${what}.`;
  const notes = [readable.notes, words].filter(Boolean).join('\n\n').slice(0, TRIP_NOTES_MAX);
  db.prepare(`UPDATE trips SET ${columns.map(([name]) => `${name} = @${name}`).join()} WHERE id IS @id`).run({
    ...readable,
    notes,
    id: row.id,
  });
}

export const tripsBackup: BackupPart = {
  tables: [
    { name: 'trips', row: { schema: trip, called: 'a trip' }, damaged: keepReadable },
    {
      name: 'trip_items',
      marketplace: 'identity',
      recordKey: 'o.identity',
      row: { schema: tripItem, called: 'an item of a trip' },
    },
  ],
  contents: (db) => ({
    trips: countRows(db, 'other.trips WHERE removed_at IS NULL'),
    newTrips: countRows(db, 'other.trips WHERE removed_at IS NULL AND id NOT IN (SELECT id FROM main.trips)'),
  }),
  merge({ db }) {
    const trips = mergeNewest(db, 'trips', ['id']);
    mergeNewest(db, 'trip_items', ['id']);
    return { restored: { trips } };
  },
};
