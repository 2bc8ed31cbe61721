import { fail } from '#shared/contract/failure.ts';
import { type ChosenRecord, TRIP_ITEMS_MAX, type Trip, type TripWatch } from '#shared/contract/trips.ts';
import type { RecordKey } from '#shared/records/record-key.ts';
import type { Storage } from '../storage/open.ts';

export type StoredItem =
  | { kind: 'record'; itemId: string; text: string; chosenAt: number; key: RecordKey; chosen: ChosenRecord }
  | { kind: 'note'; itemId: string; text: string }
  | { kind: 'link'; itemId: string; text: string; url: string };

export type TripText = Pick<Trip, 'title' | 'notes' | 'starts' | 'ends' | 'question'>;

type TripRow = Omit<Trip, 'question' | 'watch'> & { question: string | null; watch: string | null };

type ItemRow = {
  itemId: string;
  tripId: string;
  kind: StoredItem['kind'];
  position: number;
  identity: string | null;
  cabin: string | null;
  recordKey: string | null;
  chosen: string | null;
  text: string;
  url: string | null;
  chosenAt: number;
};

const counted = (kind: StoredItem['kind']) =>
  `(SELECT count(*) FROM trip_items i WHERE i.trip_id = t.id AND i.kind = '${kind}' AND i.removed_at IS NULL)`;

const TRIPS = `
  SELECT t.id AS tripId, t.title, t.notes, t.starts, t.ends, t.question, t.watch, t.updated_at AS updatedAt,
    ${counted('record')} AS records, ${counted('note')} AS notesOnBoard, ${counted('link')} AS links
  FROM trips t`;
const ITEMS = `
  SELECT id AS itemId, trip_id AS tripId, kind, position, identity, cabin, record_key AS recordKey, chosen, text, url,
    created_at AS chosenAt FROM trip_items`;
const IN_ORDER = 'ORDER BY position, created_at, id';

function itemFrom({ itemId, text, ...row }: ItemRow): StoredItem {
  if (row.kind === 'record')
    return {
      kind: 'record',
      itemId,
      text,
      chosenAt: row.chosenAt,
      key: { identity: row.identity ?? '', cabin: row.cabin ?? '', recordKey: row.recordKey ?? '' },
      chosen: JSON.parse(row.chosen ?? '{}') as ChosenRecord,
    };
  return row.kind === 'link'
    ? { kind: 'link', itemId, text, url: row.url ?? '' }
    : { kind: 'note', itemId, text };
}

const tripFrom = ({ question, watch, ...row }: TripRow): Trip => ({
  ...row,
  watch: watch === null ? null : (JSON.parse(watch) as TripWatch),
  question: question === null ? null : (JSON.parse(question) as Trip['question']),
});

