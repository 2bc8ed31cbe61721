import { programmeAccount } from '#shared/places/programmes.ts';
import type { DatabaseConnection } from '../../storage/open.ts';

/** Returns the IDs of texts that records share; each text is stored once. */
export type Vocabulary = {
  programme(name: string): number;
  route(origin: string, destination: string, originRegion: string, destinationRegion: string): number;
  /** A list of airlines in the order received. */
  airlines(codes: readonly string[]): number;
  /** Names of members beyond the contract; null if none. */
  added(names: readonly string[]): number | null;
};

/** How a list of airlines is written in the file and on screen. */
const joined = (codes: readonly string[]): string => codes.join(', ');

/**
 * Prepares the statements. The returned function opens a vocabulary for one transaction: a rollback invalidates its cached
 * IDs.
 */
export function prepareVocabulary(db: DatabaseConnection): () => Vocabulary {
  const prepareIntern = (table: string, columns: readonly string[]) => {
    const select = db
      .prepare<string[], number>(
        `SELECT id FROM ${table} WHERE ${columns.map((column) => `${column} = ?`).join(' AND ')}`,
      )
      .pluck();
    const insert = db.prepare<string[]>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
    return (values: string[], added: (id: number) => void = () => {}): number => {
      const known = select.get(...values);
      if (known !== undefined) return known;
      const id = Number(insert.run(...values).lastInsertRowid);
      added(id);
      return id;
    };
  };
  const programmes = prepareIntern('award_programmes', ['name']);
  const routes = prepareIntern('award_routes', [
    'origin',
    'destination',
    'origin_region',
    'destination_region',
  ]);
  const airlineLists = prepareIntern('award_airline_lists', ['airlines']);
  const addedMembers = prepareIntern('award_added_members', ['names']);
  const addMember = db.prepare<[string, number]>(
    'INSERT OR IGNORE INTO award_airline_members (code, list_id) VALUES (?, ?)',
  );
  // `wallet_reach` has an entry for each spelling of a programme, so that rows join it directly.
  const addReach = db.prepare<[string, string]>(
    `INSERT OR IGNORE INTO wallet_reach
     SELECT ?, from_day, until_day, own, transfers, travellers FROM wallet_reach WHERE programme = ?`,
  );

  return () => ({
    programme: memoised(
      (name: string) => name,
      (name) => programmes([name], () => addReach.run(name, programmeAccount(name))),
    ),
    route: memoised(
      (...texts: [string, string, string, string]) => texts.join('\u0000'),
      (...texts) => routes(texts),
    ),
    airlines: memoised(joined, (codes) =>
      airlineLists([joined(codes)], (id) => {
        for (const code of codes) addMember.run(code, id);
      }),
    ),
    added: (names) => (names.length === 0 ? null : addedMembers([JSON.stringify(names)])),
  });
}

/** Caches `find`: a page has a thousand rows but few distinct texts. */
function memoised<Input extends readonly unknown[]>(
  keyOf: (...input: Input) => string,
  find: (...input: Input) => number,
): (...input: Input) => number {
  const cache = new Map<string, number>();
  return (...input) => {
    const key = keyOf(...input);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const id = find(...input);
    cache.set(key, id);
    return id;
  };
}
