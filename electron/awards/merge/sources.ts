import { kindOfSource, sourceOfTool } from '#shared/record-kinds/record-kinds.ts';
import type { BackupTable, Merging } from '../../backup/part.ts';
import { createReader } from '../../storage/sql.ts';
import { keyForSource, sourceInKey } from '../coverage/keys-without-id.ts';
import { type KnownSource, knownSources } from '../coverage/search-identity.ts';

/** Prefix of new names until all are renamed, since two sources may swap names. */
const TEMPORARY_PREFIX = 'char(30)';

/**
 * Renames the sources of a backup to match the stored ones before merging: which provider is the first source of a kind
 * differs between files, and records of two providers must never be merged.
 */
export function renameSources({ db, tables }: Pick<Merging, 'db' | 'tables'>): void {
  const here = createReader(db);
  const selectThere = db.prepare<[string], KnownSource>(
    'SELECT DISTINCT source, provider FROM other.award_partitions WHERE identity = ? ORDER BY source',
  );
  const identities = db
    .prepare<[], string>('SELECT DISTINCT identity FROM other.award_partitions')
    .pluck()
    .all();
  const renamed = identities.flatMap((identity) => {
    const known = knownSources(here, identity);
    return selectThere.all(identity).flatMap(({ source, provider }) => {
      const kind = kindOfSource(source);
      const target = kind === null || provider === '' ? source : sourceOfTool(kind, provider, known);
      known.push({ source: target, provider });
      return target === source ? [] : [{ identity, source, target }];
    });
  });
  if (renamed.length === 0) return;
  db.function('source_in_key', { deterministic: true }, (key) => sourceInKey(String(key)));
  db.function('key_under', { deterministic: true }, (source, key) =>
    keyForSource(String(source), String(key)),
  );
  db.exec('CREATE TEMP TABLE source_names (identity TEXT, source TEXT, target TEXT)');
  const insert = db.prepare(
    'INSERT INTO temp.source_names (identity, source, target) VALUES (@identity, @source, @target)',
  );
  for (const each of renamed) insert.run(each);
  rename(db, 'award_searches', 'criteria', {
    to: `iif(n.target = '', json_remove(o.criteria, '$.source'), json_set(o.criteria, '$.source', n.target))`,
    where: `o.identity = n.identity AND (SELECT h.source FROM other.award_partitions h WHERE h.id = o.partition_id) = n.source`,
  });
  for (const { name, recordKey } of tables)
    if (recordKey !== undefined)
      rename(db, name, 'record_key', {
        to: 'key_under(n.target, o.record_key)',
        where: `${recordKey} = n.identity AND source_in_key(o.record_key) = n.source`,
      });
  rename(db, 'award_partitions', 'source', {
    to: 'n.target',
    where: 'o.identity = n.identity AND o.source = n.source',
  });
  db.exec('DROP TABLE temp.source_names');
}

function rename(
  db: Merging['db'],
  table: BackupTable['name'],
  column: string,
  { to, where }: { to: string; where: string },
): void {
  db.exec(
    `UPDATE other.${table} AS o SET ${column} = ${TEMPORARY_PREFIX} || ${to} FROM temp.source_names n WHERE ${where}`,
  );
  db.exec(
    `UPDATE other.${table} SET ${column} = substr(${column}, 2) WHERE substr(${column}, 1, 1) = ${TEMPORARY_PREFIX}`,
  );
}
