import { z } from 'zod';
import type { BackupPart, Merged, Merging } from '../backup/part.ts';
import { columnsOf } from '../backup/rows.ts';
import { storedJson } from '../backup/valid-rows.ts';
import { MAX_ROWS } from './max-rows.ts';

const notices = storedJson(z.array(z.string()));

type Line = Record<string, unknown> & { at: number; request_id_sent: string };

/** Identifies one attempt of a request; every attempt has its own ID. */
const nameOf = ({ at, request_id_sent: sent }: Line): string => `${at} ${sent}`;

const inTime = (a: Line, b: Line): number =>
  a.at - b.at || (a.request_id_sent < b.request_id_sent ? -1 : a.request_id_sent > b.request_id_sent ? 1 : 0);

/**
 * Merges the other machine's requests in order of time. The log is bounded: local rows stay, and the newest rows of the
 * backup fill the free places. Rows dated in the future are skipped.
 */
function merge({ db, now }: Merging): Merged {
  const columns = columnsOf(db, 'activity').filter((column) => column !== 'id');
  const here = db.prepare<[], Line>(`SELECT ${columns.join(', ')} FROM main.activity ORDER BY id`).all();
  const known = new Set(here.map(nameOf));
  const added: Line[] = [];
  const there = db.prepare<[number], Line>(
    `SELECT ${columns.join(', ')} FROM other.activity WHERE at <= ? ORDER BY at DESC, request_id_sent DESC`,
  );
  for (const line of there.iterate(now())) {
    if (here.length + added.length >= MAX_ROWS) break;
    if (known.has(nameOf(line)) || !notices.safeParse(line.notices).success) continue;
    known.add(nameOf(line));
    added.push(line);
  }
  if (added.length === 0) return {};
  const insert = db.prepare(
    `INSERT INTO main.activity (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`,
  );
  db.exec('DELETE FROM main.activity');
  for (const line of [...here, ...added].sort(inTime)) insert.run(line);
  return {};
}

export const activityBackup: BackupPart = { tables: [{ name: 'activity' }], merge };