/** Stores trips and their boards. Every function is atomic. */
export function openTripStore({ db, transaction }: Storage, newId: () => string, now: () => number) {
  // Of several changes within a millisecond, the one stored last is the newest.
  const all = db.prepare<[], TripRow>(
    `${TRIPS} WHERE t.removed_at IS NULL ORDER BY t.updated_at DESC, t.created_at DESC, t.rowid DESC`,
  );
  const one = db.prepare<[string], TripRow>(`${TRIPS} WHERE t.id = ? AND t.removed_at IS NULL`);
  const insertTrip = db.prepare(
    'INSERT INTO trips (id, title, notes, starts, ends, question, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const updateTrip = db.prepare(
    'UPDATE trips SET title = ?, notes = ?, starts = ?, ends = ?, question = ?, updated_at = ? WHERE id = ?',
  );
  const updateWatch = db.prepare('UPDATE trips SET watch = ?, updated_at = ? WHERE id = ?');
  const touchTrip = db.prepare('UPDATE trips SET updated_at = ? WHERE id = ?');
  const setTripRemoved = db.prepare('UPDATE trips SET removed_at = ?, updated_at = ? WHERE id = ?');
  const itemsOf = db.prepare<[string], ItemRow>(
    `${ITEMS} WHERE trip_id = ? AND removed_at IS NULL ${IN_ORDER}`,
  );
  const oneItem = db.prepare<[string], ItemRow>(`${ITEMS} WHERE id = ?`);
  const sameRecord = db.prepare<[string, string, string, string]>(
    `SELECT 1 FROM trip_items WHERE trip_id = ? AND identity = ? AND cabin = ? AND record_key = ?
     AND removed_at IS NULL`,
  );
  const lastPosition = db
    .prepare<[string], number>('SELECT coalesce(max(position), 0) FROM trip_items WHERE trip_id = ?')
    .pluck();
  const insertItem = db.prepare(
    `INSERT INTO trip_items (id, trip_id, kind, position, identity, cabin, record_key, chosen, text, url, created_at,
       updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateItem = db.prepare('UPDATE trip_items SET text = ?, url = ?, updated_at = ? WHERE id = ?');
  const placeItem = db.prepare(
    'UPDATE trip_items SET position = ?, updated_at = ? WHERE id = ? AND position <> ?',
  );
  const setItemRemoved = db.prepare('UPDATE trip_items SET removed_at = ?, updated_at = ? WHERE id = ?');
  const linksInUse = db
    .prepare<[], string>(
      `SELECT i.url FROM trip_items i JOIN trips t ON t.id = i.trip_id
       WHERE i.kind = 'link' AND i.removed_at IS NULL AND t.removed_at IS NULL AND i.url IS NOT NULL`,
    )
    .pluck();

  const must = (tripId: string): Trip =>
    tripFrom(one.get(tripId) ?? fail('not_found', 'This trip is no longer stored here.'));
  const mustItem = (itemId: string): ItemRow =>
    oneItem.get(itemId) ?? fail('not_found', 'This is not on the board any more.');

  function add(
    tripId: string,
    item: Pick<ItemRow, 'kind' | 'text'> & Partial<Pick<ItemRow, 'url' | 'chosen'>> & { key?: RecordKey },
  ): string {
    const trip = must(tripId);
    if (trip.records + trip.notesOnBoard + trip.links >= TRIP_ITEMS_MAX)
      fail('board_full', `A board holds at most ${TRIP_ITEMS_MAX} items. Nothing was added.`);
    const itemId = newId();
    const at = now();
    const position = (lastPosition.get(tripId) ?? 0) + 1;
    const { identity = null, cabin = null, recordKey = null } = item.key ?? {};
    insertItem.run(
      itemId,
      tripId,
      item.kind,
      position,
      identity,
      cabin,
      recordKey,
      item.chosen ?? null,
      item.text,
      item.url ?? null,
      at,
      at,
    );
    touchTrip.run(at, tripId);
    return itemId;
  }

  return {
    list: (): Trip[] => all.all().map(tripFrom),
    get: must,
    items: (tripId: string): StoredItem[] => itemsOf.all(tripId).map(itemFrom),
    /** Every address on any board. */
    links: (): string[] => linksInUse.all(),
    create({ title, notes, starts, ends, question }: TripText): Trip {
      const tripId = newId();
      const at = now();
      insertTrip.run(tripId, title, notes, starts, ends, question && JSON.stringify(question), at, at);
      return must(tripId);
    },
    change(tripId: string, { title, notes, starts, ends, question }: TripText): Trip {
      must(tripId);
      updateTrip.run(title, notes, starts, ends, question && JSON.stringify(question), now(), tripId);
      return must(tripId);
    },
    /** Sets the price that is watched, or none. */
    watch(tripId: string, watch: TripWatch | null): Trip {
      must(tripId);
      updateWatch.run(watch && JSON.stringify(watch), now(), tripId);
      return must(tripId);
    },
    remove(tripId: string): void {
      must(tripId);
      setTripRemoved.run(now(), now(), tripId);
    },
    bringBack(tripId: string): Trip {
      setTripRemoved.run(null, now(), tripId);
      return must(tripId);
    },
    /** Adds these records in one transaction. */
    addRecords(
      tripId: string,
      records: readonly { key: RecordKey; chosen: ChosenRecord }[],
    ): { added: number; already: number } {
      return transaction(() => {
        must(tripId);
        let added = 0;
        for (const { key, chosen } of records) {
          if (sameRecord.get(tripId, key.identity, key.cabin, key.recordKey) !== undefined) continue;
          add(tripId, { kind: 'record', text: '', key, chosen: JSON.stringify(chosen) });
          added += 1;
        }
        return { added, already: records.length - added };
      });
    },
    addNote: (tripId: string, text: string) => transaction(() => add(tripId, { kind: 'note', text })),
    addLink: (tripId: string, url: string, text: string) =>
      transaction(() => add(tripId, { kind: 'link', text, url })),
    changeItem(itemId: string, text: string, url: string | undefined): void {
      transaction(() => {
        const item = mustItem(itemId);
        updateItem.run(text, item.kind === 'link' ? (url ?? item.url) : null, now(), itemId);
        touchTrip.run(now(), item.tripId);
      });
    },
    moveItem(itemId: string, by: -1 | 1): void {
      transaction(() => {
        const { tripId } = mustItem(itemId);
        const order = itemsOf.all(tripId);
        const from = order.findIndex((item) => item.itemId === itemId);
        const moved = order[from];
        const other = order[from + by];
        if (moved === undefined || other === undefined) return;
        order[from] = other;
        order[from + by] = moved;
        // Renumbered, since items of boards merged from two machines may share positions.
        order.forEach((item, place) => {
          placeItem.run(place + 1, now(), item.itemId, place + 1);
        });
        touchTrip.run(now(), tripId);
      });
    },
    setItemRemoved(itemId: string, removed: boolean): void {
      transaction(() => {
        const { tripId } = mustItem(itemId);
        setItemRemoved.run(removed ? now() : null, now(), itemId);
        touchTrip.run(now(), tripId);
      });
    },
  };
}
